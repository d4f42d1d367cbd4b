import { setImmediate } from 'node:timers/promises';
import { ErrorCode, type JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { BoardError, type DescribeOperation } from '../../schema/contract.ts';
import { readAccepted } from '../http/codec/accept.ts';
import { createOriginCheck } from '../http/codec/origin.ts';
import { redactKeys } from '../http/codec/redact.ts';
import { refusalHeaders, toProblem, type RefusalWriter } from '../http/problem.ts';
import { encodeUtf8, type HeaderRecord, type Reply, toJsonReply, toSerializedReply } from '../http/reply.ts';
import type { Bytes, Exchange, Route } from '../http/route.ts';
import { callTool, type ToolCall, type ToolContext } from './call-tool.ts';
import { type DescribedTool, describeTool } from './describe-tool.ts';
import { createToolCallFormatter } from './format-next-call.ts';
import { type Message, PROTOCOL_VERSIONS, toError } from './message.ts';
import { readRequest, RequestError, type SessionIds } from './request.ts';
import { ResponseBudget } from './response-budget.ts';
import { answerWithSdk } from './server.ts';
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
  const server: Server = {
    context: { ...options, formatNextCall: createToolCallFormatter(tools) },
    tools: new Map(tools.map((tool) => [tool.name, tool])),
    toolList: encodeUtf8(JSON.stringify({ tools: tools.map(({ listing }) => listing) })),
  };
  const assertOrigin = createOriginAssertion([options.baseUrl, options.siteUrl]);
  const headers = { 'cache-control': 'no-store' };
  const route = { path: '/mcp', json: true, cors: true, headers, writeRefusal: writeEarlyRefusal };
  return [
    {
      ...route,
      method: 'POST',
      maxBody: options.maxBody,
      serve: (exchange) => {
        assertOrigin(exchange.request.headers);
        return servePost(server, exchange, options);
      },
    },
    { ...route, method: 'GET', serve: serveGet },
  ];
}

interface Server {
  readonly context: ToolContext;
  readonly tools: ReadonlyMap<string, DescribedTool>;
  /** The serialized result of `tools/list`: the same for all callers. */
  readonly toolList: Bytes;
}

async function servePost(
  server: Server,
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

/** Handles messages in sequence, so that reads stop at the response limit and few results are in memory at once. */
async function handleMessages(
  server: Server,
  call: ToolCall,
  messages: readonly Message[],
): Promise<readonly RpcResponse[]> {
  const responses: (RpcResponse | null)[] = [];
  for (const message of messages) {
    // Lets other requests run between two items of a batch.
    if (responses.length > 0) await setImmediate();
    responses.push(await handleMessage(server, call, message));
  }
  return responses.filter((response) => response !== null);
}

/** Returns null for a message without a response. */
async function handleMessage(
  { tools, toolList, context }: Server,
  call: ToolCall,
  message: Message,
): Promise<RpcResponse | null> {
  if (message.kind === 'notification') return null;
  if (message.kind === 'call') {
    const { id, name, args } = message;
    const tool = tools.get(name);
    if (!tool) return toRpcResponse(call, createUnknownToolError(name, id));
    const { headers, json } = await callTool(tool, args, { context, ...call });
    return { json: toEnvelope(id, json), status: 200, headers };
  }
  if (message.kind === 'listTools') {
    const json = toEnvelope(message.id, toolList);
    call.responseBudget.add(json.byteLength);
    return { json, status: 200, headers: null };
  }
  if (message.kind === 'invalid') return toRpcResponse(call, message.error);
  return toRpcResponse(call, await answerWithSdk(message.request));
}

/** The JSON-RPC response with a serialized result. */
const toEnvelope = (id: string | number, result: Bytes): Bytes =>
  concatenate(`{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":`, result, '}');

/** Its text has the form of the SDK's errors. The name is shortened and without API keys. */
const createUnknownToolError = (name: string, id: string | number): JSONRPCMessage =>
  toError(
    ErrorCode.InvalidParams,
    `MCP error ${ErrorCode.InvalidParams}: There is no tool ${redactKeys(name.slice(0, 100))}`,
    id,
  );

function toRpcResponse({ responseBudget }: ToolCall, message: JSONRPCMessage): RpcResponse {
  const json = encodeUtf8(JSON.stringify(message));
  responseBudget.add(json.byteLength);
  const isInvalidRequest = 'error' in message && message.error.code === INVALID_REQUEST;
  return { json, status: isInvalidRequest ? 400 : 200, headers: null };
}

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
function createOriginAssertion(ownUrls: readonly string[]) {
  const isOwnOrigin = createOriginCheck(ownUrls);
  return (headers: Headers): void => {
    const origin = headers.get('origin');
    if (origin === null || isOwnOrigin(headers) || LOOPBACK.has(URL.parse(origin)?.hostname ?? '')) return;
    throw new BoardError('csrf', 'The Origin header names another site');
  };
}
