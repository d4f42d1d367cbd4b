import { BoardError, type Caller, type DescribeOperation, type OpenSession } from '../../schema/contract.ts';
import { readBearer } from '../http/binding/caller.ts';
import { createIssueLocator, type ParameterLocations, readVariables } from '../http/binding/variables.ts';
import { type OperationOutcome, runOperation } from '../http/binding/run-operation.ts';
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
import { queryParametersOf } from './parameters.ts';
import type { NextUrls } from './next-urls.ts';
import { toRecordText, toPageText, toRefusalText } from './text.ts';

export interface GetFacade {
  readonly openSession: OpenSession;
  readonly describe: DescribeOperation;
  readonly nextUrls: NextUrls;
  readonly siteUrl: string;
  /** Hears of every failure that was not foreseen, and gives what the caller may know of it. */
  readonly toRefusal: (error: unknown, requestId: string) => BoardError;
}

/** Nobody keeps, lists or passes on what a URL with a key in it answers (contract, URL-only surface). */
export const GET_HEADERS: HeaderRecord = {
  'cache-control': 'no-store',
  'x-robots-tag': 'noindex, nofollow',
  'referrer-policy': 'no-referrer',
};

/** Query parameters of every action, besides its own. */
export const COMMON_PARAMETERS = ['key', 'handle', 'format'] as const;

/** Makes an action a route. A write answers GET alone: whoever asks only for its headers means no write. */
export function createActionRoute(action: Action, door: GetFacade): Route {
  const description = door.describe(action.operation);
  const places = { path: [], query: queryParametersOf(description), body: [] };
  const writes = description.kind === 'mutation';
  return {
    method: 'GET',
    path: action.path,
    json: false,
    cors: true,
    headers: GET_HEADERS,
    head: !writes,
    serve: async (exchange) => {
      let format: Format = 'text';
      try {
        format = readFormat(exchange.url);
        if (writes) assertMeant(exchange.request.headers);
        return toReply(await performAction(action, { door, places, exchange }), {
          action,
          door,
          format,
          url: exchange.url,
        });
      } catch (error) {
        return refuse(error, { door, format, exchange });
      }
    },
  };
}

const LOOKS_AHEAD = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'];

/** Throws `prefetch_refused` where a browser or a preview only looks ahead. */
function assertMeant(headers: Headers): void {
  const ahead = LOOKS_AHEAD.some((name) => /prefetch|prerender|preview/i.test(headers.get(name) ?? ''));
  if (ahead)
    throw new BoardError(
      'prefetch_refused',
      'The request says that it only looks ahead: nothing was written',
    );
}

interface Asked {
  readonly door: GetFacade;
  readonly places: ParameterLocations;
  readonly exchange: Exchange;
}

function performAction(
  { operation, policy }: Action,
  { door, places, exchange }: Asked,
): Promise<OperationOutcome> {
  const own = new Set(places.query.map(({ wireName: wire }) => wire));
  const query = new URLSearchParams(exchange.url.searchParams);
  for (const name of COMMON_PARAMETERS) if (!own.has(name)) query.delete(name);
  return runOperation({
    openSession: door.openSession,
    caller: toCaller(exchange, own),
    operation,
    policy,
    read: () => {
      assertQueryEncoding(exchange.url);
      return readVariables(places, { path: {}, query, body: {} });
    },
    locate: createIssueLocator(places),
  });
}

/** A key in the URL counts as exposed; one in the header does as well as it. */
function toCaller({ request, url, address, requestId }: Exchange, own: ReadonlySet<string>): Caller {
  const key = url.searchParams.get('key') || null;
  const handle = own.has('handle') ? null : url.searchParams.get('handle') || null;
  return {
    facade: 'get',
    address,
    requestId,
    credential: key ?? readBearer(request.headers.get('authorization')),
    isCredentialExposed: key !== null,
    ...(handle !== null && { handle }),
  };
}

interface Answered {
  readonly action: Action;
  readonly door: GetFacade;
  readonly format: Format;
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
  return toJsonReply({ items: nodes, next_cursor: cursor, next: next.map(toNext) }, { headers });
}

function toReply(
  performed: OperationOutcome,
  { action, door, format, url }: Answered & { readonly url: URL },
): Reply {
  const { result: answer, headers } = performed;
  const next = door.nextUrls.afterAction(action, answer.value);
  if (isPage(answer.value)) {
    const { pageInfo } = answer.value;
    const further = pageInfo.hasNextPage ? [door.nextUrls.nextPage(url, pageInfo.endCursor ?? '')] : [];
    return toPageReply(performed, answer.value, { format, next: [...further, ...next] });
  }
  if (format === 'text') return toTextReply(toRecordText(answer.value, next), 'text/plain', { headers });
  return toJsonReply(
    { ...(answer.value as object), ...(next.length > 0 && { next: next.map(toNext) }) },
    { headers },
  );
}

const toNext = (url: string) => ({ surface: 'get', url });

/** A refusal in the format that was asked for; as JSON it is everybody's problem document. */
function refuse(
  error: unknown,
  {
    door,
    format,
    exchange,
  }: { readonly door: GetFacade; readonly format: Format; readonly exchange: Exchange },
): Reply {
  const { requestId } = exchange;
  const refusal = door.toRefusal(error, requestId);
  if (format === 'json') throw refusal;
  return toTextRefusal(refusal, { siteUrl: door.siteUrl, requestId }, door.nextUrls);
}

function toTextRefusal(refusal: BoardError, context: ProblemContext, spelling: NextUrls): Reply {
  const problem = toProblem(refusal, context);
  const text = toRefusalText(problem, refusal.next.flatMap(spelling.forNextCall));
  return toTextReply(text, 'text/plain', { status: problem.status, headers: refusalHeaders(refusal) });
}

/** Refuses before the URL is read: its format is what it says, or text. */
export const createRefusalWriter =
  (spelling: NextUrls): RefusalWriter =>
  (refusal, context, { url }) =>
    URL.parse(url)?.searchParams.get('format') === 'json'
      ? toProblemReply(refusal, context)
      : toTextRefusal(refusal, context, spelling);
