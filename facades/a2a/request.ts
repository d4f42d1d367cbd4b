import { z } from 'zod';
import { BoardError, describeIssue, REQUIRED } from '../../schema/contract.ts';
import { codeOf, RpcError } from './errors.ts';
import { MAX_SUGGESTIONS, suggestName } from '../http/binding/parameters/unknown-names.ts';
import { createParamsRefusal, type ParamIssue } from './param-issues.ts';
import { skills } from './skills.ts';

/** Numbers must be safe integers: larger integers and fractions might change when they are sent back. */
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
    codeOf.invalidRequest,
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
export const jsonObject = z.custom<JsonObject>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  'Must be an object',
);

const MAX_ITEMS = 100;

/** A list of at most 100 items. */
export const listOf = <Item extends z.ZodType>(item: Item) =>
  z.array(item).max(MAX_ITEMS, `Must have at most ${MAX_ITEMS} items`);

export const historyLength = z.int().min(0);

/** Names that belong in `message.metadata`. Clients often send them as members of the message. */
const SKILL_FIELDS = ['skill', ...new Set(skills.flatMap(({ fields }) => fields))];

/**
 * The schema of an object with these members. It ignores other members, as A2A requires, but rejects a probable misspelling
 * of one of these members, and a field of `message.metadata` in the message itself. It checks at most
 * `MAX_SUGGESTIONS` other members.
 */
export const openObject = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.looseObject(shape).superRefine((members, context) => {
    const names = Object.keys(shape);
    const unknown = Object.keys(members).filter((name) => !names.includes(name));
    for (const name of unknown.slice(0, MAX_SUGGESTIONS)) {
      const isSkillField = names.includes('metadata') && SKILL_FIELDS.includes(name);
      const meant = isSkillField ? `metadata.${name}` : suggestName(name, names);
      if (meant !== undefined)
        context.addIssue({
          code: 'custom',
          path: [name],
          message: `Is not known here; did you mean ${meant}?`,
        });
    }
  });

/** A part of a message. `member` is the name of the member that identifies it as a file. */
export type Part =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'data'; readonly data: JsonObject }
  | { readonly kind: 'file'; readonly member: string };

/** A message, the same in every protocol version. */
export interface Message {
  readonly messageId: string;
  readonly parts: readonly Part[];
  readonly contextId?: string | undefined;
  readonly taskId?: string | undefined;
  readonly metadata?: JsonObject | null | undefined;
}

/** The parameters of the method that sends a message, the same in every protocol version. */
export interface SendParams {
  readonly message: Message;
  readonly configuration?:
    | {
        readonly acceptedOutputModes?: readonly string[] | null | undefined;
        readonly historyLength?: number | null | undefined;
      }
    | null
    | undefined;
  readonly metadata?: JsonObject | null | undefined;
}

/** Returns a function that reads the `params` of a request. The function throws -32602. */
export const createParamsReader =
  <Params>(paramsSchema: z.ZodType<Params>) =>
  (params: unknown): Params => {
    const parsed = paramsSchema.safeParse(params, { error: describeIssue, reportInput: true });
    if (parsed.success) return parsed.data;
    throw new RpcError(
      codeOf.invalidParams,
      createParamsRefusal(parsed.error.issues.map((issue) => toParamIssue(issue, params))),
    );
  };

/**
 * Converts an issue of zod. A missing member gets the type `missing`. A missing member of `params` itself also gets a hint if
 * `params` has a name that is probably a misspelling of it.
 */
function toParamIssue(issue: z.core.$ZodIssue, params: unknown): ParamIssue {
  const [name, ...below] = issue.path;
  const members = jsonObject.safeParse(params);
  if (issue.input !== undefined || issue.code === 'custom') return issue;
  if (typeof name !== 'string' || below.length > 0 || !members.success)
    return { path: issue.path, message: issue.message, type: 'missing' };
  const given = Object.keys(members.data)
    .slice(0, MAX_SUGGESTIONS)
    .find((each) => suggestName(each, [name]) === name);
  const hint = given === undefined ? '' : `; did you mean ${name} instead of ${given}?`;
  return { path: issue.path, message: REQUIRED + hint, type: 'missing' };
}
