import type {
  DescribeOperation,
  OperationDescription,
  JsonSchema,
  Parameter,
} from '../../schema/contract.ts';
import { toSchemaKeywords, rulesOfParameters } from '../http/binding/rule-schema.ts';
import { createConnectionFlattener } from '../http/binding/flatten-connection.ts';
import { policyOf } from '../http/binding/access-policy.ts';
import { withRequestId } from '../http/binding/request-id.ts';
import type { Tool, Variant } from './tool.ts';

/** A variant with its parameters. */
export interface DescribedVariant extends Variant {
  readonly parameters: readonly Parameter[];
  readonly isRead: boolean;
  /**
   * Converts the result of the operation to `structuredContent`. A page becomes `{ items, next_cursor }`; connections
   * within a record become arrays.
   */
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
  const variants = described.map(({ variant, description }) => ({
    ...variant,
    parameters: withRequestId(description),
    isRead: description.kind === 'query',
    toStructuredContent: createContentConverter(description),
  }));
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
        ? { title, readOnlyHint: true, openWorldHint: false }
        : { title, readOnlyHint: false, destructiveHint: false, openWorldHint: false },
    },
  };
}

function createContentConverter(description: OperationDescription): (value: unknown) => object {
  const { flatten } = createConnectionFlattener(description);
  if (description.shape === 'record') return (value) => flatten(value).value as object;
  return (value) => {
    const { value: items, cursor } = flatten(value);
    return { items, next_cursor: cursor };
  };
}

/** The JSON Schema of `structuredContent`. */
function contentSchema(description: OperationDescription): JsonSchema {
  const { schema } = createConnectionFlattener(description);
  return description.shape === 'record'
    ? schema
    : objectSchema({ items: schema, next_cursor: CURSOR_SCHEMA }, ['items']);
}

const CURSOR_SCHEMA = {
  type: ['string', 'null'],
  description: 'Cursor of the next page; null on the last page.',
};

/**
 * The arguments of all variants in one object; required are those that every variant requires. It is not a union of
 * the variants, because many clients do not support a union at the top level. `only` is the operation of a tool with
 * one variant: its rules between parameters become schema keywords.
 */
function createInputSchema(
  variants: readonly DescribedVariant[],
  only: OperationDescription | null,
): ObjectSchema {
  const parameters = variants.flatMap((variant) => variant.parameters);
  const properties = Object.fromEntries(parameters.map(({ wireName, schema }) => [wireName, schema]));
  const [first = [], ...others] = variants.map((variant) =>
    variant.parameters.filter(({ required }) => required).map(({ wireName }) => wireName),
  );
  const requiredByAll = first.filter((name) => others.every((names) => names.includes(name)));
  return {
    ...objectSchema(properties, requiredByAll),
    ...(only && toSchemaKeywords(rulesOfParameters(only, parameters))),
  };
}

const objectSchema = (properties: JsonSchema, required: readonly string[]): ObjectSchema => ({
  type: 'object',
  properties,
  ...(required.length > 0 && { required }),
});

/** Includes the schema of errors: clients also check the structured content of an error against the output schema. */
const createOutputSchema = (results: readonly JsonSchema[]): ObjectSchema => ({
  type: 'object',
  anyOf: [...results, PROBLEM_SCHEMA],
});

const PROBLEM_SCHEMA = {
  ...objectSchema(
    {
      type: { type: 'string' },
      title: { type: 'string' },
      status: { type: 'integer' },
      detail: { type: 'string' },
      code: { type: 'string' },
    },
    ['type', 'title', 'status', 'detail', 'code'],
  ),
  description: 'Problem details of an error (RFC 9457); `isError` is true.',
};
