import { METHOD_NAME_ALL } from 'hono/router';
import { RegExpRouter } from 'hono/router/reg-exp-router';
import { SmartRouter } from 'hono/router/smart-router';
import { TrieRouter } from 'hono/router/trie-router';
import { corsHeaders, preflightHeaders } from '../codec/cors.ts';
import type { HeaderRecord } from '../reply.ts';
import type { Route } from '../route.ts';

const BRACES = /\{(\w+)\}/g;

/** Headers of every answer, whatever the path. */
export const BASE_HEADERS: HeaderRecord = {
  'x-content-type-options': 'nosniff',
  vary: 'Accept, Authorization',
};

/** Headers of an answer that no endpoint gives: its URL may be a mistyped one, or one asked otherwise, with a key in it. */
export const UNMATCHED_HEADERS: HeaderRecord = {
  ...BASE_HEADERS,
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex, nofollow',
};

/** A route and the headers its answers always carry. */
export interface Endpoint {
  readonly route: Route;
  readonly headers: HeaderRecord;
}

/** All that is known of one path. */
export interface PathEntry {
  readonly endpoints: ReadonlyMap<string, Endpoint>;
  readonly allow: readonly string[];
  /** Of an answer that no endpoint gives. */
  readonly unmatchedHeaders: HeaderRecord;
  /** Of the answer to OPTIONS. */
  readonly options: HeaderRecord;
}

/** A place and what stood in its braces, still percent-encoded. */
export interface RouteMatch {
  readonly entry: PathEntry;
  readonly params: Readonly<Record<string, string>>;
}

/** Finds the place of a raw path; null where there is none. A path without braces wins over one that has them. */
export type RouteTable = (pathname: string) => RouteMatch | null;

/** Throws when two routes claim the same method and path, whatever their braces are called. */
export function createRouteTable(routes: readonly Route[]): RouteTable {
  // hono tells 404; with all methods under one entry the table itself can tell 405.
  const router = new SmartRouter<PathEntry>({ routers: [new RegExpRouter(), new TrieRouter()] });
  for (const [path, rows] of groupByPath(routes)) {
    router.add(METHOD_NAME_ALL, path.replace(BRACES, ':$1'), createPlace(rows));
  }
  return (pathname) => {
    const [candidates, values] = router.match(METHOD_NAME_ALL, pathname);
    const [first] = candidates;
    if (!first) return null;
    const [place, params] = first;
    return {
      entry: place,
      params: values ? pick(values, params as Record<string, number>) : (params as Record<string, string>),
    };
  };
}

function pick(values: readonly string[], indexes: Readonly<Record<string, number>>): Record<string, string> {
  const params: Record<string, string> = {};
  for (const name in indexes) params[name] = values[indexes[name] as number] as string;
  return params;
}

function groupByPath(routes: readonly Route[]): [string, Route[]][] {
  const groups = Map.groupBy(routes, ({ path }) => path.replace(BRACES, '\uffff'));
  for (const rows of groups.values()) assertDistinct(rows);
  // The stand-in sorts last, so that a literal segment is tried before a brace.
  return [...groups].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, rows]) => [rows[0]?.path ?? '', rows]);
}

function assertDistinct(rows: readonly Route[]): void {
  const methods = new Set(rows.map(({ method }) => method));
  const paths = new Set(rows.map(({ path }) => path));
  if (methods.size === rows.length && paths.size === 1) return;
  throw new Error(`routes collide: ${rows.map(({ method, path }) => `${method} ${path}`).join(', ')}`);
}

function createPlace(rows: readonly Route[]): PathEntry {
  const endpoints = new Map<string, Endpoint>(rows.map((route) => [route.method, createEndpoint(route)]));
  const get = endpoints.get('GET');
  if (get && get.route.head !== false) endpoints.set('HEAD', get);
  const allow = [...endpoints.keys(), 'OPTIONS'];
  const cors = rows.some((route) => route.cors);
  return {
    endpoints,
    allow,
    unmatchedHeaders: { ...UNMATCHED_HEADERS, ...(cors && corsHeaders) },
    options: { allow: allow.join(', '), ...(cors && preflightHeaders(allow)) },
  };
}

const createEndpoint = (route: Route): Endpoint => ({
  route,
  headers: { ...BASE_HEADERS, ...(route.cors && corsHeaders), ...route.headers },
});
