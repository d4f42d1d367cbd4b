import { setTimeout as pause } from 'node:timers/promises';
import type { Pool, QueryConfig } from 'pg';
import { createAbort } from './abort-queries.ts';
import { PositionHistory } from './position-history.ts';
import { CHECK_TIMEOUT_MS, SELECT_STATE, type ServerState } from './server-state.ts';

/**
 * Stores when the primary started. A standby that has this row replays the WAL of this primary. Positions in the WAL of an earlier
 * primary cannot be compared with positions of this one.
 */
const SAVE_START = `
  insert into primary_server (id, started_at) values (true, pg_postmaster_start_time())
  on conflict (id) do update set started_at = excluded.started_at
  where primary_server.started_at <> excluded.started_at`;

/** How long a read waits for a server to refuse a connection. */
const REFUSAL_MS = 100;

/** The types of the driver omit `query_timeout`. */
const CHECK_QUERY: QueryConfig & { readonly query_timeout: number } = {
  text: SELECT_STATE,
  query_timeout: CHECK_TIMEOUT_MS,
};

/** Watches the primary: whether it can be reached, and its position. */
export class PrimaryMonitor {
  readonly positions = new PositionHistory();
  readonly #pool: Pool;
  readonly #abortReads: () => void;
  #checking: { readonly startedAt: number; readonly result: Promise<boolean> } | undefined;
  #isReachable = true;
  /** Time at which the primary started, as of the last check that reached it; null before. */
  server: string | null = null;

  /** `pool` is for the checks. The connections of `reads` are closed when the primary cannot be reached. */
  constructor(pool: Pool, reads: readonly Pool[]) {
    this.#pool = pool;
    this.#abortReads = createAbort(reads);
  }

  get isReachable(): boolean {
    return this.#isReachable;
  }

  /** Returns whether the primary can be reached. Calls during a check share its result. */
  check(): Promise<boolean> {
    this.#checking ??= {
      startedAt: performance.now(),
      result: this.#check().finally(() => (this.#checking = undefined)),
    };
    return this.#checking.result;
  }

  /**
   * Checks an unreachable primary again; returns whether it can be reached. A stopped server refuses the connection at once. If
   * there is no response after `REFUSAL_MS`, returns false.
   */
  async hasReturned(): Promise<boolean> {
    const checking = this.check();
    const age = performance.now() - (this.#checking?.startedAt ?? 0);
    if (age > REFUSAL_MS) return false;
    return Promise.race([checking, pause(REFUSAL_MS, false, { ref: false })]);
  }

  /** Records that the primary is reachable: a transaction was committed. */
  setReachable(): void {
    this.#isReachable = true;
  }

  async #check(): Promise<boolean> {
    const state = await this.#readState();
    if (this.#isReachable && !state) this.#abortReads();
    this.#isReachable = state !== null;
    if (state) {
      this.server = state.server;
      this.positions.add(state.position);
    }
    return this.#isReachable;
  }

  /** Returns null if the primary cannot be reached. */
  async #readState(): Promise<ServerState | null> {
    try {
      const {
        rows: [state],
      } = await this.#pool.query<ServerState>(CHECK_QUERY);
      // A primary that refuses writes is reachable. Standbys are used once a later check has stored the row.
      if (state && !state.isStandby && state.server !== state.primary)
        await this.#pool.query(SAVE_START).catch(() => undefined);
      return state ?? null;
    } catch {
      return null;
    }
  }
}
