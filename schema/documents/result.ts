import {
  type DocumentNode,
  type FieldNode,
  getNamedType,
  getNullableType,
  GraphQLNonNull,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';
import type { OperationDescription } from '../contract.ts';
import { type Field, responseKey, SelectionSchemaBuilder } from './selection-schema.ts';

const ANSWER = 'result';

/** Where an operation's answer is, and what it is. */
export interface ResultLocation {
  readonly path: readonly string[];
  readonly rootField: Field;
  readonly type: GraphQLOutputType;
  readonly selection: SelectionSetNode | undefined;
}

/** Follows the document from its root to the field aliased `answer`; one of several root fields answers whole. */
export function findResult(schema: GraphQLSchema, operation: OperationDefinitionNode): ResultLocation {
  const root = schema.getRootType(operation.operation) as GraphQLObjectType;
  const { selectionSet } = operation;
  return selectionSet.selections.length > 1 ? wholeOf(root, selectionSet) : followTo(root, selectionSet);
}

function wholeOf(root: GraphQLObjectType, selection: SelectionSetNode): ResultLocation {
  const [node] = selection.selections;
  if (node?.kind !== Kind.FIELD) throw new Error('a document that answers whole begins with a field');
  const rootField = root.getFields()[node.name.value] as Field;
  return { path: [], rootField, type: new GraphQLNonNull(root), selection };
}

function followTo(root: GraphQLObjectType, start: SelectionSetNode): ResultLocation {
  let type = root;
  let selection: SelectionSetNode | undefined = start;
  let rootField: Field | undefined;
  const path: string[] = [];
  while (selection) {
    const node: SelectionNode | undefined = selection.selections[0];
    if (node?.kind !== Kind.FIELD) break;
    const field = type.getFields()[node.name.value] as Field;
    rootField ??= field;
    path.push(responseKey(node));
    if (responseKey(node) === ANSWER) return { path, rootField, ...endOf(field, node) };
    type = getNamedType(field.type) as GraphQLObjectType;
    selection = node.selectionSet;
  }
  throw new Error(`a document leads to one field aliased ${ANSWER}`);
}

/** Null is a refusal, which is no answer. */
const endOf = ({ type }: Field, { selectionSet }: FieldNode): Pick<ResultLocation, 'type' | 'selection'> => ({
  type: new GraphQLNonNull(getNullableType(type)),
  selection: selectionSet,
});

/** The answer's shape and JSON Schema, read from its selection. */
export function describeResult(
  schema: GraphQLSchema,
  document: DocumentNode,
  { type: answerType, selection }: ResultLocation,
): Pick<OperationDescription, 'shape' | 'resultSchema'> {
  const reader = new SelectionSchemaBuilder(schema, document);
  const type = getNamedType(answerType);
  if (!isObjectType(type) || !type.name.endsWith('Connection'))
    return { shape: 'record', resultSchema: reader.schemaOf(answerType, selection) };
  const nodes = selection?.selections.find(
    (child) => child.kind === Kind.FIELD && child.name.value === 'nodes',
  );
  if (nodes?.kind !== Kind.FIELD) throw new Error('a page selects its nodes');
  return {
    shape: 'page',
    resultSchema: reader.schemaOf(
      getNamedType((type.getFields()['nodes'] as Field).type),
      nodes.selectionSet,
    ),
  };
}
