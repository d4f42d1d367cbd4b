// Reads on streaming standbys (docs/decisions/0061-reads-on-standbys.md).
import { setTimeout as pause } from 'node:timers/promises';
import type { DatabaseState, Reads, ReadTarget } from '../database.ts';
import { isConnectionLost, isOutage, isReadOnly, isTimeout } from '../errors.ts';
import { currentTarget } from '../read-dependencies.ts';
import type { ReplicaOptions } from '../connections/pools.ts';
import type { ReplicaUsage } from '../usage.ts';
import type { PrimaryMonitor } from './primary-monitor.ts';
import { NotReplayedError, type Standby } from './standby.ts';

const CHECK_EVERY_MS = 200;

/** The standbys of a database. */
export class Replicas {
  readonly #primary: PrimaryMonitor;
  readonly #standbys: readonly Standby[];
  readonly #options: ReplicaOptions;
  /** Why each standby is not read; null for a standby that is read. */
  readonly #leftOut = new Map<Standby, string | null>();
  #next = 0;
  #isClosed = false;

  constructor(primary: PrimaryMonitor, standbys: readonly Standby[], options: ReplicaOptions) {
    this.#primary = primary;
    this.#standbys = standbys;
    this.#options = options;
    void this.#watch();
  }

  get usage(): readonly ReplicaUsage[] {
    return this.#standbys.map((standby) => ({
      name: standby.name,
      lagMs: this.#lagOf(standby),
      isUsed: this.#leftOut.get(standby) === null,
      chosen: standby.chosen,
    }));
  }

  /**
   * Chooses the standby on which a computation reads: a standby that has replayed the needed position. Returns null if the
   * computation must read on the primary.
   */
  async choose(need: DatabaseState): Promise<ReadTarget | null> {
    if (need.snapshot === null) return (await this.#findMostAdvanced(need.position))?.admit(need) ?? null;
    const usable = this.#standbys.filter(
      (standby) => standby.primary === need.server && this.#leftOut.get(standby) === null,
    );
    this.#next += 1;
    const inTurn = usable.map((_, index) => usable[(index + this.#next) % usable.length] as Standby);
    const readyStandby = inTurn.find(({ position }) => position >= need.position);
    if (readyStandby) return readyStandby.admit(need);
    const nextStandby = inTurn.find(({ isSlow }) => !isSlow);
    // During the wait the standby may have begun to follow another primary.
    const hasReached =
      nextStandby && (await nextStandby.reach(need.position)) && nextStandby.primary === need.server;
    return hasReached ? nextStandby.admit(need) : null;
  }

  /** Records that the primary can be reached: a process has committed a transaction. */
  readonly onCommit = () => this.#primary.setReachable();

  /** Runs a read on the standby of the current computation, else on the primary. */
  async read<Result>(primary: Reads, read: (reads: Reads) => Promise<Result>): Promise<Result> {
    const target = currentTarget();
    if (!target) return this.#readOnPrimary(primary, read);
    try {
      return await read(target.reads);
    } catch (error) {
      if (!isReadableElsewhere(error)) throw error;
      Object.assign(target, { isRetired: true });
      return this.#readOnPrimary(primary, read);
    }
  }

  /**
   * Reads on the primary, and on the most advanced standby while the primary cannot be reached. A read that loses its connection
   * runs again, on the primary if a check reaches it: when a busy machine answers one check too late, the connections of all reads
   * are closed.
   */
  async #readOnPrimary<Result>(primary: Reads, read: (reads: Reads) => Promise<Result>): Promise<Result> {
    try {
      if (this.#primary.isReachable || (await this.#primary.hasReturned())) return await read(primary);
    } catch (error) {
      if (!isConnectionLost(error)) throw error;
      if (await this.#primary.check()) return read(primary);
    }
    const standby = await this.#findMostAdvanced(0);
    return read(standby?.reads ?? primary);
  }

  /**
   * Returns the standby that has received the most WAL, once it has replayed what it received. Null if no standby replays that in
   * time, or none has received the WAL up to the position. While there are servers that have replayed the start of the last known
   * primary, other servers are left out: their positions cannot be compared, and after a failover they may lack acknowledged writes.
   */
  async #findMostAdvanced(position: number): Promise<Standby | null> {
    const { server } = this.#primary;
    const current = this.#standbys.filter(({ primary }) => primary !== null && primary === server);
    const remaining = new Set(current.length > 0 ? current : this.#standbys);
    let most = position;
    while (remaining.size > 0) {
      const [next] = [...remaining].toSorted((a, b) => b.received - a.received) as [Standby];
      remaining.delete(next);
      // `received` is as of the last check: update it.
      await next.check();
      if (next.received < most) continue;
      most = next.received;
      if (await next.reach(most)) return next;
    }
    return null;
  }

  async #watch(): Promise<void> {
    while (!this.#isClosed) {
      await Promise.all([this.#primary.check(), ...this.#standbys.map((standby) => standby.check())]);
      for (const standby of this.#standbys) this.#update(standby);
      await pause(CHECK_EVERY_MS, undefined, { ref: false });
    }
  }

  #update(standby: Standby): void {
    const reason = this.#findReason(standby);
    if (this.#leftOut.get(standby) === reason || this.#isClosed) return;
    this.#leftOut.set(standby, reason);
    this.#options.onChange(standby.name, reason);
  }

  #findReason(standby: Standby): string | null {
    if (standby.received < 0) return 'it cannot be read';
    if (standby.position < 0) return 'it has restarted and replays again';
    if (!standby.isStandby) return 'it is no standby';
    if (standby.primary !== this.#primary.server) return 'it has not replayed the start of the primary';
    return this.#lagOf(standby) > this.#options.maxLagMs ? 'it is too far behind' : null;
  }

  #lagOf(standby: Standby): number {
    return this.#primary.positions.lagOf(standby.position);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all(this.#standbys.map((standby) => standby.close()));
  }
}

/** Whether the read may succeed on the primary. A statement that timed out would also time out there. */
const isReadableElsewhere = (error: unknown): boolean =>
  error instanceof NotReplayedError || isReadOnly(error) || (isOutage(error) && !isTimeout(error));
