import { setImmediate } from 'node:timers/promises';
import { ErrorCode, type JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { BoardError, type DescribeOperation, SERVICE_VERSION } from '../../schema/contract.ts';
import { refusalHeaders, toProblem, type RefusalWriter } from '../http/problem.ts';
import { type HeaderRecord, type Reply, toJsonReply, toSerializedReply } from '../http/reply.ts';
import type { Bytes, Exchange, Route } from '../http/route.ts';
import { ResponseBudget } from './response-budget.ts';
import type { ToolResponse, ToolCall, ToolContext } from './call-tool.ts';
import { describeTool } from './describe-tool.ts';
import { handleMessage, PROTOCOL_VERSIONS, toError } from './message.ts';
import { readRequest, RequestError, type SessionIds } from './request.ts';
import { createServer, type ServerParts } from './server.ts';
import { createToolCallFormatter } from './format-next-call.ts';
import { tools as rows } from './tools.ts';

interface McpParts extends Omit<ToolContext, 'formatNextCall'> {
  readonly describe: DescribeOperation;
  readonly sessionIds: SessionIds;
  readonly baseUrl: string;
  /** Bytes. */
  readonly maxBody: number;
  /** Bytes that one request is answered with. */
  readonly maxAnswerBytes: number;
}

const PATH = '/mcp';

/** Streamable HTTP that answers in JSON and keeps nothing between requests (contract, MCP; decisions, section 8). */
export function createMcpRoutes(parts: McpParts): readonly Route[] {
  const tools = rows.map((row) => describeTool(row, parts.describe));
  const door = { ...parts, formatNextCall: createToolCallFormatter(tools) };
  const server: ServerParts = {
    door,
    version: SERVICE_VERSION,
    tools: new Map(tools.map((tool) => [tool.name, tool])),
  };
  const assertOrigin = createOriginCheck([parts.baseUrl, parts.siteUrl]);
  const headers = { 'cache-control': 'no-store' };
  const route = { path: PATH, json: true, cors: true, headers, writeRefusal: toUnreadRefusal };
  return [
    {
      ...route,
      method: 'POST',
      maxBody: parts.maxBody,
      serve: (exchange) => {
        assertOrigin(exchange.request.headers.get('origin'));
        return servePost(server, exchange, parts);
      },
    },
    { ...route, method: 'GET', serve: serveGet },
  ];
}

type Answering = Pick<McpParts, 'sessionIds' | 'maxAnswerBytes'>;

async function servePost(
  server: ServerParts,
  exchange: Exchange,
  { sessionIds, maxAnswerBytes }: Answering,
): Promise<Reply> {
  try {
    const { messages, isBatch, initializes, caller } = readRequest(exchange, sessionIds);
    const answers = await answerAll(
      server,
      { caller, responseBudget: new ResponseBudget(maxAnswerBytes) },
      messages,
    );
    const session: HeaderRecord = initializes ? { 'mcp-session-id': sessionIds.mint() } : {};
    return toReply(answers, { isBatch, session });
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    return toJsonReply(toError(error.code, error.message, error.id), { status: error.status });
  }
}

/** An answer as it goes over the wire. */
interface Said {
  readonly json: Bytes;
  readonly status: number;
  /** What is told of the call where it is one. */
  readonly headers: HeaderRecord | null;
}

type Calling = Omit<ToolCall, 'onResponse'>;

/** One after the other: a read that does not fit is not looked up, and long answers do not exist all at once. */
async function answerAll(
  server: ServerParts,
  call: Calling,
  messages: readonly unknown[],
): Promise<(Said | null)[]> {
  const answers: (Said | null)[] = [];
  for (const message of messages) {
    if (answers.length > 0) await setImmediate();
    answers.push(await answer(server, call, message));
  }
  return answers;
}

/** Null for what is not answered. */
async function answer(server: ServerParts, call: Calling, value: unknown): Promise<Said | null> {
  const calls: ToolResponse[] = [];
  const message = await handleMessage(
    createServer(server, { ...call, onResponse: (told) => void calls.push(told) }),
    value,
  );
  if (!message) return null;
  const [told] = calls;
  const json = toJson(message, told);
  if (!told) call.responseBudget.add(json.byteLength);
  return {
    json,
    status: isInvalid(message) ? 400 : 200,
    headers: told?.headers ?? null,
  };
}

/** A result is written by who knows whether it has been written before. */
const toJson = (message: JSONRPCMessage, told: ToolResponse | undefined): Bytes =>
  told && 'result' in message
    ? toSequence(`{"jsonrpc":"2.0","id":${JSON.stringify(message.id)},"result":`, told.json, '}')
    : toSequence(JSON.stringify(message));

const toSequence = (...parts: readonly (string | Bytes)[]): Bytes =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part)));

function toReply(
  answers: readonly (Said | null)[],
  { isBatch, session }: { readonly isBatch: boolean; readonly session: HeaderRecord },
): Reply {
  const said = answers.filter((one) => one !== null);
  const [first] = said;
  if (!first) return { status: 202, headers: {}, body: null };
  const headers = { ...toSum(said.flatMap((one) => (one.headers ? [one.headers] : []))), ...session };
  if (isBatch) return toSerializedReply(toList(said.map(({ json }) => json)), { headers });
  return toSerializedReply(first.json, { headers, status: first.status });
}

const toList = (items: readonly Bytes[]): Bytes =>
  toSequence(...items.flatMap((item, i) => [i === 0 ? '[' : ',', item]), ']');

const remainingIn = (headers: HeaderRecord): number => Number(headers['x-ratelimit-remaining'] ?? Infinity);

/** One call is told whole; of a batch only where its caller stands after it, which is where it stands worst. */
function toSum(heard: readonly HeaderRecord[]): HeaderRecord {
  const [worst = {}] = heard.toSorted((one, other) => remainingIn(one) - remainingIn(other));
  if (heard.length < 2) return worst;
  const { 'x-ignored-fields': _ignored, 'idempotency-replayed': _replayed, ...standing } = worst;
  return standing;
}

const INVALID: number = ErrorCode.InvalidRequest;

const isInvalid = (answer: JSONRPCMessage): boolean => 'error' in answer && answer.error.code === INVALID;

/** Outside the codes that JSON-RPC and MCP give. */
const UNAVAILABLE = -31_503;

/** A refusal before the request is read, so that its id is not known: the HTTP status is that of the refusal. */
const toUnreadRefusal: RefusalWriter = (refusal, context) => {
  const problem = toProblem(refusal, context);
  const error = { code: UNAVAILABLE, message: problem.detail, data: problem };
  return toJsonReply(
    { jsonrpc: '2.0', id: null, error },
    { status: problem.status, headers: refusalHeaders(refusal) },
  );
};

const STATEMENT = {
  protocol: 'mcp',
  transport: 'streamable-http',
  protocol_versions: PROTOCOL_VERSIONS,
  push: false,
  detail: 'POST JSON-RPC 2.0 here. This server never pushes: no stream is held open.',
};

/** Who asks for a stream is told that there is none: a 200 would make it ask again every second. */
function serveGet({ request }: Exchange): Reply {
  const asksForStream = request.headers.get('accept')?.includes('text/event-stream') === true;
  if (!asksForStream) return toJsonReply(STATEMENT);
  return toJsonReply(STATEMENT, { status: 405, headers: { allow: 'POST' } });
}

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Refuses pages of other sites, which a browser would let in by a name that has come to mean this machine. */
function createOriginCheck(own: readonly string[]) {
  const origins = new Set(own.map((url) => new URL(url).origin));
  return (origin: string | null): void => {
    if (origin === null || origins.has(origin)) return;
    if (LOOPBACK.has(URL.parse(origin)?.hostname ?? '')) return;
    throw new BoardError('csrf', 'The request comes from a page of another site');
  };
}
