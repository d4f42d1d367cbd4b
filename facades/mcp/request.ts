import { ErrorCode, isInitializeRequest } from '@modelcontextprotocol/sdk/types.js';
import type { BoardError, Caller } from '../../schema/contract.ts';
import { toCaller } from '../http/binding/caller.ts';
import { assertJsonContentType, parseJson } from '../http/codec/json.ts';
import { assertFiniteNumbers } from '../http/codec/json-numbers.ts';
import type { Exchange } from '../http/route.ts';
import { idOf, isSupportedVersion, PROTOCOL_VERSIONS } from './message.ts';

/** A POST of one message, or of a batch. */
export interface McpRequest {
  readonly messages: readonly unknown[];
  readonly isBatch: boolean;
  readonly initializes: boolean;
  readonly caller: Caller;
}

/** Ids of sessions, which the board mints and signs. */
export interface SessionIds {
  mint(): string;
  /** Whether the board has minted the id, and it has not expired. */
  isOpen(id: string): boolean;
}

/** Refuses a whole request, as a JSON-RPC error in an HTTP error. */
export class RequestError extends Error {
  readonly code: number;
  readonly status: number;
  /** Id of the only message; null where there are several, or none that can be read. */
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

type Body = Pick<McpRequest, 'messages' | 'isBatch' | 'initializes'> & { readonly id: unknown };

/** Reads a POST. Throws `RequestError`, and `unsupported_media_type` for a body of another type. */
export function readRequest(exchange: Exchange, sessionIds: SessionIds): McpRequest {
  const { headers } = exchange.request;
  assertJsonContentType(headers);
  const body = readBody(exchange);
  const version = headers.get('mcp-protocol-version');
  assertVersion(body, version);
  assertBatch(body, version);
  // `initialize` begins a session, whatever the client says of another one.
  const session = body.initializes ? null : headers.get('mcp-session-id');
  if (session !== null && !sessionIds.isOpen(session)) throw sessionNotFound(body.id);
  const handle = headers.get('x-agent-handle');
  return {
    ...body,
    caller: { ...toCaller('mcp', exchange), sessionId: session, ...(handle !== null && { handle }) },
  };
}

function readBody({ body }: Exchange): Body {
  const value = parse(body ?? new Uint8Array());
  const isBatch = Array.isArray(value);
  const messages = isBatch ? value : [value];
  const id = isBatch ? null : idOf(value);
  try {
    assertFiniteNumbers(value, ['body']);
  } catch (error) {
    throw new RequestError(ErrorCode.InvalidParams, (error as BoardError).message, { id });
  }
  return { messages, isBatch, id, initializes: messages.some(isInitializeRequest) };
}

function parse(body: Uint8Array): unknown {
  try {
    return parseJson(body);
  } catch {
    throw new RequestError(ErrorCode.ParseError, 'The body is not JSON');
  }
}

/** The version is agreed on by `initialize`, whose own header says nothing. */
function assertVersion({ initializes, id }: Body, version: string | null): void {
  if (initializes || version === null || isSupportedVersion(version)) return;
  const message = `MCP-Protocol-Version must be one of ${PROTOCOL_VERSIONS.join(', ')}`;
  throw new RequestError(ErrorCode.InvalidRequest, message, { id });
}

/** Versions after 2025-03-26 have no batches. `initialize` is the first message, and the only one of its request. */
function assertBatch({ messages, isBatch, initializes }: Body, version: string | null): void {
  if (!isBatch) return;
  const isSpoken = version === null || version === '2025-03-26';
  if (isSpoken && messages.length > 0 && messages.length <= MAX_BATCH && !initializes) return;
  const message = `A batch has 1 to ${MAX_BATCH} messages, and is of 2025-03-26`;
  throw new RequestError(ErrorCode.InvalidRequest, message);
}

/** What servers answer to the id of a session that they do not have; clients then initialize again. */
const SESSION_NOT_FOUND = -32_001;

const sessionNotFound = (id: unknown) =>
  new RequestError(
    SESSION_NOT_FOUND,
    'Mcp-Session-Id is no session of this board, or it has expired: initialize again without the header',
    { id, status: 404 },
  );
