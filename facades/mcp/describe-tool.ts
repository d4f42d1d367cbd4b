import type { DescribeOperation, OperationDescription, JsonSchema } from '../../schema/contract.ts';
import { toSchemaKeywords, rulesOfParameters } from '../http/binding/rule-schema.ts';
import { createConnectionFlattener, createContentConverter } from '../http/binding/flatten-connection.ts';
import { compactArgument, compactResult } from './compact-schema.ts';
import { omitNulls } from './omit-nulls.ts';
import { policyOf } from '../http/binding/access-policy.ts';
import { withRequestId } from '../http/binding/request-id.ts';
import {
  actionsOf,
  mergeParameters,
  type ParameterizedVariant,
  shareView,
} from '../http/binding/variants.ts';
import type { Tool } from './tool.ts';

/** A variant with its parameters and the form of its result. */
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
      toStructuredContent: createContentWriter(description),
    })),
  );
  const { name, title, description } = tool;
  const [only, second] = described;
  return {
    ...tool,
    policy: policyOf(tool, describe),
    variants,
    listing: {
      name,
      title,
      description,
      inputSchema: createInputSchema(variants, only && !second ? only.description : null),
      outputSchema: createOutputSchema(described.map((each) => contentSchema(each.description))),
      annotations: variants.every(({ isRead }) => isRead)
        ? { readOnlyHint: true, openWorldHint: false }
        : { readOnlyHint: false, destructiveHint: false, openWorldHint: false },
    },
  };
}

/** Creates the function that converts the result of an operation to `structuredContent`, without null members. */
function createContentWriter(description: OperationDescription): (value: unknown) => object {
  const { schema } = createConnectionFlattener(description);
  const convert = createContentConverter(description);
  const contentSchema = description.shape === 'record' ? schema : { properties: { items: schema } };
  return (value) => {
    const content = convert(value);
    return omitNulls(content, contentSchema, !('type' in content)) as object;
  };
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
 * the variants, because many clients do not support a union at the top level. `only` is the operation of a tool with
 * one variant: its rules between parameters become schema keywords.
 */
function createInputSchema(
  variants: readonly DescribedVariant[],
  only: OperationDescription | null,
): ObjectSchema {
  const parameters = mergeParameters(variants);
  const actions = actionsOf(variants);
  const properties = {
    ...(actions.length > 0 && { action: { enum: actions, description: ACTION } }),
    ...Object.fromEntries(
      parameters.map(({ wireName, schema }) => [
        wireName,
        COMMON_ARGUMENTS[wireName] ?? compactArgument(schema),
      ]),
    ),
  };
  const requiredByAll = parameters.filter(({ required }) => required).map(({ wireName }) => wireName);
  return {
    ...objectSchema(properties, requiredByAll),
    additionalProperties: false,
    ...(only && toSchemaKeywords(rulesOfParameters(only, parameters))),
  };
}

const ACTION = 'Operation on a work claim. Omit it to claim an inquiry.';

/** Arguments of many tools, in fewer words than REST needs. */
const COMMON_ARGUMENTS: Readonly<Record<string, JsonSchema>> = {
  request_id: { type: 'string', description: 'Idempotency key, 8–128 characters' },
  created_by: { type: 'string', description: 'Handle of the author, or `me`' },
  until: { type: 'string', format: 'date-time', description: 'Created before this time' },
  limit: { type: 'integer', minimum: 1, maximum: 50, description: 'Default 50' },
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
 * `counts` or `code`) and does not constrain `type` and `status`, which an error has with other values.
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

/** The member that every result of an operation has: a list `items`, a record `type`, the catalog `counts`. */
function identifyingMember({ properties }: JsonSchema): string {
  const names = Object.keys(properties as object);
  return ['items', 'type'].find((name) => names.includes(name)) ?? 'counts';
}
