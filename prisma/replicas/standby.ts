import { setTimeout as pause } from 'node:timers/promises';
import { Pool, type PoolConfig } from 'pg';
import type { DatabaseState, ReadTarget, Transaction } from '../database.ts';
import { createServerReads, type ServerReads } from '../connections/server-reads.ts';
import { createAbort } from './abort-queries.ts';
import { CHECK_TIMEOUT_MS, SELECT_STATE, type ServerState } from './server-state.ts';

/** The state of the primary that a computation needs: a standby must have replayed it. */
type ReadPosition = Pick<DatabaseState, 'position' | 'snapshot'>;

interface StandbyConfig {
  readonly name: string;
  readonly connection: PoolConfig;
  /** Settings of the pool for expensive reads. */
  readonly expensive: PoolConfig;
}

interface Target extends ReadTarget, ReadPosition {
  isRetired: boolean;
}

/** Pauses before the checks of a standby that has not replayed a position yet, in milliseconds. */
const PAUSES_MS = [0, 1, 2, 4, 8];

/** A connection leads to another server than before, or its server has restarted and not yet reached its earlier position again. */
export class NotReplayedError extends Error {}

/** One standby: its connections and its position. */
export class Standby {
  readonly name: string;
  readonly #pools: readonly Pool[];
  readonly #monitor: Pool;
  readonly reads: ServerReads;
  readonly #abortReads: () => void;
  /** Null if the standby cannot be reached. */
  #state: ServerState | null = null;
  /**
   * The largest position that the standby has reached in the WAL of `#primary`. After a restart its position may be lower.
   * Positions in the WAL of different primaries cannot be compared.
   */
  #position = 0;
  #primary: string | null = null;
  /** The largest position that a computation needed and that the standby did not reach in time. */
  #missedPosition = 0;
  #target: Target | null = null;
  #checking: Promise<void> | undefined;
  /** Number of computations that have chosen the standby. */
  chosen = 0;

  constructor({ name, connection, expensive }: StandbyConfig, statementsOn: (pool: Pool) => Transaction) {
    this.name = name;
    const verify: PoolConfig['verify'] = (client, done) => {
      const [position, server] = [this.#position, this.#state?.server];
      client.query<ServerState>(SELECT_STATE).then(
        ({ rows: [state] }) => {
          const isSame = state !== undefined && state.server === server && state.position >= position;
          done(isSame ? undefined : new NotReplayedError(`${name} has restarted, or is several servers`));
        },
        (error: unknown) => done(error as Error),
      );
    };
    this.#monitor = openPool({
      ...connection,
      max: 1,
      idleTimeoutMillis: 0,
      query_timeout: CHECK_TIMEOUT_MS,
    });
    const pools = {
      pool: openPool({ ...connection, verify }),
      expensive: openPool({ ...connection, ...expensive, verify }),
    };
    this.#pools = [this.#monitor, pools.pool, pools.expensive];
    this.reads = createServerReads(pools, statementsOn);
    this.#abortReads = createAbort([pools.pool, pools.expensive]);
  }

  /**
   * The position up to which the standby has replayed; -1 if it cannot be reached or, after a restart, has not reached its
   * earlier position again.
   */
  get position(): number {
    return this.#state?.position === this.#position ? this.#position : -1;
  }

  /** The position up to which it has received the WAL, replayed or not; -1 if this is unknown. */
  get received(): number {
    return Math.max(this.#state?.position ?? -1, this.#state?.received ?? -1);
  }

  /** Time at which the primary started whose WAL the standby has; null if this time is unknown. */
  get primary(): string | null {
    return this.#state?.primary ?? null;
  }

  /** False once it has become the primary. */
  get isStandby(): boolean {
    return this.#state?.isStandby ?? true;
  }

  /** Whether it was too slow for a computation that waited for it, and has not caught up since. */
  get isSlow(): boolean {
    return this.position < this.#missedPosition;
  }

  /** Reads the state of the standby. Calls during a check wait for that check. */
  check(): Promise<void> {
    return (this.#checking ??= this.#check().finally(() => (this.#checking = undefined)));
  }

  async #check(): Promise<void> {
    const state = await this.#monitor.query<ServerState>(SELECT_STATE).then(
      ({ rows }) => rows[0] ?? null,
      () => null,
    );
    const before = this.#state;
    this.#state = state;
    if (state) this.#setPosition(state);
    if (before && !state) this.#abortReads();
    if (this.position < 0 || state?.server !== before?.server || state?.primary !== before?.primary)
      this.#retireTarget();
  }

  #setPosition({ primary, position }: ServerState): void {
    if (primary !== this.#primary) {
      this.#primary = primary;
      this.#position = this.#missedPosition = 0;
    }
    this.#position = Math.max(this.#position, position);
  }

  /** Returns whether it has replayed up to a position. Waits up to 15 ms, and for the checks. */
  async reach(position: number): Promise<boolean> {
    if (this.position >= position) return true;
    for (const milliseconds of PAUSES_MS) {
      if (milliseconds > 0) await pause(milliseconds, undefined, { ref: false });
      await this.check();
      if (this.position >= position) return true;
      if (this.position < 0) break;
    }
    this.#missedPosition = Math.max(this.#missedPosition, position);
    return false;
  }

  /** Returns the target for a computation. The standby must have replayed the needed position. */
  admit(need: ReadPosition): ReadTarget {
    this.chosen += 1;
    const isUsable = this.#target?.isRetired === false;
    // Computations with a snapshot of the primary need another target than those without: without it, reads use the snapshot of the
    // standby, which may show fewer rows.
    if (!isUsable || (this.#target?.snapshot === null) !== (need.snapshot === null)) this.#retireTarget();
    this.#target ??= { reads: this.reads, ...need, isRetired: false };
    if (need.position >= this.#target.position) Object.assign(this.#target, need);
    return this.#target;
  }

  #retireTarget(): void {
    if (this.#target) this.#target.isRetired = true;
    this.#target = null;
  }

  async close(): Promise<void> {
    await Promise.all(this.#pools.map((pool) => pool.end()));
  }
}

function openPool(config: PoolConfig): Pool {
  const pool = new Pool(config);
  // An error event without a listener ends the process. The next statement or check reports a lost connection.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}
