// Runs statements whose time grows with the number of records, such as statistics and searches.
import { LRUCache } from 'lru-cache';
import type { Database, Sql } from '../../prisma/client.ts';
import type { Clock } from '../clock.ts';

interface Options {
  /** Maximum age of cached rows; default 0: only calls of the same iteration of the event loop share rows. */
  readonly maxAgeMs?: number;
  /** Part of the cache key: rows read for another version are not reused. */
  readonly version?: string;
}

/**
 * Reads the rows of a statement on one of the few connections for expensive reads. Calls with the same text and values
 * in one iteration of the event loop share one read, so callers must not modify the rows. Throws `BusyError`.
 */
export type ReadExpensive = <Row>(statement: Sql, options?: Options) => Promise<readonly Row[]>;

export interface ExpensiveReads {
  /** Returns the reader of one caller. The queue takes turns between callers. */
  readonly forCaller: (caller: string) => ReadExpensive;
}

/** Maximum cached statements. */
const MAX_STATEMENTS = 500;
/** Maximum cached rows of all statements. */
const MAX_ROWS = 50_000;

interface CacheEntry {
  /** Milliseconds since the epoch. */
  readonly requestedAt: number;
  readonly rows: Promise<readonly unknown[]>;
  /** Before the statement has started, its rows are current for any caller. */
  hasStarted: boolean;
}

export function createExpensiveReads(database: Database, clock: Clock): ExpensiveReads {
  const cache = new StatementCache(clock);
  return {
    forCaller:
      (caller) =>
      <Row>(statement: Sql, { maxAgeMs = 0, version }: Options = {}) => {
        const key = JSON.stringify([statement.text, statement.values, version]);
        const cached = cache.find(key, maxAgeMs);
        const rows =
          cached ?? cache.start(key, maxAgeMs, () => database.expensiveRows<unknown>(statement, caller));
        return rows as Promise<readonly Row[]>;
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

  find(key: string, maxAgeMs: number): CacheEntry['rows'] | undefined {
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    const age = this.#now() - entry.requestedAt;
    return !entry.hasStarted || (age >= 0 && age < maxAgeMs) ? entry.rows : undefined;
  }

  /**
   * Runs a statement at the end of this iteration of the event loop, so that all callers of the iteration share its
   * rows. Rows without a maximum age are not kept: those of a search have whole texts.
   */
  start(key: string, maxAgeMs: number, run: () => Promise<readonly unknown[]>): CacheEntry['rows'] {
    const rows = endOfIteration().then(() => {
      entry.hasStarted = true;
      if (maxAgeMs === 0 && isCurrent()) this.#entries.delete(key);
      return run();
    });
    const entry: CacheEntry = { requestedAt: this.#now(), rows, hasStarted: false };
    const isCurrent = () => this.#entries.peek(key) === entry;
    this.#entries.set(key, entry, { size: 1, ttl: maxAgeMs });
    rows.then(
      // A copy, because the cache does not update the size of an equal value.
      ({ length }) =>
        isCurrent() && this.#entries.set(key, { ...entry }, { size: Math.max(1, length), ttl: maxAgeMs }),
      () => isCurrent() && this.#entries.delete(key),
    );
    return rows;
  }

  #now(): number {
    return this.#clock.now().getTime();
  }
}

const endOfIteration = () => new Promise<void>((resolve) => setImmediate(resolve));
