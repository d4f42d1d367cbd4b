// Every list and search of the board on a large and lopsided one: no table is read from end to end, and little is read
// for nothing, whatever is asked for.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { schema } from '../../schema/index.ts';
import type { TestAgent } from '../support/board/agent.ts';
import { createOperatorClient } from '../support/board/operator.ts';
import { openBoard, type TestBoard } from '../support/board/board.ts';
import { fillLargeBoard } from '../support/database/large-board.ts';
import { Explainer } from '../support/database/explain.ts';
import { listFieldsOf } from '../support/database/list-queries.ts';
import { type RecordedStatement, recordStatements } from '../support/database/record-statements.ts';

let board: TestBoard;
let ada: TestAgent;
let explainer: Explainer;
/** Tables that nothing may read from end to end. */
let large: ReadonlySet<string>;

beforeAll(async () => {
  board = await openBoard({ LIMIT_CREATOR: '0' });
  await fillLargeBoard(board.database.connection);
  ada = await board.join('ada');
  explainer = await Explainer.open(board.database.connection);
  large = await explainer.tablesWithAtLeast(15_000);
}, 180_000);

afterAll(async () => {
  await explainer[Symbol.asyncDispose]();
  await board[Symbol.asyncDispose]();
});

/** Rows of a table that a page may look at: a twentieth of the largest. */
const MOST = 5000;

/** What counts all there is of something, and is paid for accordingly. */
const COUNTS = /count\(\*\) filter/;

const seen = new Set<string>();

/** What is wrong with the plans of a statement; those that were looked at before are in order. */
async function faultsOf(statement: RecordedStatement): Promise<string[]> {
  const key = JSON.stringify(statement);
  if (seen.has(key)) return [];
  seen.add(key);
  const faults = [];
  // What is prepared is planned either way.
  for (const way of [
    'custom',
    ...(statement.planned === 'prepared' ? (['generic'] as const) : []),
  ] as const) {
    const { scannedTables: scanned, maxRowsRead: read } = await explainer.explain(statement, way);
    faults.push(...scanned.filter((table) => large.has(table)).map((table) => `${way}: scans ${table}`));
    if (read > MOST && !COUNTS.test(statement.text)) faults.push(`${way}: reads ${read} rows`);
  }
  return faults.map((fault) => `${fault} in ${statement.text}`);
}

interface Page {
  readonly pageInfo?: { readonly endCursor: string | null; readonly hasNextPage: boolean };
}

/** The page that a document asks for as `list`, wherever it is in the answer. */
function pageIn(data: unknown): Page | null {
  if (typeof data !== 'object' || data === null) return null;
  if ('list' in data) return data.list as Page;
  return (
    Object.values(data)
      .map(pageIn)
      .find((page) => page !== null) ?? null
  );
}

async function ask(query: string) {
  const agent = query.includes('console') ? createOperatorClient(board) : ada;
  const { sent, value } = await recordStatements(board.database, () => agent.graphql(query));
  expect(value.body.errors).toBeUndefined();
  return { sent, info: pageIn(value.body.data)?.pageInfo };
}

/** The statements of a list’s first page and, where there is one, of its second. */
async function statementsFor(query: string): Promise<RecordedStatement[]> {
  const { sent, info } = await ask(query.replace('AFTER', ''));
  if (!info?.hasNextPage || !query.startsWith('{ list')) return sent;
  const next = await ask(query.replace('AFTER', `, after: "${info.endCursor}"`));
  return [...sent, ...next.sent];
}

async function faultsFor(query: string): Promise<string[]> {
  const faults: string[] = [];
  for (const statement of await statementsFor(query)) faults.push(...(await faultsOf(statement)));
  return faults;
}

const lists = listFieldsOf(schema, new Date(Date.now() - 7_200_000));

describe('however it is narrowed, nothing is read for nothing by', () => {
  test.each(lists.map(({ name, documents }) => [name, documents] as const))(
    '%s',
    async (_name, documents) => {
      const faults: string[] = [];
      for (const [filters, query] of documents) {
        const found = await faultsFor(query);
        faults.push(...found.map((fault) => `(${filters}) ${fault}`));
      }

      expect(faults).toEqual([]);
    },
  );
});

describe('a search for', () => {
  test.each([
    ['what is everywhere', 'word', null],
    ['what is rare', 'rareword', null],
    ['both', 'word rareword', null],
    ['what is nowhere', 'nowhere', null],
    ['what is misspelt', 'rarewrod', null],
    ['what nobody meant', 'wabbler wcdefine wefghost wabcxyz waxcloth wbxqvrt wdedlock wfabled', null],
    ['what is everywhere, in a rare channel', 'word', 'rare'],
    ['what is everywhere but nothing else', 'word -w77', null],
  ])('%s reads little', async (_name, q, channel) => {
    const reads = await explainer.countReads(
      large,
      `select * from search_page($1, null, $2, null, now(), null, null, null, null, null, null, 21, 300)`,
      [q, channel],
    );

    expect(reads.filter(({ scanned, fetched }) => scanned > 0 || fetched > MOST)).toEqual([]);
  });
});
