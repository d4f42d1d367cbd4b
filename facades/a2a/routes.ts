import { BoardError, type OpenSession, type Session } from '../../schema/contract.ts';
import { toCaller } from '../http/binding/caller.ts';
import { rateLimitHeaders } from '../http/codec/headers.ts';
import { assertJsonContentType, parseJson } from '../http/codec/json.ts';
import { assertFiniteNumbers } from '../http/codec/json-numbers.ts';
import { refusalHeaders, type NextCallFormatter, toProblem, type RefusalWriter } from '../http/problem.ts';
import { type HeaderRecord, type Reply, toJsonReply } from '../http/reply.ts';
import type { Exchange, Route } from '../http/route.ts';
import { codeOf, codeOfKind, RpcError } from './errors.ts';
import { formatA2aNextCall } from './format-next-call.ts';
import { type Method, methods, unsupportedMethods } from './methods.ts';
import { withIssueLocations } from './param-issues.ts';
import { idOf, readRpcRequest, type RpcId } from './request.ts';

interface A2aOptions {
  readonly openSession: OpenSession;
  readonly siteUrl: string;
  readonly formatNextCall: NextCallFormatter;
  /** Bytes. */
  readonly maxBody: number;
  /** Returns the error to report to the client. Logs unexpected errors and hides their details. */
  readonly toRefusal: (error: unknown, requestId: string) => BoardError;
}

/** `POST /a2a`: A2A 0.3.0 over JSON-RPC 2.0. */
export const createA2aRoutes = (options: A2aOptions): readonly Route[] => [
  {
    method: 'POST',
    path: '/a2a',
    json: true,
    cors: true,
    maxBody: options.maxBody,
    headers: { 'cache-control': 'no-store' },
    writeRefusal: writeEarlyRefusal,
    serve: (exchange) => serve(options, exchange),
  },
];

/** Every error is HTTP 200 with a JSON-RPC error, except authentication errors, which are HTTP 401. */
async function serve(options: A2aOptions, exchange: Exchange): Promise<Reply> {
  let id: RpcId = null;
  let session: Session | undefined;
  try {
    assertJsonContentType(exchange.request.headers);
    const body = readBody(exchange);
    id = idOf(body);
    assertFiniteNumbers(body, ['body']);
    const { method, params } = readRpcRequest(body);
    const handler = findMethod(method);
    const handle = exchange.request.headers.get('x-agent-handle');
    const caller = { ...toCaller('a2a', exchange), ...(handle !== null && { handle }) };
    session = await options.openSession(caller, 'agent');
    const { task, isReplayed } = await handler(session, params);
    const replayHeaders: HeaderRecord = isReplayed ? { 'idempotency-replayed': 'true' } : {};
    const headers = { ...rateLimitHeaders(session.rateLimit), ...replayHeaders };
    return toJsonReply({ jsonrpc: '2.0', id, result: task }, { headers });
  } catch (error) {
    const reply = toErrorReply(error, { options, id, requestId: exchange.requestId });
    return { ...reply, headers: { ...rateLimitHeaders(session?.rateLimit), ...reply.headers } };
  }
}

function readBody({ body }: Exchange): unknown {
  try {
    return parseJson(body ?? new Uint8Array());
  } catch {
    throw new RpcError(codeOf.parse, new BoardError('malformed_json', 'The body must be JSON'));
  }
}

function findMethod(name: string): Method {
  const method = Object.hasOwn(methods, name) ? methods[name] : undefined;
  if (method) return method;
  const [code, message] = (Object.hasOwn(unsupportedMethods, name) && unsupportedMethods[name]) || [
    codeOf.method,
    `There is no method ${name.slice(0, 100)}`,
  ];
  throw new RpcError(
    code,
    new BoardError('method_not_allowed', message, { members: { allow: Object.keys(methods) } }),
  );
}

function toErrorReply(
  error: unknown,
  {
    options,
    id,
    requestId,
  }: { readonly options: A2aOptions; readonly id: RpcId; readonly requestId: string },
): Reply {
  const formatNextCall: NextCallFormatter = (call) => [
    ...formatA2aNextCall(call),
    ...options.formatNextCall(call),
  ];
  const context = { siteUrl: options.siteUrl, formatNextCall, requestId };
  if (error instanceof RpcError) {
    const data = toProblem(error.refusal, context);
    return toRpcErrorReply({ code: error.code, message: data.detail, data }, id);
  }
  const refusal = withIssueLocations(options.toRefusal(error, requestId));
  const problem = toProblem(refusal, context);
  const rpcError = { code: codeOfKind[refusal.kind], message: problem.detail, data: problem };
  const status = refusal.kind === 'unauthenticated' ? problem.status : 200;
  return toRpcErrorReply(rpcError, id, { status, headers: refusalHeaders(refusal) });
}

/** For errors before the body is read: the request id is unknown, so it is null and the HTTP status tells the error. */
const writeEarlyRefusal: RefusalWriter = (refusal, context) => {
  const problem = toProblem(refusal, context);
  const error = { code: codeOfKind[refusal.kind], message: problem.detail, data: problem };
  return toRpcErrorReply(error, null, { status: problem.status, headers: refusalHeaders(refusal) });
};

const toRpcErrorReply = (
  error: { readonly code: number; readonly message: string; readonly data: object },
  id: RpcId,
  options: { readonly status?: number; readonly headers?: HeaderRecord } = {},
): Reply => toJsonReply({ jsonrpc: '2.0', id, error }, options);
