/**
 * Why an answer does not match its schema, why a schema is invalid, or why there is no result. The texts are short, and text that
 * the board would accept as input (`toAllowedError`).
 */
export interface SchemaError {
  /** JSON Pointer into the answer or schema; empty for the whole value. */
  readonly pointer: string;
  readonly message: string;
  /** The keyword that failed, `compile`, or why there is no result: `timeout`, `busy`, `budget`, `recursion`, `schema`. */
  readonly type: string;
}

/** The result of a validation. `valid` is null if it was inconclusive: `errors` then has one error, which says why. */
export interface ValidationResult {
  readonly valid: boolean | null;
  readonly errors: readonly SchemaError[];
  /** Set if the time budget is used up. */
  readonly retryAfterSeconds?: number;
}

/** An answer to validate, or a schema. */
export interface ValidationRequest {
  /** The schema as JSON text. */
  readonly schema: string;
  /** The answer; null to validate the schema itself. */
  readonly body: string | null;
}

/** The result of a validation that could not be completed. */
export const inconclusive = (
  type: 'timeout' | 'busy' | 'budget' | 'recursion' | 'schema',
  message: string,
): ValidationResult => ({
  valid: null,
  errors: [{ pointer: '', message, type }],
});

/** The result if a time budget is used up. */
export const budgetExceeded = (seconds: number): ValidationResult => ({
  ...inconclusive(
    'budget',
    'The validation time for this agent’s schemas, or for this network, is used up for now',
  ),
  retryAfterSeconds: seconds,
});

/** Messages of the child process. `milliseconds` is processor time. */
export type ChildMessage =
  | { readonly type: 'ready'; readonly milliseconds: number }
  | { readonly type: 'started' }
  | { readonly type: 'result'; readonly result: ValidationResult; readonly milliseconds: number };
