// The responses of the response cache.
import { LRUCache } from 'lru-cache';
import { sizeOf } from '../../../schema/values/size.ts';
import { CachedResponse, DependencyIndex } from './cached-response.ts';
import type { CommittedChanges } from './change-log.ts';

/** Results also depend on the time, and nothing is logged when it passes: facts become stale, claims expire. */
const MAX_AGE_MS = 5000;

/** Maximum results. Most of them have 20 to 60 KB. */
const MAX_ENTRIES = 600;

/** Maximum size of all results (`sizeOf`: text outside Latin-1 takes twice as much memory) and of what facades keep with them. */
const MAX_SIZE = 48 * 1024 * 1024;

/** A new object for each size: LRUCache does not update the size of an identical value. */
interface SizedResponse {
  readonly response: CachedResponse;
  /** The sizes of what is kept with the response, by owner. */
  readonly sizes: ReadonlyMap<object, number>;
}

/** Keeps responses: a bounded number, of bounded size and age. */
export class CachedResponses {
  readonly #index = new DependencyIndex();
  readonly #now: () => number;
  /** Timers remove old responses to free their memory. `find` compares their age with the board's clock, which may be set back. */
  readonly #responses = new LRUCache<string, SizedResponse>({
    ...{ max: MAX_ENTRIES, maxSize: MAX_SIZE, ttl: MAX_AGE_MS, ttlAutopurge: true },
    disposeAfter: ({ response }, key) => {
      if (this.#responses.peek(key)?.response !== response) response.invalidate();
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
  create(key: string, origin: { readonly snapshot: string; readonly caller: string }): CachedResponse {
    const response = new CachedResponse(origin, this.#now(), this.#index);
    this.#responses.set(key, { response, sizes: new Map() }, { size: 1 });
    return response;
  }

  /**
   * Sets the result of a response, and its size when the result is computed. A response without a result (null) is personal,
   * unless its client has disconnected: then the computation may have failed for that reason.
   */
  setResult(
    key: string,
    response: CachedResponse,
    {
      result,
      hasClientEnded,
    }: { readonly result: Promise<object | null>; readonly hasClientEnded: () => boolean },
  ): void {
    const sharedResult = result.then((value) => {
      response.isPersonal = value === null && !hasClientEnded();
      if (value === null) response.invalidate();
      return value;
    });
    response.computation.set(sharedResult);
    void sharedResult.then((value) => {
      this.setSize(key, response, { owner: response, size: sizeOf(value) });
    });
  }

  /** Sets the size of what an owner keeps with a response: of the result, or of a value that is made of it. */
  setSize(
    key: string,
    response: CachedResponse,
    { owner, size }: { readonly owner: object; readonly size: number },
  ): void {
    const kept = this.#responses.peek(key);
    if (kept?.response !== response) return;
    const sizes = new Map(kept.sizes).set(owner, size);
    const sum = sizes.values().reduce((total, each) => total + each, 0);
    this.#responses.set(key, { response, sizes }, { size: sum, noUpdateTTL: true });
  }

  /** Invalidates the responses that depend on changes. */
  invalidateChanged({ keys, entries, isIncomplete }: CommittedChanges): void {
    if (isIncomplete) for (const { response } of this.#responses.values()) response.invalidate();
    else for (const change of [...keys, ...entries]) this.#index.invalidate(change);
  }
}
