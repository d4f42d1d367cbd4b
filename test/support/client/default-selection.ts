// What the functions of the client select: see docs/decisions/0043-typed-client.md.
import {
  getNamedType,
  getNullableType,
  type GraphQLField,
  type GraphQLInterfaceType,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLSchema,
  isCompositeType,
  isInterfaceType,
  isLeafType,
  isListType,
  isObjectType,
} from 'graphql';

type ResultType = GraphQLObjectType | GraphQLInterfaceType;

export type ResultField = GraphQLField<unknown, unknown>;

/** A type with the fields that are selected of it: a fragment of the documents, and an interface of the types. */
export interface Shape {
  readonly name: string;
  readonly type: ResultType;
  readonly fields: readonly ResultField[];
}

/** Whether a type is the result of a mutation. */
export const isPayload = ({ name }: GraphQLNamedType): boolean => name.endsWith('Payload');

export const isConnection = ({ name }: GraphQLNamedType): boolean => name.endsWith('Connection');

const isResultType = (type: GraphQLNamedType): type is ResultType =>
  isObjectType(type) || isInterfaceType(type);

const isOrImplements = (type: GraphQLNamedType, name: string): boolean =>
  type.name === name || (isResultType(type) && type.getInterfaces().some((each) => each.name === name));

/** Fields of connections that are not selected: the same records again, and counts, which cost points. */
const NOT_OF_PAGES = new Set(['edges', 'totalCount', 'totalCountIsExact']);

/** Types of parts of records that have the ids or handles of the records that they refer to. */
const WITH_IDS = new Set([
  'AgentKey',
  'AuditEntry',
  'InboxItem',
  'InquiryClaim',
  'ModlogEntry',
  'ScopeClaim',
  'WorkEvent',
  'WorkHistory',
  'WorkScope',
]);

/**
 * The fields of a type that are selected: those without arguments. Of other records a record has only their ids, and a
 * connection has its records and no count. A payload is returned to its caller, which needs no `clientMutationId`.
 */
export function selectFields(type: ResultType): readonly ResultField[] {
  const fields = Object.values(type.getFields()).filter(
    ({ args, deprecationReason }) => args.length === 0 && !deprecationReason,
  );
  if (isConnection(type)) return fields.filter(({ name }) => !NOT_OF_PAGES.has(name));
  if (isPayload(type)) return fields.filter(({ name }) => name !== 'clientMutationId');
  return fields.filter((field) => {
    const named = getNamedType(field.type);
    const isReference =
      (isOrImplements(type, 'Node') ||
        (WITH_IDS.has(type.name) && (isObjectType(named) || named.name === 'Node'))) &&
      isOrImplements(named, 'Node');
    return isLeafType(named) || (isObjectType(type) && isCompositeType(named) && !isReference);
  });
}

/** Whether a field of a page's record would make the page too expensive: lists of objects, and texts of other records. */
const isTooLarge = ({ type }: ResultField): boolean => {
  const named = getNamedType(type);
  if (!isResultType(named)) return false;
  const isList = isListType(getNullableType(type));
  return isList || isOrImplements(named, 'TextRecord') || selectFields(named).some(isTooLarge);
};

/** The shape of a type. A record of a connection has a smaller one if a page of whole records costs too much. */
export function shapeOf(type: ResultType, isInConnection = false): Shape {
  const all = selectFields(type);
  const fields = isInConnection ? all.filter((field) => !isTooLarge(field)) : all;
  return { name: fields.length < all.length ? `${type.name}Item` : type.name, type, fields };
}

/** The shape of a field's value; null for a leaf. */
export function shapeOfField({ name, type }: ResultField, parent: GraphQLNamedType): Shape | null {
  const named = getNamedType(type);
  return isResultType(named) ? shapeOf(named, isConnection(parent) && name === 'nodes') : null;
}

/** The fields that only some objects of an interface have, each with the interface that has it. */
export function optionalFields(
  type: GraphQLInterfaceType,
  schema: GraphQLSchema,
): readonly { readonly owner: GraphQLInterfaceType; readonly fields: readonly ResultField[] }[] {
  const owners = new Set(schema.getPossibleTypes(type).flatMap((possible) => possible.getInterfaces()));
  return [...owners]
    .filter((owner) => owner !== type && !isOrImplements(type, owner.name))
    .map((owner) => ({
      owner,
      fields: selectFields(owner).filter(({ name }) => !(name in type.getFields())),
    }))
    .sort((a, b) => (a.owner.name < b.owner.name ? -1 : 1));
}

/** The shapes that results can contain, each once, in the order of their names. */
export function reachableShapes(roots: readonly ResultField[]): readonly Shape[] {
  const found = new Map<string, Shape>();
  const visit = (shape: Shape | null): void => {
    if (shape === null || found.has(shape.name)) return;
    found.set(shape.name, shape);
    for (const field of shape.fields) visit(shapeOfField(field, shape.type));
  };
  for (const { type } of roots) {
    const named = getNamedType(type);
    visit(isResultType(named) ? shapeOf(named) : null);
  }
  return [...found.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** The selection of a shape: `id createdAt signals{...SignalCounts}`. */
export function printSelection({ type, fields }: Shape, schema: GraphQLSchema): string {
  const selected = fields.map((field) => {
    const shape = shapeOfField(field, type);
    return shape ? `${field.name}{...${shape.name}}` : field.name;
  });
  if (!isInterfaceType(type)) return selected.join(' ');
  const optional = optionalFields(type, schema).map(
    ({ owner, fields: added }) => `...on ${owner.name}{${added.map(({ name }) => name).join(' ')}}`,
  );
  return ['__typename', ...selected, ...optional].join(' ');
}
