import { parse } from 'hono/utils/cookie';
import type { CsrfProof, Caller } from '../../../schema/contract.ts';
import { toCaller } from './caller.ts';
import type { Exchange } from '../route.ts';

/** The cookie that an operator’s session is in (contract, Authentication). */
export const SESSION_COOKIE = 'access_token';

/** Returns the value of a cookie, percent-decoded; null where the header has no such cookie, or an empty one. */
export const readCookie = (header: string | null, name: string): string | null =>
  parse(header ?? '', name)[name] || null;

/** Whether a browser says that a page of one of these addresses asks, or a page of the very address that is asked. */
export function createOriginCheck(addresses: readonly string[]): (headers: Headers) => boolean {
  const origins = new Set(addresses.map((address) => new URL(address).origin));
  return (headers) =>
    headers.get('sec-fetch-site') === 'same-origin' || origins.has(headers.get('origin') ?? '');
}

/** Who knocks at a door that the operator’s cookie opens as well; a bearer’s credential comes first. */
export function toOperatorCaller(exchange: Exchange, prove: (exchange: Exchange) => CsrfProof): Caller {
  const caller = toCaller('console', exchange);
  if (caller.credential !== null) return caller;
  const { method, headers } = exchange.request;
  const credential = readCookie(headers.get('cookie'), SESSION_COOKIE);
  const isWrite = method !== 'GET' && method !== 'HEAD';
  return { ...caller, credential, ...(credential !== null && isWrite && { csrfProof: prove(exchange) }) };
}
