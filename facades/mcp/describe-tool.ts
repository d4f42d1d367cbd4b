import type {
  DescribeOperation,
  OperationDescription,
  JsonSchema,
  Parameter,
} from '../../schema/contract.ts';
import { toSchemaKeywords, rulesOfParameters } from '../http/binding/rule-schema.ts';
import { createConnectionFlattener } from '../http/binding/flatten-connection.ts';
import { IDEMPOTENCY_VARIABLE } from '../documents/operation.ts';
import type { Tool, Variant } from './tool.ts';

/** A way a tool can be called, with what its arguments are. */
export interface DescribedVariant extends Variant {
  readonly parameters: readonly Parameter[];
  readonly isRead: boolean;
  /** Structured content is an object: a list is its items and where to read on, lists of a record are arrays. */
  readonly toStructuredContent: (value: unknown) => object;
}

/** A tool as `tools/list` tells it, and its ways. */
export interface DescribedTool extends Tool {
  readonly describedVariants: readonly DescribedVariant[];
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

/** The arguments of an operation. Its idempotency key is `request_id` here. */
const argumentsOf = ({ parameters }: OperationDescription): readonly Parameter[] =>
  parameters.map((parameter) =>
    parameter.name === IDEMPOTENCY_VARIABLE ? { ...parameter, wireName: 'request_id' } : parameter,
  );

/** Reads all there is to say of a tool from its operations. Made once. */
export function describeTool(tool: Tool, describe: DescribeOperation): DescribedTool {
  const described = tool.variants.map((variant) => ({ variant, description: describe(variant.operation) }));
  const ways = described.map(({ variant, description }) => ({
    ...variant,
    parameters: argumentsOf(description),
    isRead: description.kind === 'query',
    toStructuredContent: createStructure(description),
  }));
  const { name, title, description } = tool;
  const [only, second] = described;
  const reads = described.every(({ description: { kind } }) => kind === 'query');
  const answers = described.map(({ description: about }) => structureSchema(about));
  return {
    ...tool,
    describedVariants: ways,
    listing: {
      name,
      title,
      description,
      inputSchema: inputSchema(ways, only && !second ? only.description : null),
      outputSchema: outputSchema(answers),
      annotations: reads
        ? { title, readOnlyHint: true, openWorldHint: false }
        : { title, readOnlyHint: false, destructiveHint: false, openWorldHint: false },
    },
  };
}

function createStructure(description: OperationDescription): (value: unknown) => object {
  const { flatten: unfold } = createConnectionFlattener(description);
  if (description.shape === 'record') return (value) => unfold(value).value as object;
  return (value) => {
    const { value: items, cursor } = unfold(value);
    return { items, next_cursor: cursor };
  };
}

function structureSchema(description: OperationDescription): JsonSchema {
  const { schema } = createConnectionFlattener(description);
  return description.shape === 'record'
    ? schema
    : objectSchema({ items: schema, next_cursor: NULLABLE }, ['items']);
}

const NULLABLE = { type: ['string', 'null'], description: 'Cursor of the next page; null on the last.' };

/**
 * All arguments of all ways; those that every way needs are required. A union at the top is more than many clients take.
 * Rules between arguments are those of the only way.
 */
function inputSchema(ways: readonly DescribedVariant[], only: OperationDescription | null): ObjectSchema {
  const parameters = ways.flatMap((way) => way.parameters);
  const properties = Object.fromEntries(parameters.map(({ wireName: wire, schema }) => [wire, schema]));
  const [first = [], ...others] = ways.map((way) =>
    way.parameters.filter(({ required }) => required).map(({ wireName: wire }) => wire),
  );
  const needed = first.filter((name) => others.every((names) => names.includes(name)));
  return {
    ...objectSchema(properties, needed),
    ...(only && toSchemaKeywords(rulesOfParameters(only, parameters))),
  };
}

const objectSchema = (properties: JsonSchema, required: readonly string[]): ObjectSchema => ({
  type: 'object',
  properties,
  ...(required.length > 0 && { required }),
});

/** A refusal is structured as well, and clients check it against this schema: it is one of the answers. */
const outputSchema = (answers: readonly JsonSchema[]): ObjectSchema => ({
  type: 'object',
  anyOf: [...answers, PROBLEM],
});

const PROBLEM = {
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
  description: 'Why the call was refused (RFC 9457); `isError` is then true.',
};
