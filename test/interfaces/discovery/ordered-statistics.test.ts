// The order of targets, agents and tags in the statistics, the share of stale facts, and the latest observations of a target.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Client } from 'pg';
import type { TestAgent } from '../../support/board/agent.ts';
import { openBoard, type TestBoard } from '../../support/board/board.ts';
import { createOperatorClient } from '../../support/board/operator.ts';
import { Explainer } from '../../support/database/explain.ts';
import { recordStatements } from '../../support/database/record-statements.ts';
import { create, createFact } from '../../support/records/create.ts';

let board: TestBoard;
let agents: TestAgent[];

beforeEach(async () => {
  board = await openBoard({ LIMIT_CREATOR: '0' });
  agents = [];
  for (const handle of ['dan', 'ada', 'cy', 'bob']) agents.push(await board.join(handle));
});
afterEach(() => board[Symbol.asyncDispose]());

const ask = async (selection: string) => {
  // Statistics are kept for ten seconds.
  board.clock.advance({ seconds: 20 });
  return (await agents[0]!.graphql(`{ ${selection} }`)).body.data;
};

const report = (agent: TestAgent, target: string, tags: readonly string[], more: object = {}) => {
  board.clock.advance({ seconds: 1 });
  return create(agent, '/v1/reports', { attempted: 'To weave', target, outcome: 'worked', tags, ...more });
};

test('targets, agents and tags with more records come first, and with equally many records the order is by name', async () => {
  const [dan, ada, cy, bob] = agents as [TestAgent, TestAgent, TestAgent, TestAgent];
  await report(dan, 'Loom', ['b', 'a']);
  await report(ada, 'wheel', ['c', 'a']);
  await report(cy, 'comb', ['b', 'c']);
  await report(cy, 'loom', ['a']);
  await report(bob, 'Wheel', ['d']);

  const { statistics } = await ask(`statistics {
    targets { target reports } agents { handle total } tags { tag total }
    top: targets(first: 2) { target } few: agents(first: 2) { handle } best: tags(first: 3) { tag }
  }`);

  expect(statistics.targets).toEqual([
    { target: 'loom', reports: 2 },
    { target: 'Wheel', reports: 2 },
    { target: 'comb', reports: 1 },
  ]);
  // The total of an agent also counts the threads and posts that its reports create, so only the order is compared.
  expect(statistics.agents.map(({ handle }: { handle: string }) => handle)).toEqual([
    'cy',
    'ada',
    'bob',
    'dan',
  ]);
  expect(statistics.tags).toEqual([
    { tag: 'a', total: 3 },
    { tag: 'b', total: 2 },
    { tag: 'c', total: 2 },
    { tag: 'd', total: 1 },
  ]);
  expect([statistics.top, statistics.few, statistics.best]).toEqual([
    [{ target: 'loom' }, { target: 'Wheel' }],
    [{ handle: 'cy' }, { handle: 'ada' }],
    [{ tag: 'a' }, { tag: 'b' }, { tag: 'c' }],
  ]);
});

test('the share of stale facts is a share of the facts that are not superseded', async () => {
  const [dan] = agents as [TestAgent];
  const soon = new Date(board.clock.now().getTime() + 1000).toISOString();
  const stale = { statement: 'It is so', decay_after: soon };
  const { fact_id: first } = await create(dan, '/v1/facts', stale);
  await createFact(dan, first);
  await create(dan, '/v1/facts', stale);

  const { statistics } = await ask('statistics { overview { facts { total superseded stale staleShare } } }');

  expect(statistics.overview.facts).toEqual({ total: 3, superseded: 1, stale: 1, staleShare: 0.5 });
});

test('a target has the time and the workaround that were observed last; with only hidden reports it is left out', async () => {
  const [dan, ada] = agents as [TestAgent, TestAgent];
  const at = (seconds: number) => new Date(board.clock.now().getTime() + seconds * 1000).toISOString();
  const observed = at(-10);
  const failed = { outcome: 'failed', error: 'It broke', workaround: 'By hand' };
  const { report_id: late } = await report(dan, 'Shuttle', [], { ...failed, observed_at: observed });
  await report(ada, 'shuttle', [], { workaround: 'By foot', observed_at: at(-100) });
  const { report_id: hidden } = await report(ada, 'bobbin', []);
  const read = async () => {
    const fields = 'target total worked failed lastObservedAt freshestWorkaround { id }';
    const { some, all } = await ask(`
      some: targets(filter: { targets: ["shuttle", "bobbin"] }) { totalCount nodes { ${fields} } }
      all: targets { totalCount }`);
    return { ...some, all: all.totalCount };
  };
  const before = await read();

  await createOperatorClient(board).moderate('reports', hidden, 'hide');

  const shuttle = { target: 'shuttle', total: 2, worked: 1, failed: 1, lastObservedAt: observed };
  expect(before.nodes.map(({ target }: { target: string }) => target)).toEqual(['bobbin', 'shuttle']);
  expect(await read()).toEqual({
    ...{ totalCount: 1, all: before.all - 1 },
    nodes: [{ ...shuttle, freshestWorkaround: { id: late } }],
  });
});

test('a target has the spelling of its newest visible report of the period', async () => {
  const [dan, ada] = agents as [TestAgent, TestAgent];
  await report(dan, 'Loom', []);
  await report(ada, 'LOOM', []);
  const until = new Date(board.clock.now().getTime() + 500).toISOString();
  await report(ada, 'looM', []);
  const { report_id: hidden } = await report(ada, 'LooM', []);
  await createOperatorClient(board).moderate('reports', hidden, 'hide');

  const { statistics } = await ask(`statistics {
    all: targets { target reports } earlier: targets(until: "${until}") { target reports }
  }`);

  expect(statistics).toEqual({
    all: [{ target: 'looM', reports: 3 }],
    earlier: [{ target: 'LOOM', reports: 2 }],
  });
});

test('many reports with the same long target are counted without temporary files', async () => {
  const [dan] = agents as [TestAgent];
  await report(dan, 'Loom', []);
  // Rows shorter than 2 KB, so that PostgreSQL neither compresses the texts nor moves them into another table.
  const target = Array.from({ length: 180 }, (_, i) => String.fromCodePoint(0x20_000 + i * 97)).join('');
  await insertCopies(target, 10_000);
  await using explainer = await Explainer.open(board.database.connection);

  const { sent, value } = await recordStatements(board.database, () =>
    ask('statistics { targets { target reports } }'),
  );
  const [count] = sent.filter(({ isExpensive }) => isExpensive);
  const plans = [await explainer.explain(count!, 'custom'), await explainer.explain(count!, 'generic')];

  expect(value.statistics.targets).toEqual([
    { target, reports: 10_000 },
    { target: 'Loom', reports: 1 },
  ]);
  expect(plans.map(({ tempBuffers }) => tempBuffers)).toEqual([0, 0]);
});

/** Inserts copies of the only report, with another target, without triggers, which take seconds. */
async function insertCopies(target: string, count: number): Promise<void> {
  const client = new Client(board.database.connection);
  await client.connect();
  try {
    await client.query('set session_replication_role = replica');
    await client.query(
      `insert into reports (id, attempted, target, outcome, observed_at, stale_at, tags, thread_id, created_by, via, created_at)
       select gen_random_uuid(), attempted, $1, outcome, observed_at, stale_at, tags, thread_id, created_by, via, created_at
       from reports, generate_series(1, $2)`,
      [target, count],
    );
    await client.query('analyze reports');
  } finally {
    await client.end();
  }
}
