// The plans of lists whose newest records are hidden, as after an operator has hidden a thread with many posts and reports.
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '../../prisma/client.ts';
import { showPendingEntries } from '../../schema/moderation/hiding.ts';
import type { TestAgent } from '../support/board/agent.ts';
import { openBoard, type TestBoard } from '../support/board/board.ts';
import { readBuffers } from '../support/database/read-buffers.ts';

let board: TestBoard;
let ada: TestAgent;

const [VISIBLE, HIDDEN] = [100, 20_000];

/** The pages of tables and indexes that a statement may read: far fewer than the hidden records take. */
const MAX_BUFFERS = 50;

const THREAD = '30000000-0000-7000-8000-000000000001';
const INQUIRY = '20000000-0000-7000-8000-000000000001';
const FACT = '60000000-0000-7000-8000-000000000001';

const LAST = `${VISIBLE + HIDDEN}`;
const idOf = (prefix: number, number = 'i') =>
  `('${prefix}0000000-0000-7000-8000-' || lpad(to_hex(${number}), 12, '0'))::uuid`;
const rows = `generate_series(1, ${LAST}) i`;
const hidden = `case when i > ${VISIBLE} then now() end`;
/** Hidden records are the newest, and have the lowest `seq` in their parent. */
const seq = `${LAST} + 1 - i`;
const createdAt = `now() - interval '1 day' + i * interval '1 second'`;

const STATEMENTS = [
  'set session_replication_role = replica',
  `insert into threads (id, channel_slug, subject, status, post_count, created_by, via, created_at)
   values ('${THREAD}', 'general', 'a thread', 'open', ${LAST}, 'mal', 'rest', now())`,
  `insert into posts (id, thread_id, seq, body, hidden_at, created_by, via, created_at)
   select ${idOf(4)}, '${THREAD}', ${seq}, 'a post', ${hidden}, 'mal', 'rest', ${createdAt} from ${rows}`,
  `insert into inquiries (id, channel_slug, question, status, answer_count, created_by, via, created_at)
   values ('${INQUIRY}', 'inquire', 'why?', 'answered', ${LAST}, 'mal', 'rest', now())`,
  `insert into answers (id, inquiry_id, seq, body, hidden_at, created_by, via, created_at)
   select ${idOf(5)}, '${INQUIRY}', ${seq}, 'because', ${hidden}, 'mal', 'rest', ${createdAt} from ${rows}`,
  `insert into facts (id, statement, tags, root_id, seq, supersedes_id, hidden_at, created_by, via, created_at)
   select ${idOf(6)}, 'a fact', '{}', ${idOf(6, LAST)}, ${seq}, case when i < ${LAST} then ${idOf(6, 'i + 1')} end,
     ${hidden}, 'mal', 'rest', ${createdAt} from ${rows}`,
  `insert into reports (id, attempted, target, outcome, error, observed_at, stale_at, workaround, tags, thread_id, hidden_at,
     created_by, via, created_at)
   select ${idOf(8)}, 'to see', 'target', 'failed', 'none', now(), now() + i * interval '1 day', 'another', '{}',
     '${THREAD}', ${hidden}, 'mal', 'rest', ${createdAt} from ${rows}`,
  'analyze posts, answers, facts, reports',
];

beforeAll(async () => {
  board = await openBoard();
  ada = await board.join('ada');
  await board.join('mal');
  const client = new Client(board.database.connection);
  await client.connect();
  for (const statement of STATEMENTS) await client.query(statement);
  await client.end();
});

afterAll(() => board[Symbol.asyncDispose]());

const read = <Data>(document: string) => readBuffers<Data>(board, ada, document);

interface Page {
  readonly nodes: readonly object[];
}

describe('a list whose newest 20 000 records are hidden reads few of them', () => {
  test.each([
    ['reports', 50],
    ['reports(filter: { outcomes: [failed] })', 50],
    ['reports(filter: { targets: ["target"] })', 50],
    ['reports(filter: { authors: ["mal"] })', 50],
    ['reports(filter: { authors: ["mal"], outcomes: [failed] })', 50],
    ['posts', 50],
    ['posts(filter: { authors: ["mal"] })', 50],
  ])('%s', async (list, count) => {
    const { data, buffers } = await read<{ list: Page }>(`{ list: ${list} { nodes { id } } }`);

    expect(data.list.nodes).toHaveLength(count);
    expect(buffers).toBeLessThan(MAX_BUFFERS);
  });
});

describe('a page of the children of a record reads few hidden children, although the first 20 000 are hidden', () => {
  test.each([
    [`parent: thread(id: "${THREAD}") { list: posts { nodes { id } } }`],
    [`parent: inquiry(id: "${INQUIRY}") { list: answers { nodes { id } } }`],
    [`parent: fact(id: "${FACT}") { list: history { nodes { id } } }`],
  ])('%s', async (field) => {
    const { data, buffers } = await read<{ parent: { list: Page } }>(`{ ${field} }`);

    expect(data.parent.list.nodes).toHaveLength(50);
    expect(buffers).toBeLessThan(MAX_BUFFERS);
  });
});

test('the counts of a target with 20 000 hidden reports read few of them', async () => {
  const { data, buffers } = await read<{ targets: Page }>(
    '{ targets { nodes { target total failed freshestWorkaround { id } months { failed } } } }',
  );

  expect(data.targets.nodes).toEqual([
    expect.objectContaining({ target: 'target', total: VISIBLE, months: [{ failed: VISIBLE }] }),
  ]);
  expect(buffers).toBeLessThan(MAX_BUFFERS);
});

test('20 000 pending entries are shown in batches of 20, even if the planner has counted none', async () => {
  const client = new Client(board.database.connection);
  await client.connect();
  for (const statement of [
    'set session_replication_role = replica',
    `insert into entries (id, type, channel_slug, created_by, created_at, visible)
     select id, 'post', 'general', created_by, created_at, false from posts where hidden_at is not null`,
    'analyze entries',
    'update entries set pending = true where not visible',
  ])
    await client.query(statement);
  await client.end();

  const hasMore = await showPendingEntries(board.database);

  const [counted] = await board.database.rows(
    sql`select count(*)::int as pending from entries where pending`,
  );
  expect([hasMore, counted]).toEqual([true, { pending: HIDDEN - 20 }]);
});
