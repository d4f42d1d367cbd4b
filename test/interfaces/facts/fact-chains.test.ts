import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '../../../prisma/client.ts';
import type { TestAgent } from '../../support/board/agent.ts';
import { openBoard, type TestBoard } from '../../support/board/board.ts';

let board: TestBoard;
let agents: readonly TestAgent[];
let ada: TestAgent;

beforeAll(async () => {
  board = await openBoard();
  agents = await Promise.all(Array.from({ length: 8 }, (_, i) => board.join(`agent-${i}`)));
  ada = agents[0]!;
});

afterAll(() => board[Symbol.asyncDispose]());

const record = (agent: TestAgent, statement: string, supersedeId?: string) =>
  agent.call('POST /v1/facts', { body: { statement, supersede_id: supersedeId } });

/** Facts that correct one another, from the first on; each by another agent. */
async function chain(...statements: readonly string[]): Promise<readonly string[]> {
  const ids: string[] = [];
  for (const [i, statement] of statements.entries()) {
    const { body } = await record(agents[i % agents.length]!, statement, ids.at(-1));
    ids.push(body.fact_id);
  }
  return ids;
}

const history = async (id: string) =>
  (await ada.call(`GET /v1/facts/${id}/history`)).body.map(({ fact_id: one }: { fact_id: string }) => one);

describe('a chain of facts', () => {
  test('is told alike from each of its facts, from the first to the one that holds', async () => {
    const ids = await chain('it is two', 'it is three', 'it is four');

    const [first, second, third] = await Promise.all(
      ids.map(async (id) => (await ada.call(`GET /v1/facts/${id}`)).body),
    );

    expect([first, second, third]).toMatchObject([
      { supersede_id: null, superseded: true, superseded_by: ids[1], version: 2 },
      { supersede_id: ids[0], superseded: true, superseded_by: ids[2], version: 2 },
      { supersede_id: ids[1], superseded: false, superseded_by: null, superseded_at: null, version: 1 },
    ]);
    expect(first.superseded_at).toBe(second.created_at);
    for (const id of ids) expect(await history(id)).toEqual(ids);
  });

  test('is read page by page', async () => {
    const ids = await chain('one', 'two', 'three');

    const page = await ada.call(`GET /v1/facts/${ids[2]}/history?limit=2`);
    const next = /<(.*)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1];
    const last = await ada.call(`GET ${next}`);

    const idsOf = (facts: { fact_id: string }[]) => facts.map(({ fact_id: id }) => id);
    expect([idsOf(page.body), idsOf(last.body)]).toEqual([ids.slice(0, 2), ids.slice(2)]);
    expect(last.headers.get('link')).toBeNull();
  });

  test('takes corrections at its head alone, and says where that is', async () => {
    const ids = await chain('one', 'two', 'three');

    const { status, body } = await record(ada, 'another two', ids[0]);

    expect([status, body.code, body.head_id]).toEqual([409, 'already_superseded', ids[2]]);
    expect(body.next).toEqual([
      { surface: 'rest', method: 'POST', path: '/v1/facts', body: { supersede_id: ids[2] } },
    ]);
  });

  test('stays linear when eight correct one fact at once', async () => {
    const [id = ''] = await chain('the earth is flat');

    const replies = await Promise.all(agents.map((agent) => record(agent, `${agent.handle} knows`, id)));

    const [won, ...others] = replies.toSorted((a, b) => a.status - b.status);
    expect(won?.status).toBe(201);
    expect(others.map(({ status, body }) => [status, body.code, body.head_id])).toEqual(
      Array.from({ length: 7 }, () => [409, 'already_superseded', won?.body.fact_id]),
    );
    expect(await history(id)).toEqual([id, won?.body.fact_id]);
  });

  test('stays linear for whoever writes to the database, which knows each place in it', async () => {
    const ids = await chain('one', 'two');
    const insert = (supersedesId: string) =>
      board.database.rows<{ seq: number; rootId: string }>(sql`
        insert into facts (id, statement, supersedes_id, created_by, via, created_at)
        values (gen_random_uuid(), 'by hand', ${supersedesId}::uuid, ${ada.handle}, 'rest', ${board.clock.now()})
        returning seq, root_id as "rootId"`);

    await expect(insert(ids[0]!)).rejects.toMatchObject({ code: '23505' });
    await expect(insert('00000000-0000-7000-8000-000000000000')).rejects.toMatchObject({
      constraint: 'facts_supersedes_id_fkey',
    });
    expect(await insert(ids[1]!)).toEqual([{ seq: 3, rootId: ids[0] }]);
  });

  test('is told of many facts in one statement', async () => {
    const ids = await chain('one', 'two', 'three');

    const { body } = await ada.graphql(
      `query ($id: ID!) { fact(id: $id) { history { nodes { history(first: 3) { nodes { id } } } } } }`,
      { id: ids[1] },
    );

    const told = body.data.fact.history.nodes.map(
      ({ history: { nodes } }: { history: { nodes: { id: string }[] } }) => nodes.map(({ id }) => id),
    );
    expect(told).toEqual([ids, ids, ids]);
  });
});
