// The result of introspection depends on the schema alone, so its values and texts can be measured before it runs.
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
import { countKeyCharacters } from './response-keys.ts';
import { CHARACTERS_PER_POINT, INTROSPECTION_VALUES_PER_POINT } from './weights.ts';

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

/** The size of a result of introspection. */
interface IntrospectionSize {
  /** Objects, lists and leaves. */
  readonly values: number;
  /** Characters of its texts and of long response keys (`countKeyCharacters`). */
  readonly characters: number;
}

/** The characters of a response key that its value pays for. Values of introspection are cheaper than others. */
const PAID_CHARACTERS = Math.floor(CHARACTERS_PER_POINT / INTROSPECTION_VALUES_PER_POINT);

const ONE_VALUE: IntrospectionSize = { values: 1, characters: 0 };

const addSizes = (a: IntrospectionSize, b: IntrospectionSize): IntrospectionSize => ({
  values: a.values + b.values,
  characters: a.characters + b.characters,
});

/**
 * Measures the result of introspection. Remembers the size of each selection on each part of the schema, because the document may
 * reach it often. Throws `query_too_complex` if the measurement itself takes too many steps.
 */
export class IntrospectionMeter {
  readonly #introspection: Introspection;
  readonly #selections = new WeakMap<readonly FieldNode[], ReadonlyMap<string, readonly FieldNode[]>>();
  readonly #sizes = new WeakMap<readonly FieldNode[], Map<unknown, IntrospectionSize>>();
  #steps = 0;

  constructor(introspection: Introspection) {
    this.#introspection = introspection;
  }

  measure(
    field: GraphQLField<unknown, unknown>,
    nodes: readonly FieldNode[],
    source: unknown = null,
  ): IntrospectionSize {
    const { schema, variables } = this.#introspection;
    const args = readArguments(field, nodes[0] as FieldNode, variables);
    const value: unknown = field.resolve?.(source, args, null, { schema } as GraphQLResolveInfo);
    return this.#measureValue(field.type, nodes, value);
  }

  #measureValue(type: GraphQLOutputType, nodes: readonly FieldNode[], value: unknown): IntrospectionSize {
    const nullable = getNullableType(type);
    if (value === null || value === undefined) return ONE_VALUE;
    if (isListType(nullable)) {
      let size = ONE_VALUE;
      for (const item of value as Iterable<unknown>)
        size = addSizes(size, this.#measureValue(nullable.ofType, nodes, item));
      return size;
    }
    const named = getNamedType(nullable);
    if (isObjectType(named)) return this.#measureObject(named, nodes, value);
    return { values: 1, characters: typeof value === 'string' ? value.length : 0 };
  }

  #measureObject(type: GraphQLObjectType, nodes: readonly FieldNode[], object: unknown): IntrospectionSize {
    const sizes = this.#sizes.get(nodes) ?? new Map<unknown, IntrospectionSize>();
    this.#sizes.set(nodes, sizes);
    const knownSize = sizes.get(object);
    if (knownSize !== undefined) return knownSize;
    let size = ONE_VALUE;
    for (const [key, fieldNodes] of this.#select(type, nodes)) {
      this.#steps += 1;
      assertBound('introspectionValues', this.#steps);
      const field = type.getFields()[fieldNodes[0]?.name.value ?? ''];
      size = addSizes(size, { values: 0, characters: countKeyCharacters(key, PAID_CHARACTERS) });
      size = addSizes(size, field ? this.measure(field, fieldNodes, object) : ONE_VALUE);
    }
    sizes.set(object, size);
    return size;
  }

  /** Returns the same map for the same nodes, so that `#sizes` finds the nodes in the map again. */
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
