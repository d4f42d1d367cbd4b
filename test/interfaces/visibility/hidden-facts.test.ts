import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '../../../prisma/client.ts';
import type { TestAgent } from '../../support/board/agent.ts';
import {
  exportLines,
  importLines,
  linesAfterHead,
  openBoardAtSameTime,
} from '../../support/records/archive.ts';
import type { TestBoard } from '../../support/board/board.ts';
import {
  openBoardWithoutOperatorLimit,
  type Operator,
  createOperatorClient,
} from '../../support/board/operator.ts';
import type { Body } from '../../support/board/http.ts';

interface OpenedBoard extends AsyncDisposable {
  readonly board: TestBoard;
  readonly operator: Operator;
  readonly ada: TestAgent;
  readonly bob: TestAgent;
}

async function openBoardWithAgents(): Promise<OpenedBoard> {
  const board = await openBoardWithoutOperatorLimit();
  const [ada, bob] = [await board.join('ada'), await board.join('bob')];
  return {
    board,
    ada,
    bob,
    operator: createOperatorClient(board),
    [Symbol.asyncDispose]: () => board[Symbol.asyncDispose](),
  };
}

let opened: OpenedBoard;

beforeAll(async () => {
  opened = await openBoardWithAgents();
});

afterAll(() => opened[Symbol.asyncDispose]());

const postFact = (agent: TestAgent, statement: string, supersedes?: string) =>
  agent.call('POST /v1/facts', {
    body: { statement, tags: ['chain'], ...(supersedes ? { supersede_id: supersedes } : {}) },
  });

async function recordFact(agent: TestAgent, statement: string, supersedes?: string): Promise<string> {
  opened.board.clock.advance({ seconds: 1 });
  const { body, text } = await postFact(agent, statement, supersedes);
  if (!body.fact_id) throw new Error(text);
  return body.fact_id;
}

const hide = (id: string) => opened.operator.moderate('facts', id, 'hide', { reason: 'leak' });

const read = async (agent: TestAgent, id: string): Promise<Body> =>
  (await agent.call(`GET /v1/facts/${id}`)).body;

const idsOf = (facts: Body): string[] => facts.map(({ fact_id: id }: { fact_id: string }) => id);

const historyOf = async (agent: TestAgent, id: string): Promise<string[]> =>
  idsOf((await agent.call(`GET /v1/facts/${id}/history?include_quarantined=true`)).body);

/** Creates ada’s fact and bob’s hidden correction of it. */
async function createHiddenCorrection(): Promise<readonly [fact: string, hidden: string]> {
  const fact = await recordFact(opened.ada, 'looms weave');
  const hidden = await recordFact(opened.bob, 'a secret', fact);
  await hide(hidden);
  return [fact, hidden];
}

describe('a fact whose correction is hidden', () => {
  test('is current again, without a superseding fact', async () => {
    const { ada, bob } = opened;
    const [fact, hidden] = await createHiddenCorrection();

    const readings = [await read(ada, fact), await read(bob, fact)];
    const { body: listed } = await ada.call('GET /v1/facts?tag=chain');

    for (const reading of readings) expect(reading).toMatchObject({ superseded: false, superseded_by: null });
    expect(idsOf(listed)).toContain(fact);
    expect(idsOf(listed)).not.toContain(hidden);
    expect(await historyOf(ada, fact)).toEqual([fact]);
    expect(await historyOf(bob, fact)).toEqual([fact, hidden]);
  });

  test('can be corrected, and the chain skips the hidden fact until it is unhidden', async () => {
    const { ada, bob, operator } = opened;
    const [fact, hidden] = await createHiddenCorrection();

    const next = await recordFact(ada, 'looms weave cloth', fact);
    const [before, after] = [await read(ada, fact), await read(ada, next)];
    const history = await historyOf(ada, fact);
    await operator.moderate('facts', hidden, 'unhide');

    expect([before.superseded, before.superseded_by, after.supersede_id]).toEqual([true, next, fact]);
    expect(history).toEqual([fact, next]);
    expect(await historyOf(ada, fact)).toEqual([fact, hidden, next]);
    expect((await read(ada, fact)).superseded_by).toBe(hidden);
    expect((await read(ada, hidden)).superseded_by).toBe(next);
    expect((await read(bob, next)).supersede_id).toBe(hidden);
  });

  test('and that is quarantined itself is not named to anonymous callers by the next correction', async () => {
    const { ada, bob, operator, board } = opened;
    const [fact] = await createHiddenCorrection();
    const next = await recordFact(ada, 'looms weave cloth', fact);
    await operator.moderate('facts', fact, 'quarantine');

    const query = `{ fact(id: "${next}") { supersedesId } }`;
    const [byBob, anonymous] = [
      await bob.graphql(query),
      await board.call('POST /graphql', { body: { query } }),
    ];

    expect(byBob.body.data.fact.supersedesId).toBe(fact);
    expect(anonymous.body.data.fact.supersedesId).toBeNull();
  });

  test('is corrected by exactly one of several concurrent requests', async () => {
    const { ada, bob } = opened;
    const [fact] = await createHiddenCorrection();

    const replies = await Promise.all(
      Array.from({ length: 8 }, (_, index) => postFact(index % 2 ? ada : bob, `attempt ${index}`, fact)),
    );

    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([201, 409]));
  });

  test('keeps its chain in order while corrections, hiding and unhiding run concurrently', async () => {
    const { ada, bob, operator, board } = opened;
    const fact = await recordFact(ada, 'looms weave');
    const correction = await recordFact(bob, 'a secret', fact);

    const replies = await Promise.all([
      ...['hide', 'unhide', 'hide'].map((action) => operator.moderate('facts', correction, action)),
      ...[1, 2, 3].map((index) => postFact(ada, `attempt ${index}`, fact)),
    ]);
    await operator.moderate('facts', correction, 'unhide');
    const chain = await board.database.rows<{ superseded: boolean }>(sql`
      select superseded_at is not null as superseded from facts where root_id = ${fact}::uuid order by seq`);

    expect(replies.filter(({ status }) => status >= 500)).toEqual([]);
    expect(chain.map(({ superseded }) => superseded)).toEqual(chain.map((_, i) => i < chain.length - 1));
  });
});

describe('a hidden fact', () => {
  test('cannot be corrected: other agents get not_found, its author state_conflict', async () => {
    const { ada, bob } = opened;
    const [, hidden] = await createHiddenCorrection();

    const [other, author] = [await postFact(ada, 'another', hidden), await postFact(bob, 'another', hidden)];

    expect([other.status, other.body.code]).toEqual([404, 'not_found']);
    expect([author.status, author.body.code, author.body.current_state]).toEqual([
      409,
      'state_conflict',
      'hidden',
    ]);
  });

  test('is not reported as the head of its chain', async () => {
    const { ada, bob } = opened;
    const first = await recordFact(ada, 'looms weave');
    const second = await recordFact(ada, 'looms weave cloth', first);
    await hide(await recordFact(bob, 'a secret', second));

    const { status, body } = await postFact(bob, 'another', first);

    expect([status, body.code, body.head_id]).toEqual([409, 'already_superseded', second]);
  });

  test('accepts no signals, and a signal on it is visible to the author of the signal but not to other agents', async () => {
    const { ada, bob, board } = opened;
    const id = await recordFact(bob, 'a secret');
    const { body: signal } = await ada.call(`POST /v1/facts/${id}/signals`, { body: { kind: 'refute' } });
    await hide(id);

    const again = await ada.call(`POST /v1/facts/${id}/signals`, { body: { kind: 'confirm' } });
    const query = `{ node(id: "${signal.signal_id}") { id ... on Signal { fact { id } } } }`;
    const carl = await board.join('carl');

    expect([again.status, again.body.code]).toEqual([404, 'not_found']);
    expect((await ada.graphql(query)).body.data.node).toMatchObject({ fact: null });
    expect((await carl.graphql(query)).body.data.node).toBeNull();
  });

  test('is listed for its author, also by tag and by channel', async () => {
    const { ada, bob } = opened;
    const { body } = await bob.call('POST /v1/facts', {
      body: { statement: 'a secret', tags: ['secret'], channel: 'persist' },
    });
    await hide(body.fact_id);
    const lists = ['/v1/facts', '/v1/facts?tag=secret', '/v1/facts?channel=persist'];
    const findIn = async (agent: TestAgent) =>
      Promise.all(
        lists.map(async (path) => idsOf((await agent.call(`GET ${path}`)).body).includes(body.fact_id)),
      );

    expect(await findIn(bob)).toEqual([true, true, true]);
    expect(await findIn(ada)).toEqual([false, false, false]);
  });

  test('stays hidden when it is quarantined and released', async () => {
    const { ada, operator } = opened;
    const [, hidden] = await createHiddenCorrection();

    await operator.moderate('facts', hidden, 'quarantine');
    const quarantined = await ada.call(`GET /v1/facts/${hidden}`);
    await operator.moderate('facts', hidden, 'release');
    const released = await ada.call(`GET /v1/facts/${hidden}`);

    expect([quarantined.status, released.status]).toEqual([404, 404]);
  });

  test('is still quarantined when it is unhidden, if it was quarantined before', async () => {
    const { ada, bob, board, operator } = opened;
    const id = await recordFact(bob, 'wrongly accused');

    for (const action of ['quarantine', 'hide', 'unhide']) await operator.moderate('facts', id, action);
    const replies = [await ada.call(`GET /v1/facts/${id}`), await board.call(`GET /public/facts/${id}`)];

    expect(replies.map(({ status }) => status)).toEqual([200, 404]);
    expect(replies[0]?.body).toMatchObject({ quarantined: true, hidden_at: null });
  });

  test('is in the operator’s list of hidden facts, and found by the operator’s search', async () => {
    const { bob, operator } = opened;
    const id = await recordFact(bob, 'a quagga of secrets');
    await hide(id);

    const [hidden, found] = [
      await operator.call('GET /admin/board/hidden/facts'),
      await operator.call('GET /admin/board/facts?q=quagga&quarantined=false'),
    ];

    expect(idsOf(hidden.body)).toContain(id);
    expect(idsOf(found.body)).toEqual([id]);
    expect(found.body[0].hidden_reason).toBe('leak');
  });
});

test('a chain with a hidden fact is exported without the text of that fact, and imported completely', async () => {
  await using other = await openBoardWithAgents();
  const createFact = async (agent: TestAgent, statement: string, supersedes?: string): Promise<string> =>
    (await postFact(agent, statement, supersedes)).body.fact_id;
  const fact = await createFact(other.ada, 'looms weave');
  const hidden = await createFact(other.bob, 'a secret', fact);
  await other.operator.moderate('facts', hidden, 'hide', { reason: 'leak' });
  const next = await createFact(other.ada, 'looms weave cloth', fact);

  const lines = await exportLines(other.board);
  await using target = await openBoardAtSameTime(other.board);
  await importLines(target, lines);
  const [{ body: head }, { body: superseded }] = [
    await target.call(`GET /public/facts/${next}`),
    await target.call(`GET /public/facts/${fact}`),
  ];

  expect(lines.join()).not.toContain('a secret');
  expect(lines.map((line) => JSON.parse(line))).toContainEqual(
    expect.objectContaining({ type: 'tombstone', of: 'fact', id: hidden, reason: 'leak' }),
  );
  expect(linesAfterHead(await exportLines(target))).toEqual(linesAfterHead(lines));
  expect([head.superseded, superseded.superseded]).toEqual([false, true]);
});
