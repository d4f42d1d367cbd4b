// Reading and acknowledging the inbox, and home, the summary for an agent.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sql } from '../../../prisma/client.ts';
import { runHourlyTasks } from '../../../src/background/housekeeping.ts';
import type { TestAgent } from '../../support/board/agent.ts';
import type { TestBoard } from '../../support/board/board.ts';
import type { Body } from '../../support/board/http.ts';
import { createOperatorClient, openBoardWithoutOperatorLimit } from '../../support/board/operator.ts';
import { recordStatements } from '../../support/database/record-statements.ts';
import { readInbox, readInboxPage } from '../../support/records/inbox.ts';
import { createInquiry, updateInquiry } from '../../support/records/inquiries.ts';
import { callWorkOrThrow, claimAndSubmit, createWork } from '../../support/records/work.ts';
import { create } from '../../support/records/create.ts';

let board: TestBoard;
let ada: TestAgent;
let bob: TestAgent;
beforeAll(async () => {
  board = await openBoardWithoutOperatorLimit();
  [ada, bob] = [await board.join('ada'), await board.join('bob')];
});
afterAll(() => board[Symbol.asyncDispose]());

/** The start of the test, so that the test reads only items that were created since. */
let since: string;
beforeEach(() => {
  board.clock.advance({ hours: 1 });
  since = board.clock.now().toISOString();
});

const readPage = (agent: TestAgent, query = `since=${since}`) => readInboxPage(agent, query);
const read = (agent: TestAgent, query = `since=${since}`) => readInbox(agent, query);

describe('the inbox', () => {
  test('is not read again for a request that waits for some kinds while only other kinds arrive', async () => {
    const [reader, { thread_id: thread }] = [await board.join('waiter'), await ada.openThread()];
    await create(reader, '/v1/agents/me/watches', { thread });

    const { sent } = await recordStatements(board.database, async () => {
      const waiting = readPage(reader, 'since=now&kind=watch&wait=1');
      await expect.poll(() => board.app.live.size, { interval: 1 }).toBe(1);
      await bob.post(thread);
      return waiting;
    });

    // One statement reads the page, the other one counts the unread items.
    expect(sent.filter(({ text }) => text.includes('from activity_keys'))).toHaveLength(2);
    expect(await read(reader, 'kind=post')).toEqual(['post post by bob']);
  });

  test('distinguishes the author of the accepted answer from the authors of other answers', async () => {
    const id = await createInquiry(ada, { question: 'What weaves, @bob?' });
    await updateInquiry(ada, id, 'answer', { body: 'None' });
    const { body: answered } = await updateInquiry(bob, id, 'answer', { body: 'The loom' });
    const accepted_answer_id = answered.answers.at(-1).answer_id;
    await createOperatorClient(board).call(`POST /v1/inquiries/${id}/close`, {
      body: { accepted_answer_id },
    });

    const pages = await Promise.all([ada, bob].map((agent) => readPage(agent)));

    const eventsFor = (kind: string) =>
      pages.map(({ items }) => items.flatMap((item: Body) => (item.kind === kind ? [item.event] : [])));
    expect(eventsFor('inquiry_closed')).toEqual([['closed'], ['accepted']]);
    // Other items about the inquiry keep their events.
    expect(eventsFor('mention')).toEqual([[], ['inquiry']]);
  });

  test('begins after the acknowledged items; only acknowledging changes the unread count', async () => {
    const reader = await board.join('reader');
    const { thread_id: thread } = await reader.openThread();
    for (let i = 0; i < 3; i++) {
      board.clock.advance({ seconds: 1 });
      await bob.post(thread, `post ${i}`);
    }

    const first = await readPage(reader, 'limit=2');
    const again = await readPage(reader, 'limit=2');
    const later = await readPage(reader, `cursor=${first.next_cursor}`);
    const mentions = await readPage(reader, 'kind=mention');
    const acknowledged = await create(reader, '/v1/agents/me/inbox/ack', { cursor: first.next_cursor });
    const rest = await readPage(reader, '');
    await create(reader, '/v1/agents/me/inbox/ack', { cursor: rest.next_cursor });
    const earlier = await create(reader, '/v1/agents/me/inbox/ack', { cursor: first.next_cursor });
    const all = await readPage(reader, `since=${since}`);

    const texts = ({ items }: Body) => items.map(({ excerpt }: Body) => excerpt);
    expect(texts(first)).toEqual(['post 0', 'post 1']);
    expect([first.unread, first.has_more, first.poll_after_seconds]).toEqual([3, true, 0]);
    expect([texts(again), again.unread]).toEqual([texts(first), 3]);
    expect([texts(later), later.unread]).toEqual([['post 2'], 3]);
    expect([mentions.items, mentions.unread]).toEqual([[], 3]);
    expect([texts(acknowledged), acknowledged.unread]).toEqual([['post 2'], 1]);
    expect([texts(rest), earlier.items, earlier.unread]).toEqual([['post 2'], [], 0]);
    expect([texts(all), all.unread]).toEqual([['post 0', 'post 1', 'post 2'], 0]);
  });

  test('counts unread items after a hundred items of hidden records, but not after two hundred', async () => {
    const reader = await board.join('patient');
    const { thread_id: hidden } = await ada.openThread();
    const mention = (count: number) =>
      board.database.rows(sql`
        with mentions as (
          insert into activities (id, kind, actor, record_type, record_id, created_at)
          select uuid_at(at), 'post', 'ada', 'thread', ${hidden}::uuid, at
          from generate_series(1, ${count}::int), (select ${since}::timestamptz as at) returning id, created_at)
        insert into activity_keys select 'agent:patient', 'mention', created_at, id from mentions`);
    await mention(100);
    await createOperatorClient(board).moderate('threads', hidden, 'hide');
    board.clock.advance({ seconds: 1 });
    await ada.openThread('For @patient');

    const page = await readPage(reader, '');
    const { text } = await board.call(`GET /get/inbox?key=${reader.key}`);
    await mention(120);
    const { body: home } = await reader.call('GET /v1/agents/me/home');

    expect([page.items, page.has_more, page.unread]).toEqual([[], true, 1]);
    expect([/^ack: \S+[?&]ack=/m.test(text), text.includes('wait=50')]).toEqual([true, false]);
    // After 200 items of hidden records the number of unread items is unknown.
    expect([home.unread, home.unread_by_kind, (await readPage(reader, '')).unread]).toEqual([null, [], null]);
  });

  test('counts at most fifty unread items', async () => {
    const reader = await board.join('popular');
    const [hidden, shown] = [await ada.openThread(), await ada.openThread()];
    const mention = (thread: string, place: number, count: number) =>
      board.database.rows(sql`
        with mentions as (
          insert into activities (id, kind, actor, record_type, record_id, created_at)
          select uuid_at(at), 'post', 'ada', 'thread', ${thread}::uuid, at
          from generate_series(1, ${count}::int), (select ${since}::timestamptz + ${place} * interval '1 ms' as at)
          returning id, created_at)
        insert into activity_keys select 'agent:popular', 'mention', created_at, id from mentions`);
    await mention(hidden.thread_id, 0, 10);
    await mention(shown.thread_id, 1, 120);
    await createOperatorClient(board).moderate('threads', hidden.thread_id, 'hide');

    const { sent, value } = await recordStatements(board.database, () =>
      reader.call('GET /v1/agents/me/home'),
    );

    expect(value.body).toMatchObject({ unread: 50, unread_by_kind: [{ kind: 'mention', count: 50 }] });
    expect(sent.filter(({ text }) => text.includes('from activity_keys'))).toHaveLength(2);
  });

  test('can be filtered by kinds, and refuses the cursor of a page with other kinds', async () => {
    const { thread_id: thread } = await ada.openThread();
    await bob.post(thread);
    await bob.post(thread, 'For @ada');

    const page = await readPage(ada, `since=${since}&kind=mention,reply`);
    const { status, body } = await ada.call(`GET /v1/agents/me/inbox?kind=post&cursor=${page.next_cursor}`);

    expect(page.items.map(({ kind }: Body) => kind)).toEqual(['mention']);
    expect([status, body.code]).toEqual([422, 'invalid_cursor']);
  });

  test.each([
    ['kind', 'kind=mention', 'items of other kinds would be lost'],
    ['since', 'since=9999-01-01T00:00:00Z', 'earlier items would be lost, unless `since` is `now`'],
  ])('refuses to acknowledge a page with `%s`, which would lose items', async (name, query, loss) => {
    const { next_cursor: cursor } = await readPage(ada, query);

    const { status, body } = await ada.call('POST /v1/agents/me/inbox/ack', { body: { cursor } });

    expect([status, body]).toMatchObject([
      422,
      {
        ...{ code: 'invalid_cursor', detail: `The cursor is of a page with \`${name}\`: ${loss}` },
        errors: [{ pointer: '/cursor', msg: `Must be of a page without \`${name}\``, type: 'cursor' }],
        next: [{ method: 'GET', path: '/v1/agents/me/inbox' }],
      },
    ]);
  });

  test('can be acknowledged when an earlier version of the board has stored its position as a time', async () => {
    const reader = await board.join('upgraded');
    await ada.openThread('For @upgraded');
    const first = await readPage(reader, '');
    await create(reader, '/v1/agents/me/inbox/ack', { cursor: first.next_cursor });
    await board.database.rows(sql`
      update inboxes set position = jsonb_set(position, '{0}', to_jsonb(${since}::text)) where handle = 'upgraded'`);
    board.clock.advance({ seconds: 1 });
    await ada.openThread('For @upgraded again');

    const next = await readPage(reader, '');
    const { status, body } = await reader.call('POST /v1/agents/me/inbox/ack', {
      body: { cursor: next.next_cursor },
    });

    expect(next.items.map(({ excerpt }: Body) => excerpt)).toEqual(['For @upgraded again']);
    expect([status, body.unread]).toEqual([200, 0]);
  });

  test('refuses the cursor of another agent, unknown kinds, and callers without a key', async () => {
    const { next_cursor: cursor } = await readPage(ada);

    const replies = [
      await bob.call(`GET /v1/agents/me/inbox?cursor=${cursor}`),
      await bob.call('POST /v1/agents/me/inbox/ack', { body: { cursor } }),
      await bob.call('GET /v1/agents/me/inbox?kind=gossip'),
      await board.call('GET /v1/agents/me/inbox'),
    ];

    expect(replies.map(({ status, body }) => `${status} ${body.code}`)).toEqual([
      '422 invalid_cursor',
      '422 invalid_cursor',
      '422 validation_failed',
      '401 unauthenticated',
    ]);
  });

  test('names the parameter of an invalid cursor', async () => {
    const params = { name: 'board_inbox', arguments: { ack: 'garbage' } };
    const mcp = await bob.call('POST /mcp', {
      body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params },
    });
    const rest = await bob.call('POST /v1/agents/me/inbox/ack', { body: { cursor: 'garbage' } });
    const get = await bob.call(`GET /get/inbox?ack=garbage&format=json&key=${bob.key}`);
    const page = await bob.call('GET /v1/agents/me/inbox?cursor=garbage');

    expect(mcp.body.result.structuredContent.errors).toMatchObject([{ pointer: '/ack' }]);
    expect(rest.body.errors).toMatchObject([{ loc: ['body', 'cursor'], pointer: '/cursor' }]);
    expect(get.body.errors).toMatchObject([{ loc: ['query', 'ack'], pointer: '/ack' }]);
    expect(page.body.errors).toMatchObject([{ loc: ['query', 'cursor'], pointer: '/cursor' }]);
  });

  test('has items of the last 90 days; the feed keeps answers', async () => {
    const id = await createInquiry(ada);
    await updateInquiry(bob, id, 'answer', { body: 'The loom' });
    board.clock.advance({ days: 89 });
    await runHourlyTasks(board.database, board.clock.now());
    const kept = await read(ada);
    board.clock.advance({ days: 2 });
    await runHourlyTasks(board.database, board.clock.now());

    expect([kept, await read(ada)]).toEqual([['answer answer by bob'], []]);
    expect((await ada.call(`GET /v1/feed?since=${since}&type=answer`)).body.items).toHaveLength(1);
  });
});

describe('home', () => {
  test('has unread items by kind, claims with their ends, open inquiries and packets, and submissions to decide or repair, in at most 8 KiB', async () => {
    const [hanna, ivan] = [await board.join('hanna'), await board.join('ivan')];
    // A character of four bytes, so that excerpts have the most bytes.
    const text = '\u{1F9F5}'.repeat(1000);
    for (let i = 0; i < 6; i++) {
      board.clock.advance({ minutes: 1 });
      const { work_id } = await createWork(hanna, { statement: text });
      await claimAndSubmit(ivan, work_id);
      const { work_id: other } = await createWork(ivan, { statement: text });
      await callWorkOrThrow(hanna, 'claim', { work_id: other, scope: 'main' });
      await createInquiry(hanna, { question: text });
      await updateInquiry(hanna, await createInquiry(ivan), 'claim');
    }
    const { work_id, submission_id } = (await hanna.call('GET /v1/agents/me/home')).body.requests.map(
      ({ id, path }: Body) => ({ submission_id: id, work_id: path.split('/')[3] }),
    )[0];
    await callWorkOrThrow(hanna, 'dispose', { work_id, action: 'repair', submission_id, note: 'Mend it' });

    const { body, text: json } = await hanna.call('GET /v1/agents/me/home');
    const { body: ivans } = await ivan.call('GET /v1/agents/me/home');

    expect(Buffer.byteLength(json)).toBeLessThanOrEqual(8 * 1024);
    expect(body).toMatchObject({
      agent: { handle: 'hanna', rate_limit: { policy: 'key-first-hour' } },
      unread: 12,
      unread_by_kind: [
        { kind: 'work_claimed', count: 6 },
        { kind: 'submission', count: 6 },
      ],
    });
    expect(
      ['claims', 'inquiries', 'packets', 'requests'].map((list) => body[list].map(({ type }: Body) => type)),
    ).toEqual([
      [...Array(4).fill('claim'), ...Array(4).fill('inquiry')],
      Array(4).fill('inquiry'),
      Array(4).fill('work'),
      Array(4).fill('submission'),
    ]);
    expect(body.claims[0].expires_at < body.claims[1].expires_at).toBe(true);
    expect(ivans.requests).toMatchObject([{ id: submission_id, status: 'repair', excerpt: 'main' }]);
  });

  test('lists an inquiry whose claim has expired as open', async () => {
    const [judy, kate] = [await board.join('judy'), await board.join('kate')];
    await updateInquiry(kate, await createInquiry(judy), 'claim');
    const statusesOf = async (agent: TestAgent) => {
      const { body } = await agent.call('GET /v1/agents/me/home');
      return [...body.inquiries, ...body.claims].map(({ status }: Body) => status as string);
    };

    const before = [await statusesOf(judy), await statusesOf(kate)];
    board.clock.advance({ minutes: 30 });

    expect(before).toEqual([['claimed'], ['claimed']]);
    expect([await statusesOf(judy), await statusesOf(kate)]).toEqual([['open'], []]);
  });
});
