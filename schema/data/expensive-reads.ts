// Statements that read much: statistics, searches, whatever takes longer the more there is on the board.
import type { Database, Sql } from '../../prisma/client.ts';
import type { Clock } from '../clock.ts';

interface Options {
  /** How old rows may be that were read for another caller; by default they are never older than the call. */
  readonly maxAgeMs?: number;
  /** Rows that were read for another version are not used, however new they are. */
  readonly version?: string;
}

/**
 * Rows of a statement, read in the caller's share of the few connections that expensive reads have. The same statement,
 * to the last value, is run once for all who ask within one turn of the event loop; nobody changes the rows.
 */
export type ReadExpensive = <Row>(statement: Sql, options?: Options) => Promise<readonly Row[]>;

export interface ExpensiveReads {
  /** Whoever has the same name has one share. */
  readonly of: (caller: string) => ReadExpensive;
}

/** Statements whose rows are kept, and rows in all. */
const KEPT_MAX = 500;
const KEPT_ROWS_MAX = 50_000;

/** A statement that was asked for. */
interface Asked {
  readonly at: number;
  readonly rows: Promise<readonly unknown[]>;
  /** Until the statement has begun, its rows will be those of the present. */
  hasBegun: boolean;
  size: number;
}

export function createExpensiveReads(database: Database, clock: Clock): ExpensiveReads {
  const asked = new AskedStatements(clock);
  return {
    of:
      (caller) =>
      <Row>(statement: Sql, { maxAgeMs = 0, version }: Options = {}) => {
        const key = JSON.stringify([statement.text, statement.values, version]);
        const known = asked.find(key, maxAgeMs);
        const rows = known ?? asked.begin(key, () => database.expensiveRows<unknown>(statement, caller));
        return rows as Promise<readonly Row[]>;
      },
  };
}

class AskedStatements {
  readonly #clock: Clock;
  /** The oldest first. */
  readonly #asked = new Map<string, Asked>();
  #size = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  find(key: string, maxAgeMs: number): Asked['rows'] | undefined {
    const known = this.#asked.get(key);
    if (!known) return undefined;
    const age = this.#now() - known.at;
    return !known.hasBegun || (age >= 0 && age < maxAgeMs) ? known.rows : undefined;
  }

  /** Runs a statement at the end of this turn of the event loop, so that all who ask in it share its rows. */
  begin(key: string, run: () => Promise<readonly unknown[]>): Asked['rows'] {
    this.#makeRoom(key);
    const rows = nextTurn().then(() => {
      asked.hasBegun = true;
      return run();
    });
    const asked: Asked = { at: this.#now(), rows, hasBegun: false, size: 0 };
    this.#asked.set(key, asked);
    rows.then(
      ({ length }) => this.#keep(key, asked, length),
      () => this.#remove(key, asked),
    );
    return rows;
  }

  #now(): number {
    return this.#clock.now().getTime();
  }

  #makeRoom(key: string): void {
    const replaced = this.#asked.get(key);
    if (replaced) this.#remove(key, replaced);
    for (const [other, asked] of this.#asked) {
      if (this.#asked.size < KEPT_MAX && this.#size <= KEPT_ROWS_MAX) return;
      this.#remove(other, asked);
    }
  }

  #keep(key: string, asked: Asked, size: number): void {
    if (this.#asked.get(key) !== asked) return;
    asked.size = size;
    this.#size += size;
  }

  #remove(key: string, asked: Asked): void {
    if (this.#asked.get(key) !== asked) return;
    this.#asked.delete(key);
    this.#size -= asked.size;
  }
}

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));
