import {
  type DocumentNode,
  type FieldNode,
  getNamedType,
  getNullableType,
  GraphQLNonNull,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  isListType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';
import type { OperationDescription } from '../contract.ts';
import { type Composite, type Field, responseKey, SelectionSchemaBuilder } from './selection-schema.ts';

const RESULT_ALIAS = 'result';

/** Location and type of an operation's result in the response. */
export interface ResultLocation {
  readonly path: readonly string[];
  readonly rootField: Field;
  readonly type: GraphQLOutputType;
  readonly selection: SelectionSetNode | undefined;
}

/** Finds the field aliased `result`. A document with several root fields has its whole data as the result. */
export function findResult(schema: GraphQLSchema, operation: OperationDefinitionNode): ResultLocation {
  const root = schema.getRootType(operation.operation) as GraphQLObjectType;
  const { selectionSet } = operation;
  return selectionSet.selections.length > 1
    ? locateData(root, selectionSet)
    : locateField(root, selectionSet);
}

function locateData(root: GraphQLObjectType, selection: SelectionSetNode): ResultLocation {
  const [node] = selection.selections;
  if (node?.kind !== Kind.FIELD)
    throw new Error('a document with several root fields must begin with a field');
  const rootField = root.getFields()[node.name.value] as Field;
  return { path: [], rootField, type: new GraphQLNonNull(root), selection };
}

function locateField(root: GraphQLObjectType, start: SelectionSetNode): ResultLocation {
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
    if (responseKey(node) === RESULT_ALIAS) return { path, rootField, ...resultAt(field, node) };
    type = getNamedType(field.type) as GraphQLObjectType;
    selection = node.selectionSet;
  }
  throw new Error(`the first selections of a document must lead to a field aliased ${RESULT_ALIAS}`);
}

/** The type is not nullable: instead of a null value, the response has an error. */
const resultAt = (
  { type }: Field,
  { selectionSet }: FieldNode,
): Pick<ResultLocation, 'type' | 'selection'> => ({
  type: new GraphQLNonNull(getNullableType(type)),
  selection: selectionSet,
});

/** The shape and JSON Schema of the result, derived from its selection. */
export function describeResult(
  schema: GraphQLSchema,
  document: DocumentNode,
  { type: resultType, selection, hasViews }: ResultLocation & { readonly hasViews: boolean },
): Pick<OperationDescription, 'shape' | 'resultSchema'> {
  const type = getNamedType(resultType);
  // The brief view omits null members of records, but not those of the page itself, which has no member `type`.
  const omitsNulls = (parent: Composite) => hasViews && (parent !== type || 'type' in parent.getFields());
  const schemaBuilder = new SelectionSchemaBuilder(schema, document, omitsNulls);
  const nodes = selection?.selections.find(
    (child) => child.kind === Kind.FIELD && child.name.value === 'nodes',
  );
  // A document that renames the nodes returns an object with further fields: `{ query, items, next_cursor }`.
  const isAliased = nodes?.kind === Kind.FIELD && nodes.alias !== undefined;
  if (!isObjectType(type) || !type.name.endsWith('Connection') || isAliased)
    return { shape: 'record', resultSchema: schemaBuilder.schemaOf(resultType, selection) };
  if (nodes?.kind !== Kind.FIELD) throw new Error('a page must select its nodes');
  return {
    shape: 'page',
    resultSchema: schemaBuilder.schemaOf(itemTypeOf(type.getFields()['nodes'] as Field), nodes.selectionSet),
  };
}

/** The type of the items of a list, with `!` if no item can be null. */
function itemTypeOf({ type }: Field): GraphQLOutputType {
  const list = getNullableType(type);
  if (!isListType(list)) throw new Error(`${type.toString()} is no list`);
  return list.ofType;
}
