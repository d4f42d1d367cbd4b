import {
  type DocumentNode,
  type FieldNode,
  getNamedType,
  getNullableType,
  GraphQLNonNull,
  type GraphQLObjectType,
  type GraphQLSchema,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';
import type { Description } from '../contract.ts';
import { type Field, keyOf, SelectionReader } from './selection.ts';

const ANSWER = 'answer';

/** Where an operation's answer is, and what it is. */
export interface AnswerPlace {
  readonly path: readonly string[];
  readonly rootField: Field;
  readonly field: Field;
  readonly node: FieldNode;
}

/** Follows the document from its root to the field aliased `answer`. */
export function findAnswer(schema: GraphQLSchema, operation: OperationDefinitionNode): AnswerPlace {
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

/** The answer's shape and JSON Schema, read from its selection. */
export function describeAnswer(
  schema: GraphQLSchema,
  document: DocumentNode,
  { field, node }: AnswerPlace,
): Pick<Description, 'shape' | 'answer'> {
  const reader = new SelectionReader(schema, document);
  const type = getNamedType(field.type);
  if (!isObjectType(type) || !type.name.endsWith('Connection')) {
    return {
      shape: 'record',
      answer: reader.schemaOf(new GraphQLNonNull(getNullableType(field.type)), node.selectionSet),
    };
  }
  const nodes = node.selectionSet?.selections.find(
    (child) => child.kind === Kind.FIELD && child.name.value === 'nodes',
  );
  if (nodes?.kind !== Kind.FIELD) throw new Error('a page selects its nodes');
  return {
    shape: 'page',
    answer: reader.schemaOf(getNamedType((type.getFields()['nodes'] as Field).type), nodes.selectionSet),
  };
}
