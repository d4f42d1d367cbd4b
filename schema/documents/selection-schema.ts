import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLAbstractType,
  type GraphQLField,
  type GraphQLInterfaceType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  type InlineFragmentNode,
  isAbstractType,
  isCompositeType,
  isEnumType,
  isInterfaceType,
  isListType,
  isNonNullType,
  Kind,
  type NamedTypeNode,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';
import type { JsonSchema } from '../contract.ts';

type Composite = GraphQLObjectType | GraphQLInterfaceType;

export type Field = GraphQLField<unknown, unknown>;

/** The name a selected field has in the answer. */
export const responseKey = (node: FieldNode): string => node.alias?.value ?? node.name.value;

const SCALARS: Readonly<Record<string, JsonSchema>> = {
  ID: { type: 'string', format: 'uuid' },
  String: { type: 'string' },
  Int: { type: 'integer' },
  Float: { type: 'number' },
  Boolean: { type: 'boolean' },
  DateTime: { type: 'string', format: 'date-time' },
  JSON: {},
};

/** Writes the JSON Schema of what a selection answers with. */
export class SelectionSchemaBuilder {
  readonly #schema: GraphQLSchema;
  readonly #fragments: ReadonlyMap<string, FragmentDefinitionNode>;

  constructor(schema: GraphQLSchema, document: DocumentNode) {
    const fragments = document.definitions.filter((node) => node.kind === Kind.FRAGMENT_DEFINITION);
    this.#schema = schema;
    this.#fragments = new Map(fragments.map((node) => [node.name.value, node]));
  }

  schemaOf(type: GraphQLOutputType, selection: SelectionSetNode | undefined): JsonSchema {
    if (isNonNullType(type)) return this.#presentSchema(type.ofType, selection);
    return nullable(this.#presentSchema(type, selection));
  }

  #presentSchema(type: GraphQLOutputType, selection: SelectionSetNode | undefined): JsonSchema {
    if (isListType(type)) return { type: 'array', items: this.schemaOf(type.ofType, selection) };
    if (isEnumType(type)) return { type: 'string', enum: type.getValues().map(({ name }) => name) };
    if (!isCompositeType(type)) return SCALARS[type.toString()] ?? {};
    if (!selection) return { type: 'object' };
    const named = isAbstractType(type) ? this.#typesNamed(type, selection) : [];
    const [only, second] = named;
    if (only && !second) return this.#objectSchema(only, selection);
    if (second) return { oneOf: named.map((one) => this.#objectSchema(one, selection)) };
    return this.#objectSchema(type as Composite, selection);
  }

  #objectSchema(type: Composite, selection: SelectionSetNode): JsonSchema {
    const members = this.#membersOf(type, selection);
    return { type: 'object', properties: Object.fromEntries(members), required: members.map(([key]) => key) };
  }

  /** The types of an interface or union that the selection has fragments on, in their order. */
  #typesNamed(type: GraphQLAbstractType, { selections }: SelectionSetNode): readonly GraphQLObjectType[] {
    const named = selections.map((node) => this.#fragmentOf(node)?.typeCondition?.name.value);
    const possible = this.#schema.getPossibleTypes(type);
    return [...new Set(named)].flatMap((name) => possible.filter((one) => one.name === name));
  }

  #fragmentOf(node: SelectionNode): FragmentDefinitionNode | InlineFragmentNode | undefined {
    if (node.kind === Kind.FIELD) return undefined;
    return node.kind === Kind.FRAGMENT_SPREAD ? this.#fragments.get(node.name.value) : node;
  }

  /** What an object of this type has of the selection: fragments on other types are none of it. */
  #membersOf(type: Composite, { selections }: SelectionSetNode): [string, JsonSchema][] {
    return selections.flatMap((node): [string, JsonSchema][] => {
      if (node.kind === Kind.FIELD) return [[responseKey(node), this.#fieldSchema(type, node)]];
      const fragment = this.#fragmentOf(node);
      return fragment && this.#appliesTo(type, fragment.typeCondition)
        ? this.#membersOf(type, fragment.selectionSet)
        : [];
    });
  }

  #appliesTo(type: Composite, condition: NamedTypeNode | undefined): boolean {
    const other = condition && this.#schema.getType(condition.name.value);
    if (!other || other === type) return true;
    return isAbstractType(other) && (isInterfaceType(type) || this.#schema.isSubType(other, type));
  }

  #fieldSchema(type: Composite, node: FieldNode): JsonSchema {
    const field = type.getFields()[node.name.value] as Field;
    const described = field.description ? { description: field.description } : {};
    return { ...(wordOf(type, field) ?? this.schemaOf(field.type, node.selectionSet)), ...described };
  }
}

/** `type` of a record is one word, and tells it from others. */
const wordOf = ({ extensions }: Composite, { name }: Field): JsonSchema | null =>
  name === 'type' && typeof extensions['recordType'] === 'string'
    ? { type: 'string', const: extensions['recordType'] }
    : null;

const nullable = (schema: JsonSchema): JsonSchema => {
  const { type, enum: values, oneOf } = schema;
  if (Array.isArray(oneOf)) return { ...schema, oneOf: [...(oneOf as unknown[]), { type: 'null' }] };
  if (typeof type !== 'string') return schema;
  return {
    ...schema,
    type: [type, 'null'],
    ...(Array.isArray(values) && { enum: [...(values as unknown[]), null] }),
  };
};
