// The plans of every list and search on a large board with skewed data: no sequential scan of a large table, and few
// rows are read per page, for every combination of filters.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MAX_COUNT } from '../../schema/graphql/builder.ts';
import { schema } from '../../schema/index.ts';
import type { TestAgent } from '../support/board/agent.ts';
import { createOperatorClient } from '../support/board/operator.ts';
import { openBoard, type TestBoard } from '../support/board/board.ts';
import { fillLargeBoard, LARGE } from '../support/database/large-board.ts';
import { Explainer } from '../support/database/explain.ts';
import { type ListField, listFieldsOf } from '../support/database/list-queries.ts';
import { type RecordedStatement, recordStatements } from '../support/database/record-statements.ts';

let board: TestBoard;
let ada: TestAgent;
let explainer: Explainer;
/** Tables that must not be scanned sequentially. */
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

/** The most rows of a table that one page may read: fewer than a tenth of a large table, the share of superseded facts. */
const MAX_ROWS_READ = 5000;

/** Statements that count all records; their query cost is accordingly high. */
const COUNTS_ALL = /count\(\*\) filter/;

/** Reads of a total that is counted up to 10 000. */
const COUNTS_TO_BOUND = /reads (?:[1-9]\d{3}|10000) rows in select count\(\*\)::int/;

const explained = new Set<string>();

/** Explains a statement and describes what is wrong with its plans. Returns none for one that was explained before. */
async function explainFaults(statement: RecordedStatement): Promise<string[]> {
  const key = JSON.stringify(statement);
  if (explained.has(key)) return [];
  explained.add(key);
  const faults = [];
  // A prepared statement can get a custom or a generic plan.
  for (const plan of [
    'custom',
    ...(statement.planning === 'prepared' ? (['generic'] as const) : []),
  ] as const) {
    const { scannedTables: scanned, maxRowsRead: read } = await explainer.explain(statement, plan);
    faults.push(...scanned.filter((table) => large.has(table)).map((table) => `${plan}: scans ${table}`));
    if (read > MAX_ROWS_READ && !COUNTS_ALL.test(statement.text)) faults.push(`${plan}: reads ${read} rows`);
  }
  return faults.map((fault) => `${fault} in ${statement.text}`);
}

interface Page {
  readonly pageInfo?: {
    readonly startCursor: string | null;
    readonly endCursor: string | null;
    readonly hasNextPage: boolean;
  };
}

/** Finds the list with the alias `list` in a response. */
function findPage(data: unknown): Page | null {
  if (typeof data !== 'object' || data === null) return null;
  if ('list' in data) return data.list as Page;
  return (
    Object.values(data)
      .map(findPage)
      .find((page) => page !== null) ?? null
  );
}

async function run(query: string) {
  const agent = query.includes('console') ? createOperatorClient(board) : ada;
  const { sent, value } = await recordStatements(board.database, () => agent.graphql(query));
  expect(value.body.errors).toBeUndefined();
  return { sent, info: findPage(value.body.data)?.pageInfo };
}

const PAGING = /FORWARD|BOTH_WAYS/;
const PAGE_FIELDS = /\{ nodes \{ __typename \} pageInfo \{ .*? \} \}/;

/** The statements of a list’s first page and of its second, if there is one; the same from the end of a connection. */
async function readStatements(query: string): Promise<RecordedStatement[]> {
  const first = await run(query.replace(PAGING, 'first: 20'));
  const last = query.includes('BOTH_WAYS') ? await run(query.replace(PAGING, 'last: 20')) : null;
  const { hasNextPage, endCursor } = first.info ?? {};
  const hasMore = hasNextPage && query.startsWith('{ list');
  const next = hasMore ? await run(query.replace(PAGING, `first: 20, after: "${endCursor}"`)) : null;
  const before = hasMore && last ? `last: 20, before: "${last.info?.startCursor}"` : null;
  const previous = before ? await run(query.replace(PAGING, before)) : null;
  return [first, last, next, previous].flatMap((page) => page?.sent ?? []);
}

async function readFaults(query: string): Promise<string[]> {
  const faults: string[] = [];
  for (const statement of await readStatements(query)) faults.push(...(await explainFaults(statement)));
  return faults;
}

const lists: readonly ListField[] = listFieldsOf(schema, new Date(Date.now() - 7_200_000));

/** Lists with totals. */
const connections = lists.filter(({ documents }) => documents[0]?.[1].includes('BOTH_WAYS'));

describe('with every combination of filters, few rows are read by', () => {
  test.each(lists.map(({ name, documents }) => [name, documents] as const))(
    '%s',
    async (_name, documents) => {
      const faults: string[] = [];
      for (const [filters, query] of documents) {
        const documentFaults = await readFaults(query);
        faults.push(...documentFaults.map((fault) => `(${filters}) ${fault}`));
      }

      expect(faults).toEqual([]);
    },
  );
});

/**
 * The bound of counts in proportion to the board: 501 of 58 000 rows are as many as 10 001 of a million, so that the planner
 * chooses as it does there.
 */
const lowerBound = ({ values, ...statement }: RecordedStatement): RecordedStatement => ({
  ...statement,
  values: values.map((value) => (String(value) === String(MAX_COUNT + 1) ? 501 : value)),
});

async function readCountFaults(query: string): Promise<string[]> {
  const totals = query.replace(PAGING, 'first: 20').replace(PAGE_FIELDS, '{ totalCount totalCountIsExact }');
  const { sent } = await run(totals);
  const faults: string[] = [];
  for (const statement of sent.map(lowerBound)) faults.push(...(await explainFaults(statement)));
  return faults;
}

describe('with every combination of filters, totals are counted by index scans, for', () => {
  test.each(connections.map(({ name, documents }) => [name, documents] as const))(
    '%s',
    async (_name, documents) => {
      const faults: string[] = [];
      for (const [filters, query] of documents) {
        const documentFaults = await readCountFaults(query);
        faults.push(...documentFaults.map((fault) => `(${filters}) ${fault}`));
      }

      expect(faults).toEqual([]);
    },
  );
});

describe('the tasks of an agent with half of all records', () => {
  test.each(['', '(state: working)', '(state: completed)', '(state: canceled)'])(
    '%s are read with few rows, and counted no further than the bound',
    async (filters) => {
      const query = `{ list: tasks${filters} { nodes { id } pageInfo { endCursor hasNextPage } } }`;
      const { sent } = await run(query);
      // The recorded statements are those of ada, who has no records.
      const ofCommonAgent = sent.map((statement) => ({
        ...statement,
        values: statement.values.map((value) => (value === 'ada' ? 'common' : value)),
      }));

      const faults = [];
      for (const statement of ofCommonAgent)
        faults.push(...(await explainFaults(statement)).filter((fault) => !COUNTS_TO_BOUND.test(fault)));

      expect(ofCommonAgent.some(({ values }) => values.includes('common'))).toBe(true);
      expect(faults).toEqual([]);
    },
  );
});

describe('a search for', () => {
  test.each([
    ['a common word', 'word', {}],
    ['a rare word', 'rareword', {}],
    ['a common and a rare word', 'word rareword', {}],
    ['an absent word', 'nowhere', {}],
    ['a misspelt word', 'rarewrod', {}],
    ['eight misspelt words', 'wabbler wcdefine wefghost wabcxyz waxcloth wbxqvrt wdedlock wfabled', {}],
    ['most of eight words', 'word w1 w2 w3 w4 w5 rareword nowhere', {}],
    ['a common word in a rare channel', 'word', { channel: 'rare' }],
    ['a common word of a rare author', 'word', { author: 'rare' }],
    ['a common word of an absent author', 'word', { author: 'nobody' }],
    ['a common word until the time of the oldest records', 'word', { until: 0.0005 }],
    ['a common word until the time of older records than all', 'word', { until: -1 }],
    ['a common word without another', 'word -w77', {}],
  ])('%s reads few rows', async (_name, q, filters: Filters) => {
    const reads = await countSearchReads(q, filters);

    expect(reads.filter(({ scanned, fetched }) => scanned > 0 || fetched > MAX_ROWS_READ)).toEqual([]);
  });

  test('a common word until some days ago reads few of three quarters of all entries', async () => {
    const reads = await countSearchReads('word', { until: 0.75 });

    // Later entries of the same month are read and filtered out.
    expect(Math.max(...reads.map(({ fetched }) => fetched))).toBeLessThan(0.4 * LARGE);
  });
});

const countSearchReads = (q: string, { channel, author, until }: Filters) =>
  explainer.countReads(
    large,
    `select * from search_matches($1, null, $2, $3, null,
       (select min(created_at) + $4::float8 * (max(created_at) - min(created_at)) from posts), now(), null, null, null, 200)`,
    [q, channel ?? null, author ?? null, until ?? null],
  );

/** `until` is a share of the period in which records were created. */
interface Filters {
  readonly channel?: string;
  readonly author?: string;
  readonly until?: number;
}
