import type { RunTransaction, TransactionWork, QueueEntry } from '../database.ts';
import { isConnectionLost, isTimeout } from '../errors.ts';
import { captureObservation, observe } from '../observation.ts';
import { BusyError } from '../queues/fair-queue.ts';
import type { RecordLocks } from '../queues/record-locks.ts';
import type { GroupCommitTotals } from '../usage.ts';
import { comparePositions, UseShares } from '../queues/use-shares.ts';

/** Work that waits for a group, and how to settle its promise. */
interface Member {
  readonly work: TransactionWork<unknown>;
  readonly entry: QueueEntry | undefined;
  /** `UseShares.virtualTime` when it arrived. */
  readonly virtualArrival: number;
  /** When it arrived, in milliseconds as `performance.now()`. */
  readonly waitingSince: number;
  /** Runs work under the observation that was current when the member arrived. */
  readonly inRequest: ReturnType<typeof captureObservation>;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: unknown) => void;
  /** Ends the wait. */
  readonly timer: NodeJS.Timeout;
}

/**
 * How long work may wait for a group. Without a limit it could wait for minutes, while a transaction that hides a thread with very
 * many posts locks the thread, or forever, behind a group that never ends.
 */
const MAX_WAIT_MS = 5_000;

/**
 * Statements of a group take milliseconds, and the first that takes 2 s ends the group. A group that still runs after 10 s has
 * most likely lost its connection, or waits for a commit that does not end.
 */
const STUCK_MS = 10_000;

const MAX_GROUP_SIZE = 32;

/** Maximum bytes of the inputs of a group with several members: PostgreSQL indexes them for search, which delays all members. */
const MAX_GROUP_BYTES = 16 * 1024;

/** Cost of a write in addition to the bytes of its input. */
const BASE_COST = 500;

/**
 * Runs work that arrives at the same time in one transaction (group commit): one commit, and so one flush to disk, for
 * many writes. If any member fails, the transaction is rolled back and each member runs again in a separate transaction,
 * so a failure affects only the member that caused it. If a statement of the group timed out, one member may be slow: all
 * members run again as long transactions, which do not delay other groups. Callers are served by their shares (`UseShares`):
 * first one that has recently written little and whose write is short. A group takes one member of each caller before it takes a
 * second one. A member that locks a record waits while another transaction of this process locks that record. A member that has
 * waited too long is refused.
 */
export class GroupCommitQueue {
  readonly #run: Readonly<Record<'group' | 'single' | 'long', RunTransaction>>;
  /** By caller. */
  readonly #waiting = new Map<string, Member[]>();
  readonly #shares = new UseShares();
  readonly #locks: RecordLocks;
  readonly #maxRunning: number;
  /** When each running group started. */
  readonly #running = new Set<{ readonly startedAt: number }>();
  readonly #totals = { groups: 0, writes: 0, waitedMs: 0 };

  /** `maxRunning` group transactions run at the same time. While they run, the next group fills up. */
  constructor(
    run: Readonly<Record<'group' | 'single' | 'long', RunTransaction>>,
    locks: RecordLocks,
    maxRunning: number,
  ) {
    this.#run = run;
    this.#locks = locks;
    this.#maxRunning = maxRunning;
    locks.addQueue(this);
  }

  get totals(): GroupCommitTotals {
    return this.#totals;
  }

  /** The number of members that wait for a group. */
  get waiting(): number {
    return this.#waiting.values().reduce((sum, { length }) => sum + length, 0);
  }

  /** Throws `BusyError` if the work has waited too long for a group. */
  readonly run: RunTransaction = (work, entry) => observe(GROUP_PART, () => this.#enqueue(work, entry));

  #enqueue<Result>(work: TransactionWork<Result>, entry: QueueEntry | undefined): Promise<Result> {
    return new Promise<Result>((resolve, reject) => {
      const member: Member = {
        ...{ work, entry, resolve: resolve as Member['resolve'], reject },
        virtualArrival: this.#shares.virtualTime,
        waitingSince: performance.now(),
        inRequest: captureObservation(),
        timer: setTimeout(() => this.#giveUp(member), MAX_WAIT_MS).unref(),
      };
      const waiting = this.#waiting.get(callerOf(member));
      if (waiting) waiting.push(member);
      else this.#waiting.set(callerOf(member), [member]);
      // Work that arrives in the same iteration of the event loop can join the same group.
      setImmediate(() => this.startWaiting());
    });
  }

  /** Whether no new group can start, because the maximum number is running, each for too long. */
  readonly isStuck = (): boolean => {
    const started = Array.from(this.#running, ({ startedAt }) => startedAt);
    return started.length === this.#maxRunning && performance.now() - Math.max(...started) > STUCK_MS;
  };

  /** Starts groups while there are members that can start. */
  startWaiting(): void {
    while (this.#running.size < this.#maxRunning) {
      const group = this.#takeGroup();
      if (!isNotEmpty(group)) return;
      const records = group.flatMap(recordsOf);
      const running = { startedAt: performance.now() };
      this.#running.add(running);
      this.#count(group);
      this.#locks.lock(records);
      // The begin and the commit of the group are observed as parts of the request of its first member.
      const [{ inRequest }] = group;
      void inRequest(() => this.#commit(group)).then(() => {
        this.#running.delete(running);
        this.#locks.unlock(records, this);
      });
    }
  }

  #count(group: readonly Member[]): void {
    const now = performance.now();
    this.#totals.groups += 1;
    this.#totals.writes += group.length;
    for (const { waitingSince } of group) this.#totals.waitedMs += now - waitingSince;
  }

  /** Takes the members of the next group: of one caller after the other, until the group is full. */
  #takeGroup(): readonly Member[] {
    const group: Member[] = [];
    let bytes = 0;
    for (const member of this.#membersInTurn()) {
      bytes += bytesOf(member);
      if (group.length === MAX_GROUP_SIZE || (group.length > 0 && bytes > MAX_GROUP_BYTES)) break;
      this.#removeForGroup(member);
      group.push(member);
    }
    return group;
  }

  /** Yields one startable member of each caller, then a second one of each, and so on. The loop must remove each yielded member. */
  *#membersInTurn(): Generator<Member, void> {
    for (let next = this.#nextOfEach(); next.length > 0; next = this.#nextOfEach()) yield* next;
  }

  /** Returns the next startable member of each caller, in the order of their positions. */
  #nextOfEach(): readonly Member[] {
    const members = [...this.#waiting.values()].flatMap(
      (waiting) => waiting.find((member) => this.#locks.areFree(recordsOf(member))) ?? [],
    );
    const waiting = members.map((member) => ({
      member,
      position: this.#shares.positionOf(callerOf(member), member.virtualArrival, costOf(member)),
    }));
    return waiting.sort((a, b) => comparePositions(a.position, b.position)).map(({ member }) => member);
  }

  #remove(member: Member): void {
    clearTimeout(member.timer);
    const caller = callerOf(member);
    const otherMembers = (this.#waiting.get(caller) ?? []).filter((other) => other !== member);
    if (otherMembers.length === 0) this.#waiting.delete(caller);
    else this.#waiting.set(caller, otherMembers);
  }

  #removeForGroup(member: Member): void {
    this.#remove(member);
    this.#shares.start(callerOf(member), member.virtualArrival);
    this.#shares.charge(callerOf(member), costOf(member));
  }

  #giveUp(member: Member): void {
    this.#remove(member);
    member.reject(new BusyError());
  }

  async #commit(members: readonly Member[]): Promise<void> {
    try {
      const results = await this.#run.group((tx) =>
        Promise.all(members.map(({ work, inRequest }) => inRequest(() => work(tx)))),
      );
      members.forEach(({ resolve }, i) => resolve(results[i]));
    } catch (error) {
      if (isConnectionLost(error)) this.#rejectAll(members, error);
      else this.#runSeparately(members, isTimeout(error) ? this.#run.long : this.#run.single);
    }
  }

  #runSeparately(members: readonly Member[], run: RunTransaction): void {
    for (const { work, entry, inRequest, resolve, reject } of members)
      inRequest(() => run(work, entry)).then(resolve, reject);
  }

  /**
   * Rejects the members of a group whose commit has an unknown outcome, and all waiting work. A client that repeats its
   * request under the same idempotency key gets the stored result if the write was committed.
   */
  #rejectAll(members: readonly Member[], error: unknown): void {
    const waiting = [...this.#waiting.values()].flat();
    for (const member of waiting) this.#remove(member);
    for (const { reject } of [...members, ...waiting]) reject(error);
  }
}

const isNotEmpty = (group: readonly Member[]): group is readonly [Member, ...Member[]] => group.length > 0;

const GROUP_PART = { kind: 'transaction', queue: 'group' } as const;

const bytesOf = ({ entry }: Member): number => entry?.bytes ?? 0;

const costOf = (member: Member): number => BASE_COST + bytesOf(member);

const recordsOf = ({ entry }: Member): readonly string[] => entry?.records ?? [];

const callerOf = ({ entry }: Member): string => entry?.caller ?? '';
