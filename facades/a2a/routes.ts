import { BoardError, type OpenSession, type Session, sizeOf } from '../../schema/contract.ts';
import { toCaller } from '../http/binding/caller.ts';
import { rateLimitHeaders } from '../http/codec/headers.ts';
import { assertJsonContentType, parseRpcMessage } from '../http/codec/json.ts';
import { assertFiniteNumbers } from '../http/codec/json-numbers.ts';
import {
  refusalHeaders,
  type NextCallFormatter,
  type Problem,
  toProblem,
  type RefusalWriter,
} from '../http/problem.ts';
import { type HeaderRecord, type Reply, toJsonReply } from '../http/reply.ts';
import type { ResultShares } from '../http/result-shares.ts';
import type { Exchange, Route } from '../http/route.ts';
import { createResponseTurns, type TimeMeasure, type WaitForTurn } from '../http/response-turns.ts';
import { codeOf, codeOfKind, RpcError } from './errors.ts';
import { withIssueLocations } from './param-issues.ts';
import type { Method, Protocol } from './protocol.ts';
import { findVersion, PROTOCOL_VERSIONS, VERSION_HEADER } from './protocol-version.ts';
import { allProtocols, protocols } from './protocols.ts';
import { idOf, readRpcRequest, type RpcId } from './request.ts';

interface A2aOptions {
  readonly openSession: OpenSession;
  readonly siteUrl: string;
  readonly formatNextCall: NextCallFormatter;
  /** Maximum bytes of a request body. */
  readonly maxBody: number;
  readonly resultShares: ResultShares;
  readonly admission: TimeMeasure;
  /** Returns the error to report to the client. Logs unexpected errors and hides their details. */
  readonly toRefusal: (error: unknown, requestId: string) => BoardError;
}

/** `POST /a2a`: A2A 0.3.0 and 1.0 over JSON-RPC 2.0. The header `A2A-Version` selects the version. */
export function createA2aRoutes(options: A2aOptions): readonly Route[] {
  const { resultShares, admission } = options;
  const endpoint = { ...options, waitForTurn: createResponseTurns(resultShares, admission) };
  return [
    {
      method: 'POST',
      path: '/a2a',
      refusesHtml: true,
      cors: true,
      maxBody: options.maxBody,
      headers: { 'cache-control': 'no-store' },
      writeRefusal: writeEarlyRefusal,
      serve: (exchange) => serve(endpoint, exchange),
    },
  ];
}

interface Endpoint extends A2aOptions {
  /** Resolves when a response may be built: at most one in each iteration of the event loop. */
  readonly waitForTurn: WaitForTurn;
}

/** Every error here is HTTP 200 with a JSON-RPC error, except authentication errors, which are HTTP 401. */
async function serve(options: Endpoint, exchange: Exchange): Promise<Reply> {
  const version = findVersion(exchange);
  const protocol = protocols[version ?? LATEST_VERSION];
  let id: RpcId = null;
  let session: Session | undefined;
  try {
    assertJsonContentType(exchange.request.headers);
    const body = readBody(exchange);
    id = idOf(body);
    assertFiniteNumbers(body, ['body']);
    const { method, params } = readRpcRequest(body);
    if (version === null) throw createVersionNotSupported();
    const handler = findMethod(protocol, method);
    const handle = exchange.request.headers.get('x-agent-handle');
    const caller = { ...toCaller('a2a', exchange), ...(handle && { handle }) };
    session = await options.openSession(caller, 'agent');
    const { result, isReplayed, isWrite = false } = await handler(session, params);
    await options.waitForTurn(exchange, { characters: sizeOf(result), isFirstWrite: isWrite && !isReplayed });
    const replayHeaders: HeaderRecord = isReplayed ? { 'idempotency-replayed': 'true' } : {};
    const headers = { ...rateLimitHeaders(session.rateLimit), ...replayHeaders };
    return toJsonReply({ jsonrpc: '2.0', id, result }, { headers });
  } catch (error) {
    const reply = toErrorReply(error, { options, protocol, id, requestId: exchange.requestId });
    return { ...reply, headers: { ...rateLimitHeaders(session?.rateLimit), ...reply.headers } };
  }
}

const [LATEST_VERSION] = PROTOCOL_VERSIONS;

function createVersionNotSupported(): RpcError {
  const message = `${VERSION_HEADER} must be one of ${PROTOCOL_VERSIONS.join(', ')}`;
  const refusal = new BoardError('validation_failed', message, {
    issues: [{ path: [], loc: ['header', VERSION_HEADER.toLowerCase()], msg: message, type: 'enum' }],
    members: { supported_versions: PROTOCOL_VERSIONS },
  });
  return new RpcError(codeOf.versionNotSupported, refusal);
}

function readBody({ body }: Exchange): unknown {
  try {
    return parseRpcMessage(body ?? new Uint8Array());
  } catch (error) {
    const refusal = error as BoardError;
    throw new RpcError(
      refusal.code === 'malformed_json' ? codeOf.parseError : codeOf.invalidRequest,
      refusal,
    );
  }
}

/** Finds a method of the version. Throws -32601, or the error of a method that the board does not implement. */
function findMethod({ version, methods, unsupportedMethods }: Protocol, name: string): Method {
  const method = Object.hasOwn(methods, name) ? methods[name] : undefined;
  if (method) return method;
  const unsupported = Object.hasOwn(unsupportedMethods, name) ? unsupportedMethods[name] : undefined;
  const [code, message] = unsupported ?? [codeOf.methodNotFound, explainUnknownMethod(name, version)];
  throw new RpcError(
    code,
    new BoardError('method_not_allowed', message, { members: { allow: Object.keys(methods) } }),
  );
}

function explainUnknownMethod(name: string, version: Protocol['version']): string {
  const other = allProtocols.find(({ methods }) => Object.hasOwn(methods, name));
  const message = `A2A ${version} has no method ${name.slice(0, 100)}`;
  return other
    ? `${message}; for A2A ${other.version}, send the header ${VERSION_HEADER}: ${other.version}`
    : message;
}

interface ErrorContext {
  readonly options: A2aOptions;
  readonly protocol: Protocol;
  readonly id: RpcId;
  readonly requestId: string;
}

function toErrorReply(error: unknown, { options, protocol, id, requestId }: ErrorContext): Reply {
  const formatNextCall: NextCallFormatter = (call) => [
    ...protocol.formatNextCall(call),
    ...options.formatNextCall(call),
  ];
  const context = { siteUrl: options.siteUrl, formatNextCall, requestId };
  if (error instanceof RpcError) {
    const problem = toProblem(error.refusal, context);
    return toRpcErrorReply(toRpcError(protocol, error.code, problem), id);
  }
  const refusal = withIssueLocations(options.toRefusal(error, requestId));
  const problem = toProblem(refusal, context);
  const status = refusal.kind === 'unauthenticated' ? problem.status : 200;
  return toRpcErrorReply(toRpcError(protocol, codeOfKind[refusal.kind], problem), id, {
    status,
    headers: refusalHeaders(refusal),
  });
}

/** Formats errors that occur before `serve` is called (`Route.writeRefusal`). */
const writeEarlyRefusal: RefusalWriter = (refusal, context, request) => {
  const problem = toProblem(refusal, context);
  const protocol = protocols[findVersion({ request, url: new URL(request.url) }) ?? LATEST_VERSION];
  const error = toRpcError(protocol, codeOfKind[refusal.kind], problem);
  return toRpcErrorReply(error, null, { status: problem.status, headers: refusalHeaders(refusal) });
};

const toRpcError = (protocol: Protocol, code: number, problem: Problem) => ({
  code,
  message: problem.detail,
  data: protocol.toErrorData(code, problem),
});

const toRpcErrorReply = (
  error: ReturnType<typeof toRpcError>,
  id: RpcId,
  options: { readonly status?: number; readonly headers?: HeaderRecord } = {},
): Reply => toJsonReply({ jsonrpc: '2.0', id, error }, options);
