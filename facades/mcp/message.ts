import {
  CallToolRequestParamsSchema,
  ErrorCode,
  InitializeRequestSchema,
  type JSONRPCErrorResponse,
  JSONRPCMessageSchema,
  type JSONRPCRequest,
  ListToolsRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { PROTOCOL_VERSIONS } from './protocol-versions.ts';

const [PREFERRED_VERSION] = PROTOCOL_VERSIONS;

export const isSupportedVersion = (version: unknown): boolean =>
  PROTOCOL_VERSIONS.some((supported) => supported === version);

/** A JSON-RPC message, or the error for one that is not valid. */
export type Message =
  | { readonly kind: 'call'; readonly id: string | number; readonly name: string; readonly args: Arguments }
  | { readonly kind: 'listTools'; readonly id: string | number }
  /** A request of another method. Only the parameters of `initialize` are validated. */
  | { readonly kind: 'request'; readonly request: JSONRPCRequest }
  /** A notification or a response, which gets no response. */
  | { readonly kind: 'notification' }
  | { readonly kind: 'invalid'; readonly error: JSONRPCErrorResponse };

/** The arguments of a tool call, unchecked. */
export type Arguments = Readonly<Record<string, unknown>>;

/** The parameters of `tools/call`. Without `task`, which exists since version 2025-11-25: the board ignores it. */
const callSchema = CallToolRequestParamsSchema.pick({ name: true, arguments: true });

/**
 * Maximum members of all objects and lists in a message. Validating them is slow: 1 000 members of `capabilities` take 2 ms, and
 * `initialize` is not rate-limited. For the arguments of a tool call only names count, ten names as one member.
 */
const MAX_MEMBERS = 100;
const NAMES_PER_MEMBER = 10;

/** Parses a message. */
export function parseMessage(value: unknown): Message {
  if (countMembers(value, MAX_MEMBERS + 1) > MAX_MEMBERS)
    return toInvalidMessage(ErrorCode.InvalidRequest, 'The message has too many members', idOf(value));
  const parsed = JSONRPCMessageSchema.safeParse(value);
  if (!parsed.success)
    return toInvalidMessage(ErrorCode.InvalidRequest, 'The body must be a JSON-RPC 2.0 message', idOf(value));
  const message = parsed.data;
  return 'method' in message && 'id' in message ? parseRequest(message) : { kind: 'notification' };
}

/** Counts the members of objects and lists outside of the values of `arguments`; it may stop at `max`. */
function countMembers(value: unknown, max: number): number {
  if (typeof value !== 'object' || value === null) return 0;
  let count = 0;
  for (const name of Object.keys(value)) {
    const member = (value as Arguments)[name];
    count += 1 + (name === 'arguments' ? countNames(member) : countMembers(member, max - count));
    if (count >= max) return count;
  }
  return count;
}

const countNames = (value: unknown): number =>
  typeof value === 'object' && value !== null ? Object.keys(value).length / NAMES_PER_MEMBER : 0;

/** Validates the parameters of `tools/call`, `initialize` and `tools/list`: the SDK would report an internal error. */
function parseRequest(message: JSONRPCRequest): Message {
  const { id, method } = message;
  const { task: _task, ...params } = message.params ?? {};
  const request = message.params ? { ...message, params } : message;
  if (method === 'tools/call') {
    const { data } = callSchema.safeParse(message.params);
    // Not `data.arguments`: zod drops a member `__proto__`, which must be refused as an unknown argument.
    if (data) return { kind: 'call', id, name: data.name, args: (params['arguments'] ?? {}) as Arguments };
  } else if (method === 'initialize') {
    const { data } = InitializeRequestSchema.safeParse(request);
    if (data) return { kind: 'request', request: withSupportedVersion(request, data.params.protocolVersion) };
  } else if (method === 'tools/list') {
    if (ListToolsRequestSchema.safeParse(request).success) return { kind: 'listTools', id };
  } else {
    return { kind: 'request', request };
  }
  return toInvalidMessage(ErrorCode.InvalidParams, `The parameters of ${method} are not valid`, id);
}

/** The SDK supports more versions than the board. A client that offers an unsupported version gets the preferred one. */
const withSupportedVersion = (request: JSONRPCRequest, version: string): JSONRPCRequest =>
  isSupportedVersion(version)
    ? request
    : { ...request, params: { ...request.params, protocolVersion: PREFERRED_VERSION } };

const toInvalidMessage = (code: number, text: string, id: unknown): Message => ({
  kind: 'invalid',
  error: toError(code, text, id),
});

/** The `id` of a message, unchecked; null if there is none. */
export const idOf = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'id' in value ? value.id : null;

/** A JSON-RPC error. Its id is null if `id` is not a valid JSON-RPC id. */
export function toError(code: number, message: string, id: unknown = null): JSONRPCErrorResponse {
  const validId = typeof id === 'string' || Number.isSafeInteger(id) ? id : null;
  // JSON-RPC allows a null id in errors; the SDK's type does not.
  return { jsonrpc: '2.0', id: validId, error: { code, message } } as unknown as JSONRPCErrorResponse;
}
