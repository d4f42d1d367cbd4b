import type { OperationDescription, JsonSchema } from '../../../schema/contract.ts';

/** An answer as the wire has it: its lists are arrays, and where they go on is said apart. */
export interface FlattenedResult {
  readonly value: unknown;
  /** Leads to the next page of the list that is paged; null where there is none. */
  readonly cursor: string | null;
}

export interface ConnectionFlattener {
  readonly flatten: (value: unknown) => FlattenedResult;
  /** Schema of what comes out. */
  readonly schema: JsonSchema;
  /** Whether there may be a cursor. */
  readonly isPaged: boolean;
}

interface List {
  readonly nodes: readonly unknown[];
  readonly pageInfo?: { readonly endCursor: string | null; readonly hasNextPage: boolean };
}

type Members = Readonly<Record<string, unknown>>;

/** Knows from an operation's description where its answer has lists: itself, or members of it. */
export function createConnectionFlattener({
  shape,
  resultSchema: answer,
}: OperationDescription): ConnectionFlattener {
  if (shape === 'page') return { flatten: toArray, schema: { type: 'array', items: answer }, isPaged: true };
  const properties = (answer['properties'] ?? {}) as Readonly<Record<string, JsonSchema>>;
  const lists = Object.keys(properties).filter((name) => nodesOf(properties[name]) !== undefined);
  const arrays = lists.map((name) => [name, nodesOf(properties[name])] as const);
  return {
    flatten: (value) =>
      lists.length === 0 ? { value, cursor: null } : unfoldMembers(value as Members, lists),
    schema: { ...answer, properties: { ...properties, ...Object.fromEntries(arrays) } },
    isPaged: lists.some((name) => membersOf(properties[name])['pageInfo'] !== undefined),
  };
}

const membersOf = (schema: JsonSchema | undefined): Readonly<Record<string, unknown>> =>
  (schema?.['properties'] ?? {}) as Readonly<Record<string, unknown>>;

const nodesOf = (schema: JsonSchema | undefined): unknown => membersOf(schema)['nodes'];

function toArray(value: unknown): FlattenedResult {
  const { nodes, pageInfo } = value as List;
  return { value: nodes, cursor: pageInfo?.hasNextPage ? pageInfo.endCursor : null };
}

function unfoldMembers(value: Members, lists: readonly string[]): FlattenedResult {
  const unfolded = lists.map((name) => [name, toArray(value[name])] as const);
  return {
    value: { ...value, ...Object.fromEntries(unfolded.map(([name, list]) => [name, list.value])) },
    cursor: unfolded.find(([, list]) => list.cursor !== null)?.[1].cursor ?? null,
  };
}
