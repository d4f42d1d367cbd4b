import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  isCompositeType,
  isEnumType,
  isInterfaceType,
  isListType,
  isNonNullType,
  Kind,
  type SelectionSetNode,
} from 'graphql';
import type { JsonSchema } from '../contract.ts';

export type Field = GraphQLField<unknown, unknown>;

/** The name a selected field has in the answer. */
export const keyOf = (node: FieldNode): string => node.alias?.value ?? node.name.value;

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
export class SelectionReader {
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
    const members = selection ? this.#membersOf(type.name, selection) : [];
    return { type: 'object', properties: Object.fromEntries(members), required: members.map(([key]) => key) };
  }

  #membersOf(typeName: string, { selections }: SelectionSetNode): [string, JsonSchema][] {
    return selections.flatMap((node): [string, JsonSchema][] => {
      if (node.kind === Kind.FIELD) return [[keyOf(node), this.#fieldSchema(typeName, node)]];
      const target = node.kind === Kind.FRAGMENT_SPREAD ? this.#fragments.get(node.name.value) : node;
      const condition = target?.typeCondition?.name.value ?? typeName;
      const within = isInterfaceType(this.#schema.getType(condition)) ? typeName : condition;
      return target ? this.#membersOf(within, target.selectionSet) : [];
    });
  }

  #fieldSchema(typeName: string, node: FieldNode): JsonSchema {
    const field = (this.#schema.getType(typeName) as GraphQLObjectType).getFields()[node.name.value] as Field;
    const described = field.description ? { description: field.description } : {};
    return { ...this.schemaOf(field.type, node.selectionSet), ...described };
  }
}

const nullable = (schema: JsonSchema): JsonSchema => {
  const { type, enum: values } = schema;
  if (typeof type !== 'string') return schema;
  return {
    ...schema,
    type: [type, 'null'],
    ...(Array.isArray(values) && { enum: [...(values as unknown[]), null] }),
  };
};
