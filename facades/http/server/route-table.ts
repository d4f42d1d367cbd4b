import { METHOD_NAME_ALL } from 'hono/router';
import { RegExpRouter } from 'hono/router/reg-exp-router';
import { SmartRouter } from 'hono/router/smart-router';
import { TrieRouter } from 'hono/router/trie-router';
import { corsHeaders, preflightHeaders } from '../codec/cors.ts';
import type { HeaderRecord } from '../reply.ts';
import type { Route } from '../route.ts';

const PARAMETER = /\{(\w+)\}/g;

/** Headers of every response, unless its route sets other values. */
export const BASE_HEADERS: HeaderRecord = {
  'x-content-type-options': 'nosniff',
  vary: 'Accept, Authorization',
};

/**
 * Headers of a response that no endpoint produces (404, 405). The URL may be a mistyped `/get` URL with an API key in
 * it, so it must not leak by Referer or a search index.
 */
export const UNMATCHED_HEADERS: HeaderRecord = {
  ...BASE_HEADERS,
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex, nofollow',
};

/** A route and the headers of all its responses. */
export interface Endpoint {
  readonly route: Route;
  readonly headers: HeaderRecord;
}

/** The endpoints of one path. */
export interface PathEntry {
  readonly path: string;
  /** By method. HEAD is served by the endpoint of GET. */
  readonly endpoints: ReadonlyMap<string, Endpoint>;
  readonly allow: readonly string[];
  /** Headers of a response that no endpoint produces. */
  readonly unmatchedHeaders: HeaderRecord;
  /** Headers of the response to OPTIONS. */
  readonly optionsHeaders: HeaderRecord;
  /** As `Route.isAlwaysServed`, whatever the method of the request. */
  readonly isAlwaysServed: boolean;
}

/** A path entry and the values of the path parameters, still percent-encoded. */
export interface RouteMatch {
  readonly entry: PathEntry;
  readonly params: Readonly<Record<string, string>>;
}

/** Returns the entry of a path, which may be percent-encoded, or null. A literal segment takes precedence over a parameter. */
export type RouteTable = (pathname: string) => RouteMatch | null;

/** Creates the table. Throws if two routes have the same method and path, or paths that differ only in parameter names. */
export function createRouteTable(routes: readonly Route[]): RouteTable {
  // Hono's routers cannot tell 405 from 404. All methods of a path are therefore one entry.
  const router = new SmartRouter<PathEntry>({ routers: [new RegExpRouter(), new TrieRouter()] });
  for (const [path, group] of groupByPath(routes)) {
    router.add(METHOD_NAME_ALL, path.replace(PARAMETER, ':$1'), createPathEntry(path, group));
  }
  return (pathname) => {
    const [candidates, values] = router.match(METHOD_NAME_ALL, pathname);
    const [first] = candidates;
    if (!first) return null;
    const [entry, params] = first;
    // Hono's regular expression router returns the indexes of the values, its trie router the values.
    return {
      entry,
      params: values
        ? pickValues(values, params as Record<string, number>)
        : (params as Record<string, string>),
    };
  };
}

function pickValues(
  values: readonly string[],
  indexes: Readonly<Record<string, number>>,
): Record<string, string> {
  const params: Record<string, string> = {};
  for (const name in indexes) params[name] = values[indexes[name] as number] as string;
  return params;
}

function groupByPath(routes: readonly Route[]): [string, Route[]][] {
  const groups = Map.groupBy(routes, ({ path }) => path.replace(PARAMETER, '\uffff'));
  for (const group of groups.values()) assertDistinct(group);
  // U+FFFF sorts last: Hono tries paths in the order in which they were added, so literal segments come first.
  return [...groups].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, group]) => [group[0]?.path ?? '', group]);
}

function assertDistinct(group: readonly Route[]): void {
  const methods = new Set(group.map(({ method }) => method));
  const paths = new Set(group.map(({ path }) => path));
  if (methods.size === group.length && paths.size === 1) return;
  throw new Error(`routes collide: ${group.map(({ method, path }) => `${method} ${path}`).join(', ')}`);
}

function createPathEntry(path: string, group: readonly Route[]): PathEntry {
  const endpoints = new Map<string, Endpoint>(group.map((route) => [route.method, createEndpoint(route)]));
  const get = endpoints.get('GET');
  if (get && get.route.servesHead !== false) endpoints.set('HEAD', get);
  const allow = [...endpoints.keys(), 'OPTIONS'];
  const cors = group.some((route) => route.cors);
  return {
    path,
    endpoints,
    allow,
    unmatchedHeaders: { ...UNMATCHED_HEADERS, ...(cors && corsHeaders) },
    optionsHeaders: { allow: allow.join(', '), ...(cors && preflightHeaders(allow)) },
    isAlwaysServed: group.some((route) => route.isAlwaysServed),
  };
}

const createEndpoint = (route: Route): Endpoint => ({
  route,
  headers: { ...BASE_HEADERS, ...(route.cors && corsHeaders), ...route.headers },
});
