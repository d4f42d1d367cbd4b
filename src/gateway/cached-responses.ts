// The responses of the response cache, and what each of them depends on.
import { LRUCache } from 'lru-cache';
import type { Dependencies } from '../../prisma/client.ts';
import { sizeOf } from '../../schema/data/text-bound.ts';
import type { CommittedChanges } from './change-log.ts';

/** Results also depend on the time: facts become stale, claims expire. */
const MAX_AGE_MS = 5000;

/** Maximum results, most of which have 20 to 60 KB. */
const MAX_ENTRIES = 600;

/** Maximum size of all results (`sizeOf`). In memory they take two to three times as much, with the serialized text. */
const MAX_SIZE = 32 * 1024 * 1024;

/** Maximum keys on which one result depends. A result with more depends on everything. */
const MAX_DEPENDENCIES = 300;

/** How a response depends on the changes of a key. */
interface KeyDependency {
  /** Number of reads that depend on all changes. */
  unlimited: number;
  /** The latest time up to which other reads depend on changes, in ISO 8601; empty if there are none. */
  until: string;
}

/** A result that is being computed, or has been. It ends when something changes that it depends on. */
export class CachedResponse implements Dependencies {
  /** Identifies the state of the database before the result was computed. */
  readonly #snapshot: string;
  readonly #index: DependencyIndex;
  readonly #keys = new Map<string, KeyDependency>();
  #dependsOnEverything = false;
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

  add(key: string): void {
    if (this.#hasEnded || this.#dependsOnEverything) return;
    if (this.#keys.size >= MAX_DEPENDENCIES) return this.addEverything();
    const known = this.#keys.get(key);
    if (known) known.unlimited += 1;
    else this.#keys.set(key, { unlimited: 1, until: '' });
    this.#index.add(key, this);
  }

  limit(key: string, until: string): void {
    const known = this.#keys.get(key);
    if (!known) return;
    known.unlimited -= 1;
    if (until > known.until) known.until = until;
  }

  addEverything(): void {
    this.#dependsOnEverything = true;
  }

  /** Whether the response is that of a database in this state, given that `endIfChanged` has got all changes. */
  isCurrent(snapshot: string): boolean {
    return !this.#hasEnded && (!this.#dependsOnEverything || this.#snapshot === snapshot);
  }

  /** Ends the response if it depends on the change of a key at a time. */
  endIfChanged(key: string, at: string): void {
    const known = this.#keys.get(key);
    if (known && (known.unlimited > 0 || at <= known.until)) this.end();
  }

  end(): void {
    this.#hasEnded = true;
    for (const key of this.#keys.keys()) this.#index.remove(key, this);
    this.#keys.clear();
  }
}

/** The responses by the keys on which they depend. */
class DependencyIndex {
  readonly #responses = new Map<string, Set<CachedResponse>>();

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

  /** Ends the responses that depend on a change: a key, and for a change in an order of time `@` and its time. */
  end(change: string): void {
    const [key = '', at = ''] = change.split('@', 2);
    for (const response of this.#responses.get(key) ?? []) response.endIfChanged(key, at);
  }
}

/** A copy for each size, because the cache does not update the size of an equal value. */
interface SizedResponse {
  readonly response: CachedResponse;
}

/** The responses that are kept: a bounded number, of bounded size and age. */
export class CachedResponses {
  readonly #index = new DependencyIndex();
  readonly #now: () => number;
  /** Timers remove old responses to free their memory. The board's clock, which may be set back, decides about their age. */
  readonly #responses = new LRUCache<string, SizedResponse>({
    ...{ max: MAX_ENTRIES, maxSize: MAX_SIZE, ttl: MAX_AGE_MS, ttlAutopurge: true },
    disposeAfter: ({ response }, key) => {
      if (this.#responses.peek(key)?.response !== response) response.end();
    },
  });

  /** `now` returns milliseconds since the epoch. */
  constructor(now: () => number) {
    this.#now = now;
  }

  find(key: string): CachedResponse | null {
    const response = this.#responses.get(key)?.response;
    if (!response) return null;
    const age = this.#now() - response.createdAt;
    return age >= 0 && age < MAX_AGE_MS ? response : null;
  }

  /** Creates the response to a key, in place of an earlier one. */
  create(key: string, snapshot: string): CachedResponse {
    const response = new CachedResponse(snapshot, this.#now(), this.#index);
    this.#responses.set(key, { response }, { size: 1 });
    return response;
  }

  /** Sets the result of a response, and its size when it is known. */
  setResult(key: string, response: CachedResponse, result: Promise<object | null>): void {
    response.result = result;
    void result.then((value) => {
      if (this.#responses.peek(key)?.response !== response) return;
      response.isPersonal = value === null;
      if (response.isPersonal) response.end();
      this.#responses.set(key, { response }, { size: sizeOf(value), noUpdateTTL: true });
    });
  }

  /** Ends the responses that depend on changes. */
  endChanged({ keys, isIncomplete }: CommittedChanges): void {
    if (isIncomplete) for (const { response } of this.#responses.values()) response.end();
    else for (const key of keys) this.#index.end(key);
  }
}
