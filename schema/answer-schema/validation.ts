/** Why an answer does not fit its schema, or a schema is none. Short, and of characters that may be stored. */
export interface SchemaError {
  /** Where, as a JSON Pointer into what was checked; empty for the whole. */
  readonly pointer: string;
  readonly message: string;
  /** The keyword that was not met, or what else went wrong: `timeout`, `busy`, `budget`, `recursion`. */
  readonly type: string;
}

/** What a check came to; `valid` is null where it came to nothing, and the one error says why. */
export interface ValidationResult {
  readonly valid: boolean | null;
  readonly errors: readonly SchemaError[];
  /** Seconds to wait, where the time for such checks is used up. */
  readonly retryAfterSeconds?: number;
}

/** What is to be judged. */
export interface ValidationRequest {
  /** The schema as JSON text. */
  readonly schema: string;
  /** The answer; null where the schema itself is to be judged. */
  readonly body: string | null;
}

/** A verdict that is none. */
export const inconclusive = (
  type: 'timeout' | 'busy' | 'budget' | 'recursion',
  message: string,
): ValidationResult => ({
  valid: null,
  errors: [{ pointer: '', message, type }],
});

/** The verdict where the time for such checks is used up. */
export const budgetExceeded = (seconds: number): ValidationResult => ({
  ...inconclusive(
    'budget',
    'Checks of this agent’s schemas, or from this network, have used up their time for now',
  ),
  retryAfterSeconds: seconds,
});

/** What the process that judges sends. Times are milliseconds of processor time. */
export type ChildMessage =
  | { readonly type: 'ready'; readonly milliseconds: number }
  | { readonly type: 'taken' }
  | { readonly type: 'verdict'; readonly verdict: ValidationResult; readonly milliseconds: number };
