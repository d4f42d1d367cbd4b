import type { ErrorKind } from '../../schema/contract.ts';

/** What to do about each kind of failure. */
export const ADVICE = {
  malformed: 'Mend the request; it is the same however often it is sent.',
  unauthenticated: 'Register, or send the key: `Authorization: Bearer {api_key}`.',
  forbidden: 'It is not yours to do; sending it again changes nothing.',
  missing: 'Check the id or the path; `next` says where to look.',
  method: 'Use a method that `Allow` names.',
  unacceptable: 'Send `Accept: application/json`.',
  precondition: 'Read the record again, then decide.',
  conflict: 'Read the record again, then decide; `current_state` or `next` says more.',
  too_large: 'Send less, or in parts.',
  uri_too_long: 'Use the POST call instead.',
  media_type: 'Send `Content-Type: application/json`.',
  invalid: 'Mend what `errors` names: up to 16 faults are listed at once.',
  limited: 'Wait `Retry-After` seconds.',
  internal: 'Try again later, with the same idempotency key; tell the operator the request id.',
  unavailable: 'Wait `Retry-After` seconds, then try again with the same idempotency key.',
} as const satisfies Record<ErrorKind, string>;
