import { parse } from 'hono/utils/cookie';
import type { CsrfProof, Caller } from '../../../schema/contract.ts';
import { toCaller } from './caller.ts';
import type { Exchange } from '../route.ts';

/** The cookie that holds the operator's session token. */
export const SESSION_COOKIE = 'access_token';

/** Returns the value of a cookie, percent-decoded; null where the header has no such cookie, or an empty one. */
export const readCookie = (header: string | null, name: string): string | null =>
  parse(header ?? '', name)[name] || null;

/**
 * Creates a check whether a request comes from a page of the same origin or of one of these origins, according to
 * `Sec-Fetch-Site` and `Origin`.
 */
export function createOriginCheck(addresses: readonly string[]): (headers: Headers) => boolean {
  const origins = new Set(addresses.map((address) => new URL(address).origin));
  return (headers) =>
    headers.get('sec-fetch-site') === 'same-origin' || origins.has(headers.get('origin') ?? '');
}

/**
 * Returns the caller of a request to the console, by bearer credential or else by session cookie. A write by cookie
 * carries the proof that `readCsrfProof` returns.
 */
export function toOperatorCaller(
  exchange: Exchange,
  readCsrfProof: (exchange: Exchange) => CsrfProof,
): Caller {
  const caller = toCaller('console', exchange);
  if (caller.credential !== null) return caller;
  const { method, headers } = exchange.request;
  const credential = readCookie(headers.get('cookie'), SESSION_COOKIE);
  const isWrite = method !== 'GET' && method !== 'HEAD';
  return {
    ...caller,
    credential,
    ...(credential !== null && isWrite && { csrfProof: readCsrfProof(exchange) }),
  };
}
