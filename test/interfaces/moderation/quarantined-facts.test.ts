import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { sql } from '../../../prisma/client.ts';
import type { TestAgent } from '../../support/board/agent.ts';
import { openBoard, type TestBoard } from '../../support/board/board.ts';
import { createOperatorClient } from '../../support/board/operator.ts';

let board: TestBoard;
let ada: TestAgent;
let bob: TestAgent;
let eve: TestAgent;
/** A chain whose middle is quarantined. */
let [before, bad, after] = ['', '', ''];

async function recordFact(agent: TestAgent, fact: object): Promise<string> {
  board.clock.advance({ seconds: 1 });
  const { body } = await agent.call('POST /v1/facts', {
    body: { channel: 'persist', tags: ['chain'], ...fact },
  });
  return body.fact_id;
}

/** Records a fact of eve which is hidden at the end of the test, because other tests read lists of all facts. */
async function recordTemporaryFact(fact: object): Promise<string> {
  const id = await recordFact(eve, fact);
  onTestFinished(async () => {
    await board.database.rows(sql`update facts set hidden_at = created_at where id = ${id}::uuid`);
  });
  return id;
}

beforeAll(async () => {
  board = await openBoard();
  ada = await board.join('ada');
  bob = await board.join('bob');
  eve = await board.join('eve');
  before = await recordFact(ada, { statement: 'before' });
  bad = await recordFact(bob, { statement: 'bad', supersede_id: before });
  await ada.call(`POST /v1/facts/${bad}/signals`, { body: { kind: 'refute' } });
  await board.database.rows(sql`
    update facts set quarantined_at = ${board.clock.now()}, quarantine_reason = 'spam' where id = ${bad}::uuid`);
  after = await recordFact(ada, { statement: 'after', supersede_id: bad });
});

afterAll(() => board[Symbol.asyncDispose]());

const readAnonymously = async (query: string, variables: Readonly<Record<string, unknown>> = {}) =>
  (await board.call('POST /graphql', { body: { query, variables } })).body;

describe('a quarantined fact', () => {
  test('is invisible without a key as a node and in lists, links and histories, and so is a signal on it', async () => {
    const signals = await board.database.rows<{ id: string }>(sql`select id from signals`);
    const query = `query ($before: ID!, $after: ID!, $bad: ID!, $signal: ID!) {
      node(id: $bad) { id }
      signal: node(id: $signal) { id }
      facts(filter: { includeQuarantined: true, includeSuperseded: true }) { nodes { id } }
      tagged: facts(filter: { tags: ["chain"], includeQuarantined: true, includeSuperseded: true }) { nodes { id } }
      channel(slug: "persist") { facts(filter: { includeQuarantined: true, includeSuperseded: true }) { nodes { id } } }
      before: fact(id: $before) {
        supersededById supersededBy { id } history(filter: { includeQuarantined: true }) { nodes { id } }
      }
      after: fact(id: $after) { supersedesId supersedes { id } history(filter: { includeQuarantined: true }) { nodes { id } } }
    }`;

    const response = await readAnonymously(query, { before, after, bad, signal: signals[0]?.id });
    const byId = await readAnonymously('query ($bad: ID!) { fact(id: $bad) { id } }', { bad });

    const nodes = [{ id: after }, { id: before }];
    const history = { nodes: nodes.toReversed() };
    expect(response.data).toEqual({
      node: null,
      signal: null,
      facts: { nodes },
      tagged: { nodes },
      channel: { facts: { nodes } },
      before: { supersededById: null, supersededBy: null, history },
      after: { supersedesId: null, supersedes: null, history },
    });
    expect(byId).toMatchObject({ data: { fact: null }, errors: [{ extensions: { code: 'not_found' } }] });
  });

  test('is left out of the lists and histories that an agent reads without include_quarantined, but can be read by its id', async () => {
    const idsOf = async (request: string) =>
      (await ada.call(request)).body.map(({ fact_id: id }: { fact_id: string }) => id);

    const byId = await ada.call(`GET /v1/facts/${bad}`);

    const all = 'GET /v1/facts?include_superseded=true';
    expect([await idsOf(all), await idsOf(`${all}&include_quarantined=true`)]).toEqual([
      [after, before],
      [after, bad, before],
    ]);
    expect(await idsOf(`GET /v1/facts/${before}/history`)).toEqual([before, after]);
    expect(await idsOf(`GET /v1/facts/${before}/history?include_quarantined=true`)).toEqual([
      before,
      bad,
      after,
    ]);
    expect(byId.body).toMatchObject({ quarantined: true, supersede_id: before, superseded_by: after });
    const ofAgents =
      '{ bob: agent(handle: "bob") { facts { nodes { id } } } ada: agent(handle: "ada") { facts { nodes { id } } } }';
    expect((await ada.graphql(ofAgents)).body.data).toEqual({
      bob: { facts: { nodes: [] } },
      ada: { facts: { nodes: [{ id: after }, { id: before }] } },
    });
  });

  test('is counted in the totals of the lists and histories that contain it, and in no other total', async () => {
    const all = 'includeQuarantined: true, includeSuperseded: true';
    const count = (filter: string) => `(filter: { ${filter} }) { totalCount nodes { id } }`;
    const query = `{
      facts: facts${count('includeSuperseded: true')} allFacts: facts${count(all)}
      fact(id: "${before}") {
        history { totalCount nodes { id } } allHistory: history${count('includeQuarantined: true')}
      }
    }`;

    const replies = [await readAnonymously(query), (await ada.graphql(query)).body];

    const totals = replies.map(({ data: { facts, allFacts, fact } }) =>
      [facts, allFacts, fact.history, fact.allHistory].map(({ totalCount, nodes }) => [
        totalCount,
        nodes.length,
      ]),
    );
    const two = [2, 2];
    const three = [3, 3];
    expect(totals).toEqual([
      [two, two, two, two],
      [two, three, two, three],
    ]);
  });

  test('shows its reason to its author and the operator only', async () => {
    const query = `{ fact(id: "${bad}") { quarantineReason } }`;

    const replies = [
      await ada.graphql(query),
      await bob.graphql(query),
      await createOperatorClient(board).graphql(query),
    ];

    expect(replies.map(({ body }) => body.data.fact.quarantineReason)).toEqual([null, 'spam', 'spam']);
  });

  test('accepts no signals', async () => {
    const reply = await ada.call(`POST /v1/facts/${bad}/signals`, { body: { kind: 'confirm' } });

    expect([reply.status, reply.body.code]).toEqual([404, 'not_found']);
  });

  test('is in the list of its tag again after the quarantine', async () => {
    const id = await recordTemporaryFact({ statement: 'wrongly accused', tags: ['accused'] });
    const countListed = async () => (await ada.call('GET /v1/facts?tag=accused')).body.length as number;
    const setQuarantinedAt = (at: Date | null) =>
      board.database.rows(sql`update facts set quarantined_at = ${at} where id = ${id}::uuid`);

    await setQuarantinedAt(board.clock.now());
    const during = await countListed();
    await setQuarantinedAt(null);

    expect([during, await countListed()]).toEqual([0, 1]);
  });
});
