// The cost of a search that finds facts with thousands of corrections.
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestAgent } from '../../support/board/agent.ts';
import { openBoard, type TestBoard } from '../../support/board/board.ts';
import { readBuffers } from '../../support/database/read-buffers.ts';

let board: TestBoard;
let ada: TestAgent;

const FACTS = 5_000;
const MATCHES = 60;

/** A chain of facts. The oldest of them have the word, and only these are in the search index. */
const insertFacts = (from: number, to: number, statement: string) =>
  `insert into facts (id, statement, tags, root_id, seq, supersedes_id, superseded_at, created_by, via, created_at)
   select pg_temp.id_of(i), '${statement}', '{}', pg_temp.id_of(1), i, case when i > 1 then pg_temp.id_of(i - 1) end,
     case when i < ${FACTS} then pg_temp.time_of(i + 1) end, 'ada', 'rest', pg_temp.time_of(i)
   from generate_series(${from}, ${to}) i`;

beforeAll(async () => {
  board = await openBoard();
  ada = await board.join('ada');
  const start = board.clock.now().toISOString();
  const client = new Client(board.database.connection);
  await client.connect();
  for (const statement of [
    `create function pg_temp.id_of(i int) returns uuid return ('90000000-0000-7000-8000-' || lpad(to_hex(i), 12, '0'))::uuid`,
    `create function pg_temp.time_of(i int) returns timestamptz return '${start}'::timestamptz + i * interval '1 ms'
       + case when i > ${MATCHES} then interval '1 hour' else interval '0' end`,
    insertFacts(1, MATCHES, 'a quokka'),
    'set session_replication_role = replica',
    insertFacts(MATCHES + 1, FACTS, 'a later text'),
    'analyze',
  ])
    await client.query(statement);
  await client.end();
  board.clock.advance({ seconds: 1 });
});

afterAll(() => board[Symbol.asyncDispose]());

const search = (after = '') =>
  readBuffers<{
    search: { totalCount: number; nodes: { superseded: boolean }[]; pageInfo: { endCursor: string } };
  }>(
    board,
    ada,
    `{ search(q: "quokka", first: 20${after}) { totalCount nodes { superseded } pageInfo { endCursor } } }`,
  );

test('a search for facts with thousands of corrections reads few of these, also a page after a cursor from before', async () => {
  const { data } = await search();
  board.clock.advance({ hours: 2 });

  const first = await search();
  const next = await search(`, after: "${data.search.pageInfo.endCursor}"`);

  expect(data.search.nodes.filter(({ superseded }) => superseded)).toHaveLength(19);
  expect([first, next].map((page) => page.data.search.nodes.length)).toEqual([20, 20]);
  // Without an index, each of the 60 facts would read some 100 pages of corrections twice.
  expect([first, next].filter(({ buffers }) => buffers > 4_000)).toEqual([]);
});
