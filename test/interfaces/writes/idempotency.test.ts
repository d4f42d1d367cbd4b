import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestAgent } from '../../support/board/agent.ts';
import type { Reply } from '../../support/board/http.ts';
import { runHourlyTasks } from '../../../src/background/housekeeping.ts';
import { openBoard, type TestBoard } from '../../support/board/board.ts';

let board: TestBoard;
let ada: TestAgent;
let threadId: string;

beforeAll(async () => {
  board = await openBoard();
  ada = await board.join('ada');
  threadId = (await ada.openThread()).thread_id;
});

afterAll(() => board[Symbol.asyncDispose]());

const post = (agent: TestAgent, key: string, body: unknown = { body: 'once' }) =>
  agent.call(`POST /v1/threads/${threadId}/posts`, { body, headers: { 'Idempotency-Key': key } });

const countPosts = async () => (await ada.call(`GET /v1/threads/${threadId}`)).body.post_count as number;

describe('an idempotency key', () => {
  test('replays the post of a retry, with the idempotency-replayed header', async () => {
    const first = await post(ada, 'retry-0001');
    const second = await post(ada, 'retry-0001');

    expect(second.status).toBe(201);
    expect(second.body).toEqual(first.body);
    expect([first.headers.get('idempotency-replayed'), second.headers.get('idempotency-replayed')]).toEqual([
      null,
      'true',
    ]);
  });

  test('of twenty concurrent requests creates one post', async () => {
    const before = await countPosts();

    const replies = await Promise.all(Array.from({ length: 20 }, () => post(ada, 'at-once-0001')));

    const created = replies.filter(({ status }) => status === 201);
    const inFlight = replies.filter(({ status }) => status === 409);
    expect(await countPosts()).toBe(before + 1);
    expect(new Set(created.map(({ body }) => body.post_id)).size).toBe(1);
    expect(created.length + inFlight.length).toBe(20);
    for (const { body } of inFlight)
      expect(body).toMatchObject({ code: 'idempotency_in_flight', retry_after: 1 });
  });

  test('with other input is refused, also when that input is invalid; a secret is refused as such', async () => {
    await post(ada, 'other-input-1');

    const other = await post(ada, 'other-input-1', { body: 'twice' });
    const invalid = await post(ada, 'other-input-1', { body: '' });
    const { key } = await board.join('leaky');
    const secret = await post(ada, 'other-input-1', { body: key, reply_to: 'x' });

    expect([other.status, other.body.code]).toEqual([422, 'idempotency_key_reused']);
    expect([invalid.status, invalid.body.code]).toEqual([422, 'idempotency_key_reused']);
    expect([secret.status, secret.body.code]).toEqual([422, 'secret_in_content']);
  });

  test('replays the original response when the record has changed since', async () => {
    const open = () =>
      ada.call('POST /v1/channels/general/threads', {
        body: { subject: 'as it was' },
        headers: { 'Idempotency-Key': 'as-it-was-1' },
      });
    const first = await open();
    await ada.post(first.body.thread_id);

    const second = await open();

    expect(second.body).toEqual(first.body);
  });

  test('replays a correction although the fact is superseded', async () => {
    const { body: fact } = await ada.call('POST /v1/facts', { body: { statement: 'the sky is green' } });
    const correct = () =>
      ada.call('POST /v1/facts', {
        body: { statement: 'the sky is blue', supersede_id: fact.fact_id },
        headers: { 'Idempotency-Key': 'correction-1' },
      });

    const [first, second] = [await correct(), await correct()];

    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.body).toEqual(first.body);
  });

  test('replays a write with a date that has passed since', async () => {
    const soon = new Date(board.clock.now().getTime() + 60_000).toISOString();
    const report = { attempted: 'descaling', target: 'kettle', outcome: 'worked', recheck_after: soon };
    const packet = { statement: 'Descale it', acceptance: ['It is clean'], expires_at: soon };
    const write = (path: string, body: object) =>
      ada.call(path, { body, headers: { 'Idempotency-Key': 'date-passed-1' } });
    const query = `mutation ($soon: DateTime!) {
      createReport(input: {
        attempted: "descaling", target: "kettle", outcome: worked, recheckAfter: $soon, idempotencyKey: "date-passed-2"
      }) { report { id stale } }
    }`;
    const writeAll = async () => [
      await write('POST /v1/reports', report),
      await write('POST /v1/work', packet),
      await ada.graphql(query, { soon }),
    ];
    const toBody = ({ body }: Reply) => body;
    const first = await writeAll();
    board.clock.advance({ minutes: 2 });

    const second = await writeAll();
    const other = await write('POST /v1/reports', { ...report, target: 'toaster' });

    expect(first.map(({ status }) => status)).toEqual([201, 200, 200]);
    expect(second.map(toBody)).toEqual(first.map(toBody));
    expect(second.map(({ headers }) => headers.get('idempotency-replayed'))).toEqual([
      'true',
      'true',
      'true',
    ]);
    expect(first[2]?.body.errors).toBeUndefined();
    expect([other.status, other.body.code]).toEqual([422, 'idempotency_key_reused']);
  });

  test('of a failed write can be used again', async () => {
    const failed = await post(ada, 'free-again-1', { body: '' });
    const retried = await post(ada, 'free-again-1');

    expect([failed.status, retried.status]).toEqual([422, 201]);
  });

  test('is scoped to the agent', async () => {
    const bob = await board.join('bob');

    const [byAda, byBob] = [await post(ada, 'same-for-both'), await post(bob, 'same-for-both')];

    expect(byBob.body.post_id).not.toBe(byAda.body.post_id);
  });

  test('is scoped to the operation', async () => {
    const [posted, opened] = [
      await post(ada, 'for-two-things'),
      await ada.call('POST /v1/channels/general/threads', {
        body: { subject: 'x' },
        headers: { 'Idempotency-Key': 'for-two-things' },
      }),
    ];

    expect([posted.status, opened.status]).toEqual([201, 201]);
  });

  test('is shared by REST and GraphQL: a retry over GraphQL replays a post over REST', async () => {
    const rest = await post(ada, 'across-facades-1');
    const graphql = await ada.graphql(
      `mutation ($t: ID!) { createPost(input: { threadId: $t, body: "once", idempotencyKey: "across-facades-1" }) { post { id via } } }`,
      { t: threadId },
    );

    expect(graphql.body.data.createPost.post).toEqual({ id: rest.body.post_id, via: 'rest' });
  });

  describe('in the header of a GraphQL request', () => {
    const send = (key: string, query: string) =>
      ada.call('POST /graphql', { body: { query }, headers: { 'Idempotency-Key': key } });
    const create = (fields: string, input = '') =>
      `createPost(input: { threadId: "${threadId}", body: "once"${input} }) { ${fields} }`;

    test('is the key of mutations whose input has none', async () => {
      const rest = await post(ada, 'header-0001');
      const { body, headers } = await send('header-0001', `mutation { ${create('replayed post { id }')} }`);

      expect(body.data).toEqual({ createPost: { replayed: true, post: { id: rest.body.post_id } } });
      expect(headers.get('idempotency-replayed')).toBe('true');
    });

    test('does not replace the key of an input', async () => {
      const query = `mutation { ${create('replayed', ', idempotencyKey: "input-0001"')} }`;
      const first = await send('header-0002', query);
      const second = await send('header-0003', query);

      expect([first, second].map(({ body }) => body.data.createPost.replayed)).toEqual([false, true]);
    });

    test('is used by each mutation of a document, so that two with different inputs need two keys', async () => {
      const once = create('replayed');
      const other = once.replace('"once"', '"other"');
      const { body } = await send('header-0004', `mutation { a: ${once} b: ${other} }`);

      expect(body.data).toEqual({ a: { replayed: false }, b: null });
      expect(body.errors[0].extensions.code).toBe('idempotency_key_reused');
    });

    test.each(['short', 'with a space', ''])(
      'is refused if it is malformed, and the error names the header: %j',
      async (key) => {
        const { status, body } = await send(key, `mutation { ${create('replayed')} }`);

        expect([status, body.data]).toEqual([422, undefined]);
        expect(body.errors[0].extensions.problem).toMatchObject({
          code: 'validation_failed',
          errors: [
            { loc: ['header', 'idempotency-key'], msg: 'Must be 8 to 128 of A-Z, a-z, 0-9 and . _ : -' },
          ],
        });
      },
    );

    test('has no effect on a query', async () => {
      const { status, body } = await send('header-0005', '{ __typename }');
      expect([status, body.data]).toEqual([200, { __typename: 'Query' }]);
    });
  });

  test.each([
    ['too short', 'short'],
    ['too long', 'x'.repeat(129)],
    ['with a space', 'with space 1'],
    ['not ASCII', 'ümläut-123'],
  ])('is refused if it is %s', async (_fault, key) => {
    const reply = await ada.call(`POST /v1/threads/${threadId}/posts`, {
      body: { body: 'x' },
      headers: { 'Idempotency-Key': Buffer.from(key).toString('latin1') },
    });

    expect([reply.status, reply.body.errors?.[0]?.loc]).toEqual([422, ['header', 'idempotency-key']]);
  });

  test('expires after a day', async () => {
    const first = await post(ada, 'a-day-later-1');
    board.clock.advance({ hours: 23, minutes: 59, seconds: 59.999 });
    await runHourlyTasks(board.database, board.clock.now());
    const replayed = await post(ada, 'a-day-later-1');
    board.clock.advance({ seconds: 0.001 });

    const second = await post(ada, 'a-day-later-1');
    board.clock.advance({ seconds: 0.001 });
    await runHourlyTasks(board.database, board.clock.now());

    expect(replayed.body.post_id).toBe(first.body.post_id);
    expect(second.body.post_id).not.toBe(first.body.post_id);
    expect(await (await board.database.prisma()).receipt.count()).toBe(1);
  });
});
