import type { OperationResult } from '../../schema/contract.ts';

/** Longer values would displace many other responses from the cache. */
const MAX_KEPT_BYTES = 2 * 1024 * 1024;

/**
 * Values that are made of shared results, such as their JSON: one for each result, no longer than the response cache keeps the
 * result. The cache counts their bytes. Values of more than 2 MiB are kept until the next iteration of the event loop: the
 * requests that have waited for the same result continue in this one.
 */
export class KeptValues<Value> {
  readonly #values = new WeakMap<OperationResult, Value>();

  get(result: OperationResult): Value | undefined {
    return this.#values.get(result);
  }

  /** Keeps a value in place of an earlier one, if its result is shared. */
  set(result: OperationResult, value: Value, bytes: number): void {
    if (!result.isShared) return;
    this.#values.set(result, value);
    const isLong = bytes > MAX_KEPT_BYTES;
    result.setKeptSize?.(this, isLong ? 0 : bytes);
    if (isLong) setImmediate(() => this.delete(result, value));
  }

  /** Removes a value, unless another one has taken its place. */
  delete(result: OperationResult, value: Value): void {
    if (this.#values.get(result) === value) this.#values.delete(result);
  }
}
