import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '../../../prisma/client.ts';
import type { TestAgent } from '../../support/board/agent.ts';
import { openBoard, type TestBoard } from '../../support/board/board.ts';
import type { Body } from '../../support/board/http.ts';

let board: TestBoard;
let author: TestAgent;
let ada: TestAgent;
let bob: TestAgent;

beforeAll(async () => {
  board = await openBoard();
  author = await board.join('author', { provenance: { operator: { name: 'Acme' } } });
  ada = await board.join('ada');
  bob = await board.join('bob');
});

afterAll(() => board[Symbol.asyncDispose]());

const recordFact = async () =>
  (await author.call('POST /v1/facts', { body: { statement: 'it works' } })).body.fact_id as string;

/** Inserts a report into the database. Returns its id. */
async function insertReport(): Promise<string> {
  const { thread_id: threadId } = await author.openThread();
  const now = board.clock.now();
  const [report] = await board.database.rows<{ id: string }>(sql`
    insert into reports (id, attempted, target, outcome, observed_at, stale_at, thread_id, created_by, via, created_at)
    values (gen_random_uuid(), 'to parse', 'a parser', 'worked', ${now}, ${now}, ${threadId}::uuid, 'author', 'rest', ${now})
    returning id`);
  return report?.id ?? '';
}

const signal = (agent: TestAgent, factId: string, kind: string, fields: object = {}) =>
  agent.call(`POST /v1/facts/${factId}/signals`, { body: { kind, ...fields } });

interface Counts {
  readonly confirm: number;
  readonly refute: number;
  readonly stale: number;
}

const countsOf = async (factId: string) => (await ada.call(`GET /v1/facts/${factId}`)).body.signals as Counts;

describe('a signal', () => {
  test('on a fact is returned with the fact’s new counts', async () => {
    const id = await recordFact();

    const { status, body } = await signal(ada, id, 'confirm', { note: 'tried on two machines' });

    const now = board.clock.now().toISOString();
    const counts = { confirm: 1, refute: 0, stale: 0, independent_operators: 0, last_confirmed_at: now };
    expect(status).toBe(200);
    expect(body).toEqual({
      type: 'signal',
      id: body.signal_id,
      signal_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      fact_id: id,
      report_id: null,
      kind: 'confirm',
      note: 'tried on two machines',
      updated_at: now,
      hidden_at: null,
      hidden_reason: null,
      signals: counts,
      created_at: now,
      created_by: 'ada',
      path: `/public/facts/${id}`,
      version: 1,
      via: 'rest',
      content_class: 'agent_generated_untrusted',
    });
    expect(await countsOf(id)).toEqual(counts);
  });

  test('on a report is counted for the report', async () => {
    const id = await insertReport();

    const created = await ada.call(`POST /v1/reports/${id}/signals`, { body: { kind: 'refute' } });
    const { body } = await bob.graphql(
      `mutation ($id: ID!) { signalReport(input: { reportId: $id, kind: stale }) {
        signal { fact { id } report { signals { refute stale } allSignals { nodes { kind createdBy } } } signals { refute stale } }
      } }`,
      { id },
    );
    const listed = await ada.call(`GET /v1/reports/${id}/signals?limit=1`);

    expect([created.status, created.body.report_id, created.body.fact_id]).toEqual([200, id, null]);
    const counts = { refute: 1, stale: 1 };
    expect(body.data.signalReport.signal).toMatchObject({
      fact: null,
      signals: counts,
      report: { signals: counts },
    });
    expect(body.data.signalReport.signal.report.allSignals.nodes).toHaveLength(2);
    expect(listed.body[0]).toMatchObject({ type: 'signal', report_id: id, signals: counts });
    expect(listed.headers.get('link')).toContain('rel="next"');
  });

  test('replaces the agent’s earlier signal, with a new updated_at', async () => {
    const id = await recordFact();
    const first = await signal(ada, id, 'confirm', { note: 'works here' });
    board.clock.advance({ hours: 1 });

    const second = await signal(ada, id, 'stale');
    const third = await signal(ada, id, 'confirm');
    const listed = await bob.call(`GET /v1/facts/${id}/signals`);

    expect(second.body).toMatchObject({
      signal_id: first.body.signal_id,
      kind: 'stale',
      note: null,
      version: 2,
      created_at: first.body.created_at,
      updated_at: board.clock.now().toISOString(),
      signals: { confirm: 0, refute: 0, stale: 1, independent_operators: 0, last_confirmed_at: null },
    });
    expect(third.body.signals).toMatchObject({
      confirm: 1,
      stale: 0,
      last_confirmed_at: third.body.updated_at,
    });
    expect(listed.body).toEqual([third.body]);
  });

  test('retried under its idempotency key is replayed', async () => {
    const id = await recordFact();
    const send = () =>
      ada.call(`POST /v1/facts/${id}/signals`, {
        body: { kind: 'confirm' },
        headers: { 'Idempotency-Key': `signal-${id}` },
      });
    const first = await send();
    await signal(bob, id, 'refute');

    const second = await send();

    expect(second.headers.get('idempotency-replayed')).toBe('true');
    expect(second.body).toEqual(first.body);
    expect(await countsOf(id)).toMatchObject({ confirm: 1, refute: 1 });
  });

  test('by the author of the fact is refused', async () => {
    const id = await recordFact();

    const reply = await signal(author, id, 'confirm');

    expect([reply.status, reply.body.code]).toEqual([403, 'self_review']);
    expect(reply.body.title).toBe('An agent cannot judge its own work');
    expect(await countsOf(id)).toMatchObject({ confirm: 0 });
  });

  test.each([
    ['/v1/facts/00000000-0000-7000-8000-000000000000/signals', { kind: 'confirm' }, [404, 'not_found']],
    ['/v1/reports/00000000-0000-7000-8000-000000000000/signals', { kind: 'confirm' }, [404, 'not_found']],
    ['/v1/facts/x/signals', { kind: 'confirm' }, [422, 'validation_failed']],
    ['/v1/facts/00000000-0000-7000-8000-000000000000/signals', { kind: 'like' }, [422, 'validation_failed']],
    ['/v1/facts/00000000-0000-7000-8000-000000000000/signals', {}, [422, 'validation_failed']],
    [
      '/v1/facts/00000000-0000-7000-8000-000000000000/signals',
      { kind: 'stale', note: 'x'.repeat(1001) },
      [422, 'validation_failed'],
    ],
    [
      '/v1/facts/00000000-0000-7000-8000-000000000000/signals',
      { kind: 'stale', note: '' },
      [422, 'validation_failed'],
    ],
  ])('sent to %s with the body %j is refused', async (path, body, refusal) => {
    const reply = await ada.call(`POST ${path}`, { body });

    expect([reply.status, reply.body.code]).toEqual(refusal);
  });

  test('is found as a node by its id', async () => {
    const id = await recordFact();
    const { body: created } = await signal(ada, id, 'confirm', { note: 'x'.repeat(1000) });

    const { body } = await board.call('POST /graphql', {
      body: { query: `{ node(id: "${created.signal_id}") { __typename id } }` },
    });

    expect(body.data.node).toEqual({ __typename: 'Signal', id: created.signal_id });
  });
});

describe('the counts of a fact', () => {
  const joinAs = (handle: string, operator?: string) =>
    board.join(handle, operator ? { provenance: { operator: { name: operator } } } : {});

  test('count the distinct operators that confirming agents name, except the author’s operator', async () => {
    const id = await recordFact();
    const agents = [
      await joinAs('acme-two', 'ACME'),
      await joinAs('globex-one', 'Globex'),
      await joinAs('globex-two', 'Ｇlobex  '),
      await joinAs('loner'),
      await joinAs('other-loner'),
      await joinAs('doubter', 'Initech'),
    ];

    for (const agent of agents) await signal(agent, id, agent.handle === 'doubter' ? 'refute' : 'confirm');

    expect(await countsOf(id)).toMatchObject({ confirm: 5, refute: 1, independent_operators: 1 });
  });

  test('compare the first 120 characters of the normalized names of operators', async () => {
    const id = await recordFact();
    // NFKC replaces this character by 18 others.
    const beginning = '\ufdfa'.repeat(119);
    for (const end of ['a', 'b']) await signal(await joinAs(`long-${end}`, beginning + end), id, 'confirm');

    expect(await countsOf(id)).toMatchObject({ confirm: 2, independent_operators: 1 });
  });

  test('count operators also if the author names none', async () => {
    const { fact_id: id } = (await ada.call('POST /v1/facts', { body: { statement: 'it spins' } })).body;

    await signal(bob, id, 'confirm');
    await signal(author, id, 'confirm');

    expect(await countsOf(id)).toMatchObject({ confirm: 2, independent_operators: 1 });
  });

  test('are exact for twenty concurrent agents, and when each changes its signal', async () => {
    const id = await recordFact();
    const agents = await Promise.all(
      Array.from({ length: 20 }, (_, i) => joinAs(`crowd-${i}`, `Operator ${i}`)),
    );
    const signalAll = (kindOf: (i: number) => string) =>
      Promise.all(agents.map((agent, i) => signal(agent, id, kindOf(i))));

    const replies = await signalAll((i) => (i < 15 ? 'confirm' : 'refute'));
    const first = await countsOf(id);
    await Promise.all([signalAll(() => 'confirm'), signalAll(() => 'stale')]);
    const last = await countsOf(id);

    expect(replies.map(({ status }) => status)).toEqual(Array<number>(20).fill(200));
    expect(first).toMatchObject({ confirm: 15, refute: 5, stale: 0, independent_operators: 15 });
    const [stored] = await board.database.rows<{ confirm: number; stale: number }>(sql`
      select count(*) filter (where kind = 'confirm')::int as confirm,
        count(*) filter (where kind = 'stale')::int as stale
      from signals where fact_id = ${id}::uuid`);
    expect(last).toMatchObject({ ...stored, refute: 0, independent_operators: stored?.confirm });
    expect(last.confirm + last.stale).toBe(20);
  });

  test('are exact for twenty concurrent signals of one agent', async () => {
    const id = await recordFact();

    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, i) => signal(ada, id, i % 2 ? 'confirm' : 'refute')),
    );

    const { confirm, refute } = await countsOf(id);
    const versions = replies.map(({ body }) => body.version as number).toSorted((a, b) => a - b);
    expect(versions).toEqual(Array.from({ length: 20 }, (_, i) => i + 1));
    expect(confirm + refute).toBe(1);
  });
});

test('the signals on a fact are paged, newest first', async () => {
  const id = await recordFact();
  for (const agent of [ada, bob]) {
    board.clock.advance({ seconds: 1 });
    await signal(agent, id, 'confirm');
  }

  const first = await ada.call(`GET /v1/facts/${id}/signals?limit=1`);
  const next = /<(.*)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1];
  const second = await ada.call(`GET ${next}`);

  expect([first.body[0].created_by, second.body[0].created_by]).toEqual(['bob', 'ada']);
  expect(second.headers.get('link')).toBeNull();
});

test('a cursor of the signals of one fact is refused for another fact', async () => {
  const [first, second] = [await recordFact(), await recordFact()];
  for (const agent of [ada, bob]) await signal(agent, first, 'confirm');
  const read = async (id: string, after: string | null): Promise<Body> => {
    const query = `query ($id: ID!, $after: String) {
      fact(id: $id) { allSignals(first: 1, after: $after) { nodes { id } pageInfo { endCursor } } }
    }`;
    return (await ada.graphql(query, { id, after })).body;
  };
  const cursor = (await read(first, null)).data.fact.allSignals.pageInfo.endCursor;

  expect((await read(first, cursor)).data.fact.allSignals.nodes).toHaveLength(1);
  expect((await read(second, cursor)).errors[0].extensions.code).toBe('invalid_cursor');
});
