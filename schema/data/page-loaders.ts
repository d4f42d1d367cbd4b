// Loaders of pages of child records, such as the posts of threads. All pages of one list that are requested in one turn of
// the event loop, for any parent and by any request, are read with one statement.
import type DataLoader from 'dataloader';
import { type Database, join, raw, sql, type Sql } from '../../prisma/client.ts';
import { createBatchLoader } from './batch-loaders.ts';
import type { Clock } from '../clock.ts';

type Planned = Parameters<Database['rows']>[1];

/** How a statement that a resolver builds is run. */
interface Turn {
  /** The caller in whose turn it runs; that of the first request if several share it. */
  readonly caller: string;
  readonly planned?: Planned;
}

/** A list of child records. */
interface ChildList<Page> {
  /** The members of a page request and their SQL types. `query` uses them as columns of `page`. */
  readonly keyTypes: {
    readonly [Name in keyof Page & string]: 'uuid' | 'text' | 'int' | 'boolean' | 'timestamptz';
  };
  /** The query of one page. */
  readonly query: Sql;
  /** The `order by` list of the page, in the names of the selected columns. */
  readonly order: Sql;
  readonly planned?: Planned | undefined;
}

/** Creates a loader of pages of a list. */
export const createPageLoader = <Row, Page extends object>(database: Database, list: ChildList<Page>) =>
  createBatchLoader<Page, readonly Row[]>((pages) => readPages<Row, Page>(database, list, pages));

/** Reads pages with one statement. Equal requests share one page. */
async function readPages<Row, Page extends object>(
  database: Database,
  { keyTypes, query, order, planned }: ChildList<Page>,
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
    (name) => sql`${distinct.map(({ page }) => page[name])}::${raw(keyTypes[name])}[]`,
  );
  const rows = await database.rows<Row & { page: number }>(
    sql`select list.*, page.n::int as page
      from unnest(${join(columns)}) with ordinality as page(${raw([...names, 'n'].join(', '))})
      cross join lateral (${query}) list
      order by page.n, ${order}`,
    planned,
  );
  for (const row of rows) distinct[row.page - 1]?.rows.push(row);
  return results.map(({ rows }) => rows);
}

/** The key of the parent record, for use in the query of a list that `loadChildPage` reads. */
export const PARENT_KEY = sql`page.owner`;

/** A list whose only page key is `PARENT_KEY`, as text. */
type ParentList = Omit<ChildList<{ readonly owner: string }>, 'keyTypes' | 'planned'>;

/**
 * Creates loaders for statements that resolvers build. Equal statements of one turn of the event loop are read once.
 * Later ones are read again, so that they see earlier writes.
 */
export function createStatementLoaders(database: Database) {
  const loaderOf = createSharedLoaders();

  const readAll = (statement: Sql, { caller, planned }: Turn) =>
    loaderOf(statement, async (keys) => {
      const rows = await database.takeTurn(caller, () => database.rows<unknown>(statement, planned));
      return keys.map(() => rows);
    }).load('');

  const readChildren = (owner: string, list: ParentList, { caller, planned }: Turn) =>
    loaderOf(list.query, (owners) => {
      const pages = owners.map((each) => ({ owner: each }));
      const children = { ...list, planned, keyTypes: { owner: 'text' } } as const;
      return database.takeTurn(caller, () =>
        readPages<unknown, { owner: string }>(database, children, pages),
      );
    }).load(owner);

  return {
    turnTime: createTurnTime(),
    /** Reads the rows of a statement. Callers share the array and must not modify it. */
    loadRows: <Row>(statement: Sql, turn: Turn) => readAll(statement, turn) as Promise<readonly Row[]>,
    /** Reads a page of a parent's list. Callers share the array and must not modify it. */
    loadChildPage: <Row>(owner: string, list: ParentList, turn: Turn) =>
      readChildren(owner, list, turn) as Promise<readonly Row[]>,
  };
}

/** Shares one loader between all uses of a statement in one turn of the event loop. */
function createSharedLoaders() {
  const loaders = new Map<string, DataLoader<string, readonly unknown[]>>();
  return (statement: Sql, load: (owners: readonly string[]) => Promise<readonly (readonly unknown[])[]>) => {
    const key = JSON.stringify([statement.text, statement.values]);
    const createLoader = () =>
      createBatchLoader<string, readonly unknown[]>((owners) => {
        loaders.delete(key);
        return load(owners);
      });
    const loader = loaders.get(key) ?? createLoader();
    loaders.set(key, loader);
    return loader;
  };
}

/** The current time, constant within a turn of the event loop: statements that contain it can only be shared if it is equal. */
function createTurnTime() {
  let time: Date | null = null;
  return (clock: Clock): Date => {
    if (time === null) setImmediate(() => (time = null));
    return (time ??= clock.now());
  };
}
