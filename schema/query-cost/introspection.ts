// The result of introspection depends on the schema alone, so its values can be counted before it runs.
import {
  type FieldNode,
  getNamedType,
  getNullableType,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  isListType,
  isObjectType,
  SchemaMetaFieldDef,
  TypeMetaFieldDef,
} from 'graphql';
import { getArgumentValues } from 'graphql/execution/values.js';
import { assertBound } from './bounds.ts';

/** The introspection fields of the query type, which the type itself does not list. */
export const INTROSPECTION_FIELDS: Readonly<Record<string, GraphQLField<unknown, unknown>>> = {
  __schema: SchemaMetaFieldDef,
  __type: TypeMetaFieldDef,
};

/** Returns the selected fields of a type by response key. */
export type SelectFields = (
  type: GraphQLObjectType,
  nodes: readonly FieldNode[],
) => ReadonlyMap<string, readonly FieldNode[]>;

interface Introspection {
  readonly schema: GraphQLSchema;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly select: SelectFields;
}

/**
 * Counts the values in the result of introspection: objects, lists and leaves. Remembers the count of each selection on
 * each part of the schema, because the document may reach it often. Throws `query_too_complex` if the count itself takes
 * too many steps.
 */
export class IntrospectionCounter {
  readonly #introspection: Introspection;
  readonly #selections = new WeakMap<readonly FieldNode[], ReadonlyMap<string, readonly FieldNode[]>>();
  readonly #counts = new WeakMap<readonly FieldNode[], Map<unknown, number>>();
  #steps = 0;

  constructor(introspection: Introspection) {
    this.#introspection = introspection;
  }

  count(field: GraphQLField<unknown, unknown>, nodes: readonly FieldNode[], source: unknown = null): number {
    const { schema, variables } = this.#introspection;
    const args = readArguments(field, nodes[0] as FieldNode, variables);
    const value: unknown = field.resolve?.(source, args, null, { schema } as GraphQLResolveInfo);
    return this.#countValue(field.type, nodes, value);
  }

  #countValue(type: GraphQLOutputType, nodes: readonly FieldNode[], value: unknown): number {
    const nullable = getNullableType(type);
    if (value === null || value === undefined) return 1;
    if (isListType(nullable)) {
      let sum = 1;
      for (const item of value as Iterable<unknown>) sum += this.#countValue(nullable.ofType, nodes, item);
      return sum;
    }
    const named = getNamedType(nullable);
    return isObjectType(named) ? 1 + this.#countObject(named, nodes, value) : 1;
  }

  #countObject(type: GraphQLObjectType, nodes: readonly FieldNode[], object: unknown): number {
    const counts = this.#counts.get(nodes) ?? new Map<unknown, number>();
    this.#counts.set(nodes, counts);
    const knownCount = counts.get(object);
    if (knownCount !== undefined) return knownCount;
    let sum = 0;
    for (const fieldNodes of this.#select(type, nodes).values()) {
      this.#steps += 1;
      assertBound('introspectionValues', this.#steps);
      const field = type.getFields()[fieldNodes[0]?.name.value ?? ''];
      sum += field ? this.count(field, fieldNodes, object) : 1;
    }
    counts.set(object, sum);
    return sum;
  }

  /** Returns the same map for the same nodes, so that `#counts` finds the nodes in the map again. */
  #select(type: GraphQLObjectType, nodes: readonly FieldNode[]): ReadonlyMap<string, readonly FieldNode[]> {
    const selection = this.#selections.get(nodes) ?? this.#introspection.select(type, nodes);
    this.#selections.set(nodes, selection);
    return selection;
  }
}

/** Invalid arguments are ignored: the field fails when it runs. */
function readArguments(
  field: GraphQLField<unknown, unknown>,
  node: FieldNode,
  variables: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  try {
    return getArgumentValues(field, node, variables);
  } catch {
    return {};
  }
}
