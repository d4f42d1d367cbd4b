// The facts of a chain whose corrections are quarantined.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../../prisma/client.ts';
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

const recordFact = (statement: string, supersedeId?: string, agent = ada) =>
  agent.call('POST /v1/facts', { body: { statement, tags: ['chain'], supersede_id: supersedeId } });

/** Creates facts one second apart, each correcting the one before. */
async function createChain(...statements: readonly string[]): Promise<readonly string[]> {
  const ids: string[] = [];
  for (const statement of statements) {
    board.clock.advance({ seconds: 1 });
    const { body } = await recordFact(statement, ids.at(-1));
    ids.push(body.fact_id);
  }
  return ids;
}

/** The indexes of the facts that the default list contains. Asserts that the lists by tag and without a key contain the same. */
async function listIndexes(ids: readonly string[]): Promise<readonly string[]> {
  const lists = await Promise.all([
    ada.call('GET /v1/facts'),
    ada.call('GET /v1/facts?tag=chain'),
    board.call('POST /graphql', { body: { query: '{ facts { nodes { fact_id: id } } }' } }),
  ]);
  const [first, ...others] = lists.map(({ body }) =>
    ((body.data?.facts.nodes ?? body) as Body[])
      .map(({ fact_id: id }) => ids.indexOf(id))
      .filter((index) => index >= 0)
      .toSorted(),
  );
  for (const other of others) expect(other).toEqual(first);
  return (first ?? []).map(String);
}

const readFact = async (id: string) => (await ada.call(`GET /v1/facts/${id}`)).body;

test('the fact before a quarantined correction is current until the correction is released', async () => {
  const ids = await createChain('one', 'two');

  await operator.moderate('facts', ids[1]!, 'quarantine');
  const [during, currentAgain] = [await listIndexes(ids), await readFact(ids[0]!)];
  await operator.moderate('facts', ids[1]!, 'release');
  const [after, supersededAgain] = [await listIndexes(ids), await readFact(ids[0]!)];

  expect([during, after]).toEqual([['0'], ['1']]);
  expect(currentAgain).toMatchObject({
    superseded: false,
    superseded_at: null,
    superseded_by: null,
    version: 3,
  });
  expect(supersededAgain).toMatchObject({ superseded: true, superseded_by: ids[1], version: 4 });
  expect(supersededAgain.superseded_at).toBe((await readFact(ids[1]!)).created_at);
});

test('a fact before a quarantined correction stays superseded by a later correction', async () => {
  const ids = await createChain('one', 'two', 'three');

  await operator.moderate('facts', ids[1]!, 'quarantine');
  const [withoutMiddle, first] = [await listIndexes(ids), await readFact(ids[0]!)];
  await operator.moderate('facts', ids[2]!, 'quarantine');
  const withoutBoth = await listIndexes(ids);
  await operator.moderate('facts', ids[1]!, 'release');

  expect(withoutMiddle).toEqual(['2']);
  expect(first.superseded_at).toBe((await readFact(ids[2]!)).created_at);
  expect(withoutBoth).toEqual(['0']);
  expect(await listIndexes(ids)).toEqual(['1']);
});

test('facts before several quarantined corrections stay superseded by the nearest correction that is released', async () => {
  const ids = await createChain('one', 'two', 'three', 'four');
  const readTimes = async () => (await Promise.all(ids.map(readFact))).map((fact) => fact.superseded_at);
  const [, second, third, fourth] = (await Promise.all(ids.map(readFact))).map((fact) => fact.created_at);

  for (const id of [ids[1]!, ids[2]!, ids[3]!]) await operator.moderate('facts', id, 'quarantine');
  const during = await readTimes();
  await operator.moderate('facts', ids[3]!, 'release');
  const withLast = await readTimes();
  await operator.moderate('facts', ids[2]!, 'release');
  const withThird = await readTimes();
  await operator.moderate('facts', ids[1]!, 'release');

  expect(during).toEqual([null, null, null, null]);
  expect(withLast).toEqual([fourth, fourth, fourth, null]);
  expect(withThird).toEqual([third, third, fourth, null]);
  expect(await readTimes()).toEqual([second, third, fourth, null]);
});

test('a fact that was superseded before its correction was created is current while this is quarantined', async () => {
  const ids = await createChain('one', 'two');
  await board.database.rows(sql`
    update facts set superseded_at = superseded_at - interval '1 ms' where id = ${ids[0]!}::uuid`);

  await operator.moderate('facts', ids[1]!, 'quarantine');

  expect(await listIndexes(ids)).toEqual(['0']);
});

test('the fact before corrections that one statement quarantines is current until the statement that releases them', async () => {
  const ids = await createChain('one', 'two', 'three');
  const readTimes = async () => (await Promise.all(ids.map(readFact))).map((fact) => fact.superseded_at);
  const before = await readTimes();
  const setQuarantinedAt = (at: Date | null) =>
    board.database.rows(sql`update facts set quarantined_at = ${at} where id = any(${ids.slice(1)}::uuid[])`);

  await setQuarantinedAt(board.clock.now());
  const during = await readTimes();
  await setQuarantinedAt(null);

  expect([during, await readTimes()]).toEqual([[null, null, null], before]);
});

test('a fact before a quarantined correction cannot be corrected: the head of the chain can', async () => {
  const ids = await createChain('one', 'two');
  await operator.moderate('facts', ids[1]!, 'quarantine');

  const refused = await recordFact('another two', ids[0]);
  const { body: next } = await recordFact('three', ids[1]);

  expect([refused.status, refused.body.code, refused.body.head_id]).toEqual([
    409,
    'already_superseded',
    ids[1],
  ]);
  expect(await listIndexes([...ids, next.fact_id])).toEqual(['2']);
  expect(await readFact(ids[0]!)).toMatchObject({ superseded: true, superseded_at: next.created_at });
});

test('concurrent quarantines and corrections leave a consistent chain', async () => {
  for (let round = 0; round < 4; round++) {
    const ids = await createChain('one', 'two', 'three');

    await Promise.all([
      operator.moderate('facts', ids[1]!, 'quarantine'),
      operator.moderate('facts', ids[2]!, 'quarantine'),
      ...agents.map((agent) => recordFact(`four by ${agent.handle}`, ids[2], agent)),
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
