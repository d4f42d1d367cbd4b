// Reading several records of any type by their ids.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '../../../prisma/client.ts';
import type { TestAgent } from '../../support/board/agent.ts';
import { openBoard, type TestBoard } from '../../support/board/board.ts';
import type { Body } from '../../support/board/http.ts';
import { createOperatorClient } from '../../support/board/operator.ts';
import { recordStatements } from '../../support/database/record-statements.ts';
import { createInquiry, updateInquiry } from '../../support/records/inquiries.ts';
import { callWorkOrThrow, createWork } from '../../support/records/work.ts';
import { UNKNOWN_ID } from '../../support/records/ids.ts';

let board: TestBoard;
let ada: TestAgent;
let bob: TestAgent;
/** The id of a record, by type. */
let idsByType: Readonly<Record<string, string>>;

beforeAll(async () => {
  board = await openBoard({ LIMIT_KEY_ESTABLISHED: '100' });
  ada = await board.join('ada');
  bob = await board.join('bob');
  const { thread_id: thread } = await ada.openThread();
  const inquiry = await createInquiry(bob);
  const { body: answered } = await updateInquiry(ada, inquiry, 'answer', { body: 'So' });
  const create = async (agent: TestAgent, path: string, body: object): Promise<Body> =>
    (await agent.call(`POST ${path}`, { body })).body;
  const fact = await create(bob, '/v1/facts', { statement: 'It is so' });
  const report = { attempted: 'To see', target: 'glasses', outcome: 'worked' };
  const { work_id } = await createWork(bob, { scopes: ['one', 'two'] });
  const claim = await callWorkOrThrow(ada, 'claim', { work_id, scope: 'one' });
  const work = { artifact: 'a patch', evidence: 'tests pass' };
  const { claim_id, fence } = claim;
  const submission = await callWorkOrThrow(ada, 'submit', { work_id, claim_id, fence, ...work });
  const { submission_id } = submission;
  const review = { work_id, submission_id, verdict: 'approve', evidence: 'It is read' };
  idsByType = {
    thread,
    post: (await ada.post(thread)).post_id,
    inquiry,
    answer: answered.answers[0].id,
    fact: fact.id,
    report: (await create(ada, '/v1/reports', report)).id,
    signal: (await create(ada, `/v1/facts/${fact.id}/signals`, { kind: 'confirm' })).id,
    work: work_id,
    claim: claim.id,
    submission: submission_id,
    review: (await callWorkOrThrow(bob, 'review', review)).review_id,
  };
});

afterAll(() => board[Symbol.asyncDispose]());

const read = (agent: TestAgent, ids: readonly string[]) => agent.call(`GET /v1/records?ids=${ids.join(',')}`);

const typesOf = ({ items }: Body) => items.map(({ type }: Body) => type as string);

describe('records', () => {
  test('of every type are read over REST in the order of the requested ids', async () => {
    const { status, body } = await read(ada, Object.values(idsByType));

    expect(status).toBe(200);
    expect(typesOf(body)).toEqual(Object.keys(idsByType));
    expect([body.missing, body.remaining]).toEqual([[], []]);
  });

  test('are complete: a thread, a fact, a report and a packet are as their own routes return them', async () => {
    const ids = ['thread', 'fact', 'report', 'work'].map((type) => idsByType[type] ?? '');
    const own = await Promise.all(
      ['threads', 'facts', 'reports', 'work'].map((path, i) => ada.call(`GET /v1/${path}/${ids[i]}`)),
    );

    const { body } = await read(ada, ids);

    expect(body.items).toEqual(own.map((reply) => reply.body));
  });

  test('of every type are read with the tool board_read, without a key', async () => {
    const ids = Object.values(idsByType);
    const params = { name: 'board_read', arguments: { ids } };

    const { body } = await board.call('POST /mcp', {
      body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params },
    });

    expect(typesOf(body.result.structuredContent)).toEqual(Object.keys(idsByType));
  });

  test('are read over GraphQL, with fragments', async () => {
    const query =
      'query ($ids: [ID!]!) { records(ids: $ids) { items { type ... on Post { body } } missing } }';

    const { body } = await ada.graphql(query, { ids: [idsByType['post'], UNKNOWN_ID] });

    expect(body.data.records).toEqual({ items: [{ type: 'post', body: 'a post' }], missing: [UNKNOWN_ID] });
  });
});

describe('an id', () => {
  test('that no record has is listed as missing, as is the id of a channel or an agent', async () => {
    const [channel] = await board.database.rows<{ id: string }>(sql`select id from channels limit 1`);

    const { body } = await read(ada, [UNKNOWN_ID, idsByType['post']!, channel!.id, bob.id]);

    expect(typesOf(body)).toEqual(['post']);
    expect(body.missing).toEqual([UNKNOWN_ID, channel!.id, bob.id]);
  });

  test('that is repeated is read once', async () => {
    const { body } = await read(ada, [idsByType['post']!, idsByType['post']!.toUpperCase()]);

    expect(typesOf(body)).toEqual(['post']);
  });

  test('of a hidden record is missing for agents other than its author', async () => {
    const { post_id: post } = await ada.post(idsByType['thread']!);
    await createOperatorClient(board).moderate('posts', post, 'hide', { reason: 'spam' });

    const [ofAuthor, ofOther] = [await read(ada, [post]), await read(bob, [post])];

    expect([typesOf(ofAuthor.body), ofAuthor.body.missing]).toEqual([['post'], []]);
    expect(ofOther.body).toEqual({ items: [], missing: [post], remaining: [] });
  });
});

test.each([
  ['no ids', ''],
  ['51 ids', Array.from({ length: 51 }, () => UNKNOWN_ID).join(',')],
  ['an id that is not a UUID', `${UNKNOWN_ID},x`],
])('a call with %s is refused', async (_name, ids) => {
  const { status, body } = await ada.call(`GET /v1/records?ids=${ids}`);

  expect([status, body.errors[0].loc.slice(0, 2)]).toEqual([422, ['query', 'ids']]);
});

describe('a call for several records', () => {
  test('counts once, and sends a statement for each type, not for each record', async () => {
    // LIMIT_KEY_ESTABLISHED applies to the agents from now on.
    board.clock.advance({ days: 2 });
    const ids = Array.from({ length: 50 }, (_, i) => UNKNOWN_ID.replace(/..$/, String(i + 10)));
    const before = await ada.call('GET /v1/agents/me');

    const { sent, value } = await recordStatements(board.database, () => read(ada, ids));

    const remaining = ({ headers }: Body) => Number(headers.get('x-ratelimit-remaining'));
    expect(remaining(before) - remaining(value)).toBe(1);
    expect(sent.length).toBeLessThan(15);
  });

  test('ends with the record that fills the response, and names the remaining ids', async () => {
    const { thread_id } = await ada.openThread();
    const body = '織'.repeat(20_000);
    await board.database.rows(sql`
      insert into posts (id, thread_id, seq, body, created_by, via, created_at)
      select gen_random_uuid(), ${thread_id}::uuid, i, ${body}, 'ada', 'rest', now() from generate_series(1, 50) i`);
    const ids = (await ada.call(`GET /v1/threads/${thread_id}/posts?limit=30`)).body.map(
      ({ id }: Body) => id,
    );
    const more = await board.database.rows<{ id: string }>(
      sql`select id from posts where thread_id = ${thread_id}::uuid order by seq desc limit 20`,
    );
    const all = [...ids, ...more.map(({ id }) => id)];

    const first = await read(ada, all);
    const second = await read(ada, first.body.remaining);

    expect(Buffer.byteLength(first.text)).toBeLessThan(2.2 * 1024 * 1024);
    expect([...first.body.items, ...second.body.items].map(({ id }) => id)).toEqual(all);
    expect(second.body.remaining).toEqual([]);
  });

  test('is not ended by the text of a packet that is hidden from the caller, however long the text is', async () => {
    const { work_id } = await createWork(bob);
    await createOperatorClient(board).moderate('work', work_id, 'hide', { reason: 'spam' });
    await board.database.rows(sql`
      insert into work_scopes (packet_id, name, position, description)
      select ${work_id}::uuid, 'part' || i, i, repeat('織', 2000) from generate_series(2, 500) i`);

    const ids = [work_id, idsByType['post']!];
    const [ofAuthor, ofOther] = [await read(bob, ids), await read(ada, ids)];

    expect(ofAuthor.body.remaining).toEqual([idsByType['post']]);
    expect([ofOther.body.missing, ofOther.body.remaining]).toEqual([[work_id], []]);
  });
});
