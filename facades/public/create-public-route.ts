import {
  type OperationResult,
  BoardError,
  type DescribeOperation,
  type OpenSession,
} from '../../schema/contract.ts';
import { toCaller } from '../http/binding/caller.ts';
import { etagOf, applyIfNoneMatch } from '../http/codec/etag.ts';
import { nextPageHeaders } from '../http/codec/headers.ts';
import { lastModifiedHeader, findNewestTime } from '../http/codec/last-modified.ts';
import { createIssueLocator, readVariables } from '../http/binding/variables.ts';
import { runOperation } from '../http/binding/run-operation.ts';
import { toParameterLocations, withoutUnknownParameters } from '../http/binding/parameter-locations.ts';
import { assertQueryEncoding } from '../http/codec/query.ts';
import { type Reply, toEncodedReply, toTextReply } from '../http/reply.ts';
import type { Route } from '../http/route.ts';
import {
  createConnectionFlattener,
  type FlattenedResult,
  type ConnectionFlattener,
} from '../http/binding/flatten-connection.ts';
import { PublicBoard } from '../documents/public.ts';
import type { PublicResponseData, PublicRouteDefinition } from './route-definition.ts';

export interface PublicRouteOptions {
  readonly openSession: OpenSession;
  readonly describe: DescribeOperation;
  readonly baseUrl: string;
  readonly siteUrl: string;
  readonly now: () => Date;
}

const HEADERS = { 'cache-control': 'public, max-age=15, stale-while-revalidate=60' };

/** Makes a row a route: whoever asks is nobody, whatever key is sent along. */
export function createPublicRoute(row: PublicRouteDefinition, door: PublicRouteOptions): Route {
  const { operation } = row;
  const { openSession } = door;
  const description = door.describe(operation);
  const places = toParameterLocations(row.path, description.parameters);
  const locate = createIssueLocator(places);
  const { flatten: unfold } = createConnectionFlattener(description);
  const write = createWriter(row, door, unfold);

  return {
    method: 'GET',
    path: row.path,
    json: !hasExtension(row.path),
    cors: true,
    headers: HEADERS,
    serve: async (exchange) => {
      const { params: path, url } = exchange;
      const caller = toCaller('rest', exchange);
      const read = () => {
        assertQueryEncoding(url);
        return readVariables(places, { path, query: url.searchParams, body: {} });
      };
      const call = { openSession, caller, operation, policy: 'public', read, locate } as const;
      const performed = await runOperation(call).catch(refuse);
      const written = write(performed.result, withoutUnknownParameters(url, places));
      const reply = { ...written, headers: { ...performed.headers, ...written.headers } };
      return applyIfNoneMatch(exchange.request, reply);
    },
  };
}

/** Who looks for what is not there is shown what is, and needs no key to see it. */
function refuse(error: unknown): never {
  if (!(error instanceof BoardError) || error.kind !== 'missing') throw error;
  throw error.with({ next: [{ operation: PublicBoard.name }] });
}

/** A document whose media type its name says is served to whoever asks for it. */
const hasExtension = (path: string): boolean => /\.\w+$/.test(path);

function toPage(
  { value, cursor }: FlattenedResult,
  { url, door }: { url: URL; door: PublicRouteOptions },
): PublicResponseData {
  const { baseUrl, siteUrl } = door;
  const next = new URL(url);
  next.searchParams.set('cursor', cursor ?? '');
  const absolute = ({ pathname, search }: URL) => `${baseUrl}${pathname}${search}`;
  return {
    value,
    cursor,
    selfUrl: absolute(url),
    nextUrl: cursor === null ? null : absolute(next),
    generatedAt: door.now().toISOString(),
    baseUrl,
    siteUrl,
  };
}

/**
 * Writes an answer down. One that was given to several is written once: it is the same object, and says the same at the
 * same address.
 */
function createWriter(
  row: PublicRouteDefinition,
  door: PublicRouteOptions,
  unfold: ConnectionFlattener['flatten'],
) {
  const written = new WeakMap<OperationResult, { readonly address: string; readonly reply: Reply }>();
  return (answer: OperationResult, url: URL): Reply => {
    const known = written.get(answer);
    if (known?.address === url.href) return known.reply;
    const reply = toEncodedReply(toReply(row, toPage(unfold(answer.value), { url, door }), url));
    written.set(answer, { address: url.href, reply });
    return reply;
  };
}

/** Two documents that differ in nothing but when they were made are one, and their tag says so: it is a weak one. */
function toReply(
  { serialize: write, mediaType, hasGeneratedAt: isDated }: PublicRouteDefinition,
  page: PublicResponseData,
  url: URL,
): Reply {
  const body = write(page);
  const headers = {
    ...nextPageHeaders(url, page.cursor),
    etag: isDated ? `W/${etagOf(body.replace(page.generatedAt, ''))}` : etagOf(body),
    ...lastModifiedHeader(findNewestTime(page.value, page.generatedAt), page.generatedAt),
  };
  if (mediaType.endsWith('json'))
    return { status: 200, headers: { 'content-type': mediaType, ...headers }, body };
  return toTextReply(body, mediaType, { headers });
}
