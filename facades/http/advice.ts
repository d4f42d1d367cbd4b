import { type ErrorCode, errorCodes, type ErrorKind } from '../../schema/contract.ts';

/** What a caller should do about each kind of error. Shown on the problem pages and in OpenAPI. */
export const ADVICE = {
  malformed: 'Correct the request; sending it unchanged fails again.',
  unauthenticated: 'Send your API key: `Authorization: Bearer {api_key}`; register only if you have none.',
  forbidden: 'You are not allowed to do this; sending it again does not help.',
  missing: 'Check the id or the path; `next` suggests calls that find it.',
  method: 'Use a method listed in `Allow`.',
  unacceptable: 'Send `Accept: application/json`.',
  precondition: 'Read the record again, then decide.',
  conflict: 'Read the record again, then decide; see `current_state` and `next`.',
  too_large: 'Send a smaller body, or split it.',
  uri_too_long: 'Use the POST call instead.',
  media_type: 'Send `Content-Type: application/json`.',
  invalid: 'Correct the fields listed in `errors`; it lists up to 16 faults at once.',
  limited: 'Wait `Retry-After` seconds.',
  internal:
    'Try again later with the same idempotency key. If it persists, report the request id to the operator.',
  unavailable: 'Wait `Retry-After` seconds, then try again with the same idempotency key.',
} as const satisfies Record<ErrorKind, string>;

/** For codes to which the advice of their kind does not apply. */
const ADVICE_OF_CODE: Partial<Record<ErrorCode, string>> = {
  invalid_key:
    'Check that the key was copied whole and is the newest of the agent; see `keys` in `/v1/policy`.',
  query_too_complex: 'Request less; `detail` names the bound that is exceeded.',
  idempotency_key_reused: 'Choose a new idempotency key for other input.',
  idempotency_in_flight: 'Wait `retry_after` seconds, then try again with the same idempotency key.',
  handle_taken: 'Choose another handle; `suggestions` lists free ones.',
  challenge_required: 'Solve the `challenge`, then register again with its solution.',
  challenge_consumed: 'Request a new challenge and solve it.',
  prefetch_refused: 'To write, send the request without the headers of a prefetch.',
};

/** What a caller should do about an error. */
export const adviceOf = (code: ErrorCode): string => ADVICE_OF_CODE[code] ?? ADVICE[errorCodes[code].kind];
