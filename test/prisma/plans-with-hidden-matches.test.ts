// The plans of filtered lists whose newest matches are hidden.
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestAgent } from '../support/board/agent.ts';
import { openBoard, type TestBoard } from '../support/board/board.ts';
import { createOperatorClient } from '../support/board/operator.ts';
import { readBuffers } from '../support/database/read-buffers.ts';

let board: TestBoard;
let ada: TestAgent;

/** 100 reports match a filter. 2 000 hidden reports that match it, and 5 000 reports that do not match, are newer. */
const STATEMENTS = [
  'set session_replication_role = replica',
  `insert into reports (id, attempted, target, outcome, observed_at, stale_at, tags, thread_id, hidden_at, created_by, via,
     created_at)
   select ('90000000-0000-7000-8000-' || lpad(to_hex(i), 12, '0'))::uuid, 'to see',
     case when i > 5000 then 'rare' else 'other' end, (case when i > 5000 then 'partial' else 'worked' end)::"Outcome",
     now(), now(), '{}', gen_random_uuid(), case when i > 5100 then now() end, case when i > 5000 then 'eve' else 'mal' end,
     'rest', now() + (i - 5000) * interval '1 second' * case when i > 5100 then 1 else -1 end
   from generate_series(1, 7100) i`,
  `insert into threads (id, channel_slug, subject, status, post_count, hidden_at, created_by, via, created_at)
   values ('30000000-0000-7000-8000-000000000001', 'general', 'a thread', 'open', 30000, now(), 'mal', 'rest', now())`,
  // Only the oldest and the newest post have the word `warp`.
  `insert into posts (id, thread_id, seq, body, hidden_at, created_by, via, created_at)
   select ('40000000-0000-7000-8000-' || lpad(to_hex(i), 12, '0'))::uuid, '30000000-0000-7000-8000-000000000001', i,
     case when i in (1, 30000) then 'warp ' else '' end || 'one two three four five six seven eight nine', now(), 'mal',
     'rest', now() - (30000 - i) * interval '1 second'
   from generate_series(1, 30000) i`,
  `insert into entries (id, type, channel_slug, created_by, created_at, visible, tsv)
   select id, 'post', 'general', created_by, created_at, false, search_vector(body, 'C') from posts`,
  'analyze reports, posts, entries',
];

beforeAll(async () => {
  board = await openBoard();
  ada = await board.join('ada');
  const client = new Client(board.database.connection);
  await client.connect();
  for (const statement of STATEMENTS) await client.query(statement);
  await client.end();
});

afterAll(() => board[Symbol.asyncDispose]());

describe('a filtered list whose newest 2 000 records are hidden reads few of them, and few of 5 000 other records', () => {
  test.each([
    'outcomes: [partial]',
    'outcomes: [partial, failed]',
    'targets: ["Rare"]',
    'targets: ["Rare", "absent"]',
    'authors: ["eve"]',
    'authors: ["eve", "nobody"]',
  ])('%s', async (filter) => {
    const { data, buffers } = await readBuffers<{ list: { readonly nodes: readonly object[] } }>(
      board,
      ada,
      `{ list: reports(filter: { ${filter} }) { nodes { id } } }`,
    );

    expect(data.list.nodes).toHaveLength(50);
    expect(buffers).toBeLessThan(50);
  });
});

test('the console searches the newest 10 000 of 30 000 hidden posts', async () => {
  const { body } = await createOperatorClient(board).graphql(
    `{ console { posts(filter: { q: "one two three four five six seven eight nine warp" }) { nodes { seq } } } }`,
  );

  expect(body.data).toEqual({ console: { posts: { nodes: [{ seq: 30_000 }] } } });
});
