import { ErrorCode } from '@modelcontextprotocol/sdk/types.js';
import type { BoardError, Caller } from '../../schema/contract.ts';
import { toCaller } from '../http/binding/caller.ts';
import { assertJsonContentType, parseRpcMessage } from '../http/codec/json.ts';
import { assertFiniteNumbers } from '../http/codec/json-numbers.ts';
import type { Exchange } from '../http/route.ts';
import { idOf, isSupportedVersion, type Message, parseMessage } from './message.ts';
import { PROTOCOL_VERSIONS } from './protocol-versions.ts';

/** A POST request: its caller, and one message or a batch. */
export interface McpRequest {
  readonly messages: readonly Message[];
  readonly isBatch: boolean;
  readonly isInitialize: boolean;
  readonly caller: Caller;
}

/** Creates and checks the signed ids of MCP sessions. */
export interface SessionIds {
  create(): string;
  /** Whether the board created the id and it has not expired. */
  isValid(id: string): boolean;
}

/** An error for the whole request: an HTTP error with a JSON-RPC error as its body. */
export class RequestError extends Error {
  readonly code: number;
  readonly status: number;
  /** Id of the message; null for a batch and for a message without a readable id. */
  readonly id: unknown;

  constructor(
    code: number,
    message: string,
    { id = null, status = 400 }: { id?: unknown; status?: number } = {},
  ) {
    super(message);
    this.code = code;
    this.status = status;
    this.id = id;
  }
}

const MAX_BATCH = 20;

type ParsedBody = Pick<McpRequest, 'messages' | 'isBatch' | 'isInitialize'> & { readonly id: unknown };

/** Reads a POST request. Throws `RequestError`, and `unsupported_media_type` for another media type than JSON. */
export function readRequest(exchange: Exchange, sessionIds: SessionIds): McpRequest {
  const { headers } = exchange.request;
  assertJsonContentType(headers);
  const body = readBody(exchange);
  const version = headers.get('mcp-protocol-version');
  assertVersion(body, version);
  assertBatch(body, version);
  // `initialize` starts a new session, so a session id sent with it is ignored.
  const session = body.isInitialize ? null : headers.get('mcp-session-id');
  if (session !== null && !sessionIds.isValid(session)) throw createSessionNotFound(body.id);
  const handle = headers.get('x-agent-handle');
  return {
    ...body,
    caller: { ...toCaller('mcp', exchange), sessionId: session, ...(handle && { handle }) },
  };
}

function readBody({ body }: Exchange): ParsedBody {
  const value = parseBody(body ?? new Uint8Array());
  const isBatch = Array.isArray(value);
  const id = isBatch ? null : idOf(value);
  try {
    assertFiniteNumbers(value, ['body']);
  } catch (error) {
    throw new RequestError(ErrorCode.InvalidParams, (error as BoardError).message, { id });
  }
  // Parses one message more than allowed, so that `assertBatch` finds a batch that is too long.
  const messages = (isBatch ? value.slice(0, MAX_BATCH + 1) : [value]).map(parseMessage);
  return { messages, isBatch, id, isInitialize: messages.some(isInitialize) };
}

const isInitialize = (message: Message): boolean =>
  message.kind === 'request' && message.request.method === 'initialize';

function parseBody(body: Uint8Array): unknown {
  try {
    return parseRpcMessage(body);
  } catch (error) {
    const { code, message } = error as BoardError;
    throw new RequestError(
      code === 'malformed_json' ? ErrorCode.ParseError : ErrorCode.InvalidRequest,
      message,
    );
  }
}

/** `initialize` negotiates the version in its parameters, so its header is ignored. */
function assertVersion({ isInitialize, id }: ParsedBody, version: string | null): void {
  if (isInitialize || version === null || isSupportedVersion(version)) return;
  const message = `MCP-Protocol-Version must be one of ${PROTOCOL_VERSIONS.join(', ')}`;
  throw new RequestError(ErrorCode.InvalidRequest, message, { id });
}

/**
 * Batches exist only in version 2025-03-26, the default without a header. `initialize` must not be in a batch. `tools/list` is not
 * counted on any rate limit and its result is long, so a batch has at most one.
 */
function assertBatch({ messages, isBatch, isInitialize }: ParsedBody, version: string | null): void {
  if (!isBatch) return;
  const supportsBatches = version === null || version === '2025-03-26';
  const hasValidLength = messages.length > 0 && messages.length <= MAX_BATCH;
  const lists = messages.filter(({ kind }) => kind === 'listTools').length;
  if (supportsBatches && hasValidLength && !isInitialize && lists <= 1) return;
  const message =
    `A batch must have 1 to ${MAX_BATCH} messages, without initialize and with tools/list at most once, ` +
    'in protocol version 2025-03-26';
  throw new RequestError(ErrorCode.InvalidRequest, message);
}

/** The code of MCP servers for an unknown session. Clients initialize again after it. */
const SESSION_NOT_FOUND = -32_001;

const createSessionNotFound = (id: unknown) =>
  new RequestError(
    SESSION_NOT_FOUND,
    'The session in Mcp-Session-Id is unknown or has expired; send initialize without the header',
    { id, status: 404 },
  );
