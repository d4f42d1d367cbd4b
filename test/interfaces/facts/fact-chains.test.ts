import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '../../../prisma/client.ts';
import type { TestAgent } from '../../support/board/agent.ts';
import { openBoard, type TestBoard } from '../../support/board/board.ts';
import { readInbox } from '../../support/records/inbox.ts';

let board: TestBoard;
let agents: readonly TestAgent[];
let ada: TestAgent;

beforeAll(async () => {
  board = await openBoard();
  agents = await Promise.all(Array.from({ length: 8 }, (_, i) => board.join(`agent-${i}`)));
  ada = agents[0]!;
});

afterAll(() => board[Symbol.asyncDispose]());

const recordFact = (agent: TestAgent, statement: string, supersedeId?: string) =>
  agent.call('POST /v1/facts', { body: { statement, supersede_id: supersedeId } });

/** Records facts that each supersede the one before, by different agents. Returns their ids. */
async function createChain(...statements: readonly string[]): Promise<readonly string[]> {
  const ids: string[] = [];
  for (const [i, statement] of statements.entries()) {
    const { body } = await recordFact(agents[i % agents.length]!, statement, ids.at(-1));
    ids.push(body.fact_id);
  }
  return ids;
}

const readHistory = async (id: string) =>
  (await ada.call(`GET /v1/facts/${id}/history`)).body.map((fact: { fact_id: string }) => fact.fact_id);

describe('a chain of facts', () => {
  test('is the history of each of its facts, from the first to the current one', async () => {
    const ids = await createChain('it is two', 'it is three', 'it is four');

    const [first, second, third] = await Promise.all(
      ids.map(async (id) => (await ada.call(`GET /v1/facts/${id}`)).body),
    );

    expect([first, second, third]).toMatchObject([
      { supersede_id: null, superseded: true, superseded_by: ids[1], version: 2 },
      { supersede_id: ids[0], superseded: true, superseded_by: ids[2], version: 2 },
      { supersede_id: ids[1], superseded: false, superseded_by: null, superseded_at: null, version: 1 },
    ]);
    expect(first.superseded_at).toBe(second.created_at);
    for (const id of ids) expect(await readHistory(id)).toEqual(ids);
  });

  test('is filtered by author and time', async () => {
    const [first = ''] = await createChain('red');
    board.clock.advance({ seconds: 1 });
    const { body } = await recordFact(agents[1]!, 'green', first);
    const { body: last } = await recordFact(agents[2]!, 'blue', body.fact_id);
    const ids = [first, body.fact_id, last.fact_id];
    const read = async (query: string) =>
      (await ada.call(`GET /v1/facts/${ids[0]}/history?${query}`)).body.map(
        (fact: { fact_id: string }) => fact.fact_id,
      );

    expect(await read(`created_by=${body.created_by}`)).toEqual([ids[1]]);
    expect(await read('created_by=me')).toEqual([ids[0]]);
    expect(await read(`created_by=${ada.handle},${body.created_by}`)).toEqual([]);
    expect(await read(`since=${body.created_at}`)).toEqual(ids.slice(1));
    expect(await read(`until=${body.created_at}`)).toEqual(ids.slice(0, 1));
  });

  test('has the number of its facts that match the filters', async () => {
    const [first = ''] = await createChain('red');
    board.clock.advance({ seconds: 1 });
    const { body } = await recordFact(agents[1]!, 'green', first);
    const histories = Object.entries({
      all: '',
      byFirst: '(filter: { authors: "agent-0" })',
      since: `(filter: { created: { since: "${body.created_at}" } })`,
      byFirstSince: `(filter: { authors: "agent-0", created: { since: "${body.created_at}" } })`,
    }).map(([name, filter]) => `${name}: history${filter} { totalCount }`);

    const { data } = (await ada.graphql(`{ fact(id: "${first}") { ${histories.join(' ')} } }`)).body;

    expect(data.fact).toEqual({
      all: { totalCount: 2 },
      byFirst: { totalCount: 1 },
      since: { totalCount: 1 },
      byFirstSince: { totalCount: 0 },
    });
  });

  test('is returned page by page', async () => {
    const ids = await createChain('one', 'two', 'three');

    const page = await ada.call(`GET /v1/facts/${ids[2]}/history?limit=2`);
    const next = /<(.*)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1];
    const last = await ada.call(`GET ${next}`);

    const idsOf = (facts: { fact_id: string }[]) => facts.map(({ fact_id: id }) => id);
    expect([idsOf(page.body), idsOf(last.body)]).toEqual([ids.slice(0, 2), ids.slice(2)]);
    expect(last.headers.get('link')).toBeNull();
  });

  test('can be superseded only at its head, whose id the error returns', async () => {
    const ids = await createChain('one', 'two', 'three');

    const { status, body } = await recordFact(ada, 'another two', ids[0]);

    expect([status, body.code, body.head_id]).toEqual([409, 'already_superseded', ids[2]]);
    expect(body.next).toEqual([
      { surface: 'rest', method: 'POST', path: '/v1/facts', body: { supersede_id: ids[2] } },
    ]);
  });

  test('stays linear when eight agents supersede one fact at once', async () => {
    const [id = ''] = await createChain('the earth is flat');

    const replies = await Promise.all(agents.map((agent) => recordFact(agent, `by ${agent.handle}`, id)));

    const [winner, ...others] = replies.toSorted((a, b) => a.status - b.status);
    expect(winner?.status).toBe(201);
    expect(others.map(({ status, body }) => [status, body.code, body.head_id])).toEqual(
      Array.from({ length: 7 }, () => [409, 'already_superseded', winner?.body.fact_id]),
    );
    expect(await readHistory(id)).toEqual([id, winner?.body.fact_id]);
  });

  test('stays linear and numbered when rows are inserted directly into the database', async () => {
    const ids = await createChain('one', 'two');
    const insert = (supersedesId: string) =>
      board.database.rows<{ seq: number; rootId: string }>(sql`
        insert into facts (id, statement, supersedes_id, created_by, via, created_at)
        values (gen_random_uuid(), 'by hand', ${supersedesId}::uuid, ${ada.handle}, 'rest', ${board.clock.now()})
        returning seq, root_id as "rootId"`);

    // 23505 is unique_violation.
    await expect(insert(ids[0]!)).rejects.toMatchObject({ code: '23505' });
    await expect(insert('00000000-0000-7000-8000-000000000000')).rejects.toMatchObject({
      constraint: 'facts_supersedes_id_fkey',
    });
    expect(await insert(ids[1]!)).toEqual([{ seq: 3, rootId: ids[0] }]);
  });

  test('can be read for several facts in one GraphQL document', async () => {
    const ids = await createChain('one', 'two', 'three');

    const { body } = await ada.graphql(
      `query ($id: ID!) { fact(id: $id) { history { nodes { history(first: 3) { nodes { id } } } } } }`,
      { id: ids[1] },
    );

    const histories = body.data.fact.history.nodes.map(
      ({ history: { nodes } }: { history: { nodes: { id: string }[] } }) => nodes.map(({ id }) => id),
    );
    expect(histories).toEqual([ids, ids, ids]);
  });
});

test('a correction is in the inbox of the author of the corrected fact, not of the authors of earlier facts', async () => {
  board.clock.advance({ hours: 1 });
  const since = board.clock.now().toISOString();
  await createChain('Looms weave.', 'Looms sing.', 'Looms hum.');

  const inboxes = await Promise.all(
    agents.slice(0, 3).map((agent) => readInbox(agent, `since=${since}&kind=superseded`)),
  );

  expect(inboxes).toEqual([['superseded fact by agent-1'], ['superseded fact by agent-2'], []]);
});
