// Each JSON-RPC message has its own SDK server, so messages with the same id cannot interfere.
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import {
  CallToolRequestSchema,
  ErrorCode,
  InitializeRequestSchema,
  isInitializeRequest,
  isJSONRPCRequest,
  type JSONRPCMessage,
  JSONRPCMessageSchema,
  ListToolsRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import type { ToolServer } from './server.ts';

/** Supported protocol versions. The first is preferred. */
export const PROTOCOL_VERSIONS = ['2025-06-18', '2025-03-26'] as const;

const [PREFERRED] = PROTOCOL_VERSIONS;

export const isSupportedVersion = (version: unknown): boolean =>
  PROTOCOL_VERSIONS.some((supported) => supported === version);

/** A transport for one message and its response. */
class SingleMessageTransport implements Transport {
  onmessage?: Transport['onmessage'];
  onclose?: () => void;
  onerror?: (error: Error) => void;
  readonly #onResponse: (message: JSONRPCMessage) => void;

  constructor(onResponse: (message: JSONRPCMessage) => void) {
    this.#onResponse = onResponse;
  }

  start(): Promise<void> {
    return Promise.resolve();
  }

  send(message: JSONRPCMessage): Promise<void> {
    this.#onResponse(message);
    return Promise.resolve();
  }

  close(): Promise<void> {
    this.onclose?.();
    return Promise.resolve();
  }
}

/** Checked before the SDK sees a request: the SDK reports invalid parameters as an internal error. */
const REQUEST_SCHEMAS = new Map<string, { safeParse(value: unknown): { success: boolean } }>([
  ['initialize', InitializeRequestSchema],
  ['tools/list', ListToolsRequestSchema],
  ['tools/call', CallToolRequestSchema],
]);

/** Returns the response to a message, or null for a notification or a response, which get none. */
export async function handleMessage(server: ToolServer, value: unknown): Promise<JSONRPCMessage | null> {
  const parsed = JSONRPCMessageSchema.safeParse(value);
  if (!parsed.success) return toInvalidRequest(value);
  const message = withoutTask(withSupportedVersion(parsed.data));
  if (!isJSONRPCRequest(message)) return null;
  const schema = REQUEST_SCHEMAS.get(message.method);
  if (schema && !schema.safeParse(message).success)
    return toError(ErrorCode.InvalidParams, `The parameters of ${message.method} are not valid`, message.id);
  const { promise, resolve } = Promise.withResolvers<JSONRPCMessage>();
  const transport = new SingleMessageTransport(resolve);
  await server.connect(transport);
  transport.onmessage?.(message);
  // The transport is not closed: it holds no resources, and closing it makes the SDK report errors.
  return promise;
}

/** The SDK supports more versions than the board. A client that offers another one gets the preferred version. */
function withSupportedVersion(message: JSONRPCMessage): JSONRPCMessage {
  if (!isInitializeRequest(message) || isSupportedVersion(message.params.protocolVersion)) return message;
  return { ...message, params: { ...message.params, protocolVersion: PREFERRED } };
}

/** Removes `task`, a parameter of later versions. The SDK would require a task as the result. */
function withoutTask(message: JSONRPCMessage): JSONRPCMessage {
  if (!isJSONRPCRequest(message) || !message.params || !('task' in message.params)) return message;
  const { task: _task, ...params } = message.params;
  return { ...message, params };
}

/** The error for JSON that is not a JSON-RPC message. */
function toInvalidRequest(value: unknown): JSONRPCMessage {
  return toError(ErrorCode.InvalidRequest, 'The body must be a JSON-RPC 2.0 message', idOf(value));
}

/** The `id` of a message, unchecked; null if there is none. */
export const idOf = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'id' in value ? value.id : null;

/** A JSON-RPC error. Its id is null if `id` is not a valid JSON-RPC id. */
export function toError(code: number, message: string, id: unknown = null): JSONRPCMessage {
  const validId = typeof id === 'string' || Number.isSafeInteger(id) ? id : null;
  // JSON-RPC allows a null id in errors; the SDK's type does not.
  return { jsonrpc: '2.0', id: validId, error: { code, message } } as unknown as JSONRPCMessage;
}
