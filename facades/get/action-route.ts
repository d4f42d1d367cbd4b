import {
  BoardError,
  type Caller,
  type DescribeOperation,
  type OpenSession,
  sizeOf,
} from '../../schema/contract.ts';
import { readBearer } from '../http/binding/caller.ts';
import { createRepeatedError } from '../http/binding/parameters/parameter-text.ts';
import { runOperation } from '../http/binding/run-operation.ts';
import { createIssueLocator, readVariables } from '../http/binding/parameters/variables.ts';
import { explainVariant, nameAlternatives, selectVariant } from '../http/binding/variants.ts';
import { assertQueryEncoding } from '../http/codec/query.ts';
import { once } from '../http/once.ts';
import type { Reply } from '../http/reply.ts';
import type { Exchange, Route } from '../http/route.ts';
import type { WaitForTurn } from '../http/response-turns.ts';
import type { Action } from './action.ts';
import { type Format, readFormat } from './format.ts';
import { GET_HEADERS } from './headers.ts';
import type { NextUrls } from './next-urls.ts';
import { prepareAction, type PreparedAction } from './prepare-action.ts';
import { toGetRefusal, toTextRefusal } from './refusal.ts';
import { rotateUrl, toReply } from './reply.ts';

export interface GetFacade {
  readonly openSession: OpenSession;
  readonly describe: DescribeOperation;
  readonly nextUrls: NextUrls;
  readonly siteUrl: string;
  /** Resolves when the response to a request may be built: at most one response in an iteration of the event loop. */
  readonly waitForTurn: WaitForTurn;
  /** Returns the error to report to the client. Logs unexpected errors and hides their details. */
  readonly toRefusal: (error: unknown, requestId: string) => BoardError;
}

/** Returns the route of an action. If its first variant writes, the route serves no HEAD requests: HEAD must not write. */
export function createActionRoute(action: Action, facade: GetFacade): Route {
  const prepare = once(() => prepareAction(action, facade.describe));
  const isWrite = action.operation.kind === 'mutation';
  return {
    method: 'GET',
    path: action.path,
    refusesHtml: false,
    cors: true,
    headers: GET_HEADERS,
    servesHead: !isWrite,
    prepare,
    serve: async (exchange) => {
      let format: Format = 'text';
      try {
        format = readFormat(exchange.url);
        if (isWrite) assertNoPrefetch(exchange.request.headers);
        return await runAction(prepare(), { facade, format, exchange });
      } catch (error) {
        const refusal = toGetRefusal(facade.toRefusal(error, exchange.requestId));
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

/** Throws `validation_failed` if one of the named parameters is given twice. */
function assertGivenOnce(query: URLSearchParams, names: readonly string[]): void {
  const repeated = names.find((name) => query.getAll(name).length > 1);
  if (repeated !== undefined) throw createRepeatedError(repeated);
}

/** Returns the query without the named parameters. */
const withoutParameters = (query: URLSearchParams, names: readonly string[]): URLSearchParams =>
  new URLSearchParams([...query].filter(([name]) => !names.includes(name)));

async function runAction(
  { policy, variants, normalizeNames, commonParameters }: PreparedAction,
  {
    facade,
    format,
    exchange,
  }: { readonly facade: GetFacade; readonly format: Format; readonly exchange: Exchange },
): Promise<Reply> {
  const query = withoutParameters(normalizeNames(exchange.url.searchParams), commonParameters);
  const action = query.get('action') ?? undefined;
  const variant = selectVariant(variants, { action, isGiven: (name) => query.has(name) });
  if (variant.action !== undefined) query.delete('action', variant.action);
  const locations = { path: [], query: variant.parameters, body: [] };
  const caller = toCaller(exchange, commonParameters);
  const isKeyExposed = caller.isCredentialExposed === true;
  // `read` sets it, because only `read` gets the session. Declared outside, because an error also gets the URL of the rotation.
  let isRotationDue = false;
  const outcome = await runOperation({
    openSession: facade.openSession,
    caller,
    operation: variant.operation,
    policy,
    read: (session) => {
      isRotationDue = isKeyExposed && session.isRotationDue;
      // Checked after the session is opened, because opening it marks the key in the URL as exposed.
      assertGivenOnce(exchange.url.searchParams, commonParameters);
      assertQueryEncoding(exchange.url);
      const { variables, unknownNames } = readVariables(locations, { path: {}, query, body: {} });
      return { variables, unknownNames: unknownNames.map((name) => explainVariant(name, variants, variant)) };
    },
    locate: createIssueLocator(locations),
    onUnknown: 'refuse',
  }).catch((error: unknown) => {
    const refusal = nameAlternatives(facade.toRefusal(error, exchange.requestId), variants, variant);
    if (!isRotationDue) throw refusal;
    throw refusal.with({ members: { ...refusal.members, rotate: rotateUrl(facade.nextUrls) } });
  });
  const { value, isReplayed } = outcome.result;
  const isFirstWrite = variant.operation.kind === 'mutation' && !isReplayed;
  await facade.waitForTurn(exchange, { characters: sizeOf(value), isFirstWrite });
  const { nextUrls } = facade;
  return toReply(variant, outcome, { nextUrls, format, url: exchange.url, query, isRotationDue });
}

/** The key comes from the URL or, if the URL has none, from the `Authorization` header. A key in a URL counts as exposed. */
function toCaller(
  { request, url, address, requestId, connection }: Exchange,
  commonParameters: readonly string[],
): Caller {
  const key = url.searchParams.get('key') || null;
  const handle = commonParameters.includes('handle') ? url.searchParams.get('handle') || null : null;
  return {
    facade: 'get',
    address,
    connection,
    requestId,
    credential: key ?? readBearer(request.headers.get('authorization')),
    isCredentialExposed: key !== null,
    ...(handle !== null && { handle }),
  };
}
