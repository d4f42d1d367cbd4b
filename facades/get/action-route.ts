import { BoardError, type Caller, type DescribeOperation, type OpenSession } from '../../schema/contract.ts';
import { policyOf } from '../http/binding/access-policy.ts';
import { readBearer } from '../http/binding/caller.ts';
import { createIssueLocator, type ParameterLocations, readVariables } from '../http/binding/variables.ts';
import { type OperationOutcome, runOperation } from '../http/binding/run-operation.ts';
import { once } from '../http/once.ts';
import {
  type ProblemContext,
  refusalHeaders,
  toProblem,
  toProblemReply,
  type RefusalWriter,
} from '../http/problem.ts';
import { assertQueryEncoding } from '../http/codec/query.ts';
import { type HeaderRecord, type Reply, toJsonReply, toTextReply } from '../http/reply.ts';
import type { Exchange, Route } from '../http/route.ts';
import type { Action } from './action.ts';
import { type Format, readFormat } from './format.ts';
import { withRequestId } from '../http/binding/request-id.ts';
import type { NextUrls } from './next-urls.ts';
import { toRecordText, toPageText, toRefusalText } from './text.ts';

export interface GetFacade {
  readonly openSession: OpenSession;
  readonly describe: DescribeOperation;
  readonly nextUrls: NextUrls;
  readonly siteUrl: string;
  /** Returns the error to report to the client. Logs unexpected errors and hides their details. */
  readonly toRefusal: (error: unknown, requestId: string) => BoardError;
}

/** Keeps responses out of caches and search engines, and URLs, which may contain keys, out of `Referer` headers. */
export const GET_HEADERS: HeaderRecord = {
  'cache-control': 'no-store',
  'x-robots-tag': 'noindex, nofollow',
  'referrer-policy': 'no-referrer',
};

/** Query parameters that every action takes. */
const COMMON_PARAMETERS = ['key', 'handle', 'format'] as const;

/** Returns the route of an action. The route of a mutation serves no HEAD requests: HEAD must not write. */
export function createActionRoute(action: Action, facade: GetFacade): Route {
  const locate = once(() => ({
    path: [],
    query: withRequestId(facade.describe(action.operation)),
    body: [],
  }));
  const isWrite = action.operation.kind === 'mutation';
  return {
    method: 'GET',
    path: action.path,
    json: false,
    cors: true,
    headers: GET_HEADERS,
    head: !isWrite,
    prepare: locate,
    serve: async (exchange) => {
      let format: Format = 'text';
      try {
        format = readFormat(exchange.url);
        if (isWrite) assertNoPrefetch(exchange.request.headers);
        const outcome = await runAction(action, { facade, locations: locate(), exchange });
        return toReply(outcome, { action, facade, format, url: exchange.url });
      } catch (error) {
        const refusal = facade.toRefusal(error, exchange.requestId);
        // The router writes a thrown error as JSON.
        if (format === 'json') throw refusal;
        const context = { siteUrl: facade.siteUrl, requestId: exchange.requestId };
        return toTextRefusal(refusal, context, facade.nextUrls);
      }
    },
  };
}

const PREFETCH_HEADERS = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'];

/** Throws `prefetch_refused` for a prefetch, prerender or link preview. */
function assertNoPrefetch(headers: Headers): void {
  const isPrefetch = PREFETCH_HEADERS.some((name) =>
    /prefetch|prerender|preview/i.test(headers.get(name) ?? ''),
  );
  if (isPrefetch) throw new BoardError('prefetch_refused', 'The request is a prefetch: nothing was written');
}

function runAction(
  action: Action,
  {
    facade,
    locations,
    exchange,
  }: { readonly facade: GetFacade; readonly locations: ParameterLocations; readonly exchange: Exchange },
): Promise<OperationOutcome> {
  const ownNames = new Set(locations.query.map(({ wireName }) => wireName));
  const query = new URLSearchParams(exchange.url.searchParams);
  for (const name of COMMON_PARAMETERS) if (!ownNames.has(name)) query.delete(name);
  return runOperation({
    openSession: facade.openSession,
    caller: toCaller(exchange, ownNames),
    operation: action.operation,
    policy: policyOf(action, facade.describe),
    read: () => {
      assertQueryEncoding(exchange.url);
      return readVariables(locations, { path: {}, query, body: {} });
    },
    locate: createIssueLocator(locations),
    onUnknown: 'refuse',
  });
}

/** The key comes from the URL or, if it has none, from the `Authorization` header. A key in a URL counts as exposed. */
function toCaller({ request, url, address, requestId }: Exchange, ownNames: ReadonlySet<string>): Caller {
  const key = url.searchParams.get('key') || null;
  const handle = ownNames.has('handle') ? null : url.searchParams.get('handle') || null;
  return {
    facade: 'get',
    address,
    requestId,
    credential: key ?? readBearer(request.headers.get('authorization')),
    isCredentialExposed: key !== null,
    ...(handle !== null && { handle }),
  };
}

interface Page {
  readonly nodes: readonly unknown[];
  readonly pageInfo: { readonly endCursor: string | null; readonly hasNextPage: boolean };
}

const isPage = (value: unknown): value is Page =>
  typeof value === 'object' && value !== null && 'nodes' in value && 'pageInfo' in value;

function toPageReply(
  { headers }: OperationOutcome,
  { nodes, pageInfo }: Page,
  { format, next }: { readonly format: Format; readonly next: readonly string[] },
): Reply {
  if (format === 'text') return toTextReply(toPageText(nodes, next), 'text/plain', { headers });
  const cursor = pageInfo.hasNextPage ? pageInfo.endCursor : null;
  return toJsonReply({ items: nodes, next_cursor: cursor, next: next.map(toNextCall) }, { headers });
}

function toReply(
  outcome: OperationOutcome,
  {
    action,
    facade,
    format,
    url,
  }: { readonly action: Action; readonly facade: GetFacade; readonly format: Format; readonly url: URL },
): Reply {
  const { result, headers } = outcome;
  const followUps = facade.nextUrls.afterAction(action, result.value);
  if (isPage(result.value)) {
    const { hasNextPage, endCursor } = result.value.pageInfo;
    const nextPage = hasNextPage ? [facade.nextUrls.nextPage(url, endCursor ?? '')] : [];
    return toPageReply(outcome, result.value, { format, next: [...nextPage, ...followUps] });
  }
  if (format === 'text') return toTextReply(toRecordText(result.value, followUps), 'text/plain', { headers });
  return toJsonReply(
    { ...(result.value as object), ...(followUps.length > 0 && { next: followUps.map(toNextCall) }) },
    { headers },
  );
}

const toNextCall = (url: string) => ({ surface: 'get', url });

function toTextRefusal(refusal: BoardError, context: ProblemContext, nextUrls: NextUrls): Reply {
  const problem = toProblem(refusal, context);
  const next = [...refusal.next.flatMap(nextUrls.forNextCall), ...refusal.documents.map(nextUrls.ofDocument)];
  const text = toRefusalText(problem, next);
  return toTextReply(text, 'text/plain', { status: problem.status, headers: refusalHeaders(refusal) });
}

/** For errors before a route is called: JSON if the URL says `format=json`, otherwise text. */
export const createRefusalWriter =
  (nextUrls: NextUrls): RefusalWriter =>
  (refusal, context, { url }) =>
    URL.parse(url)?.searchParams.get('format') === 'json'
      ? toProblemReply(refusal, context)
      : toTextRefusal(refusal, context, nextUrls);
