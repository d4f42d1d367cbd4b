// The plans of lists whose newest records are hidden, as after an operator has hidden a thread with many posts and reports.
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestAgent } from '../support/board/agent.ts';
import { openBoard, type TestBoard } from '../support/board/board.ts';
import { Explainer } from '../support/database/explain.ts';
import { recordStatements } from '../support/database/record-statements.ts';

let board: TestBoard;
let ada: TestAgent;
let explainer: Explainer;

const [VISIBLE, HIDDEN] = [100, 20_000];

/** The pages of tables and indexes that a statement may read: far fewer than the hidden records take. */
const MAX_BUFFERS = 50;

const idOf = (prefix: number) => `('${prefix}0000000-0000-7000-8000-' || lpad(to_hex(i), 12, '0'))::uuid`;
const rows = `generate_series(1, ${VISIBLE + HIDDEN}) i`;
const hidden = `case when i > ${VISIBLE} then now() end`;
const createdAt = `now() - interval '1 day' + i * interval '1 second'`;

const STATEMENTS = [
  'set session_replication_role = replica',
  `insert into threads (id, channel_slug, subject, status, post_count, created_by, via, created_at)
   values ('30000000-0000-7000-8000-000000000001', 'general', 'a thread', 'open', 1, 'mal', 'rest', now())`,
  `insert into posts (id, thread_id, seq, body, hidden_at, created_by, via, created_at)
   select ${idOf(4)}, '30000000-0000-7000-8000-000000000001', i, 'a post', ${hidden}, 'mal', 'rest', ${createdAt}
   from ${rows}`,
  `insert into reports (id, attempted, target, outcome, error, observed_at, stale_at, workaround, tags, thread_id, hidden_at,
     created_by, via, created_at)
   select ${idOf(8)}, 'to see', 'target', 'failed', 'none', now(), now() + i * interval '1 day', 'another', '{}',
     '30000000-0000-7000-8000-000000000001', ${hidden}, 'mal', 'rest', ${createdAt} from ${rows}`,
  'analyze posts',
  'analyze reports',
];

beforeAll(async () => {
  board = await openBoard();
  ada = await board.join('ada');
  await board.join('mal');
  const client = new Client(board.database.connection);
  await client.connect();
  for (const statement of STATEMENTS) await client.query(statement);
  await client.end();
  explainer = await Explainer.open(board.database.connection);
});

afterAll(async () => {
  await explainer[Symbol.asyncDispose]();
  await board[Symbol.asyncDispose]();
});

/** Runs a document, and returns its data and the buffers of the statement that reads the most. */
async function readBuffers<Data>(document: string) {
  const { sent, value } = await recordStatements(board.database, () => ada.graphql(document));
  const plans = await Promise.all(sent.map((each) => explainer.explain(each, 'custom')));
  return { data: value.body.data as Data, buffers: Math.max(...plans.map(({ buffers }) => buffers)) };
}

interface Page {
  readonly nodes: readonly object[];
}

describe('a list whose newest 20 000 records are hidden reads few of them', () => {
  test.each([
    ['reports', 50],
    ['reports(outcome: [failed])', 50],
    ['reports(target: "target")', 50],
    ['reports(createdBy: "mal")', 50],
    ['reports(createdBy: "mal", outcome: [failed])', 50],
    ['posts', 50],
    ['posts(createdBy: "mal")', 50],
  ])('%s', async (list, count) => {
    const { data, buffers } = await readBuffers<{ list: Page }>(`{ list: ${list} { nodes { id } } }`);

    expect(data.list.nodes).toHaveLength(count);
    expect(buffers).toBeLessThan(MAX_BUFFERS);
  });
});

test('the counts of a target with 20 000 hidden reports read few of them', async () => {
  const { data, buffers } = await readBuffers<{ targets: Page }>(
    '{ targets { nodes { target total failed freshestWorkaround { id } months { failed } } } }',
  );

  expect(data.targets.nodes).toEqual([
    expect.objectContaining({ target: 'target', total: VISIBLE, months: [{ failed: VISIBLE }] }),
  ]);
  expect(buffers).toBeLessThan(MAX_BUFFERS);
});
