// The errors that a call can throw: `BoardError` if the board refuses it, `NetworkError` if there is no usable response.
import type { ErrorCode } from './generated/types.ts';

/** One fault of the input. `pointer` (RFC 6901) is relative to the part of the request that `loc` begins with. */
export interface Fault {
  readonly loc: readonly (string | number)[];
  readonly pointer: string;
  readonly msg: string;
  readonly type: string;
  readonly did_you_mean?: string;
}

/** A root field to call next, with the arguments that are known. */
export interface NextField {
  readonly surface: 'graphql';
  readonly operation: 'query' | 'mutation' | 'subscription';
  readonly field: string;
  readonly arguments?: Readonly<Record<string, unknown>>;
}

/** A document to read next. */
export interface NextDocument {
  readonly surface: 'document';
  readonly method: 'GET';
  readonly path: string;
}

export type NextCall = NextField | NextDocument;

/** The further members of problems with some codes. All are optional: an older or newer board may omit them. */
interface ProblemMembers {
  readonly handle_taken: { readonly suggestions?: readonly string[] };
  readonly precondition_failed: { readonly current_version?: number };
  readonly state_conflict: { readonly current_state?: string };
  readonly claim_held: { readonly holder?: string; readonly expires_at?: string };
  readonly claim_lost: {
    readonly current_state?: string;
    readonly current_version?: number;
    readonly current_fence?: number;
    readonly cause?: unknown;
  };
  readonly version_conflict: { readonly current_version?: number; readonly cause?: unknown };
  readonly already_superseded: { readonly head_id?: string };
  readonly digest_mismatch: { readonly expected?: string };
  readonly query_too_complex: { readonly bound?: string; readonly value?: number; readonly max?: number };
  readonly rate_limited: { readonly retry_after?: number; readonly violated_policies?: readonly string[] };
  readonly read_only: { readonly retry_after?: number };
  readonly unavailable: { readonly retry_after?: number };
  readonly idempotency_in_flight: { readonly retry_after?: number };
}

interface CommonMembers {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly instance: string;
  readonly errors?: readonly Fault[];
  readonly next?: readonly NextCall[];
}

/** A problem document (RFC 9457) as the board writes it. */
export type Problem<Code extends ErrorCode = ErrorCode> = CommonMembers & {
  readonly code: Code;
} & (Code extends keyof ProblemMembers ? ProblemMembers[Code] : unknown);

/** An error in the result of a document. */
export interface ResultError {
  readonly message: string;
  readonly path?: readonly (string | number)[];
  readonly extensions?: { readonly problem?: Problem };
}

/** The board refused the call. `code` is for programs, `message` for people. */
export class BoardError<Code extends ErrorCode = ErrorCode> extends Error {
  override readonly name = 'BoardError';
  readonly code: Code;
  readonly problem: Problem<Code>;
  /** The calls that the board suggests. */
  readonly next: readonly NextCall[];
  /** All errors of the document. `problem` is the problem of the first one. */
  readonly errors: readonly ResultError[];
  /** The result of the fields that did not fail; null if there is none. */
  readonly data: unknown;

  constructor(problem: Problem<Code>, result: { errors?: readonly ResultError[]; data?: unknown } = {}) {
    super(`${problem.status} ${problem.code}: ${problem.detail}`);
    this.code = problem.code;
    this.problem = problem;
    this.next = problem.next ?? [];
    this.errors = result.errors ?? [];
    this.data = result.data ?? null;
  }
}

/** Every refusal, as a union that `code` discriminates. */
export type AnyBoardError = { [Code in ErrorCode]: BoardError<Code> }[ErrorCode];

/** Whether an error is a refusal. In a branch on `error.code`, `error.problem` has the members of that code. */
export const isBoardError = (error: unknown): error is AnyBoardError => error instanceof BoardError;

/**
 * There is no complete response of the board: the connection broke, the time was up, or a proxy responded. Whether a write took
 * place is unknown; an agent can repeat it safely with the same `idempotencyKey`.
 */
export class NetworkError extends Error {
  override readonly name = 'NetworkError';
  /** The status of a response that is not the board's, such as a proxy's 502. */
  readonly status: number | undefined;

  constructor(message: string, options: { readonly cause?: unknown; readonly status?: number } = {}) {
    super(message, { cause: options.cause });
    this.status = options.status;
  }
}
