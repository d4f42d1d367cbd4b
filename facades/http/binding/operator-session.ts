import { parse } from 'hono/utils/cookie';
import type { Caller } from '../../../schema/contract.ts';
import { createOriginCheck } from '../codec/origin.ts';
import { toCaller } from './caller.ts';
import type { Exchange } from '../route.ts';

/** The cookie with the operator's session token. */
export const SESSION_COOKIE = 'access_token';

/**
 * Characters of the header `Cookie` that are read: enough for the session and other cookies, each of which browsers limit to 4 KB.
 * Parsing a longer header would take milliseconds.
 */
const MAX_COOKIES_LENGTH = 8192;

/** Returns the value of a cookie, percent-decoded; null where the header does not have the cookie, or its value is empty. */
export const readCookie = (header: string | null, name: string): string | null =>
  parse((header ?? '').slice(0, MAX_COOKIES_LENGTH), name)[name] || null;

/** Creates a check whether a request comes from a page of the same origin, or of the origin of one of these URLs. */
export function createSameOriginCheck(urls: readonly string[]): (headers: Headers) => boolean {
  const isOwnOrigin = createOriginCheck(urls);
  return (headers) => headers.get('sec-fetch-site') === 'same-origin' || isOwnOrigin(headers);
}

/** Returns the session token in the cookie of a request; null where there is none. */
export const readSessionCookie = ({ headers }: Request): string | null =>
  readCookie(headers.get('cookie'), SESSION_COOKIE);

/**
 * Returns the caller of a request to the console, by bearer credential or else by session cookie. For a write by cookie,
 * `csrfProof` has the CSRF token of the form, or else of `X-CSRF-Token`, and whether a page of the same origin sent the request.
 */
export function toOperatorCaller(
  exchange: Exchange,
  isSameOrigin: (headers: Headers) => boolean,
  form?: URLSearchParams,
): Caller {
  const caller = toCaller('console', exchange);
  if (caller.credential !== null) return caller;
  const { method, headers } = exchange.request;
  const credential = readSessionCookie(exchange.request);
  if (credential === null || method === 'GET' || method === 'HEAD') return { ...caller, credential };
  const csrfToken = form?.get('csrf') ?? headers.get('x-csrf-token');
  return { ...caller, credential, csrfProof: { csrfToken, isSameOrigin: isSameOrigin(headers) } };
}
