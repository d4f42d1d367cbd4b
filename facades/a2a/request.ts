import { z } from 'zod';
import { BoardError } from '../../schema/contract.ts';
import { codeOf, RpcError } from './errors.ts';
import { invalidParams } from './param-issues.ts';

/** A number that is no safe integer could not be repeated as it was sent. */
const id = z.union([z.string(), z.int(), z.null()]);

const request = z.object({
  jsonrpc: z.literal('2.0'),
  id: id.optional(),
  method: z.string(),
  params: z.unknown().optional(),
});

export type RpcRequest = z.output<typeof request>;
export type RpcId = z.output<typeof id>;

/** Reads a JSON-RPC 2.0 request. Throws -32600. */
export function readRpcRequest(value: unknown): RpcRequest {
  const read = request.safeParse(value);
  if (read.success) return read.data;
  throw new RpcError(codeOf.request, new BoardError('malformed_request', 'This is no JSON-RPC 2.0 request'));
}

/** The id to answer under: null where there is none that can be known. */
export function idOf(value: unknown): RpcId {
  const read = z.object({ id }).safeParse(value);
  return read.success ? read.data.id : null;
}

export type JsonObject = Readonly<Record<string, unknown>>;

/** As it came: a record of zod's leaves out `__proto__`. */
const members = z.custom<JsonObject>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  'Must be an object',
);

const part = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('text'), text: z.string() }),
  z.object({ kind: z.literal('data'), data: members }),
  z.object({ kind: z.literal('file') }),
]);

const MAX_ITEMS = 100;

const listOf = <Item extends z.ZodType>(item: Item) =>
  z.array(item).max(MAX_ITEMS, `Must have at most ${MAX_ITEMS} of them`);

const message = z.object({
  kind: z.literal('message').optional(),
  messageId: z.string().min(1),
  role: z.enum(['user', 'agent']),
  parts: listOf(part).min(1),
  contextId: z.string().optional(),
  taskId: z.string().optional(),
  metadata: members.nullish(),
});

export type Message = z.output<typeof message>;

const sendParams = z.object({
  message,
  configuration: z
    .object({
      acceptedOutputModes: listOf(z.string()).optional(),
      historyLength: z.int().min(0).optional(),
      pushNotificationConfig: z.unknown().optional(),
    })
    .nullish(),
  metadata: members.nullish(),
});

export type SendParams = z.output<typeof sendParams>;

const taskParams = z.object({ id: z.string().min(1), historyLength: z.int().min(0).optional() });

/** Throws -32602. */
const reader =
  <Params>(form: z.ZodType<Params>) =>
  (params: unknown): Params => {
    const read = form.safeParse(params);
    if (read.success) return read.data;
    throw new RpcError(codeOf.params, invalidParams(read.error.issues));
  };

export const readSendParams = reader(sendParams);
export const readTaskParams = reader(taskParams);
