import type { Kind } from '../../schema/contract.ts';

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
  invalid: 'Mend what `errors` names: all faults are listed at once.',
  limited: 'Wait `Retry-After` seconds.',
  internal: 'Try again later, with the same idempotency key; tell the operator the request id.',
  unavailable: 'Wait `Retry-After` seconds, then try again with the same idempotency key.',
} as const satisfies Record<Kind, string>;

/** Who draws on each limit. */
export const WHO: Readonly<Record<string, string>> = {
  anon: 'everyone without a valid key, together',
  'register-ip': 'registrations from one address (IPv6: one /64)',
  'register-global': 'all registrations together',
  'key-first-hour': 'an agent, all its keys together, in its first hour',
  'key-first-day': 'in its first day',
  'key-established': 'from then on',
  'public-ip': 'what needs no key, from one address',
  creator: 'the creator',
};
