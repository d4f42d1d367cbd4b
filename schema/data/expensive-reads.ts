// Runs statements whose time grows with the number of records, such as statistics and searches.
import { LRUCache } from 'lru-cache';
import {
  BusyError,
  currentTarget,
  type Database,
  type DependencyKeys,
  dependOn,
  dependOnRows,
  readForSeveral,
  type ReadTarget,
  type RowDependency,
  type Sql,
  type StatementPlanning,
} from '../../prisma/client.ts';
import type { Clock } from '../clock.ts';
import { type Client, endOfIteration, NO_CLIENT, SharedRead } from './shared-read.ts';

interface Options<Row> {
  /** Maximum age of cached rows; default 0: only calls of the same iteration of the event loop share rows. */
  readonly maxAgeMs?: number;
  /** The version of the data, as part of the cache key: rows that were read for another version are not reused. */
  readonly version?: string;
  /** Default `prepared`. */
  readonly planning?: StatementPlanning;
  /** On which changes the rows depend (`prisma/read-dependencies.ts`). Default: on everything. Not with `maxAgeMs`. */
  readonly dependsOn?: DependencyKeys;
  /** Returns on which changes the rows depend, instead of `dependsOn`. */
  readonly dependsOnRows?: (rows: readonly Row[]) => readonly RowDependency[];
}

/**
 * Reads the rows of a statement on one of the few connections for expensive reads. Calls with the same text and values
 * in one iteration of the event loop, on the same database server, share one read, so callers must not modify the rows. Throws
 * `BusyError`.
 */
export type ReadExpensive = <Row>(statement: Sql, options?: Options<Row>) => Promise<readonly Row[]>;

export interface ExpensiveReads {
  /**
   * Returns the reader of one caller. The queue takes turns between callers; a shared statement runs when the first of its
   * callers has a turn. The reader also throws `BusyError` if the client has disconnected: the response would not be read.
   */
  readonly forCaller: (caller: string, client: Client | null) => ReadExpensive;
}

/** Maximum cached statements. */
const MAX_STATEMENTS = 500;
/** Maximum cached rows of all statements. */
const MAX_ROWS = 50_000;

interface CacheEntry {
  /** Milliseconds since the epoch. */
  readonly requestedAt: number;
  readonly shared: SharedRead;
  /** While false, the statement has not started: its rows will be current for any caller that reads on the same database server. */
  hasIterationEnded: boolean;
  readonly target: ReadTarget | null;
}

/** Creates the reads for expensive statements, with a cache of their rows. */
export function createExpensiveReads(database: Database, clock: Clock): ExpensiveReads {
  const cache = new StatementCache(clock);
  return {
    forCaller:
      (caller, client) =>
      async <Row>(
        statement: Sql,
        {
          maxAgeMs = 0,
          version,
          planning,
          dependsOnRows,
          dependsOn = dependsOnRows ? [] : 'everything',
        }: Options<Row> = {},
      ) => {
        dependOn(dependsOn);
        const key = JSON.stringify([statement.text, statement.values, version]);
        const { shared } = cache.find(key, maxAgeMs) ?? cache.start(key, maxAgeMs);
        readForSeveral(() =>
          shared.add(caller, client ?? NO_CLIENT, (begin) =>
            database.expensiveRows<unknown>(statement, caller, planning, begin),
          ),
        );
        const read = () => shared.rows as Promise<readonly Row[]>;
        // The rows depend only on changes after the statement was sent: earlier ones are visible to it.
        if (dependsOnRows) await Promise.race([shared.sent, shared.rows]);
        const rows = await (dependsOnRows ? dependOnRows(read, dependsOnRows) : read());
        if (client?.isEnded) throw new BusyError();
        return rows;
      },
  };
}

class StatementCache {
  readonly #clock: Clock;
  /** The size of an entry is its number of rows; 1 until they are read. */
  readonly #entries = new LRUCache<string, CacheEntry>({
    max: MAX_STATEMENTS,
    maxSize: MAX_ROWS,
    ttlAutopurge: true,
  });

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  find(key: string, maxAgeMs: number): CacheEntry | undefined {
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    const age = this.#now() - entry.requestedAt;
    const isCurrent = !entry.hasIterationEnded && entry.target === currentTarget();
    return isCurrent || (age >= 0 && age < maxAgeMs) ? entry : undefined;
  }

  /**
   * Creates an entry. Its statement runs after this iteration of the event loop, so that all callers of the iteration share its
   * rows. Rows without a maximum age are not kept: those of a search contain long texts.
   */
  start(key: string, maxAgeMs: number): CacheEntry {
    const entry: CacheEntry = {
      requestedAt: this.#now(),
      shared: new SharedRead(),
      hasIterationEnded: false,
      target: currentTarget(),
    };
    const isCached = () => this.#entries.peek(key) === entry;
    this.#entries.set(key, entry, { size: 1, ttl: maxAgeMs });
    void endOfIteration().then(() => {
      entry.hasIterationEnded = true;
      if (maxAgeMs === 0 && isCached()) this.#entries.delete(key);
    });
    entry.shared.rows.then(
      // A copy, because the cache does not update the size if the value is the same object.
      ({ length }) =>
        isCached() && this.#entries.set(key, { ...entry }, { size: Math.max(1, length), ttl: maxAgeMs }),
      () => isCached() && this.#entries.delete(key),
    );
    return entry;
  }

  #now(): number {
    return this.#clock.now().getTime();
  }
}
