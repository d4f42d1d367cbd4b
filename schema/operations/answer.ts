import {
  type DocumentNode,
  type FieldNode,
  type GraphQLField,
  getNamedType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  isCompositeType,
  isEnumType,
  isInterfaceType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';
import type { Description, JsonSchema } from '../contract.ts';

const ANSWER = 'answer';

type Field = GraphQLField<unknown, unknown>;

/** Where an operation's answer is, and what it is. */
export interface AnswerPlace {
  readonly path: readonly string[];
  readonly rootField: Field;
  readonly field: Field;
  readonly node: FieldNode;
}

/** Follows the document from its root to the field aliased `answer`. */
export function findAnswer(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
): AnswerPlace {
  let type = schema.getRootType(operation.operation) as GraphQLObjectType;
  let selection: SelectionSetNode | undefined = operation.selectionSet;
  let rootField: Field | undefined;
  const path: string[] = [];
  while (selection) {
    const node: SelectionNode | undefined = selection.selections[0];
    if (node?.kind !== Kind.FIELD) break;
    const field = type.getFields()[node.name.value] as Field;
    rootField ??= field;
    path.push(keyOf(node));
    if (keyOf(node) === ANSWER) return { path, rootField, field, node };
    type = getNamedType(field.type) as GraphQLObjectType;
    selection = node.selectionSet;
  }
  throw new Error(`a document leads to one field aliased ${ANSWER}`);
}

const keyOf = (node: FieldNode): string => node.alias?.value ?? node.name.value;

/** The answer's shape and JSON Schema, read from its selection. */
export function describeAnswer(
  schema: GraphQLSchema,
  document: DocumentNode,
  { field, node }: AnswerPlace,
): Pick<Description, 'shape' | 'answer'> {
  const reader = createReader(schema, document);
  const type = getNamedType(field.type);
  if (!isObjectType(type) || !type.name.endsWith('Connection')) {
    return { shape: 'record', answer: reader.valueSchema(field.type, node.selectionSet) };
  }
  const nodes = node.selectionSet?.selections.find((child) => child.kind === Kind.FIELD && child.name.value === 'nodes');
  if (nodes?.kind !== Kind.FIELD) throw new Error('a page selects its nodes');
  return { shape: 'page', answer: reader.valueSchema(getNamedType((type.getFields()['nodes'] as Field).type), nodes.selectionSet) };
}

const SCALARS: Readonly<Record<string, JsonSchema>> = {
  ID: { type: 'string', format: 'uuid' },
  String: { type: 'string' },
  Int: { type: 'integer' },
  Float: { type: 'number' },
  Boolean: { type: 'boolean' },
  DateTime: { type: 'string', format: 'date-time' },
  JSON: {},
};

function createReader(schema: GraphQLSchema, document: DocumentNode) {
  const fragments = new Map(
    document.definitions.flatMap((node) => (node.kind === Kind.FRAGMENT_DEFINITION ? [[node.name.value, node]] : [])),
  );

  function valueSchema(type: GraphQLOutputType, selection: SelectionSetNode | undefined): JsonSchema {
    if (isNonNullType(type)) return presentSchema(type.ofType, selection);
    return nullable(presentSchema(type, selection));
  }

  function presentSchema(type: GraphQLOutputType, selection: SelectionSetNode | undefined): JsonSchema {
    if (isListType(type)) return { type: 'array', items: valueSchema(type.ofType as GraphQLOutputType, selection) };
    if (isEnumType(type)) return { type: 'string', enum: type.getValues().map(({ name }) => name) };
    if (!isCompositeType(type)) return SCALARS[type.toString()] ?? {};
    const members = selection ? membersOf(type.name, selection) : [];
    return {
      type: 'object',
      properties: Object.fromEntries(members),
      required: members.map(([key]) => key),
    };
  }

  function membersOf(typeName: string, { selections }: SelectionSetNode): [string, JsonSchema][] {
    return selections.flatMap((node): [string, JsonSchema][] => {
      if (node.kind === Kind.FIELD) return [[keyOf(node), fieldSchema(typeName, node)]];
      const target = node.kind === Kind.FRAGMENT_SPREAD ? fragments.get(node.name.value) : node;
      const condition = target?.typeCondition?.name.value ?? typeName;
      return target ? membersOf(isInterfaceType(schema.getType(condition)) ? typeName : condition, target.selectionSet) : [];
    });
  }

  function fieldSchema(typeName: string, node: FieldNode): JsonSchema {
    const field = (schema.getType(typeName) as GraphQLObjectType).getFields()[node.name.value] as Field;
    const described = field.description ? { description: field.description } : {};
    return { ...valueSchema(field.type, node.selectionSet), ...described };
  }

  return { valueSchema };
}

const nullable = (schema: JsonSchema): JsonSchema => {
  const { type } = schema;
  if (typeof type !== 'string') return schema;
  const values = schema['enum'];
  return { ...schema, type: [type, 'null'], ...(Array.isArray(values) && { enum: [...(values as unknown[]), null] }) };
};
