// The points that callers are charged for documents, and that are refunded: docs/decisions/0004-points-of-a-graphql-document.md.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { sql } from '../../../prisma/client.ts';
import { openBoard } from '../../support/board/board.ts';
import { openClient } from '../../support/database/open-client.ts';

const LIMITS = { LIMIT_GRAPHQL_POINTS: '1000', LIMIT_GRAPHQL_POINTS_ANON: '200' };
const QUERIES = join(import.meta.dirname, '../../../docs/queries');
const threadsQuery = (first: number) => `{ threads(first: ${first}) { nodes { id } } }`;
const POSTS = 'posts(first: 4) { nodes { body author { handle } } }';
const THREADS = `threads(first: 20) { nodes { ${POSTS} } }`;
const COSTLY_QUERY = '{ channels { nodes { threads { nodes { posts { nodes { body } } } } } } }';

describe('a document', () => {
  test('is charged for its measured cost: unused points are refunded', async () => {
    await using board = await openBoard(LIMITS);
    const ada = await board.join('ada');

    const replies = [await ada.graphql(threadsQuery(50)), await ada.graphql(threadsQuery(50))];

    const costs = replies.map(({ body }) => body.extensions.cost);
    expect(costs[0]).toMatchObject({ requested: 66, actual: 12, remaining: 988 });
    expect(costs[0].resetSeconds).toBeGreaterThan(0);
    expect(costs[1]).toMatchObject({ remaining: 976 });
  });

  test('that costs more points than any document may cost is refused and charged no points', async () => {
    await using board = await openBoard(LIMITS);

    const refused = await board.call('POST /graphql', { body: { query: COSTLY_QUERY } });
    const small = await board.call('POST /graphql', { body: { query: threadsQuery(1) } });

    expect(refused.body.errors[0].extensions).toMatchObject({
      code: 'query_too_complex',
      problem: {
        bound: 'points',
        detail: expect.stringMatching(
          /Most points are spent on channels\.nodes\.threads\.nodes\.posts: \d+, channels\.nodes\.threads: \d+, channels: 63\./,
        ),
      },
    });
    expect(small.body.extensions.cost.remaining).toBe(200 - small.body.extensions.cost.actual);
  });

  test('that costs more than the size of the caller’s bucket is refused with that size', async () => {
    await using board = await openBoard(LIMITS);
    const query = '{ posts(first: 50) { nodes { body } } }';

    const [anonymous, agent] = [
      await board.call('POST /graphql', { body: { query } }),
      await (await board.join('ada')).graphql(query),
    ];

    expect(anonymous.body.errors[0].extensions.problem).toMatchObject({
      code: 'query_too_complex',
      max: 200,
      detail: expect.stringMatching(/Most points are spent on posts: \d+\./),
    });
    expect(agent.body.errors).toBeUndefined();
  });

  test('that exceeds the remaining points is refused with Retry-After and charged no points', async () => {
    await using board = await openBoard(LIMITS);
    const search = '{ a: search(q: "loom") { count } b: search(q: "loom") { count } }';
    const first = await board.call('POST /graphql', { body: { query: search } });

    const refused = await board.call('POST /graphql', { body: { query: search } });
    const small = await board.call('POST /graphql', { body: { query: threadsQuery(1) } });

    expect([refused.status, refused.body.errors[0].extensions.code]).toEqual([429, 'rate_limited']);
    expect(Number(refused.headers.get('retry-after'))).toBe(
      refused.body.errors[0].extensions.problem.retry_after,
    );
    expect(refused.body.errors[0].extensions.problem.violated_policies).toEqual(['graphql-points-anon']);
    const { cost } = small.body.extensions;
    expect(cost.remaining).toBe(first.body.extensions.cost.remaining - cost.actual);
  });

  test('that exceeds the remaining points is refused with its cost and the remaining points', async () => {
    await using board = await openBoard(LIMITS);
    const search = '{ a: search(q: "loom") { count } b: search(q: "loom") { count } }';
    const first = await board.call('POST /graphql', { body: { query: search } });
    const { requested, remaining } = first.body.extensions.cost;

    const { body, headers } = await board.call('POST /graphql', { body: { query: search } });

    const { problem } = body.errors[0].extensions;
    expect(problem).toMatchObject({ requested, remaining });
    expect(problem.retry_after).toBeGreaterThan(1);
    expect(problem.detail).toBe(
      `This document can cost ${requested} points; ${remaining} are left of 200 in 60 s. ` +
        `Ask for less, or wait ${problem.retry_after} s.`,
    );
    expect(headers.get('retry-after')).toBe(String(problem.retry_after));
  });

  test('that exceeds the remaining points because of reservations in flight may be retried after one second', async () => {
    await using opened = new AsyncDisposableStack();
    const board = opened.use(await openBoard(LIMITS));
    const ada = await board.join('ada');
    const query = await openClient(opened, board.database.connection);
    await query(sql`begin`);
    // The lock keeps admitted requests running, so that no points are refunded before a request is refused.
    await query(sql`lock table threads in access exclusive mode`);

    const requests = Array.from({ length: 20 }, () => ada.graphql(threadsQuery(50)));
    await Promise.race(requests);
    await query(sql`rollback`);
    const replies = await Promise.all(requests);
    const again = await ada.graphql(threadsQuery(50));

    const refused = replies.filter(({ body }) => body.errors);
    expect(refused.length).toBeGreaterThan(0);
    for (const { body, headers } of refused) {
      expect(body.errors[0].extensions.problem).toMatchObject({ code: 'rate_limited', retry_after: 1 });
      expect(headers.get('retry-after')).toBe('1');
    }
    expect(again.body.errors).toBeUndefined();
  });

  test('with a response that is too long is charged: repeated, it empties the bucket', async () => {
    await using board = await openBoard({ ...LIMITS, GRAPHQL_MAX_ANSWER_BYTES: '65536' });
    const ada = await board.join('ada');
    const { thread_id: id } = await ada.openThread();
    for (let i = 0; i < 4; i++) await ada.post(id, 'x'.repeat(20_000));
    const longQuery = `{ thread(id: "${id}") { posts(first: 50) { nodes { body } } } }`;

    const codes = [];
    let last;
    for (let i = 0; i < 5 && codes.at(-1) !== 'rate_limited'; i++) {
      last = (await ada.graphql(longQuery)).body.errors[0].extensions;
      codes.push(last.code);
    }

    expect(codes.at(-1)).toBe('rate_limited');
    expect(last.problem.retry_after).toBeGreaterThan(1);
  });

  test.each(['LIMIT_GRAPHQL_POINTS', 'LIMIT_GRAPHQL_POINTS_ANON'])(
    'is not limited when %s is 0',
    async (name) => {
      await using board = await openBoard({ ...LIMITS, [name]: '0' });
      const caller = name.endsWith('ANON') ? board : await board.join('ada');

      const { body } = await caller.call('POST /graphql', { body: { query: threadsQuery(1) } });

      expect(body.extensions.cost).toMatchObject({ remaining: null, resetSeconds: null });
    },
  );

  test('sent twenty times at once is charged at most the size of the bucket', async () => {
    await using board = await openBoard(LIMITS);
    const ada = await board.join('ada');
    const query = `{ ${Array.from({ length: 6 }, (_, i) => `a${i}: search(q: "loom${i}", first: 1) { count }`).join(' ')} }`;

    const replies = await Promise.all(Array.from({ length: 20 }, () => ada.graphql(query)));

    const admitted = replies.filter(({ body }) => !body.errors);
    const [requested] = admitted.map(({ body }) => body.extensions.cost.requested);
    expect(admitted.length).toBeGreaterThan(0);
    expect(admitted.length * requested).toBeLessThanOrEqual(1000);
  });

  test('with a response that is too long is refused with the bound `bytes`, every time', async () => {
    await using board = await openBoard({ GRAPHQL_MAX_ANSWER_BYTES: '65536' });
    const ada = await board.join('ada');
    const { thread_id: id } = await ada.openThread();
    for (let i = 0; i < 4; i++) await ada.post(id, 'x'.repeat(20_000));
    const queryPosts = (first: number) =>
      ada.graphql(`{ thread(id: "${id}") { posts(first: ${first}) { nodes { body } } } }`);

    const [short, long, again] = [await queryPosts(3), await queryPosts(4), await queryPosts(4)];

    expect(short.body.data.thread.posts.nodes).toHaveLength(3);
    for (const { body } of [long, again])
      expect(body.errors[0].extensions.problem).toMatchObject({ bound: 'bytes', max: 65_536 });
  });

  test('has its cost computed per value of a variable: null does not reuse the cost of 1e999, which JSON.stringify writes as null', async () => {
    await using board = await openBoard(LIMITS);
    const query = `query ($x: Int) { channels(first: $x) { nodes { threads { nodes { posts { nodes { body } } } } } } }`;
    const headers = { 'Content-Type': 'application/json' };
    const send = (x: string) =>
      board.call('POST /graphql', {
        raw: `{"query":${JSON.stringify(query)},"variables":{"x":${x}}}`,
        headers,
      });

    const [infiniteReply, nullReply] = [await send('1e999'), await send('null')];

    expect(infiniteReply.body.errors[0].extensions.code).toBe('validation_failed');
    expect(nullReply.body.errors[0].extensions.code).toBe('query_too_complex');
  });

  test('that fails after it read rows is charged its full requested cost', async () => {
    await using board = await openBoard(LIMITS);
    const ada = await board.join('ada');
    const { thread_id: id } = await ada.openThread('a thread', 'general', 'text');
    const query = `{ thread(id: "${id}") { posts(first: 50) { nodes { body } } channel { facts(after: "zz") { nodes { id } } } } }`;

    const { body } = await ada.graphql(query);

    expect(body.data).toEqual({ thread: null });
    expect(body.extensions.cost.actual).toBe(body.extensions.cost.requested);
  });

  test('in which a field below an item of `nodes` fails is charged its full requested cost', async () => {
    await using board = await openBoard(LIMITS);
    const ada = await board.join('ada');
    const { thread_id: id } = await ada.openThread('a thread', 'general', 'text');
    const query = `{ nodes(ids: ["${id}"]) { ... on Thread { posts(first: 50) { nodes { body } } failing: posts(after: "zz") { nodes { id } } } } }`;

    const { body } = await ada.graphql(query);

    expect(body.data).toEqual({ nodes: [null] });
    expect(body.extensions.cost.actual).toBe(body.extensions.cost.requested);
  });

  test.each([
    ['an unknown id', `thread(id: "00000000-0000-4000-8000-000000000000") { ${POSTS} }`, 'not_found', 10],
    ['an unknown slug', `channel(slug: "nowhere") { ${THREADS} }`, 'not_found', 10],
    ['an invalid id', `thread(id: "x") { ${POSTS} }`, 'validation_failed', 10],
    ['an invalid cursor', `threads(after: "zz") { nodes { ${POSTS} } }`, 'invalid_cursor', 20],
  ])(
    'with a root field that fails because of %s is charged much less than its requested cost',
    async (_cause, field, code, max) => {
      await using board = await openBoard({ LIMIT_GRAPHQL_POINTS: '5000' });
      const ada = await board.join('ada');

      const { body } = await ada.graphql(`{ ${field} }`);

      expect(body.errors[0].extensions.code).toBe(code);
      expect(body.extensions.cost.requested).toBeGreaterThan(60);
      expect(body.extensions.cost.actual).toBeLessThanOrEqual(max);
      expect(body.extensions.cost.remaining).toBe(5000 - body.extensions.cost.actual);
    },
  );

  test('in a batch shares the bounds of tokens and bytes with the other documents', async () => {
    await using board = await openBoard({ GRAPHQL_MAX_ANSWER_BYTES: '65536' });
    const ada = await board.join('ada');
    const { thread_id: id } = await ada.openThread('a thread', 'general', 'x'.repeat(20_000));
    const text = (first: number) => ({
      query: `{ thread(id: "${id}") { posts(first: ${first}) { nodes { body } } } }`,
    });
    const values = Array.from({ length: 700 }, () => '1').join(' ');
    const long = (i: number) => ({
      query: `query Q${i}($v: [Int] = [${values}]) { __typename @skip(if: false) }`,
    });

    const texts = await ada.call('POST /graphql', { body: [1, 2, 3, 4].map(text) });
    const longs = await ada.call('POST /graphql', { body: [1, 2, 3].map(long) });

    const boundsOf = (body: { errors?: { extensions: { problem: { bound: string } } }[] }[]) =>
      body.map(({ errors }) => errors?.[0]?.extensions.problem.bound ?? null);
    expect(boundsOf(texts.body).filter((bound) => bound === 'bytes')).toHaveLength(1);
    expect(boundsOf(longs.body)).toEqual([null, null, 'tokens']);
  });

  test('in a batch is counted as a call although it is refused', async () => {
    await using board = await openBoard({ LIMIT_KEY_FIRST_HOUR: '30' });
    const ada = await board.join('ada');

    const { headers, text } = await ada.call('POST /graphql', {
      body: Array.from({ length: 5 }, (_, i) => ({ query: `query Q${i} ${COSTLY_QUERY}` })),
    });

    expect(text.match(/"bound":"points"/g)).toHaveLength(5);
    expect(headers.get('x-ratelimit-remaining')).toBe('25');
  });

  test('of docs/queries runs with a new key, even if all documents of the folder are sent one after the other', async () => {
    await using board = await openBoard({ LIMIT_GRAPHQL_POINTS: '5000', LIMIT_KEY_FIRST_HOUR: '30' });
    const ada = await board.join('ada');
    const names = readdirSync(QUERIES);

    const replies = [];
    for (const name of names) replies.push(await ada.graphql(readFileSync(join(QUERIES, name), 'utf8')));

    expect(replies.flatMap(({ body }) => body.errors ?? [])).toEqual([]);
  });

  test('that fails in a resolver is charged', async () => {
    await using board = await openBoard(LIMITS);

    const { body } = await board.call('POST /graphql', { body: { query: '{ search(q: "") { count } }' } });

    expect(body.errors[0].extensions.code).toBe('validation_failed');
    expect(body.extensions.cost.actual).toBeGreaterThan(0);
  });
});
