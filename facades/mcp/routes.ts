import { setImmediate } from 'node:timers/promises';
import { ErrorCode, type JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { BoardError, type DescribeOperation, SERVICE_VERSION } from '../../schema/contract.ts';
import { readAccepted } from '../http/codec/accept.ts';
import { refusalHeaders, toProblem, type RefusalWriter } from '../http/problem.ts';
import { type HeaderRecord, type Reply, toJsonReply, toSerializedReply } from '../http/reply.ts';
import type { Bytes, Exchange, Route } from '../http/route.ts';
import type { ToolCall, ToolContext, ToolResponse } from './call-tool.ts';
import { describeTool } from './describe-tool.ts';
import { createToolCallFormatter } from './format-next-call.ts';
import { handleMessage, PROTOCOL_VERSIONS, toError } from './message.ts';
import { readRequest, RequestError, type SessionIds } from './request.ts';
import { ResponseBudget } from './response-budget.ts';
import { createServer, type ServerParts } from './server.ts';
import { tools as toolDefinitions } from './tools.ts';

interface McpOptions extends Omit<ToolContext, 'formatNextCall'> {
  readonly describe: DescribeOperation;
  readonly sessionIds: SessionIds;
  readonly baseUrl: string;
  /** Bytes. */
  readonly maxBody: number;
  /** Largest response to one HTTP request, in bytes. */
  readonly maxAnswerBytes: number;
}

/** `/mcp`: stateless Streamable HTTP with JSON responses (docs/decisions/0011-mcp-transport.md). */
export function createMcpRoutes(options: McpOptions): readonly Route[] {
  const tools = toolDefinitions.map((tool) => describeTool(tool, options.describe));
  const server: ServerParts = {
    context: { ...options, formatNextCall: createToolCallFormatter(tools) },
    version: SERVICE_VERSION,
    tools: new Map(tools.map((tool) => [tool.name, tool])),
  };
  const assertOrigin = createOriginCheck([options.baseUrl, options.siteUrl]);
  const headers = { 'cache-control': 'no-store' };
  const route = { path: '/mcp', json: true, cors: true, headers, writeRefusal: writeEarlyRefusal };
  return [
    {
      ...route,
      method: 'POST',
      maxBody: options.maxBody,
      serve: (exchange) => {
        assertOrigin(exchange.request.headers.get('origin'));
        return servePost(server, exchange, options);
      },
    },
    { ...route, method: 'GET', serve: serveGet },
  ];
}

async function servePost(
  server: ServerParts,
  exchange: Exchange,
  { sessionIds, maxAnswerBytes }: Pick<McpOptions, 'sessionIds' | 'maxAnswerBytes'>,
): Promise<Reply> {
  try {
    const { messages, isBatch, isInitialize, caller } = readRequest(exchange, sessionIds);
    const call = { caller, responseBudget: new ResponseBudget(maxAnswerBytes) };
    const responses = await handleMessages(server, call, messages);
    const sessionHeaders: HeaderRecord = isInitialize ? { 'mcp-session-id': sessionIds.create() } : {};
    return toReply(responses, { isBatch, sessionHeaders });
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    return toJsonReply(toError(error.code, error.message, error.id), { status: error.status });
  }
}

/** A serialized JSON-RPC response. */
interface RpcResponse {
  readonly json: Bytes;
  readonly status: number;
  /** Headers of the tool call; null for other methods. */
  readonly headers: HeaderRecord | null;
}

type CallContext = Omit<ToolCall, 'onResponse'>;

/** Handles messages in sequence, so that reads stop at the response limit and few results are in memory at once. */
async function handleMessages(
  server: ServerParts,
  call: CallContext,
  messages: readonly unknown[],
): Promise<readonly RpcResponse[]> {
  const responses: (RpcResponse | null)[] = [];
  for (const message of messages) {
    // Lets other requests run between two items of a batch.
    if (responses.length > 0) await setImmediate();
    responses.push(await handleOne(server, call, message));
  }
  return responses.filter((response) => response !== null);
}

/** Returns null for a message without a response. */
async function handleOne(parts: ServerParts, call: CallContext, value: unknown): Promise<RpcResponse | null> {
  const toolResponses: ToolResponse[] = [];
  const onResponse = (response: ToolResponse) => void toolResponses.push(response);
  const message = await handleMessage(createServer(parts, { ...call, onResponse }), value);
  if (!message) return null;
  const [toolResponse] = toolResponses;
  const json = serializeMessage(message, toolResponse);
  if (!toolResponse) call.responseBudget.add(json.byteLength);
  const isInvalidRequest = 'error' in message && message.error.code === INVALID_REQUEST;
  return { json, status: isInvalidRequest ? 400 : 200, headers: toolResponse?.headers ?? null };
}

/** Uses the JSON of the tool call, which may be shared by several callers, instead of serializing it again. */
const serializeMessage = (message: JSONRPCMessage, toolResponse: ToolResponse | undefined): Bytes =>
  toolResponse && 'result' in message
    ? concatenate(`{"jsonrpc":"2.0","id":${JSON.stringify(message.id)},"result":`, toolResponse.json, '}')
    : concatenate(JSON.stringify(message));

const concatenate = (...parts: readonly (string | Bytes)[]): Bytes =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part)));

function toReply(
  responses: readonly RpcResponse[],
  { isBatch, sessionHeaders }: { readonly isBatch: boolean; readonly sessionHeaders: HeaderRecord },
): Reply {
  const [first] = responses;
  if (!first) return { status: 202, headers: {}, body: null };
  const callHeaders = responses.flatMap((response) => (response.headers ? [response.headers] : []));
  const headers = { ...mergeHeaders(callHeaders), ...sessionHeaders };
  if (isBatch) return toSerializedReply(toJsonArray(responses.map(({ json }) => json)), { headers });
  return toSerializedReply(first.json, { headers, status: first.status });
}

const toJsonArray = (items: readonly Bytes[]): Bytes =>
  concatenate(...items.flatMap((item, i) => [i === 0 ? '[' : ',', item]), ']');

const remainingIn = (headers: HeaderRecord): number => Number(headers['x-ratelimit-remaining'] ?? Infinity);

/** Headers of the call with the lowest remaining limit. Headers about one call are omitted if there are several calls. */
function mergeHeaders(all: readonly HeaderRecord[]): HeaderRecord {
  const [lowest = {}] = all.toSorted((a, b) => remainingIn(a) - remainingIn(b));
  if (all.length < 2) return lowest;
  const { 'x-ignored-fields': _ignored, 'idempotency-replayed': _replayed, ...rateLimit } = lowest;
  return rateLimit;
}

const INVALID_REQUEST: number = ErrorCode.InvalidRequest;

/** Outside the code ranges of JSON-RPC and MCP. */
const UNAVAILABLE = -31_503;

/** For errors before the body is read: the request id is unknown, so it is null and the HTTP status tells the error. */
const writeEarlyRefusal: RefusalWriter = (refusal, context) => {
  const problem = toProblem(refusal, context);
  const error = { code: UNAVAILABLE, message: problem.detail, data: problem };
  return toJsonReply(
    { jsonrpc: '2.0', id: null, error },
    { status: problem.status, headers: refusalHeaders(refusal) },
  );
};

const TRANSPORT_INFO = {
  protocol: 'mcp',
  transport: 'streamable-http',
  protocol_versions: PROTOCOL_VERSIONS,
  push: false,
  detail: 'Send JSON-RPC 2.0 by POST to this URL. This server never pushes: it opens no event stream.',
};

/** A request for an event stream gets 405: after a 200, clients would reconnect every second. */
function serveGet({ request }: Exchange): Reply {
  const wantsStream = readAccepted(request.headers.get('accept')).includes('text/event-stream');
  if (!wantsStream) return toJsonReply(TRANSPORT_INFO);
  return toJsonReply(TRANSPORT_INFO, { status: 405, headers: { allow: 'POST' } });
}

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Rejects browser requests from other sites. Protects a board on a private network against DNS rebinding. */
function createOriginCheck(ownUrls: readonly string[]) {
  const allowed = new Set(ownUrls.map((url) => new URL(url).origin));
  return (origin: string | null): void => {
    if (origin === null || allowed.has(origin)) return;
    if (LOOPBACK.has(URL.parse(origin)?.hostname ?? '')) return;
    throw new BoardError('csrf', 'The Origin header names another site');
  };
}
