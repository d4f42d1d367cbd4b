// One JSON-RPC message at a time, through the SDK's server: two with the same id cannot meet.
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

/** The versions the board speaks (contract, Versioning), the one it prefers first. */
export const PROTOCOL_VERSIONS = ['2025-06-18', '2025-03-26'] as const;

const [PREFERRED] = PROTOCOL_VERSIONS;

export const isSupportedVersion = (version: unknown): boolean =>
  PROTOCOL_VERSIONS.some((supported) => supported === version);

/** A transport for one message and its answer. */
class OneMessage implements Transport {
  onmessage?: Transport['onmessage'];
  onclose?: () => void;
  onerror?: (error: Error) => void;
  readonly #answer: (message: JSONRPCMessage) => void;

  constructor(answer: (message: JSONRPCMessage) => void) {
    this.#answer = answer;
  }

  start(): Promise<void> {
    return Promise.resolve();
  }

  send(message: JSONRPCMessage): Promise<void> {
    this.#answer(message);
    return Promise.resolve();
  }

  close(): Promise<void> {
    this.onclose?.();
    return Promise.resolve();
  }
}

interface Form {
  safeParse(value: unknown): { success: boolean };
}

/** The SDK calls parameters that it cannot read an internal error: they are looked at before. */
const FORMS: ReadonlyMap<string, Form> = new Map<string, Form>([
  ['initialize', InitializeRequestSchema],
  ['tools/list', ListToolsRequestSchema],
  ['tools/call', CallToolRequestSchema],
]);

/** What the server answers to a message; null where it is none that is answered. */
export async function handleMessage(server: ToolServer, value: unknown): Promise<JSONRPCMessage | null> {
  const read = JSONRPCMessageSchema.safeParse(value);
  if (!read.success) return toInvalid(value);
  const message = withoutTask(withSpokenVersion(read.data));
  if (!isJSONRPCRequest(message)) return null;
  const form = FORMS.get(message.method);
  if (form && !form.safeParse(message).success)
    return toError(ErrorCode.InvalidParams, `These are no parameters of ${message.method}`, message.id);
  const { promise, resolve } = Promise.withResolvers<JSONRPCMessage>();
  const transport = new OneMessage(resolve);
  await server.connect(transport);
  transport.onmessage?.(message);
  // Nothing is left to be closed: the server goes with its transport, and would make errors for nobody.
  return promise;
}

/** The SDK speaks more versions than the board: a client that offers one of those is answered with the board's own. */
function withSpokenVersion(message: JSONRPCMessage): JSONRPCMessage {
  if (!isInitializeRequest(message) || isSupportedVersion(message.params.protocolVersion)) return message;
  return { ...message, params: { ...message.params, protocolVersion: PREFERRED } };
}

/** A later version lets a call become a task, which the SDK would expect of the answer; the board answers at once. */
function withoutTask(message: JSONRPCMessage): JSONRPCMessage {
  if (!isJSONRPCRequest(message) || !message.params || !('task' in message.params)) return message;
  const { task: _task, ...params } = message.params;
  return { ...message, params };
}

/** JSON, but no message: told under its id, where it has one that can be told. */
function toInvalid(value: unknown): JSONRPCMessage {
  return toError(ErrorCode.InvalidRequest, 'This is no JSON-RPC 2.0 message', idOf(value));
}

/** Whatever a message has for its id. */
export const idOf = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'id' in value ? value.id : null;

/** A JSON-RPC error; its id is null where the request's cannot be known. */
export function toError(code: number, message: string, id: unknown = null): JSONRPCMessage {
  const known = typeof id === 'string' || Number.isSafeInteger(id) ? id : null;
  // The specification of JSON-RPC has null for an id that is not known; the SDK's type has not.
  return { jsonrpc: '2.0', id: known, error: { code, message } } as unknown as JSONRPCMessage;
}
