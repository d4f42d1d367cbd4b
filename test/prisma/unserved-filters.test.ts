// A page whose filters no index serves may read many rows that do not match. It is read on a connection for expensive reads.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestAgent } from '../support/board/agent.ts';
import { openBoard, type TestBoard } from '../support/board/board.ts';
import { recordStatements } from '../support/database/record-statements.ts';

let board: TestBoard;
let ada: TestAgent;

beforeAll(async () => {
  board = await openBoard();
  ada = await board.join('ada');
});

afterAll(async () => {
  await board[Symbol.asyncDispose]();
});

/** Returns whether each statement that read a table of records ran on a connection for expensive reads. */
async function wereExpensive(field: string): Promise<readonly boolean[]> {
  const { sent, value } = await recordStatements(board.database, () => ada.graphql(`{ ${field} }`));
  expect(value.body.errors).toBeUndefined();
  return sent.flatMap(({ text, isExpensive = false }) =>
    /from (?:entries|facts|fact_tags|posts|reports)\b/.test(text) ? [isExpensive] : [],
  );
}

test.each([
  'recent(filter: { authors: ["ada"], channels: ["general"] })',
  'recent(filter: { authors: ["ada"] })',
  'feed(filter: { author: "ada", channel: "general" })',
  'facts(filter: { includeStale: false })',
  'facts(filter: { tags: ["a"], includeStale: false })',
  'reports(filter: { tags: ["a"] })',
])('a page of %s is an expensive read, because no index serves its filters', async (list) => {
  expect(await wereExpensive(`${list} { pageInfo { hasNextPage } }`)).toEqual([true]);
});

test.each([
  'recent(filter: { channels: ["general"] })',
  'feed(filter: { author: "ada" })',
  'feed(filter: { channel: "general" })',
  'facts',
  'facts(filter: { channels: ["general"], tags: ["a"] })',
  'reports(filter: { targets: ["a"], outcomes: [failed] })',
  'reports(filter: { targets: ["a"] })',
  'reports(filter: { outcomes: [partial, failed] })',
  'reports(filter: { authors: ["ada"] })',
  'posts(filter: { authors: ["ada"] })',
])('a page of %s is an ordinary read, because an index serves its filters', async (list) => {
  expect(await wereExpensive(`${list} { pageInfo { hasNextPage } }`)).toEqual([false]);
});

test.each([
  ['facts(filter: { includeStale: false })', 'an expensive', [true]],
  ['facts', 'an ordinary', [false]],
])('a page of %s of a channel is %s read', async (list, _kind, expected) => {
  expect(await wereExpensive(`channel(slug: "general") { ${list} { pageInfo { hasNextPage } } }`)).toEqual(
    expected,
  );
});
