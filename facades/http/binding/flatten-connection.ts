import type { OperationDescription, JsonSchema } from '../../../schema/contract.ts';

/** A result that is an array instead of a connection, or has arrays instead of connections as members. */
export interface FlattenedResult {
  readonly value: unknown;
  /** Cursor of the next page; null on the last page or without a paginated list. */
  readonly cursor: string | null;
}

export interface ConnectionFlattener {
  readonly flatten: (value: unknown) => FlattenedResult;
  /** JSON Schema of the flattened value. */
  readonly schema: JsonSchema;
  /** Whether the result contains a paginated list. */
  readonly isPaged: boolean;
}

/** Creates the flattener of an operation's result, which may be a connection or have connections as members. */
export function createConnectionFlattener({
  shape,
  resultSchema,
}: OperationDescription): ConnectionFlattener {
  if (shape === 'page')
    return { flatten: flattenConnection, schema: { type: 'array', items: resultSchema }, isPaged: true };
  const properties = (resultSchema['properties'] ?? {}) as Readonly<Record<string, JsonSchema>>;
  const names = Object.keys(properties).filter((name) => nodesOf(properties[name]) !== undefined);
  const arrays = names.map((name) => [name, nodesOf(properties[name])] as const);
  return {
    flatten: (value) =>
      names.length === 0 ? { value, cursor: null } : flattenMembers(value as object, names),
    schema: { ...resultSchema, properties: { ...properties, ...Object.fromEntries(arrays) } },
    isPaged: names.some((name) => propertiesOf(properties[name])['pageInfo'] !== undefined),
  };
}

/**
 * Creates the function that converts the result of an operation to one JSON object. A page becomes
 * `{ items, next_cursor }`; the connections that are members of a record become arrays.
 */
export function createContentConverter(description: OperationDescription): (value: unknown) => object {
  const { flatten } = createConnectionFlattener(description);
  if (description.shape === 'record') return (value) => flatten(value).value as object;
  return (value) => {
    const { value: items, cursor } = flatten(value);
    return { items, next_cursor: cursor };
  };
}

const propertiesOf = (schema: JsonSchema | undefined): Readonly<Record<string, unknown>> =>
  (schema?.['properties'] ?? {}) as Readonly<Record<string, unknown>>;

const nodesOf = (schema: JsonSchema | undefined): unknown => propertiesOf(schema)['nodes'];

function flattenConnection(value: unknown): FlattenedResult {
  const { nodes, pageInfo } = value as {
    readonly nodes: readonly unknown[];
    readonly pageInfo?: { readonly endCursor: string | null; readonly hasNextPage: boolean };
  };
  return { value: nodes, cursor: pageInfo?.hasNextPage ? pageInfo.endCursor : null };
}

function flattenMembers(value: object, names: readonly string[]): FlattenedResult {
  const members = value as Readonly<Record<string, unknown>>;
  const flattened = names.map((name) => [name, flattenConnection(members[name])] as const);
  return {
    value: { ...members, ...Object.fromEntries(flattened.map(([name, list]) => [name, list.value])) },
    cursor: flattened.find(([, list]) => list.cursor !== null)?.[1].cursor ?? null,
  };
}
