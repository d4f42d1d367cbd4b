import { BoardError, type OpenSession, type Session } from '../../schema/contract.ts';
import { toCaller } from '../http/binding/caller.ts';
import { rateLimitHeaders } from '../http/codec/headers.ts';
import { assertJsonContentType, parseJson } from '../http/codec/json.ts';
import { assertFiniteNumbers } from '../http/codec/json-numbers.ts';
import { refusalHeaders, type NextCallFormatter, toProblem, type RefusalWriter } from '../http/problem.ts';
import { type HeaderRecord, type Reply, toJsonReply } from '../http/reply.ts';
import type { Exchange, Route } from '../http/route.ts';
import { codeOf, codeOfKind, RpcError } from './errors.ts';
import { withIssueLocations } from './param-issues.ts';
import { unsupportedMethods, type Method, methods } from './methods.ts';
import { idOf, readRpcRequest, type RpcId } from './request.ts';
import { formatA2aNextCall } from './format-next-call.ts';

interface A2aDoor {
  readonly openSession: OpenSession;
  readonly siteUrl: string;
  readonly formatNextCall: NextCallFormatter;
  /** Bytes. */
  readonly maxBody: number;
  /** Hears of every failure that was not foreseen, and gives what the caller may know of it. */
  readonly toRefusal: (error: unknown, requestId: string) => BoardError;
}

/** A2A 0.3.0 over JSON-RPC 2.0 (contract, A2A; decisions, section 8). */
export const createA2aRoutes = (door: A2aDoor): readonly Route[] => [
  {
    method: 'POST',
    path: '/a2a',
    json: true,
    cors: true,
    maxBody: door.maxBody,
    headers: { 'cache-control': 'no-store' },
    writeRefusal: toUnreadRefusal,
    serve: (exchange) => serve(door, exchange),
  },
];

/** Every error is HTTP 200 with a JSON-RPC error; only who cannot prove who it is gets 401. */
async function serve(door: A2aDoor, exchange: Exchange): Promise<Reply> {
  let id: RpcId = null;
  let session: Session | undefined;
  try {
    assertJsonContentType(exchange.request.headers);
    const body = readBody(exchange);
    id = idOf(body);
    assertFiniteNumbers(body, ['body']);
    const { method, params } = readRpcRequest(body);
    const call = methodOf(method);
    const handle = exchange.request.headers.get('x-agent-handle');
    const caller = { ...toCaller('a2a', exchange), ...(handle !== null && { handle }) };
    session = await door.openSession(caller, 'agent');
    const { task, isReplayed: replayed } = await call(session, params);
    const replay: HeaderRecord = replayed ? { 'idempotency-replayed': 'true' } : {};
    const headers = { ...rateLimitHeaders(session.rateLimit), ...replay };
    return toJsonReply({ jsonrpc: '2.0', id, result: task }, { headers });
  } catch (error) {
    const reply = toFailure(error, { door, id, requestId: exchange.requestId });
    return { ...reply, headers: { ...rateLimitHeaders(session?.rateLimit), ...reply.headers } };
  }
}

function readBody({ body }: Exchange): unknown {
  try {
    return parseJson(body ?? new Uint8Array());
  } catch {
    throw new RpcError(codeOf.parse, new BoardError('malformed_json', 'The body is not JSON'));
  }
}

function methodOf(name: string): Method {
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

interface Failed {
  readonly door: A2aDoor;
  readonly id: RpcId;
  readonly requestId: string;
}

function toFailure(error: unknown, { door, id, requestId }: Failed): Reply {
  const formatNextCall: NextCallFormatter = (call) => [
    ...formatA2aNextCall(call),
    ...door.formatNextCall(call),
  ];
  const context = { siteUrl: door.siteUrl, formatNextCall, requestId };
  if (error instanceof RpcError) {
    const data = toProblem(error.refusal, context);
    return toErrorReply({ code: error.code, message: data.detail, data }, id);
  }
  const refusal = withIssueLocations(door.toRefusal(error, requestId));
  const problem = toProblem(refusal, context);
  const told = { code: codeOfKind[refusal.kind], message: problem.detail, data: problem };
  const status = refusal.kind === 'unauthenticated' ? problem.status : 200;
  return toErrorReply(told, id, { status, headers: refusalHeaders(refusal) });
}

/** A refusal before the request is read, so that its id is not known: the HTTP status is that of the refusal. */
const toUnreadRefusal: RefusalWriter = (refusal, context) => {
  const problem = toProblem(refusal, context);
  const error = { code: codeOfKind[refusal.kind], message: problem.detail, data: problem };
  return toErrorReply(error, null, { status: problem.status, headers: refusalHeaders(refusal) });
};

const toErrorReply = (
  error: { readonly code: number; readonly message: string; readonly data: object },
  id: RpcId,
  options: { readonly status?: number; readonly headers?: HeaderRecord } = {},
): Reply => toJsonReply({ jsonrpc: '2.0', id, error }, options);
