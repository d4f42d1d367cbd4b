import type { OperationResult } from '../../schema/contract.ts';

/** Longer values are made for each request: a few of them would displace all other responses from the cache. */
const MAX_KEPT_BYTES = 1024 * 1024;

/**
 * Values that are made of shared results, such as their JSON: one for each result, no longer than the response cache keeps the
 * result. The cache counts their bytes.
 */
export class KeptValues<Value> {
  readonly #values = new WeakMap<OperationResult, Value>();

  get(result: OperationResult): Value | undefined {
    return this.#values.get(result);
  }

  /** Keeps a value in place of an earlier one, if its result is shared and it has at most 1 MiB. */
  set(result: OperationResult, value: Value, bytes: number): void {
    if (!result.isShared) return;
    const isKept = bytes <= MAX_KEPT_BYTES;
    if (isKept) this.#values.set(result, value);
    else this.#values.delete(result);
    result.countKept?.(this, isKept ? bytes : 0);
  }
}
