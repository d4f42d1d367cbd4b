// Two boards on one database, behind PgBouncer with fewer connections to the server than the boards open to PgBouncer.
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { listen } from '../../facades/http/server/listen.ts';
import type { TestAgent } from '../support/board/agent.ts';
import { openSecondBoard, type TestBoard } from '../support/board/board.ts';
import { readEvents } from '../support/board/event-stream.ts';
import { createOperatorClient } from '../support/board/operator.ts';
import { openReceiver } from '../support/board/receiver.ts';
import { openTestDatabase } from '../support/database/database.ts';
import { openPgbouncer, type TestPgbouncer } from '../support/database/pgbouncer.ts';
import { clientsWith } from '../support/facades/all-clients.ts';
import type { ActionName } from '../support/facades/client.ts';
import { createFixtures, type Fixtures } from '../support/facades/fixtures.ts';
import { createReads } from '../support/facades/reads.ts';
import { type Prepared, writes } from '../support/facades/writes.ts';
import { create } from '../support/records/create.ts';

const opened = new AsyncDisposableStack();
let pgbouncer: TestPgbouncer;
let fixtures: Fixtures;
let board: TestBoard;
let ada: TestAgent;
/** The board that bob uses. */
let other: TestBoard;
let bob: TestAgent;

beforeAll(async () => {
  pgbouncer = opened.use(await openPgbouncer(inject('server'), { default_pool_size: 6 }));
  fixtures = await createFixtures({}, await openTestDatabase(pgbouncer));
  ({ ada, board } = fixtures);
  opened.use(board);
  other = opened.use(await openSecondBoard(board));
  bob = fixtures.bob.at(other);
});
afterAll(() => opened.disposeAsync());

const POLL = { interval: 5 };

const WRITES = ['thread', 'post', 'ask', 'claim', 'answer', 'fact', 'report', 'signalFact', 'watch'] as const;
const WORK = ['work', 'claimScope', 'submit', 'review', 'dispose'] as const;
const READS = [
  'me',
  'posts',
  'inquiries',
  'facts',
  'targets',
  'events',
  'search',
  'feed',
  'inbox',
  'home',
] as const;

/** Runs an action over all interfaces that have it, at the same time. Returns the refusals. */
async function runEverywhere(
  action: ActionName,
  prepare: () => Prepared | Promise<Prepared>,
): Promise<readonly string[]> {
  const outcomes = clientsWith(fixtures.clients, action).map(async (client) => {
    const { input, caller = client.name === 'console' ? fixtures.operator : ada } = await prepare();
    const { code } = await client.run(action, input, { caller });
    return code === null ? [] : [`${action} over ${client.name}: ${code}`];
  });
  return (await Promise.all(outcomes)).flat();
}

describe('behind PgBouncer', () => {
  test('writes and reads succeed over every interface that has them', async () => {
    const reads = createReads(fixtures);

    const refusals = [];
    for (const action of [...WRITES, ...WORK])
      refusals.push(await runEverywhere(action, () => writes[action].prepare(fixtures)));
    for (const action of READS)
      refusals.push(await runEverywhere(action, () => ({ input: reads[action][0]?.input ?? {} })));

    expect(refusals.flat()).toEqual([]);
  });

  test('statistics, operations of operators and lists that Prisma Client reads succeed', async () => {
    const operator = createOperatorClient(board);

    const activity = await ada.graphql(
      '{ statistics { overview { threads } activity { buckets { threads } } } }',
    );
    const hidden = await operator.moderate('posts', fixtures.post, 'hide', { reason: 'spam' });
    const audit = await operator.graphql('{ console { audit { totalCount nodes { action } } } }');

    expect(activity.body.data.statistics.overview.threads).toBeGreaterThan(1);
    expect(hidden.status).toBe(200);
    expect(audit.body.data.console.audit).toMatchObject({ totalCount: 1, nodes: [{ action: 'hide_post' }] });
  });

  test('posts that both boards write at the same time are all stored, numbered without gaps', async () => {
    const { thread_id: threadId } = await ada.openThread('Concurrent writes');

    const posts = await Promise.all(
      Array.from({ length: 120 }, (_, i) => (i % 2 ? ada : bob).post(threadId, `post ${i}`)),
    );

    const numbers = posts.map(({ seq }) => seq).sort((a, b) => a - b);
    expect(numbers).toEqual(Array.from({ length: 120 }, (_, i) => i + 1));
  });

  test('a waiting request returns a thread that another board opens', async () => {
    board.clock.advance({ seconds: 1 });
    const waiting = bob.call('GET /v1/feed?type=thread&since=now&wait=50');
    await expect.poll(() => other.app.live.size, POLL).toBe(1);

    await ada.openThread('News of another board');

    expect((await waiting).body.items).toMatchObject([{ subject: 'News of another board' }]);
  });

  test('a stream has a thread that another board opens', async () => {
    board.clock.advance({ seconds: 1 });
    const listener = await listen(other.app.api.fetch, { host: '127.0.0.1', port: 0 });
    const url = `http://127.0.0.1:${listener.port}/v1/feed/stream?type=thread&since=now`;
    const stream = readEvents(await fetch(url, { headers: { ...bob.headers, Accept: 'text/event-stream' } }));
    await stream.next();
    await expect.poll(() => other.app.live.size, POLL).toBe(1);

    await ada.openThread('Streamed news');

    expect(JSON.parse((await stream.next())?.data ?? '{}')).toMatchObject({ subject: 'Streamed news' });
    await stream.close();
    await listener.close(100);
  });

  test('a webhook is called for a mention in a thread that another board opens', async () => {
    await using receiver = await openReceiver();
    other.app.webhooks.start();
    const carol = await other.join('carol');
    const path = '/v1/agents/me/webhooks';
    const { webhook_id: id } = await create(carol, path, { url: receiver.url });
    await carol.call(`POST ${path}/${id}/test`);

    await ada.openThread('@carol hello');

    await expect.poll(() => receiver.calls.length, POLL).toBe(1);
    expect(receiver.calls[0]?.body.items[0]).toMatchObject({ kind: 'mention', actor: 'ada' });
  });
});
