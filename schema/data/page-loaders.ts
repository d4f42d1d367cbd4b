// Loaders of pages of child records, such as the posts of threads. All pages of one list that are requested in one
// iteration of the event loop, for any parent and by any request, are read with one statement.
import {
  type Database,
  type DependencyKeys,
  dependOn,
  hideFromPlanner,
  join,
  raw,
  sql,
  type Sql,
  type StatementPlanning,
} from '../../prisma/client.ts';
import { type BatchLoader, createBatchLoader } from './batch-loaders.ts';
import type { Clock } from '../clock.ts';
import { readInFirstTurn } from './shared-read.ts';
import { createSharedStatements } from './shared-statements.ts';
import { boundText } from './text-bound.ts';

/**
 * Maximum number of parents whose pages of long text are read with one statement: each page may have 2 MiB. The pages of
 * further parents are read in other turns, so that the queue for reads bounds how much text is in memory.
 */
const MAX_LONG_PAGES = 4;

/** How to run a statement that a resolver builds. */
interface RunOptions {
  /** The caller in the read queue. */
  readonly caller: string;
  readonly planning?: StatementPlanning;
  /** The statement may read many more rows than it returns, so it runs on a connection for expensive reads. */
  readonly isExpensive?: boolean;
  /** On which changes the rows depend (`prisma/read-dependencies.ts`). Default: on everything. */
  readonly dependsOn?: DependencyKeys | undefined;
  /** Whether a page of child records is still awaited when it is read; otherwise it is empty. Default: yes. */
  readonly isAwaited?: () => boolean;
}

/** A list of child records. */
export interface ChildList<Page> {
  /** The members of a page request that `query` uses as columns of `page`, and their SQL types. */
  readonly keyTypes: {
    readonly [Name in keyof Page & string]: 'uuid' | 'text' | 'int' | 'boolean' | 'timestamptz';
  };
  /** The query of one page. */
  readonly query: Sql;
  /** The `order by` list of the page, in the names of the selected columns. */
  readonly order: Sql;
  readonly planning?: StatementPlanning | undefined;
  /** Returns on which changes a page depends. Default: on everything. */
  readonly dependsOn?: ((page: Page) => DependencyKeys) | undefined;
}

/** Creates a loader of pages of a list. */
export const createPageLoader = <Row, Page extends object>(database: Database, list: ChildList<Page>) =>
  createBatchLoader<Page, readonly Row[]>(
    (pages) => readPages<Row, Page>(database, list, pages),
    list.dependsOn && { dependsOn: list.dependsOn },
  );

/** Reads pages with one statement. Equal requests share one page. */
async function readPages<Row, Page extends object>(
  database: Pick<Database, 'rows'>,
  { keyTypes, query, order, planning }: ChildList<Page>,
  pages: readonly Page[],
): Promise<Row[][]> {
  const requests = new Map<string, { readonly page: Page; readonly rows: Row[] }>();
  const results = pages.map((page) => {
    const key = JSON.stringify(page);
    const request = requests.get(key) ?? { page, rows: [] };
    requests.set(key, request);
    return request;
  });
  const distinct = [...requests.values()];
  const names = Object.keys(keyTypes) as (keyof Page & string)[];
  const columns = names.map(
    (name) => sql`${hideFromPlanner(distinct.map(({ page }) => page[name]))}::${raw(keyTypes[name])}[]`,
  );
  const rows = await database.rows<Row & { page: number }>(
    sql`select list.*, page.n::int as page
      from unnest(${join(columns)}) with ordinality as page(${raw([...names, 'n'].join(', '))})
      cross join lateral (${query}) list
      order by page.n, ${order}`,
    planning,
  );
  for (const row of rows) distinct[row.page - 1]?.rows.push(row);
  return results.map(({ rows }) => rows);
}

/** The key of the parent record, for use in the query of a list that `loadChildPage` or `loadCount` reads. */
export const PARENT_KEY = sql`page.parentKey`;

/** A list whose only page key is `PARENT_KEY`, as text. */
export interface ParentList extends Pick<ChildList<{ readonly parentKey: string }>, 'query' | 'order'> {
  /** The bytes of text in a row; null for rows without long text. The text of a page is bounded (`boundText`). */
  readonly textBytes: Sql | null;
  /** Maximum number of parents that one statement reads. Default: `MAX_LONG_PAGES` for long text, otherwise no maximum. */
  readonly maxParents?: number;
}

/** The count of a list that is read up to a bound. */
interface BoundedCount {
  /** Rows that were read and fulfil all conditions of the list. */
  readonly count: number;
  /** Rows that were read: if these are as many as the bound, there may be more. */
  readonly read: number;
}

/**
 * Creates loaders for statements that resolvers build. Equal statements of one iteration of the event loop are run once,
 * expensive ones once for each caller. `loadRows` also shares a statement of an earlier iteration that still waits for a turn. A
 * statement that has started is not used for later reads, so that they see earlier writes.
 */
export function createStatementLoaders(database: Database) {
  const readBatched = createBatchedReads();
  const readShared = createSharedStatements(database);

  const readExpensive = (statement: Sql, { caller, planning }: RunOptions) =>
    readBatched({ statement, onlyFor: caller }, { parentKey: '', caller }, async (requests) => {
      const rows = await database.expensiveRows<unknown>(statement, caller, planning);
      return requests.map(() => rows);
    });

  const readChildren = createChildReads(database, readBatched);
  const countChildren = createChildCounts(database, readBatched);
  return {
    iterationTime: createIterationTime(),
    /** Reads the rows of a statement. Callers share the array and must not modify it. */
    loadRows: <Row>(statement: Sql, options: RunOptions) => {
      dependOn(options.dependsOn ?? 'everything');
      const { caller, planning, isExpensive = false } = options;
      const reading = isExpensive
        ? readExpensive(statement, options)
        : readShared(statement, caller, planning);
      return reading as Promise<readonly Row[]>;
    },
    /** Reads a page of a parent's list. Callers share the array and must not modify it. */
    loadChildPage: <Row>(parentKey: string, list: ParentList, options: RunOptions) => {
      dependOn(options.dependsOn ?? 'everything');
      return readChildren(parentKey, list, options) as Promise<readonly Row[]>;
    },
    /** Returns the columns `count` and `read` of a query for a parent, read on a connection for expensive reads. */
    loadCount: async (
      parentKey: string,
      query: Sql,
      { caller, dependsOn = 'everything' }: Pick<RunOptions, 'caller' | 'dependsOn'>,
    ) => {
      dependOn(dependsOn);
      return (await countChildren(parentKey, query, caller))[0] ?? { count: 0, read: 0 };
    },
  };
}

/**
 * Returns a function that reads a page of the child records of a parent. Pages of several parents are read with one statement, at
 * most of `maxParents`: for all callers in the first turn of any of them, or for one caller on a connection for expensive
 * reads.
 */
const createChildReads =
  (database: Database, readBatched: ReturnType<typeof createBatchedReads>) =>
  (
    parentKey: string,
    { query, order, textBytes, maxParents = textBytes === null ? undefined : MAX_LONG_PAGES }: ParentList,
    { caller, planning, isExpensive = false, isAwaited }: RunOptions,
  ) => {
    const statement = boundText(query, { order, textBytes });
    const children = { query: statement, order, planning, keyTypes: { parentKey: 'text' } } as const;
    const shared = { statement, maxParents, onlyFor: isExpensive ? caller : null };
    return readBatched(shared, { parentKey, caller, isAwaited }, (requests) => {
      const readWith = async (reads: Pick<Database, 'rows'>): Promise<(readonly unknown[])[]> => {
        const awaited = requests.filter((request) => request.isAwaited?.() !== false);
        if (awaited.length === 0) return requests.map(() => []);
        const keys = awaited.map((request) => ({ parentKey: request.parentKey }));
        const pages = await readPages<unknown, { parentKey: string }>(reads, children, keys);
        const pageOf = new Map(awaited.map((request, i) => [request, pages[i]]));
        return requests.map((request) => pageOf.get(request) ?? []);
      };
      if (isExpensive)
        return readWith({ rows: (expensive) => database.expensiveRows(expensive, caller, planning) });
      return readInFirstTurn(
        requests.map((request) => request.caller),
        database.takeTurn,
        () => readWith(database),
      );
    });
  };

/** Returns a function that counts the child records of a parent. Counts of several parents are read with one statement. */
const createChildCounts =
  (database: Database, readBatched: ReturnType<typeof createBatchedReads>) =>
  (parentKey: string, query: Sql, caller: string) =>
    readBatched({ statement: query, onlyFor: caller }, { parentKey, caller }, async (requests) => {
      const keys = [...new Set(requests.map((request) => request.parentKey))];
      const rows = await database.expensiveRows<BoundedCount & { readonly key: string }>(
        sql`select page.parentKey as key, list.*
          from unnest(${keys}::text[]) as page(parentKey) cross join lateral (${query}) list`,
        caller,
        'unprepared',
      );
      const counts = new Map(rows.map((row) => [row.key, row]));
      return requests.map((request) => [counts.get(request.parentKey)]);
    }) as Promise<readonly BoundedCount[]>;

/** A read of the children of a parent; without a parent, `parentKey` is empty. */
interface ReadRequest {
  readonly parentKey: string;
  readonly caller: string;
  readonly isAwaited?: (() => boolean) | undefined;
}

/** A statement that a batch of reads shares. */
interface BatchedStatement {
  readonly statement: Sql;
  /** The caller whose reads share it; null for the reads of all callers. */
  readonly onlyFor: string | null;
  /** Maximum number of parents whose children one execution reads. Default: no maximum. */
  readonly maxParents?: number | undefined;
}

/** The reads of this iteration of the event loop that share an execution of a statement. */
interface ReadBatch {
  readonly loader: BatchLoader<ReadRequest, readonly unknown[]>;
  readonly parents: Set<string>;
}

/**
 * Returns a function that reads the children of a parent. The reads of a statement in one iteration of the event loop are batched,
 * and a batch with `maxParents` parents takes no further parent. `load` of the first read loads the batch.
 */
function createBatchedReads() {
  const batches = new Map<string, ReadBatch>();

  const createBatch = (
    key: string,
    load: (requests: readonly ReadRequest[]) => Promise<readonly (readonly unknown[])[]>,
  ): ReadBatch => {
    const loader = createBatchLoader<ReadRequest, readonly unknown[]>(
      (requests) => {
        if (batches.get(key) === batch) batches.delete(key);
        return load(requests);
      },
      // The callers of the loader have called `dependOn`.
      { dependsOn: () => [] },
    );
    const batch: ReadBatch = { loader, parents: new Set() };
    batches.set(key, batch);
    return batch;
  };

  return (
    { statement, onlyFor, maxParents = Infinity }: BatchedStatement,
    request: ReadRequest,
    load: Parameters<typeof createBatch>[1],
  ) => {
    const key = JSON.stringify([statement.text, statement.values, onlyFor]);
    const known = batches.get(key);
    const hasPlace = known && (known.parents.has(request.parentKey) || known.parents.size < maxParents);
    const { loader, parents } = hasPlace ? known : createBatch(key, load);
    parents.add(request.parentKey);
    return loader.load(request);
  };
}

/**
 * The current time, constant within an iteration of the event loop: only statements with equal values can be shared.
 */
function createIterationTime() {
  let time: Date | null = null;
  return (clock: Clock): Date => {
    if (time === null) setImmediate(() => (time = null));
    return (time ??= clock.now());
  };
}
