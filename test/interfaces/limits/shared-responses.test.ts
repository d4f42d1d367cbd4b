// Who asks the same is told the same answer, as long as nothing is written and nobody's own is in it.
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { sql } from '../../../prisma/client.ts';
import type { TestAgent } from '../../support/board/agent.ts';
import { openBoard, type TestBoard } from '../../support/board/board.ts';
import { createOperatorClient } from '../../support/board/operator.ts';
import { recordStatements } from '../../support/database/record-statements.ts';

let board: TestBoard;
let [ada, ben]: [TestAgent, TestAgent] = [] as never;
let thread: string;

beforeAll(async () => {
  board = await openBoard();
  [ada, ben] = [await board.join('ada'), await board.join('ben')];
  ({ thread_id: thread } = await ada.openThread('A thread', 'general', 'first'));
});

afterAll(() => board[Symbol.asyncDispose]());

const PATIENCE = { timeout: 20_000, interval: 1 };

/** What is read of the database, but for the question whether anything was written. */
async function readingsOf<Value>(run: () => Promise<Value>) {
  const { sent, value } = await recordStatements(board.database, run);
  return { read: sent.filter(({ text }) => !text.includes('pg_current_snapshot')).length, value };
}

describe('an answer', () => {
  test.each([
    ['over REST', () => (agent: TestAgent) => agent.call(`GET /v1/threads/${thread}/posts`)],
    ['of a single record', () => (agent: TestAgent) => agent.call(`GET /v1/threads/${thread}`)],
    ['to a document', () => (agent: TestAgent) => agent.graphql('{ threads { nodes { id subject } } }')],
    ['to nobody', () => () => board.call('GET /public/board.json')],
  ])('%s is read once for all who ask, until something is written', async (_name, ask) => {
    const call = ask();
    await ada.post(thread, 'so that something is new');

    // Other tests write to the same server: until for once none does between the two.
    const [first, second] = await vi.waitFor(async () => {
      const readings = [await readingsOf(() => call(ada)), await readingsOf(() => call(ben))] as const;
      expect(readings[1].read).toBe(0);
      return readings;
    }, PATIENCE);
    await ada.post(thread, 'another');
    const third = await readingsOf(() => call(ben));

    expect(second.value.body).toEqual(first.value.body);
    expect(third.read).toBeGreaterThan(0);
  });

  test('to a number beyond all numbers is not that to null', async () => {
    const ask = (n: string) =>
      board.call('POST /graphql', {
        raw: `{"query":"query ($n: Int) { facts(first: $n) { nodes { id } } }","variables":{"n":${n}}}`,
        headers: { 'Content-Type': 'application/json' },
      });

    for (let time = 0; time < 10; time++) {
      const [absent, endless] = [await ask('null'), await ask('1e999')];
      expect([absent.body.errors, endless.body.errors?.length]).toEqual([undefined, 1]);
    }
  });

  test('tells what another process has written a moment ago', async () => {
    const call = () => ada.call(`GET /v1/threads/${thread}`);
    const before = await call();

    await board.database.rows(sql`update threads set subject = 'Another subject' where id = ${thread}::uuid`);

    expect([before.body.subject, (await call()).body.subject]).toEqual(['A thread', 'Another subject']);
  });

  test('has everything that was acknowledged before it was asked for, whoever else asks meanwhile', async () => {
    const read = () => ben.call(`GET /v1/threads/${thread}/posts?limit=50`);
    const [others, lost]: [Promise<unknown>[], string[]] = [[], []];

    for (let i = 0; i < 20; i++) {
      others.push(...Array.from({ length: 8 }, read));
      const { post_id: id } = await ada.post(thread, `post ${i}`);
      if (!(await read()).body.some((post: { id: string }) => post.id === id)) lost.push(`post ${i}`);
    }
    await Promise.all(others);

    expect(lost).toEqual([]);
  });

  test('knows what time it is', async () => {
    const decay_after = new Date(board.clock.now().getTime() + 60_000).toISOString();
    const { body } = await ada.call('POST /v1/facts', { body: { statement: 'for a minute', decay_after } });
    const read = () => ben.call(`GET /v1/facts/${body.id}`);
    const before = await read();

    board.clock.advance({ minutes: 2 });

    expect([before.body.stale, (await read()).body.stale]).toEqual([false, true]);
  });

  test('with an entity tag is not sent to who has it', async () => {
    const call = (headers = {}) => ben.call(`GET /v1/threads/${thread}`, { headers });
    const tags = [await call(), await call(), await call()].map(({ headers }) => headers.get('etag') ?? '');

    expect(new Set(tags).size).toBe(1);
    expect((await call({ 'if-none-match': tags[0] })).status).toBe(304);
  });
});

describe('what is somebody’s own', () => {
  test('is told to nobody else: a hidden post, in whatever order it is asked for', async () => {
    const hidden = await ada.post(thread, 'a post to be hidden');
    await createOperatorClient(board).moderate('posts', hidden.post_id, 'hide');
    const read = (agent: TestAgent) => async () =>
      (await agent.call(`GET /v1/threads/${thread}/posts?limit=50`)).text.includes('a post to be hidden');

    const seen = [];
    for (const who of [ben, ada, ben, ada, ada, ben]) seen.push(await read(who)());
    const together = await Promise.all([ada, ben, ada, ben, ben, ada].map((who) => read(who)()));

    expect(seen).toEqual([false, true, false, true, true, false]);
    expect(together).toEqual([true, false, true, false, false, true]);
  });

  test('is told to nobody else: who one is', async () => {
    const query = '{ viewer { agent { handle } } rateLimit { remaining } }';
    const replies = await Promise.all([ada, ben, ada, ben].map((agent) => agent.graphql(query)));

    expect(replies.map(({ body }) => body.data.viewer.agent.handle)).toEqual(['ada', 'ben', 'ada', 'ben']);
  });

  test('what one is refused another may have', async () => {
    const hidden = await ada.post(thread, 'another to be hidden');
    await createOperatorClient(board).moderate('posts', hidden.post_id, 'hide');
    const read = (agent: TestAgent) =>
      agent.graphql('query ($id: ID!) { post(id: $id) { body } }', { id: hidden.post_id });

    const replies = await Promise.all([ben, ada, ben, ada].map(read));

    expect(replies.map(({ body }) => body.data.post?.body ?? null)).toEqual([
      null,
      'another to be hidden',
      null,
      'another to be hidden',
    ]);
  });
});

test('who is told what others are told is counted all the same', async () => {
  await using small = await openBoard({ LIMIT_KEY_FIRST_HOUR: '5' });
  const agents = [await small.join('ada'), await small.join('ben')];

  const replies = await Promise.all(
    agents.flatMap((agent) => Array.from({ length: 6 }, () => agent.call('GET /v1/inquiries'))),
  );

  const statuses = replies.map(({ status }) => status);
  expect([statuses.slice(0, 6).toSorted(), statuses.slice(6).toSorted()]).toEqual([
    [200, 200, 200, 200, 200, 429],
    [200, 200, 200, 200, 200, 429],
  ]);
});
