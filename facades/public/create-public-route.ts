import {
  type OperationResult,
  BoardError,
  type DescribeOperation,
  type OpenSession,
} from '../../schema/contract.ts';
import { toCaller } from '../http/binding/caller.ts';
import { toConditionalReply } from '../http/binding/conditional-reply.ts';
import { etagOf } from '../http/codec/etag.ts';
import { nextPageHeaders } from '../http/codec/headers.ts';
import { lastModifiedHeader, findNewestTime } from '../http/codec/last-modified.ts';
import {
  createIssueLocator,
  type ParameterLocations,
  readVariables,
} from '../http/binding/parameters/variables.ts';
import { runOperation } from '../http/binding/run-operation.ts';
import {
  toParameterLocations,
  withoutUnknownParameters,
} from '../http/binding/parameters/parameter-locations.ts';
import { assertQueryEncoding } from '../http/codec/query.ts';
import { once } from '../http/once.ts';
import { KeptValues } from '../http/kept-values.ts';
import { type Reply, toEncodedReply, toTextReply } from '../http/reply.ts';
import type { Route } from '../http/route.ts';
import {
  createConnectionFlattener,
  type FlattenedResult,
  type ConnectionFlattener,
} from '../http/binding/flatten-connection.ts';
import { PublicBoard } from '../documents/public.ts';
import { hasExtension, type PublicResponseData, type PublicRouteDefinition } from './route-definition.ts';

export interface PublicRouteOptions {
  readonly openSession: OpenSession;
  readonly describe: DescribeOperation;
  readonly baseUrl: string;
  readonly siteUrl: string;
  readonly now: () => Date;
}

/**
 * Headers of the response to a request with `wait`. If it were cached, the next request with the same URL would get it at once
 * instead of waiting for news.
 */
const UNCACHED_HEADERS = { 'cache-control': 'no-store' };

const HEADERS = { 'cache-control': 'public, max-age=15, stale-while-revalidate=60' };

/** Creates the route of a public resource. Every caller is anonymous: credentials are ignored. */
export function createPublicRoute(definition: PublicRouteDefinition, options: PublicRouteOptions): Route {
  const { operation } = definition;
  const { openSession } = options;
  const prepare = once(() => {
    const description = options.describe(operation);
    const locations = toParameterLocations(definition.path, description.parameters);
    const { flatten } = createConnectionFlattener(description);
    const serialize = createSerializer(definition, options, flatten);
    return { locations, locate: createIssueLocator(locations), serialize };
  });

  return {
    method: 'GET',
    path: definition.path,
    refusesHtml: !hasExtension(definition.path),
    cors: true,
    headers: HEADERS,
    prepare,
    serve: async (exchange) => {
      const { params: path, url } = exchange;
      const { locations, locate, serialize } = prepare();
      const caller = toCaller('rest', exchange);
      let variables: RouteInput['variables'] = {};
      const read = () => {
        assertQueryEncoding(url);
        const input = readVariables(locations, { path, query: url.searchParams, body: {} });
        variables = input.variables;
        return input;
      };
      const call = {
        openSession,
        caller,
        operation,
        policy: 'public',
        read,
        locate,
        onUnknown: 'ignore',
      } as const;
      const { result, headers, session } = await runOperation(call).catch(suggestCatalog);
      const reply = serialize(result, { locations, variables }, withoutUnknownParameters(url, locations));
      const caching = url.searchParams.has('wait') ? UNCACHED_HEADERS : {};
      const complete = { ...reply, headers: { ...headers, ...reply.headers, ...caching } };
      return toConditionalReply(exchange.request, complete, session);
    },
  };
}

/** Suggests the catalog as the next call after a 404. */
function suggestCatalog(error: unknown): never {
  if (!(error instanceof BoardError) || error.kind !== 'missing') throw error;
  throw error.with({ next: [{ operation: PublicBoard.name }] });
}

function toResponseData(
  { value, cursor }: FlattenedResult,
  url: URL,
  { baseUrl, siteUrl, now }: PublicRouteOptions,
): PublicResponseData {
  const next = new URL(url);
  next.searchParams.set('cursor', cursor ?? '');
  const absolute = ({ pathname, search }: URL) => `${baseUrl}${pathname}${search}`;
  return {
    value,
    cursor,
    selfUrl: absolute(url),
    nextUrl: cursor === null ? null : absolute(next),
    generatedAt: now().toISOString(),
    baseUrl,
    siteUrl,
  };
}

/** A reply without the headers that depend on the URL of the request. */
interface KeptReply {
  readonly reply: Reply;
  readonly cursor: string | null;
}

/**
 * Creates the function that serializes results. A shared result is serialized once, however callers spell its URL: requests that have
 * waited for one result continue in one iteration of the event loop.
 */
function createSerializer(
  definition: PublicRouteDefinition,
  options: PublicRouteOptions,
  flatten: ConnectionFlattener['flatten'],
) {
  const cache = new KeptValues<KeptReply>();
  const serialize = (result: OperationResult, input: RouteInput): KeptReply => {
    const data = toResponseData(flatten(result.value), toCanonicalUrl(definition.path, input), options);
    const reply = toEncodedReply(toReply(definition, data));
    const kept = { reply, cursor: data.cursor };
    cache.set(result, kept, Buffer.byteLength(reply.body ?? ''));
    return kept;
  };
  return (result: OperationResult, input: RouteInput, url: URL): Reply => {
    const { reply, cursor } = cache.get(result) ?? serialize(result, input);
    return { ...reply, headers: { ...nextPageHeaders(url, cursor), ...reply.headers } };
  };
}

/** The parameters of a route, and their values in a request. */
interface RouteInput {
  readonly locations: ParameterLocations;
  readonly variables: Readonly<Record<string, unknown>>;
}

/** Returns the URL with this input, the same one for every spelling. The host is a placeholder. */
function toCanonicalUrl(path: string, { locations, variables }: RouteInput): URL {
  const nameOf = new Map(locations.path.map(({ name, wireName }) => [wireName, name]));
  const url = new URL('http://board');
  url.pathname = path.replaceAll(/\{(\w+)\}/g, (_, wireName: string) =>
    encodeURIComponent(toText(variables[nameOf.get(wireName) ?? ''])),
  );
  for (const { name, wireName } of locations.query)
    if (variables[name] !== undefined) url.searchParams.set(wireName, toText(variables[name]));
  return url;
}

/** The text of a variable in a URL. Items of lists are separated by commas. */
function toText(value: unknown): string {
  if (Array.isArray(value)) return value.map(toText).join(',');
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** The entity tag of a response with `generated_at` ignores that time, and is therefore weak. */
function toReply(
  { serialize, mediaType, hasGeneratedAt }: PublicRouteDefinition,
  data: PublicResponseData,
): Reply {
  const body = serialize(data);
  const headers = {
    etag: hasGeneratedAt ? `W/${etagOf(body.replace(data.generatedAt, ''))}` : etagOf(body),
    ...lastModifiedHeader(findNewestTime(data.value, data.generatedAt), data.generatedAt),
  };
  if (mediaType.endsWith('json'))
    return { status: 200, headers: { 'content-type': mediaType, ...headers }, body };
  return toTextReply(body, mediaType, { headers });
}
