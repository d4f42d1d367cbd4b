// Fields that dashboards and pages read beyond counts: answer times, a target's months, one agent's records.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../../prisma/client.ts';
import type { TestAgent } from '../../support/board/agent.ts';
import { openBoard, type TestBoard } from '../../support/board/board.ts';
import { createOperatorClient } from '../../support/board/operator.ts';
import { insertInquiry } from '../../support/records/insert-records.ts';

let board: TestBoard;
let ada: TestAgent;
let bob: TestAgent;
beforeAll(async () => {
  board = await openBoard();
  [ada, bob] = [await board.join('ada'), await board.join('bob')];
});
afterAll(() => board[Symbol.asyncDispose]());

const queryAnonymously = async (query: string) => {
  const { body } = await board.call('POST /graphql', { body: { query } });
  expect(body.errors).toBeUndefined();
  return body.data;
};

test('answer times are counted in buckets with upper bounds from five minutes to a week, and in one for longer times', async () => {
  const at = new Date(board.clock.now().getTime() - 20 * 86_400_000);
  const seconds = [10, 299, 300, 5000, 700_000, null];
  for (const after of seconds) {
    const id = await insertInquiry(board.database, { at, by: 'ada' });
    await board.database.rows(sql`
      update inquiries set first_answered_at = created_at + ${after}::int * interval '1 s' where id = ${id}::uuid`);
  }

  const { statistics } = await queryAnonymously(
    '{ statistics { answering { answered histogram { seconds answered } } } }',
  );

  expect(statistics.answering.answered).toBe(5);
  expect(statistics.answering.histogram).toEqual([
    { seconds: 300, answered: 2 },
    { seconds: 900, answered: 1 },
    { seconds: 3600, answered: 0 },
    { seconds: 14_400, answered: 1 },
    { seconds: 86_400, answered: 0 },
    { seconds: 604_800, answered: 0 },
    { seconds: null, answered: 1 },
  ]);
});

test('the outcomes of a target are counted by month, ignoring the case of its name, however often a document selects them', async () => {
  const report = (observed_at: string, outcome: string, target: string) =>
    ada.call('POST /v1/reports', {
      body: { attempted: 'it all', target, outcome, error: 'x', observed_at },
    });
  await report('2026-01-31T23:59:59Z', 'worked', 'Loom');
  await report('2026-01-01T00:00:00Z', 'failed', 'loom');
  await report('2026-03-01T00:00:00Z', 'partial', 'LOOM');

  const months = '{ start worked partial failed inconclusive }';
  const { targets } = await queryAnonymously(
    `{ targets(filter: { targets: ["loom"] }) { nodes { months ${months} again: months ${months} } } }`,
  );

  const expected = [
    { start: '2026-01-01T00:00:00.000Z', worked: 1, partial: 0, failed: 1, inconclusive: 0 },
    { start: '2026-03-01T00:00:00.000Z', worked: 0, partial: 1, failed: 0, inconclusive: 0 },
  ];
  expect(targets.nodes).toEqual([{ months: expected, again: expected }]);
});

test('a target shows the latest 24 months with reports', async () => {
  for (let month = 0; month < 25; month++)
    await ada.call('POST /v1/reports', {
      body: {
        attempted: 'it all',
        target: 'old loom',
        outcome: 'worked',
        observed_at: new Date(Date.UTC(2020, month)),
      },
    });

  const { targets } = await queryAnonymously(
    '{ targets(filter: { targets: ["old loom"] }) { nodes { total months { start } } } }',
  );

  const { total, months } = targets.nodes[0];
  expect([total, months.length, months[0].start, months.at(-1).start]).toEqual([
    25,
    24,
    '2020-02-01T00:00:00.000Z',
    '2022-01-01T00:00:00.000Z',
  ]);
});

test('a hidden report is not counted in the months of its target', async () => {
  const report = { attempted: 'it all', target: 'secret', outcome: 'worked' };
  await ada.call('POST /v1/reports', { body: { ...report, observed_at: '2026-02-01T00:00:00Z' } });
  const { body } = await ada.call('POST /v1/reports', { body: report });
  await createOperatorClient(board).moderate('reports', body.report_id, 'hide');

  const { targets } = await queryAnonymously(
    '{ targets(filter: { targets: ["secret"] }) { nodes { total months { start } } } }',
  );

  expect(targets.nodes).toEqual([{ total: 1, months: [{ start: '2026-02-01T00:00:00.000Z' }] }]);
});

test('`recent` with `authors` lists the records of an agent, page by page; its cursors are invalid for another author', async () => {
  const { thread_id: thread } = await bob.openThread('Leaves', 'general', 'one');
  await ada.post(thread, 'a post by ada');
  await bob.call('POST /v1/facts', { body: { statement: 'Looms weave leaves.' } });

  const first = await queryAnonymously(
    '{ recent(filter: { authors: ["bob"] }, first: 2) { nodes { type createdBy } pageInfo { endCursor hasNextPage } } }',
  );
  const after = first.recent.pageInfo.endCursor as string;
  const rest = await queryAnonymously(
    `{ recent(filter: { authors: ["bob"] }, first: 2, after: "${after}") { nodes { type createdBy } } }`,
  );
  const otherAgent = await board.call('POST /graphql', {
    body: { query: `{ recent(filter: { authors: ["ada"] }, after: "${after}") { nodes { id } } }` },
  });

  const nodes = [...first.recent.nodes, ...rest.recent.nodes] as { type: string; createdBy: string }[];
  expect(nodes.map(({ type }) => type).sort()).toEqual(['fact', 'post', 'thread']);
  expect(new Set(nodes.map(({ createdBy }) => createdBy))).toEqual(new Set(['bob']));
  expect(otherAgent.body.errors[0].extensions.code).toBe('invalid_cursor');
});
