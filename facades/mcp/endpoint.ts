import { setImmediate } from 'node:timers/promises';
import { ErrorCode, type JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { type DescribeOperation, observe } from '../../schema/contract.ts';
import { redactKeys } from '../http/codec/redact.ts';
import { encodeUtf8, type HeaderRecord, type Reply, toJsonReply, toSerializedReply } from '../http/reply.ts';
import type { Bytes, Exchange } from '../http/route.ts';
import { callTool, type RequestScope, type ToolContext } from './call-tool.ts';
import { type DescribedTool, describeTool } from './describe-tool.ts';
import { createToolCallFormatter } from './format-next-call.ts';
import { type Message, toError } from './message.ts';
import { readRequest, RequestError, type SessionIds } from './request.ts';
import { ResponseBudget } from './response-budget.ts';
import { SerializedResult } from './serialized-result.ts';
import { answerWithSdk } from './answer-with-sdk.ts';
import { tools as toolDefinitions } from './tools.ts';

export interface EndpointOptions extends Omit<ToolContext, 'formatNextCall'> {
  readonly describe: DescribeOperation;
  readonly sessionIds: SessionIds;
  /** The limit of `ResponseBudget`, in bytes. */
  readonly maxResponseBytes: number;
}

/** Creates the function that serves `POST /mcp`. */
export function createEndpoint(options: EndpointOptions): (exchange: Exchange) => Promise<Reply> {
  const tools = toolDefinitions.map((tool) => describeTool(tool, options.describe));
  const endpoint: Endpoint = {
    context: { ...options, formatNextCall: createToolCallFormatter(tools) },
    tools: new Map(tools.map((tool) => [tool.name, tool])),
    toolList: new SerializedResult(JSON.stringify({ tools: tools.map(({ listing }) => listing) })),
  };
  return (exchange) => servePost(endpoint, exchange, options);
}

/** What all requests to `/mcp` use. */
interface Endpoint {
  readonly context: ToolContext;
  readonly tools: ReadonlyMap<string, DescribedTool>;
  /** The serialized result of `tools/list`: the same for all callers. */
  readonly toolList: SerializedResult;
}

async function servePost(
  endpoint: Endpoint,
  exchange: Exchange,
  { sessionIds, maxResponseBytes }: Pick<EndpointOptions, 'sessionIds' | 'maxResponseBytes'>,
): Promise<Reply> {
  try {
    const { messages, isBatch, isInitialize, caller } = readRequest(exchange, sessionIds);
    // A batch of several messages does not wait for news: earlier results would stay in memory meanwhile.
    if (caller.connection && messages.length > 1) caller.connection.mayWait = false;
    const scope = { caller, responseBudget: new ResponseBudget(maxResponseBytes) };
    const responses = await handleMessages(endpoint, scope, messages);
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
  /** Headers of the tool call; null if no tool was called. */
  readonly headers: HeaderRecord | null;
}

/** Handles messages in sequence, so that nothing is read after the responses have reached their limit. */
async function handleMessages(
  endpoint: Endpoint,
  scope: RequestScope,
  messages: readonly Message[],
): Promise<readonly RpcResponse[]> {
  const responses: (RpcResponse | null)[] = [];
  for (const message of messages) {
    // Lets other requests run between two items of a batch.
    if (responses.length > 0) await setImmediate();
    responses.push(await handleMessage(endpoint, scope, message));
  }
  return responses.filter((response) => response !== null);
}

/** Returns null for a message without a response, and if the client has disconnected before a large response is built. */
async function handleMessage(
  { tools, toolList, context }: Endpoint,
  scope: RequestScope,
  message: Message,
): Promise<RpcResponse | null> {
  if (message.kind === 'notification') return null;
  if (message.kind === 'call') {
    const { id, name, args } = message;
    const tool = tools.get(name);
    if (!tool) return toRpcResponse(scope, createUnknownToolError(name, id));
    const { headers, result } = await observe(
      { kind: 'tool', name: tool.name },
      () => callTool(tool, args, { context, ...scope }),
      ({ refusal }) => refusal,
    );
    if (!result.hasResponse(id) && !(await hasTurn(result, { context, ...scope }))) return null;
    return { json: result.toResponse(id), status: 200, headers };
  }
  if (message.kind === 'listTools') {
    const json = toolList.toResponse(message.id);
    scope.responseBudget.add(json.byteLength);
    return { json, status: 200, headers: null };
  }
  if (message.kind === 'invalid') return toRpcResponse(scope, message.error);
  return toRpcResponse(scope, await answerWithSdk(message.request));
}

/**
 * Resolves to true when the response with this result may be built, or to false if the client has disconnected. Further messages of
 * the batch are then still handled: a disconnection does not cancel a request (MCP, Streamable HTTP).
 */
async function hasTurn(
  { byteLength }: SerializedResult,
  { context, caller }: RequestScope & { readonly context: ToolContext },
): Promise<boolean> {
  try {
    await context.largeResponses.waitForTurn(byteLength, caller);
    return true;
  } catch (error) {
    if (caller.connection?.isEnded !== true) throw error;
    return false;
  }
}

/** The error for an unknown tool, in the form of the SDK's errors. The name is shortened and without API keys. */
const createUnknownToolError = (name: string, id: string | number): JSONRPCMessage =>
  toError(
    ErrorCode.InvalidParams,
    `MCP error ${ErrorCode.InvalidParams}: There is no tool ${redactKeys(name.slice(0, 100))}`,
    id,
  );

function toRpcResponse({ responseBudget }: RequestScope, message: JSONRPCMessage): RpcResponse {
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

/**
 * Headers of the call with the lowest remaining limit. Headers about one call are omitted if there are several calls.
 */
function mergeHeaders(all: readonly HeaderRecord[]): HeaderRecord {
  const [lowest = {}] = all.toSorted((a, b) => remainingIn(a) - remainingIn(b));
  if (all.length < 2) return lowest;
  const { 'x-ignored-fields': _ignored, 'idempotency-replayed': _replayed, ...rateLimit } = lowest;
  return rateLimit;
}

const INVALID_REQUEST: number = ErrorCode.InvalidRequest;
