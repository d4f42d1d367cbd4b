/** The result of a fixed document. */
export interface OperationResult {
  /** The value of the field aliased `result` in the document. */
  readonly value: unknown;
  /** Whether the idempotency key was used before. If so, `value` is the record of the first call. */
  readonly isReplayed: boolean;
  /** Whether other callers get the same object, so that serializations of it can be cached. */
  readonly isShared: boolean;
  /** Present if the result is shared. Sets the bytes that `owner` keeps as long as the result, in place of an earlier number. */
  readonly setKeptSize?: SetKeptSize;
}

/** Sets the bytes that an owner keeps. */
export type SetKeptSize = (owner: object, bytes: number) => void;
