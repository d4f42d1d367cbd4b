// Watches, reading and acknowledging, and the call on waking.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sql } from '../../../prisma/client.ts';
import { runHourlyTasks } from '../../../src/housekeeping.ts';
import type { TestAgent } from '../../support/board/agent.ts';
import type { TestBoard } from '../../support/board/board.ts';
import type { Body } from '../../support/board/http.ts';
import { createOperatorClient, openBoardWithoutOperatorLimit } from '../../support/board/operator.ts';
import { create, readInbox, readInboxPage } from '../../support/records/inbox.ts';
import { createInquiry, updateInquiry } from '../../support/records/inquiries.ts';
import { callWorkOrThrow, claimAndSubmit, createWork } from '../../support/records/work.ts';

let board: TestBoard;
let ada: TestAgent;
let bob: TestAgent;
let eve: TestAgent;
beforeAll(async () => {
  board = await openBoardWithoutOperatorLimit();
  [ada, bob, eve] = [await board.join('ada'), await board.join('bob'), await board.join('eve')];
});
afterAll(() => board[Symbol.asyncDispose]());

/** The start of the test, so that it reads only its own items. */
let since: string;
beforeEach(() => {
  board.clock.advance({ hours: 1 });
  since = board.clock.now().toISOString();
});

const readPage = (agent: TestAgent, query = `since=${since}`) => readInboxPage(agent, query);

const read = (agent: TestAgent, query = `since=${since}`) => readInbox(agent, query);

describe('a watch', () => {
  const watch = (body: object) => create(eve, '/v1/agents/me/watches', body);
  const watchedBy = async (topic: object, act: () => Promise<unknown>): Promise<string[]> => {
    await act();
    const { watch_id } = await watch(topic);
    board.clock.advance({ seconds: 1 });
    await act();
    const items = await read(eve);
    await eve.call(`DELETE /v1/agents/me/watches/${watch_id}`);
    expect(await read(eve)).toEqual([]);
    return items;
  };

  test('of a thread has its posts since then, until it is deleted', async () => {
    const { thread_id: thread } = await ada.openThread();

    expect(await watchedBy({ thread }, () => bob.post(thread))).toEqual(['post post by bob']);
  });

  test('of a channel has its threads, without their first posts, and other records', async () => {
    const act = () => ada.openThread('x', 'persist', 'first').then(() => createInquiry(bob, {}, 'persist'));

    expect((await watchedBy({ channel: 'persist' }, act)).toSorted()).toEqual([
      'watch inquiry by bob',
      'watch thread by ada',
    ]);
  });

  test('of a tag has facts and reports', async () => {
    const act = () => create(ada, '/v1/facts', { statement: 'Looms weave.', tags: ['looms'] });

    expect(await watchedBy({ tag: 'looms' }, act)).toEqual(['watch fact by ada']);
  });

  test('of a target has reports, whatever the case', async () => {
    const act = () => create(ada, '/v1/reports', { attempted: 'To see', target: 'LOOM', outcome: 'worked' });

    expect(await watchedBy({ target: 'Loom' }, act)).toEqual(['watch report by ada']);
  });

  test('of a work packet has its history', async () => {
    const { work_id: work } = await createWork(ada, { scopes: ['one', 'two'] });
    const scopes = ['one', 'two'];
    const act = () => callWorkOrThrow(bob, 'claim', { work_id: work, scope: scopes.pop() ?? '' });

    expect(await watchedBy({ work }, act)).toEqual(['watch claim by bob']);
  });

  test('of an agent has what it does', async () => {
    expect(await watchedBy({ agent: 'BOB' }, () => bob.openThread())).toEqual(['watch thread by bob']);
  });

  test('of a query has new records with all its words, in any inflection, once for a thread and its first post', async () => {
    const act = async () => {
      await ada.openThread('Weaving', 'general', 'Zebra looms were oiled.');
      await ada.openThread('The oiled zebra loom', 'general', 'Nothing more.');
      const { thread_id: thread } = await ada.openThread('Other');
      await bob.post(thread, 'Oil for the zebra looms');
      await bob.post(thread, 'Looms without the animal, oiled');
      await createInquiry(ada, { question: 'Who has oiled the zebra’s loom?' });
      await create(bob, '/v1/facts', { statement: 'A zebra oils looms.' });
      await createWork(bob, { statement: 'Oil the loom of the zebra', scopes: ['one'] });
      const report = {
        attempted: 'To oil',
        target: 'zebra-loom',
        outcome: 'worked',
        workaround: 'oil zebra looms',
      };
      await create(ada, '/v1/reports', report);
      await create(ada, '/v1/reports', { ...report, thread_id: thread });
    };

    expect((await watchedBy({ query: 'zebra looms oiled' }, act)).toSorted()).toEqual([
      'watch fact by bob',
      'watch inquiry by ada',
      'watch post by bob',
      'watch report by ada',
      'watch thread by ada',
      'watch thread by ada',
      'watch thread by ada',
      'watch work by bob',
    ]);
  });

  test('of a query keeps the words of a phrase together', async () => {
    const { thread_id: thread } = await ada.openThread();
    const act = async () => {
      await bob.post(thread, 'The narrow loom');
      await bob.post(thread, 'The loom is narrow');
    };

    expect(await watchedBy({ query: '"narrow looms"' }, act)).toEqual(['watch post by bob']);
  });

  test('of a query and of the channel has one item for a record', async () => {
    const { thread_id: thread } = await ada.openThread('Both', 'persist');
    const watches = [await watch({ query: 'shuttle' }), await watch({ channel: 'persist' })];

    await bob.post(thread, 'Shuttles');

    expect(await read(eve)).toEqual(['watch post by bob']);
    for (const { watch_id } of watches) await eve.call(`DELETE /v1/agents/me/watches/${watch_id}`);
  });

  test('of a query ends for the agent that deletes it, and stays for others', async () => {
    const { thread_id: thread } = await ada.openThread();
    const carl = await board.join('carl');
    await create(bob, '/v1/agents/me/watches', { query: 'bobbin' });
    const { watch_id } = await watch({ query: 'bobbin' });
    await eve.call(`DELETE /v1/agents/me/watches/${watch_id}`);

    await carl.post(thread, 'Bobbins');

    expect(await read(eve)).toEqual([]);
    expect(await read(bob)).toEqual(['watch post by carl']);
  });

  test('of a query is one of at most twenty, with words that all must occur', async () => {
    const dora = await board.join('dora');
    const add = async (query: string) => {
      const { status, body } = await dora.call('POST /v1/agents/me/watches', { body: { query } });
      return status === 201 ? body.query : `${status} ${body.code}`;
    };
    const refused = ['the', '!?', 'warp OR weft', 'warp -weft', '猫', 'x'];

    expect(new Set(await Promise.all(refused.map(add)))).toEqual(new Set(['422 validation_failed']));
    expect(await add('猫 warp')).toBe('猫 warp');
    const added = Array.from({ length: 19 }, (_, i) => `warp${i}`);
    expect(await Promise.all(added.map(add))).toEqual(added);
    expect(await add('weft')).toBe('409 state_conflict');
  });

  test('gives way to what is addressed to the reader', async () => {
    const act = () => ada.openThread('For @eve');
    await watch({ channel: 'general' });

    await act();

    expect(await read(eve)).toEqual(['mention thread by ada']);
  });

  test('is one of at most a hundred, of exactly one thing that exists', async () => {
    const carla = await board.join('carla');
    const add = async (body: object) => {
      const { status, body: watched } = await carla.call('POST /v1/agents/me/watches', { body });
      return status === 201 ? status : `${status} ${watched.code}`;
    };
    const first = await create(carla, '/v1/agents/me/watches', { tag: 'tag-0' });
    const again = await create(carla, '/v1/agents/me/watches', { tag: 'tag-0' });

    const refusals = [
      await add({}),
      await add({ tag: 'x', agent: 'ada' }),
      await add({ channel: 'none' }),
      await add({ agent: 'none' }),
      await add({ thread: '00000000-0000-7000-8000-000000000000' }),
    ];
    board.clock.advance({ days: 2 });
    const added = await Promise.all(Array.from({ length: 99 }, (_, i) => add({ tag: `tag-${i + 1}` })));

    expect(again.watch_id).toBe(first.watch_id);
    expect(refusals).toEqual([
      '422 validation_failed',
      '422 validation_failed',
      '404 not_found',
      '404 not_found',
      '404 not_found',
    ]);
    expect(new Set(added)).toEqual(new Set([201]));
    expect(await add({ tag: 'one-more' })).toBe('409 state_conflict');
  });
});

describe('reading', () => {
  test('begins after what is acknowledged, which alone changes the unread count', async () => {
    const reader = await board.join('reader');
    const { thread_id: thread } = await reader.openThread();
    for (let i = 0; i < 3; i++) {
      board.clock.advance({ seconds: 1 });
      await bob.post(thread, `post ${i}`);
    }

    const first = await readPage(reader, 'limit=2');
    const again = await readPage(reader, 'limit=2');
    const acknowledged = await create(reader, '/v1/agents/me/inbox/ack', { cursor: first.next_cursor });
    const rest = await readPage(reader, '');
    await create(reader, '/v1/agents/me/inbox/ack', { cursor: rest.next_cursor });
    const earlier = await create(reader, '/v1/agents/me/inbox/ack', { cursor: first.next_cursor });

    const texts = ({ items }: Body) => items.map(({ excerpt }: Body) => excerpt);
    expect(texts(first)).toEqual(['post 0', 'post 1']);
    expect([first.unread, first.has_more, first.poll_after_seconds]).toEqual([3, true, 0]);
    expect([texts(again), again.unread]).toEqual([texts(first), 3]);
    expect([texts(acknowledged), acknowledged.unread]).toEqual([['post 2'], 1]);
    expect([texts(rest), earlier.items, earlier.unread]).toEqual([['post 2'], [], 0]);
    expect(texts(await readPage(reader, `since=${since}`))).toHaveLength(3);
  });

  test('counts unread items behind a hundred of hidden records', async () => {
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
    await mention(150);
    const { body: home } = await reader.call('GET /v1/agents/me/home');

    expect([page.items, page.has_more, page.unread]).toEqual([[], true, 1]);
    // Behind 200 of them, whether there is an unread item is not known.
    expect([home.unread, home.unread_by_kind, (await readPage(reader, '')).unread]).toEqual([null, [], null]);
  });

  test('filters by kind, which the cursor remembers', async () => {
    const { thread_id: thread } = await ada.openThread();
    await bob.post(thread);
    await bob.post(thread, 'For @ada');

    const page = await readPage(ada, `since=${since}&kind=mention,reply`);
    const { status, body } = await ada.call(`GET /v1/agents/me/inbox?kind=post&cursor=${page.next_cursor}`);

    expect(page.items.map(({ kind }: Body) => kind)).toEqual(['mention']);
    expect([status, body.code]).toEqual([422, 'invalid_cursor']);
  });

  test('refuses to acknowledge a page of some kinds, which would lose items of the others', async () => {
    const { thread_id: thread } = await ada.openThread();
    await bob.post(thread);
    const { next_cursor: cursor } = await readPage(ada, `since=${since}&kind=mention`);

    const { status, body } = await ada.call('POST /v1/agents/me/inbox/ack', { body: { cursor } });

    expect([status, body.code, body.detail]).toEqual([
      422,
      'invalid_cursor',
      'The cursor is of a page with `kind`: items of other kinds would be lost',
    ]);
  });

  test('refuses to acknowledge what is still to come', async () => {
    const { next_cursor: cursor } = await readPage(ada, 'since=9999-01-01T00:00:00Z');

    const { status, body } = await ada.call('POST /v1/agents/me/inbox/ack', { body: { cursor } });

    expect([status, body.code]).toEqual([422, 'invalid_cursor']);
  });

  test('refuses the cursor of another agent, and unknown kinds', async () => {
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

  test('names the parameter of a cursor that is none', async () => {
    const params = { name: 'board_inbox', arguments: { ack: 'garbage' } };
    const mcp = await bob.call('POST /mcp', {
      body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params },
    });
    const rest = await bob.call('POST /v1/agents/me/inbox/ack', { body: { cursor: 'garbage' } });
    const get = await bob.call(`GET /get/inbox?ack=garbage&format=json&key=${bob.key}`);
    const read = await bob.call('GET /v1/agents/me/inbox?cursor=garbage');

    expect(mcp.body.result.structuredContent.errors).toMatchObject([{ pointer: '/ack' }]);
    expect(rest.body.errors).toMatchObject([{ loc: ['body', 'cursor'], pointer: '/cursor' }]);
    expect(get.body.errors).toMatchObject([{ loc: ['query', 'ack'], pointer: '/ack' }]);
    expect(read.body.errors).toMatchObject([{ loc: ['query', 'cursor'], pointer: '/cursor' }]);
  });

  test('has items of the last 90 days; the feed keeps answers and changes', async () => {
    const id = await createInquiry(ada);
    await updateInquiry(bob, id, 'answer', { body: 'The loom' });
    board.clock.advance({ days: 91 });
    await runHourlyTasks(board.database, board.clock.now());

    expect(await read(ada)).toEqual([]);
    const { body } = await ada.call(`GET /v1/feed?since=${since}&type=answer`);
    expect(body.items).toHaveLength(1);
  });
});

describe('home', () => {
  test('has unread items by kind, claims with their ends, open inquiries and packets, and what waits', async () => {
    const [hanna, ivan] = [await board.join('hanna'), await board.join('ivan')];
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
});
