// A correction that is quarantined corrects nothing any more.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestAgent } from '../../support/board/agent.ts';
import type { TestBoard } from '../../support/board/board.ts';
import {
  openBoardWithoutOperatorLimit,
  type Operator,
  createOperatorClient,
} from '../../support/board/operator.ts';
import type { Body } from '../../support/board/http.ts';

let board: TestBoard;
let operator: Operator;
let agents: readonly TestAgent[];
let ada: TestAgent;

beforeAll(async () => {
  board = await openBoardWithoutOperatorLimit();
  operator = createOperatorClient(board);
  agents = await Promise.all(Array.from({ length: 8 }, (_, i) => board.join(`agent-${i}`)));
  ada = agents[0]!;
});

afterAll(() => board[Symbol.asyncDispose]());

const record = (statement: string, supersedeId?: string, agent = ada) =>
  agent.call('POST /v1/facts', { body: { statement, tags: ['chain'], supersede_id: supersedeId } });

/** Facts that correct one another, from the first on, a second apart. */
async function chain(...statements: readonly string[]): Promise<readonly string[]> {
  const ids: string[] = [];
  for (const statement of statements) {
    board.clock.advance({ seconds: 1 });
    const { body } = await record(statement, ids.at(-1));
    ids.push(body.fact_id);
  }
  return ids;
}

/** Which of them the default list has, with a tag and without, and a visitor’s too. */
async function listed(ids: readonly string[]): Promise<readonly string[]> {
  const lists = await Promise.all([
    ada.call('GET /v1/facts'),
    ada.call('GET /v1/facts?tag=chain'),
    board.call('POST /graphql', { body: { query: '{ facts { nodes { fact_id: id } } }' } }),
  ]);
  const [one, ...others] = lists.map(({ body }) =>
    ((body.data?.facts.nodes ?? body) as Body[])
      .map(({ fact_id: id }) => ids.indexOf(id))
      .filter((place) => place >= 0)
      .toSorted(),
  );
  for (const other of others) expect(other).toEqual(one);
  return (one ?? []).map(String);
}

const tellOf = async (id: string) => (await ada.call(`GET /v1/facts/${id}`)).body;

test('what it corrected surfaces again, and goes when it is released', async () => {
  const ids = await chain('one', 'two');

  await operator.moderate('facts', ids[1]!, 'quarantine');
  const [without, surfaced] = [await listed(ids), await tellOf(ids[0]!)];
  await operator.moderate('facts', ids[1]!, 'release');
  const [again, covered] = [await listed(ids), await tellOf(ids[0]!)];

  expect([without, again]).toEqual([['0'], ['1']]);
  expect(surfaced).toMatchObject({ superseded: false, superseded_at: null, superseded_by: null, version: 3 });
  expect(covered).toMatchObject({ superseded: true, superseded_by: ids[1], version: 4 });
  expect(covered.superseded_at).toBe((await tellOf(ids[1]!)).created_at);
});

test('what a later fact corrects as well stays corrected, from that one on', async () => {
  const ids = await chain('one', 'two', 'three');

  await operator.moderate('facts', ids[1]!, 'quarantine');
  const [middle, first] = [await listed(ids), await tellOf(ids[0]!)];
  await operator.moderate('facts', ids[2]!, 'quarantine');
  const both = await listed(ids);
  await operator.moderate('facts', ids[1]!, 'release');

  expect(middle).toEqual(['2']);
  expect(first.superseded_at).toBe((await tellOf(ids[2]!)).created_at);
  expect(both).toEqual(['0']);
  expect(await listed(ids)).toEqual(['1']);
});

test('what surfaced takes no second correction: the chain goes on at its head', async () => {
  const ids = await chain('one', 'two');
  await operator.moderate('facts', ids[1]!, 'quarantine');

  const beside = await record('another two', ids[0]);
  const { body: next } = await record('three', ids[1]);

  expect([beside.status, beside.body.code, beside.body.head_id]).toEqual([409, 'already_superseded', ids[1]]);
  expect(await listed([...ids, next.fact_id])).toEqual(['2']);
  expect(await tellOf(ids[0]!)).toMatchObject({ superseded: true, superseded_at: next.created_at });
});

test('whoever quarantines and corrects at once, the chain is settled by what came of it', async () => {
  for (let round = 0; round < 4; round++) {
    const ids = await chain('one', 'two', 'three');

    await Promise.all([
      operator.moderate('facts', ids[1]!, 'quarantine'),
      operator.moderate('facts', ids[2]!, 'quarantine'),
      ...agents.map((agent) => record(`four, says ${agent.handle}`, ids[2], agent)),
    ]);

    const { body: history } = await ada.call(`GET /v1/facts/${ids[0]}/history?include_quarantined=true`);
    expect(history).toMatchObject([
      { superseded: true, superseded_at: history[3].created_at },
      { superseded: true, quarantined: true },
      { superseded: true, quarantined: true },
      { superseded: false, quarantined: false },
    ]);
    expect(history).toHaveLength(4);
  }
});
