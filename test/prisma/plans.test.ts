// The plans of every list and search on a large board with skewed data: no sequential scan of a large table, and few
// rows are read per page, with each filter and each pair of filters.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MAX_COUNT } from '../../schema/graphql/builder.ts';
import { schema } from '../../schema/index.ts';
import type { TestAgent } from '../support/board/agent.ts';
import { createOperatorClient } from '../support/board/operator.ts';
import { openBoard, type TestBoard } from '../support/board/board.ts';
import {
  addThreads,
  FILL_TIMEOUT_MS,
  fillLargeBoard,
  LARGE_TABLE_ROWS,
} from '../support/database/large-board.ts';
import { Explainer } from '../support/database/explain.ts';
import { type ListDocument, type ListField, listFieldsOf } from '../support/database/list-queries.ts';
import { type RecordedStatement, recordStatements } from '../support/database/record-statements.ts';

let board: TestBoard;
let ada: TestAgent;
let explainer: Explainer;
/** Tables that must not be scanned sequentially. */
let large: ReadonlySet<string>;

/** The time of the first thread of the agents `prompt` and `late`. */
const FIRST_THREAD_AT = new Date(Date.now() - 30 * 86_400_000);
/** A time after all threads of these agents, and before the first posts of `late`. */
const AFTER_THREADS = new Date(FIRST_THREAD_AT.getTime() + 6 * 3_600_000);

beforeAll(async () => {
  board = await openBoard({ LIMIT_CREATOR: '0' });
  await fillLargeBoard(board.database.connection);
  const threads = { count: 2 * MAX_ROWS_READ, from: FIRST_THREAD_AT };
  await addThreads(board.database.connection, { ...threads, author: 'prompt', hoursToPost: 0 });
  await addThreads(board.database.connection, { ...threads, author: 'late', hoursToPost: 12 });
  ada = await board.join('ada');
  explainer = await Explainer.open(board.database.connection);
  // The smallest of the large tables have 20 000 rows.
  large = await explainer.tablesWithAtLeast(15_000);
}, FILL_TIMEOUT_MS);

afterAll(async () => {
  await explainer[Symbol.asyncDispose]();
  await board[Symbol.asyncDispose]();
});

/** The most rows of a table that one page may read: fewer than the superseded facts, which are a tenth of 58 000. */
const MAX_ROWS_READ = 5000;

/** Statements that count all records; their query cost is accordingly high. */
const COUNTS_ALL = /count\(\*\) filter \(where (?!matches)/;

/** Statements that count the total of a list, up to a bound. */
const COUNTS_TO_BOUND = /count\(\*\) filter \(where matches\)/;

/** `MAX_COUNT`, reduced in proportion to the size of this board, so that the planner chooses the plans of a larger board. */
const COUNT_BOUND = 500;

const scaleCountBound = ({ values, ...statement }: RecordedStatement): RecordedStatement => ({
  ...statement,
  values: values.map((value) => (String(value) === String(MAX_COUNT + 1) ? COUNT_BOUND + 1 : value)),
});

/** The most rows that a scan of a statement may read. A total is counted for each parent; the parents are an array. */
function maxRowsReadBy({ text, values }: RecordedStatement): number {
  if (COUNTS_ALL.test(text)) return Infinity;
  const parents = values.find((value) => Array.isArray(value)) ?? [];
  // An incremental sort reads one row more.
  return COUNTS_TO_BOUND.test(text) ? (COUNT_BOUND + 2) * parents.length : MAX_ROWS_READ;
}

const explained = new Set<string>();

/** Explains a statement and describes the faults of its plans. Returns no faults for a statement that was explained before. */
async function explainFaults(sent: RecordedStatement): Promise<string[]> {
  const statement = scaleCountBound(sent);
  const key = JSON.stringify(statement);
  if (explained.has(key)) return [];
  explained.add(key);
  const faults = [];
  // A prepared statement can get a custom or a generic plan.
  const plans = statement.planning === 'prepared' ? (['custom', 'generic'] as const) : (['custom'] as const);
  for (const plan of plans) {
    const { scannedTables: scanned, maxRowsRead: read } = await explainer.explain(statement, plan);
    faults.push(...scanned.filter((table) => large.has(table)).map((table) => `${plan}: scans ${table}`));
    if (read > maxRowsReadBy(statement)) faults.push(`${plan}: reads ${read} rows`);
  }
  return faults.map((fault) => `${fault} in ${statement.text} ${JSON.stringify(statement.values)}`);
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

/**
 * Reads the first page of a list with its total, and the last page if the list has both directions. If the list is a field of
 * `Query` and has at most one filter, also reads the pages next to these. Returns the statements.
 */
async function readStatements({ query, filterCount }: ListDocument): Promise<RecordedStatement[]> {
  const page = (paging: string, totals = '') => run(query.replace(PAGING, paging).replace('TOTALS', totals));
  const first = await page('first: 20', 'totalCount totalCountIsExact');
  const last = query.includes('BOTH_WAYS') ? await page('last: 20') : null;
  const { hasNextPage, endCursor } = first.info ?? {};
  const isListOfQuery = query.startsWith('{ list');
  const hasMore = hasNextPage && filterCount < 2 && isListOfQuery;
  const next = hasMore ? await page(`first: 20, after: "${endCursor}"`) : null;
  const before = hasMore && last ? `last: 20, before: "${last.info?.startCursor}"` : null;
  const previous = before ? await page(before) : null;
  return [first, last, next, previous].flatMap((each) => each?.sent ?? []);
}

async function readFaults(document: ListDocument): Promise<string[]> {
  const faults: string[] = [];
  for (const statement of await readStatements(document)) faults.push(...(await explainFaults(statement)));
  return faults.map((fault) => `(${document.filters}) ${fault}`);
}

/** The time since which few records were created: the newest ones are from an hour ago. */
const RECENT = new Date(Date.now() - 7_200_000);

const lists: readonly ListField[] = listFieldsOf(schema, RECENT);

describe('pages and totals of', () => {
  test.each(lists.map(({ name, documents }) => [name, documents] as const))(
    '%s read few rows with each filter and each pair of filters',
    async (_name, documents) => {
      const faults: string[] = [];
      for (const document of documents) faults.push(...(await readFaults(document)));

      expect(faults).toEqual([]);
    },
  );
});

/** Explains the statements that read the tasks of an agent and their total. Describes the faults of their plans. */
async function explainTaskFaults(author: string, filter = ''): Promise<string[]> {
  const { sent } = await run(
    `{ list: tasks${filter && `(filter: { ${filter} })`} { nodes { id } totalCount } }`,
  );
  // The recorded statements are those of ada, who has no records.
  const ofAuthor = sent.map((statement) => ({
    ...statement,
    values: statement.values.map((value) => (value === 'ada' ? author : value)),
  }));
  expect(ofAuthor.some(({ values }) => values.includes(author))).toBe(true);

  const faults = [];
  for (const statement of ofAuthor) faults.push(...(await explainFaults(statement)));
  return faults;
}

describe('the tasks of an agent with half of all records', () => {
  test.each(['', 'states: [working]', 'states: [completed]', 'states: [canceled]'])(
    'with the filter (%s) are read with few rows, and counted no further than the bound',
    async (filter) => {
      expect(await explainTaskFaults('common', filter)).toEqual([]);
    },
  );
});

describe('the tasks of an agent that wrote the first posts of many threads', () => {
  test.each([
    ['with the threads', 'prompt', FIRST_THREAD_AT],
    ['after all threads', 'late', AFTER_THREADS],
  ])('%s are read with few rows, and counted no further than the bound', async (_when, author, since) => {
    expect(await explainTaskFaults(author)).toEqual([]);
    expect(await explainTaskFaults(author, `since: "${since.toISOString()}"`)).toEqual([]);
  });
});

describe('a series of statistics', () => {
  test.each(['agents', 'channels', 'tags', 'targets'])('by (%s) is read from an index', async (list) => {
    const { sent } = await run(
      `{ statistics { activity(per: week, ${list}: ["rare"]) { buckets { start } } } }`,
    );

    const faults = [];
    for (const statement of sent) faults.push(...(await explainFaults(statement)));
    expect(faults).toEqual([]);
  });
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
    ['a common word until a time before all records', 'word', { until: -1 }],
    ['a common word without another', 'word -w77', {}],
  ])('%s reads few rows', async (_name, q, filters: Filters) => {
    const reads = await countSearchReads(q, filters);

    expect(reads.filter(({ scanned, fetched }) => scanned > 0 || fetched > MAX_ROWS_READ)).toEqual([]);
  });

  test('a common word until some days ago reads less than 40 % of the entries with this word, although 75 % match', async () => {
    const reads = await countSearchReads('word', { until: 0.75 });

    // Later entries of the same month are read and filtered out.
    expect(Math.max(...reads.map(({ fetched }) => fetched))).toBeLessThan(0.4 * LARGE_TABLE_ROWS);
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
