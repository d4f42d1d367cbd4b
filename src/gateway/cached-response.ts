// A response of the response cache, and what it depends on.
import type { Dependencies, RowDependency } from '../../prisma/client.ts';

/** Maximum keys on which one result depends. A result with more depends on everything. */
const MAX_DEPENDENCIES = 300;

/** Maximum changes during a read whose dependencies are not known yet. With more, the response ends. */
const MAX_UNDECIDED = 1_000;

/** Later than any time. */
const ALWAYS = '~';

/** A result that is being computed, or has been. It ends when something changes that it depends on. */
export class CachedResponse implements Dependencies {
  /** Identifies the state of the database before the result was computed. */
  readonly #snapshot: string;
  readonly #index: DependencyIndex;
  /** By key: up to which time changes end the response, in ISO 8601. */
  readonly #keys = new Map<string, string>();
  #dependsOnEverything = false;
  /** Number of reads whose dependencies are not known yet. */
  #reads = 0;
  /** The changes since the first of these reads began. */
  #undecided: string[] = [];
  #hasEnded = false;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  /** Resolves to null if the result is not shareable. */
  result: Promise<object | null> = Promise.resolve(null);
  /** The result was not shareable: compute the next one without waiting for this one. */
  isPersonal = false;

  constructor(snapshot: string, createdAt: number, index: DependencyIndex) {
    this.#snapshot = snapshot;
    this.createdAt = createdAt;
    this.#index = index;
  }

  add(key: string, until = ALWAYS): void {
    if (this.#hasEnded || this.#dependsOnEverything) return;
    if (this.#keys.size >= MAX_DEPENDENCIES) {
      this.addEverything();
      return;
    }
    const known = this.#keys.get(key);
    if (known === undefined) this.#index.add(key, this);
    if (known === undefined || until > known) this.#keys.set(key, until);
  }

  addEverything(): void {
    this.#dependsOnEverything = true;
  }

  beginRead(): (dependencies: readonly RowDependency[]) => void {
    this.#reads += 1;
    this.#index.addReading(this);
    return (dependencies) => {
      for (const each of dependencies)
        if (typeof each === 'string') this.add(each);
        else this.add(each.key, each.until.toISOString());
      for (const change of this.#undecided) this.endIfDependsOn(change);
      this.#reads -= 1;
      if (this.#reads === 0) this.#endReading();
    };
  }

  #endReading(): void {
    this.#undecided = [];
    this.#index.removeReading(this);
  }

  /** Whether the response is that of a database in this state, given that it was told of all changes. */
  isCurrent(snapshot: string): boolean {
    if (this.#hasEnded || this.#undecided.length > 0) return false;
    return !this.#dependsOnEverything || this.#snapshot === snapshot;
  }

  /** Tells of a change before the dependencies of a read are known. */
  addUndecided(change: string): void {
    if (this.#undecided.push(change) > MAX_UNDECIDED) this.end();
  }

  /** Ends the response if it depends on a change: a key, and for a change in an order of time `@` and its time. */
  endIfDependsOn(change: string): void {
    const [key, at] = splitChange(change);
    const until = this.#keys.get(key);
    if (until !== undefined && at <= until) this.end();
  }

  end(): void {
    this.#hasEnded = true;
    this.#endReading();
    for (const key of this.#keys.keys()) this.#index.remove(key, this);
    this.#keys.clear();
  }
}

const splitChange = (change: string): readonly [key: string, at: string] => {
  const [key = '', at = ''] = change.split('@', 2);
  return [key, at];
};

/** The responses by the keys on which they depend. */
export class DependencyIndex {
  readonly #responses = new Map<string, Set<CachedResponse>>();
  /** The responses of which some dependencies are not known yet. */
  readonly #reading = new Set<CachedResponse>();

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

  addReading(response: CachedResponse): void {
    this.#reading.add(response);
  }

  removeReading(response: CachedResponse): void {
    this.#reading.delete(response);
  }

  /** Tells all responses of a change. */
  end(change: string): void {
    for (const response of this.#reading) response.addUndecided(change);
    const [key] = splitChange(change);
    for (const response of this.#responses.get(key) ?? []) response.endIfDependsOn(change);
  }
}
