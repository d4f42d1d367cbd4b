import { z } from 'zod';
import { BoardError } from '../../schema/contract.ts';
import { codeOf, RpcError } from './errors.ts';
import { invalidParams } from './param-issues.ts';

/** Only safe integers: any other number might be changed when it is sent back. */
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
  const parsed = request.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new RpcError(
    codeOf.request,
    new BoardError('malformed_request', 'The body must be a JSON-RPC 2.0 request'),
  );
}

/** The id of a request, or null if the request has no valid id. */
export function idOf(value: unknown): RpcId {
  const parsed = z.object({ id }).safeParse(value);
  return parsed.success ? parsed.data.id : null;
}

export type JsonObject = Readonly<Record<string, unknown>>;

/** Not `z.record`, which drops `__proto__`: that name must be reported as unknown. */
const jsonObject = z.custom<JsonObject>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  'Must be an object',
);

const part = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('text'), text: z.string() }),
  z.object({ kind: z.literal('data'), data: jsonObject }),
  z.object({ kind: z.literal('file') }),
]);

const MAX_ITEMS = 100;

const listOf = <Item extends z.ZodType>(item: Item) =>
  z.array(item).max(MAX_ITEMS, `Must have at most ${MAX_ITEMS} items`);

const message = z.object({
  kind: z.literal('message').optional(),
  messageId: z.string().min(1),
  role: z.enum(['user', 'agent']),
  parts: listOf(part).min(1),
  contextId: z.string().optional(),
  taskId: z.string().optional(),
  metadata: jsonObject.nullish(),
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
  metadata: jsonObject.nullish(),
});

export type SendParams = z.output<typeof sendParams>;

const taskParams = z.object({ id: z.string().min(1), historyLength: z.int().min(0).optional() });

/** Returns a function that reads the `params` of a request. The function throws -32602. */
const createParamsReader =
  <Params>(paramsSchema: z.ZodType<Params>) =>
  (params: unknown): Params => {
    const parsed = paramsSchema.safeParse(params);
    if (parsed.success) return parsed.data;
    throw new RpcError(codeOf.params, invalidParams(parsed.error.issues));
  };

export const readSendParams = createParamsReader(sendParams);
export const readTaskParams = createParamsReader(taskParams);
