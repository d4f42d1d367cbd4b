// A response of the response cache, with its dependencies.
import type { ChangeKey, Dependencies, RowDependency, WordCondition } from '../../../prisma/client.ts';
import { SharedComputation } from './shared-computation.ts';

/**
 * The key of a changed row, or the words of a changed search entry. If lists are ordered by a time of the row, `@` and this time in
 * ISO 8601 follow the key.
 */
export type Change = string | ReadonlySet<string>;

/** Maximum keys on which one result depends. A result with more depends on everything. */
const MAX_DEPENDENCIES = 300;

/** Maximum changes during a read whose dependencies are not known yet. With more, the response is invalidated. */
const MAX_PENDING_CHANGES = 1_000;

/** Sorts after every ISO 8601 time. */
const END_OF_TIME = '~';

/** A result that is being or has been computed. A logged change on which it depends invalidates it. */
export class CachedResponse implements Dependencies {
  /** Identifies the state of the database before the result was computed. */
  readonly #snapshot: string;
  readonly #index: DependencyIndex;
  /** By key: the response depends on rows up to this time, in ISO 8601. */
  readonly #keys = new Map<string, string>();
  /** Conditions for the words of changed search entries. */
  readonly #conditions = new Set<WordCondition>();
  #dependsOnEverything = false;
  /** Number of reads whose dependencies are not known yet. */
  #openReads = 0;
  /** The changes since the first of these reads began. */
  #pendingChanges: Change[] = [];
  #isInvalid = false;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  readonly computation: SharedComputation;
  /** Whether the result was not shareable: equal requests are then computed without waiting for another request. */
  isPersonal = false;

  constructor(
    { snapshot, caller }: { readonly snapshot: string; readonly caller: string },
    createdAt: number,
    index: DependencyIndex,
  ) {
    this.#snapshot = snapshot;
    this.computation = new SharedComputation(caller);
    this.createdAt = createdAt;
    this.#index = index;
  }

  add(key: ChangeKey, until = END_OF_TIME): void {
    if (this.#isInvalid || this.#dependsOnEverything) return;
    if (this.#keys.size >= MAX_DEPENDENCIES) {
      this.addEverything();
      return;
    }
    const latestTime = this.#keys.get(key);
    if (latestTime === undefined) this.#index.add(key, this);
    if (latestTime === undefined || until > latestTime) this.#keys.set(key, until);
  }

  addEverything(): void {
    this.#dependsOnEverything = true;
  }

  #addCondition(condition: WordCondition): void {
    if (this.#isInvalid || this.#dependsOnEverything) return;
    this.#conditions.add(condition);
    this.#index.addCondition(this);
  }

  beginRead(): (dependencies: readonly RowDependency[]) => void {
    // The computation of an invalid response may continue. It keeps no changes, because nothing uses them.
    if (this.#isInvalid) return () => undefined;
    this.#openReads += 1;
    this.#index.trackOpenRead(this);
    return (dependencies) => {
      for (const each of dependencies)
        if (typeof each === 'string') this.add(each);
        else if (typeof each === 'function') this.#addCondition(each);
        else this.add(each.key, each.until.toISOString());
      for (const change of this.#pendingChanges) this.invalidateIfDependsOn(change);
      this.#openReads -= 1;
      if (this.#openReads === 0) this.#forgetPendingChanges();
    };
  }

  #forgetPendingChanges(): void {
    this.#pendingChanges = [];
    this.#index.untrackOpenRead(this);
  }

  /**
   * Whether the response is still correct. `snapshot` is the current one; all earlier changes must have been passed to
   * `DependencyIndex.invalidate`.
   */
  isCurrent(snapshot: string): boolean {
    if (this.#isInvalid || this.#pendingChanges.length > 0) return false;
    return !this.#dependsOnEverything || this.#snapshot === snapshot;
  }

  /** Keeps a change until the dependencies of the open reads are known. */
  addPendingChange(change: Change): void {
    if (this.#pendingChanges.push(change) > MAX_PENDING_CHANGES) this.invalidate();
  }

  invalidateIfDependsOn(change: Change): void {
    if (this.#dependsOn(change)) this.invalidate();
  }

  #dependsOn(change: Change): boolean {
    if (typeof change !== 'string') return this.#conditions.values().some((condition) => condition(change));
    const [key, at] = splitChange(change);
    const until = this.#keys.get(key);
    return until !== undefined && at <= until;
  }

  invalidate(): void {
    this.#isInvalid = true;
    this.#forgetPendingChanges();
    for (const key of this.#keys.keys()) this.#index.remove(key, this);
    this.#keys.clear();
    this.#index.removeConditions(this);
    this.#conditions.clear();
  }
}

const splitChange = (change: string): readonly [key: string, at: string] => {
  const [key = '', at = ''] = change.split('@', 2);
  return [key, at];
};

/** Finds the responses that may depend on a change. */
export class DependencyIndex {
  readonly #responses = new Map<string, Set<CachedResponse>>();
  /** The responses with conditions for the words of changed entries. */
  readonly #withConditions = new Set<CachedResponse>();
  /** The responses with open reads, whose dependencies are not known yet. */
  readonly #withOpenReads = new Set<CachedResponse>();

  add(key: string, response: CachedResponse): void {
    const responses = this.#responses.get(key);
    if (responses) responses.add(response);
    else this.#responses.set(key, new Set([response]));
  }

  remove(key: string, response: CachedResponse): void {
    const responses = this.#responses.get(key);
    responses?.delete(response);
    if (responses?.size === 0) this.#responses.delete(key);
  }

  addCondition(response: CachedResponse): void {
    this.#withConditions.add(response);
  }

  removeConditions(response: CachedResponse): void {
    this.#withConditions.delete(response);
  }

  trackOpenRead(response: CachedResponse): void {
    this.#withOpenReads.add(response);
  }

  untrackOpenRead(response: CachedResponse): void {
    this.#withOpenReads.delete(response);
  }

  /** Invalidates the responses that depend on a change. */
  invalidate(change: Change): void {
    for (const response of this.#withOpenReads) response.addPendingChange(change);
    const found =
      typeof change === 'string' ? this.#responses.get(splitChange(change)[0]) : this.#withConditions;
    for (const response of found ?? []) response.invalidateIfDependsOn(change);
  }
}
