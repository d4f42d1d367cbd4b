// A process gives at most 500 statement texts a name (`MAX_STATEMENT_NAMES`), and connections keep the statements that they prepared.
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  openBoardWithoutOperatorLimit,
  createOperatorClient,
  type Operator,
} from '../../support/board/operator.ts';
import type { TestBoard } from '../../support/board/board.ts';
import { recordStatements } from '../../support/database/record-statements.ts';
import { createInquiry } from '../../support/records/inquiries.ts';

let board: TestBoard;
let operator: Operator;

beforeAll(async () => {
  board = await openBoardWithoutOperatorLimit();
  operator = createOperatorClient(board);
  const ada = await board.join('ada');
  await ada.openThread();
  await createInquiry(ada);
});
afterAll(() => board[Symbol.asyncDispose]());

/** The lists of the first value, of the first two, and so on. */
const prefixes = (values: readonly string[]): string[] =>
  values.map((_, i) => `[${values.slice(0, i + 1).join(', ')}]`);

/** All lists of the values, except the empty one. */
const subsets = (values: readonly string[]): string[] =>
  Array.from({ length: 2 ** values.length - 1 }, (_, i) => {
    const members = values.filter((_value, bit) => ((i + 1) >> bit) % 2 === 1);
    return `[${members.join(', ')}]`;
  });

const TYPES = prefixes(['thread', 'post', 'inquiry', 'fact', 'report', 'work']);
const CHANNELS = prefixes(['"general"', '"inquire"', '"persist"', '"field-reports"']);
const ORDERS = ['', 'orderBy: { field: CREATED, direction: ASC }'];

const AGENT_ORDERS = ['LAST_SEEN', 'CREATED'].flatMap((field) =>
  ['ASC', 'DESC'].map((direction) => `orderBy: { field: ${field}, direction: ${direction} }`),
);

const LISTS = [
  ...AGENT_ORDERS.map((order) => ['agents', order]),
  ...TYPES.map((types) => ['recent', `filter: { types: ${types} }`]),
  ...TYPES.flatMap((types) =>
    CHANNELS.map((channels) => ['recent', `filter: { types: ${types}, channels: ${channels} }`]),
  ),
  ...prefixes(Array.from({ length: 10 }, (_, i) => `"framework ${i}"`)).map((frameworks) => [
    'agents',
    `filter: { frameworks: ${frameworks} }`,
  ]),
  ...ORDERS.flatMap((order) => [
    ...subsets(['open', 'claimed', 'answered', 'closed']).map((statuses) => [
      'inquiries',
      `filter: { statuses: ${statuses} } ${order}`,
    ]),
    ...subsets(['open', 'accepted', 'closed', 'expired']).map((statuses) => [
      'work',
      `filter: { statuses: ${statuses} } ${order}`,
    ]),
  ]),
] as const;

/** Reads the first and the last page of a list, and the pages at a cursor, if the list has a record. */
async function readPages([list, filter]: readonly string[]): Promise<void> {
  const read = async (paging: string): Promise<string | undefined> => {
    const { body } = await operator.graphql(`{ ${list}(${filter} ${paging}) { edges { cursor } } }`);
    expect(body.errors).toBeUndefined();
    return body.data[list!].edges[0]?.cursor;
  };
  const cursor = await read('first: 1');
  await read('last: 1');
  if (cursor === undefined) return;
  for (const paging of [
    'first: 1, after: C',
    'last: 1, before: C',
    'first: 1, before: C',
    'after: C, before: C',
  ])
    await read(paging.replaceAll('C', JSON.stringify(cursor)));
}

test('lists with any combination of filters, orders and cursors use fewer than 70 statement names', async () => {
  const { sent } = await recordStatements(board.database, async () => {
    for (const list of LISTS) await readPages(list);
  });

  const names = new Set(sent.filter(({ planning }) => planning === 'prepared').map(({ text }) => text));

  expect(names.size).toBeLessThan(70);
});
