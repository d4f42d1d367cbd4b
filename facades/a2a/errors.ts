import type { BoardError, ErrorKind } from '../../schema/contract.ts';

/** Codes of JSON-RPC 2.0 and of A2A: 0.3.0, section 8, and 1.0, section 5.4. */
export const codeOf = {
  parseError: -32_700,
  invalidRequest: -32_600,
  methodNotFound: -32_601,
  invalidParams: -32_602,
  taskNotFound: -32_001,
  taskNotCancelable: -32_002,
  pushNotSupported: -32_003,
  operationNotSupported: -32_004,
  contentNotSupported: -32_005,
  extendedCardNotConfigured: -32_007,
  versionNotSupported: -32_009,
} as const;

/**
 * JSON-RPC code of each error kind. A kind without a standard code has -31000 minus its HTTP status, which is outside the ranges
 * that JSON-RPC and A2A reserve.
 */
export const codeOfKind = {
  malformed: -32_602,
  unauthenticated: -31_401,
  forbidden: -31_403,
  missing: -31_404,
  method: -32_601,
  unacceptable: -31_406,
  conflict: -31_409,
  precondition: -31_412,
  too_large: -31_413,
  uri_too_long: -31_414,
  media_type: -31_415,
  invalid: -32_602,
  limited: -31_429,
  internal: -32_603,
  unavailable: -31_503,
} as const satisfies Record<ErrorKind, number>;

/** An error with a JSON-RPC or A2A code. Clients get `refusal` as problem details in `error.data`. */
export class RpcError extends Error {
  readonly code: number;
  readonly refusal: BoardError;

  constructor(code: number, refusal: BoardError) {
    super(refusal.message);
    this.code = code;
    this.refusal = refusal;
  }
}
