import {
  type DescribeOperation,
  type JsonSchema,
  omitNullMembers,
  type OperationDescription,
} from '../../schema/contract.ts';
import { createConnectionFlattener, createContentConverter } from '../http/binding/flatten-connection.ts';
import { compactArgument, compactResult } from './compact-schema.ts';
import { policyOf } from '../http/binding/access-policy.ts';
import { withRequestId } from '../http/binding/parameters/idempotency-parameter.ts';
import {
  actionsOf,
  mergeParameters,
  type ParameterizedVariant,
  shareView,
} from '../http/binding/variants.ts';
import type { Tool } from './tool.ts';

/** A variant with its parameters and the conversion of its result. */
export interface DescribedVariant extends ParameterizedVariant {
  readonly isRead: boolean;
  /** Converts the result of the operation to `structuredContent`. */
  readonly toStructuredContent: (value: unknown) => object;
}

/** A tool with its described variants and its entry in `tools/list`. */
export interface DescribedTool extends Omit<Tool, 'variants'> {
  readonly variants: readonly DescribedVariant[];
  readonly listing: {
    readonly name: string;
    readonly title: string;
    readonly description: string;
    readonly inputSchema: ObjectSchema;
    readonly outputSchema: ObjectSchema;
    readonly annotations: object;
  };
}

type ObjectSchema = JsonSchema & { readonly type: 'object' };

/** Derives the arguments, schemas and annotations of a tool from its operations. */
export function describeTool(tool: Tool, describe: DescribeOperation): DescribedTool {
  const described = tool.variants.map((variant) => ({ variant, description: describe(variant.operation) }));
  const variants = shareView(
    described.map(({ variant, description }) => ({
      ...variant,
      parameters: withRequestId(description),
      isRead: description.kind === 'query',
      toStructuredContent: createStructuredConverter(description),
    })),
  );
  const { name, title, description } = tool;
  return {
    ...tool,
    policy: policyOf(tool, describe),
    variants,
    listing: {
      name,
      title,
      description,
      inputSchema: createInputSchema(variants),
      outputSchema: createOutputSchema(described.map((each) => contentSchema(each.description))),
      annotations: variants.every(({ isRead }) => isRead)
        ? { readOnlyHint: true, openWorldHint: false }
        : {
            destructiveHint: tool.isDestructive === true,
            // Without the hint, clients assume false.
            ...(tool.isIdempotent && { idempotentHint: true }),
            openWorldHint: false,
          },
    },
  };
}

/** Creates the function that converts the result of an operation to `structuredContent`, without null members. */
function createStructuredConverter(description: OperationDescription): (value: unknown) => object {
  const convert = createContentConverter(description);
  return (value) => convert(omitNullMembers(description, value));
}

/** The JSON Schema of `structuredContent`, with the members on which a model acts. */
function contentSchema(description: OperationDescription): JsonSchema {
  const schema = compactResult(createConnectionFlattener(description).schema);
  return description.shape === 'record'
    ? schema
    : objectSchema({ items: schema, next_cursor: { type: ['string', 'null'] } }, []);
}

/**
 * The arguments of all variants in one object; required are those that every variant requires. It is not a union of
 * the variants, because many clients do not support a union at the top level. Rules between arguments, such as which
 * outcome needs an error, are in their descriptions.
 */
function createInputSchema(variants: readonly DescribedVariant[]): ObjectSchema {
  const parameters = mergeParameters(variants);
  const actions = actionsOf(variants);
  const properties = {
    ...(actions.length > 0 && { action: { enum: actions, description: CLAIM_ACTION } }),
    ...Object.fromEntries(
      parameters.map(({ wireName, schema }) => [
        wireName,
        COMMON_ARGUMENTS[wireName] ?? compactArgument(schema),
      ]),
    ),
  };
  const requiredByAll = parameters.filter(({ required }) => required).map(({ wireName }) => wireName);
  return { ...objectSchema(properties, requiredByAll), additionalProperties: false };
}

/** Only `board_claim` has actions. */
const CLAIM_ACTION = 'Omit it to claim an inquiry.';

/** Arguments of many tools, in fewer words than REST needs. */
const COMMON_ARGUMENTS: Readonly<Record<string, JsonSchema>> = {
  request_id: { type: 'string', description: 'Idempotency key' },
  created_by: { type: 'string', description: 'Handle of the author, or `me`' },
  until: { type: 'string', format: 'date-time', description: 'Created before this time' },
  limit: { type: 'integer', description: '1–50, default 50' },
  version: { type: 'integer', description: 'The version you have read; fails if there is a newer one' },
  cursor: { type: 'string', description: '`next_cursor` of the last page' },
  view: { type: 'string', enum: ['brief', 'full'], description: '`full`: with whole texts' },
};

const objectSchema = (properties: JsonSchema, required: readonly string[]): ObjectSchema => ({
  type: 'object',
  properties,
  ...(required.length > 0 && { required }),
});

/**
 * Clients validate errors against this schema too. It therefore requires one identifying member (`items`, `type`,
 * `work_id`, `counts` or `code`) and allows any text as `type` and any value as `status`: an error has other values there.
 */
const createOutputSchema = (results: readonly JsonSchema[]): ObjectSchema => {
  const merged = Object.assign({}, ...results.map((result) => result['properties'])) as JsonSchema;
  const properties = {
    ...merged,
    ...('type' in merged && { type: { type: 'string' } }),
    ...('status' in merged && { status: {} }),
  };
  const identifying = new Set([...results.map(identifyingMember), 'code']);
  return { ...objectSchema(properties, []), anyOf: [...identifying].map((name) => ({ required: [name] })) };
};

/** The member that every result of an operation has: a list `items`, a record `type`, a history `work_id`, the catalog `counts`. */
function identifyingMember({ properties }: JsonSchema): string {
  const names = Object.keys(properties as object);
  return ['items', 'type', 'work_id'].find((name) => names.includes(name)) ?? 'counts';
}
