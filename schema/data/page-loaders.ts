// Pages of lists that hang under records, such as the posts of threads. All that are asked for in one turn of the event
// loop, under whichever records and by whichever requests, are one statement.
import type DataLoader from 'dataloader';
import { type Database, join, raw, sql, type Sql } from '../../prisma/client.ts';
import { createBatchLoader } from './batch-loaders.ts';
import type { Clock } from '../clock.ts';

type Planned = Parameters<Database['rows']>[1];

/** A list that hangs under records. */
interface Paged<Page> {
  /** What a page is asked for by, and the type of each: in `found` they are columns of `page`. */
  readonly by: {
    readonly [Name in keyof Page & string]: 'uuid' | 'text' | 'int' | 'boolean' | 'timestamptz';
  };
  /** Reads one page. */
  readonly found: Sql;
  /** The order of its rows, by their own names. */
  readonly order: Sql;
  readonly planned?: Planned;
}

/** Loads pages of a list. */
export const createPageLoader = <Row, Page extends object>(database: Database, list: Paged<Page>) =>
  createBatchLoader<Page, readonly Row[]>((pages) => readPages<Row, Page>(database, list, pages));

/** The same page asked for by several is read once. */
async function readPages<Row, Page extends object>(
  database: Database,
  { by, found, order, planned }: Paged<Page>,
  pages: readonly Page[],
): Promise<Row[][]> {
  const asked = new Map<string, { readonly page: Page; readonly rows: Row[] }>();
  const askings = pages.map((page) => {
    const key = JSON.stringify(page);
    const asking = asked.get(key) ?? { page, rows: [] };
    asked.set(key, asking);
    return asking;
  });
  const distinct = [...asked.values()];
  const names = Object.keys(by) as (keyof Page & string)[];
  const columns = names.map((name) => sql`${distinct.map(({ page }) => page[name])}::${raw(by[name])}[]`);
  const rows = await database.rows<Row & { page: number }>(
    sql`select found.*, page.n::int as page
      from unnest(${join(columns)}) with ordinality as page(${raw([...names, 'n'].join(', '))})
      cross join lateral (${found}) found
      order by page.n, ${order}`,
    planned,
  );
  for (const row of rows) distinct[row.page - 1]?.rows.push(row);
  return askings.map((asking) => asking.rows);
}

/** The record that a list hangs under, in a statement that is read `under` it. */
export const PARENT_ID = sql`page.owner`;

/** A list under the record that is `OWNER`, as text. */
type ListUnder = Omit<Paged<{ readonly owner: string }>, 'by'>;

/**
 * Statements that resolvers make up. Those that are the same in one turn, to the last value, are asked once: later ones
 * are asked anew, so that everybody sees what was written before.
 */
export function createStatementLoaders(database: Database) {
  const loaderOf = createSharing();

  const readAll = (statement: Sql, planned: Planned) =>
    loaderOf(statement, async (askings) => {
      const rows = await database.rows<unknown>(statement, planned);
      return askings.map(() => rows);
    }).load('');

  const readUnder = (owner: string, list: ListUnder) =>
    loaderOf(list.found, (owners) => {
      const pages = owners.map((each) => ({ owner: each }));
      return readPages<unknown, { owner: string }>(database, { ...list, by: { owner: 'text' } }, pages);
    }).load(owner);

  return {
    turnTime: createTurnTime(),
    /** The rows of a statement, shared with whoever asks for the same: nobody changes them. */
    loadRows: <Row>(statement: Sql, planned: Planned = 'prepared') =>
      readAll(statement, planned) as Promise<readonly Row[]>,
    /** A page of a list that hangs under a record, shared likewise. */
    loadChildPage: <Row>(owner: string, list: ListUnder) => readUnder(owner, list) as Promise<readonly Row[]>,
  };
}

type LoadRows = (owners: readonly string[]) => Promise<readonly (readonly unknown[])[]>;

/** One loader for all who ask by the same statement in one turn. */
function createSharing() {
  const asked = new Map<string, DataLoader<string, readonly unknown[]>>();
  return (statement: Sql, load: LoadRows) => {
    const key = JSON.stringify([statement.text, statement.values]);
    const start = () =>
      createBatchLoader<string, readonly unknown[]>((owners) => {
        asked.delete(key);
        return load(owners);
      });
    const loader = asked.get(key) ?? start();
    asked.set(key, loader);
    return loader;
  };
}

/** The time for lists: the same throughout a turn, or hardly two statements would be the same. */
function createTurnTime() {
  let time: Date | null = null;
  return (clock: Clock): Date => {
    if (time === null) setImmediate(() => (time = null));
    return (time ??= clock.now());
  };
}
