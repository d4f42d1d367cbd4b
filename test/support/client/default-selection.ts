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
import { MAX_TEXT_CHARACTERS } from '../../../schema/query-cost/weights.ts';

type ResultType = GraphQLObjectType | GraphQLInterfaceType;

export type ResultField = GraphQLField<unknown, unknown>;

/**
 * Which fields of a type are selected. `whole`: all that `selectFields` returns. `item`: those of a record of a connection.
 * `member`: those of an object type of an interface. `brief`: those of a record to which another record only refers, such as
 * `about` of an inbox item.
 */
type Form = 'whole' | 'item' | 'member' | 'brief';

/** A type with the fields that are selected of it: a fragment of the documents, and a type of the results. */
export interface Shape {
  readonly name: string;
  readonly type: ResultType;
  readonly form: Form;
  readonly fields: readonly ResultField[];
  /** Whether the fragment of an interface selects the fields, so that the shape needs no fragment. */
  readonly isMember: boolean;
}

/** Whether a type is the result of a mutation. */
export const isPayload = ({ name }: GraphQLNamedType): boolean => name.endsWith('Payload');

/** Whether a type is a connection: a page of a list. */
export const isConnection = ({ name }: GraphQLNamedType): boolean => name.endsWith('Connection');

const isResultType = (type: GraphQLNamedType): type is ResultType =>
  isObjectType(type) || isInterfaceType(type);

const isOrImplements = (type: GraphQLNamedType, name: string): boolean =>
  type.name === name || (isResultType(type) && type.getInterfaces().some((each) => each.name === name));

/** Fields of connections that are not selected: the same records again, and counts, which cost points. */
const NOT_OF_PAGES = new Set(['edges', 'totalCount', 'totalCountIsExact']);

/** Types that are no records, but have the ids or handles of the records that they refer to. */
const WITH_IDS = new Set([
  'AgentKey',
  'AuditEntry',
  'InboxItem',
  'InquiryClaim',
  'ModlogEntry',
  'ScopeClaim',
  'WorkEvent',
  'WorkScope',
]);

/**
 * The fields of a type that are selected: those without arguments, except deprecated ones. A record has only the ids of the records
 * that it refers to. A connection has its records and no count. A payload has no `clientMutationId`, because its caller needs none.
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

/** Whether the form `brief` of a type has a field: it has the leaves, except long texts and JSON. */
const isBrief = (type: ResultType, field: ResultField): boolean =>
  isLeafType(getNamedType(field.type)) &&
  getNamedType(field.type).name !== 'JSON' &&
  (MAX_TEXT_CHARACTERS[`${type.name}.${field.name}`] ?? 0) <= MAX_BRIEF_CHARACTERS;

const MAX_BRIEF_CHARACTERS = 1000;

/** Whether a type has fields whose value is a record of any type. */
const hasRecords = (type: ResultType): boolean =>
  selectFields(type).some((field) => isInterfaceType(getNamedType(field.type)));

const isSelected: Readonly<Record<Form, (type: ResultType, field: ResultField) => boolean>> = {
  whole: () => true,
  item: (_, field) => !isTooLarge(field),
  member: (_, field) => !isTooLarge(field) && getNamedType(field.type).name !== 'JSON',
  brief: (type, field) => hasRecords(type) || isBrief(type, field),
};

/** The shape of a type. A record of a connection has a smaller one if a page of whole records costs too much. */
export function shapeOf(type: ResultType, form: Form = 'whole'): Shape {
  const allFields = selectFields(type);
  const fields = allFields.filter((field) => isSelected[form](type, field));
  const suffix = form === 'brief' ? 'Brief' : fields.length < allFields.length ? 'Item' : '';
  return { name: `${type.name}${suffix}`, type, form, fields, isMember: false };
}

/** Fields whose records are selected briefly: a page of whole ones costs too much. */
const BRIEF_FIELDS = new Set(['InboxItem.about', 'PendingDelivery.items']);

function formOfField({ name }: ResultField, { type, form }: Shape): Form {
  if (form === 'brief' || BRIEF_FIELDS.has(`${type.name}.${name}`)) return 'brief';
  return isConnection(type) && name === 'nodes' ? 'item' : 'whole';
}

/** The shape of a field's value; null for a leaf. */
export function shapeOfField(field: ResultField, parent: Shape): Shape | null {
  const fieldType = getNamedType(field.type);
  return isResultType(fieldType) ? shapeOf(fieldType, formOfField(field, parent)) : null;
}

/**
 * The shapes of the object types of an interface. If a second interface implements the first, the shape of the second replaces
 * those of the object types that implement both.
 */
export function membersOf(shape: Shape, schema: GraphQLSchema): readonly Shape[] {
  const { type, form } = shape;
  if (!isInterfaceType(type)) return [];
  const { interfaces, objects } = schema.getImplementations(type);
  const interfaceShapes = interfaces.map((each) => shapeOf(each, form));
  const otherObjects = objects.filter(
    (object) => !interfaces.some((each) => isOrImplements(object, each.name)),
  );
  return [...interfaceShapes, ...otherObjects.map((object) => toMember(object, shape))].sort(byName);
}

function toMember(type: GraphQLObjectType, owner: Shape): Shape {
  const form = owner.form === 'brief' ? 'brief' : 'member';
  // Hits have a separate type for each type of record: `FactHit`.
  const ownName = owner.type.name === 'SearchHit' ? type.name : `${type.name}${owner.type.name}`;
  const name = form === 'brief' ? `${type.name}Brief` : ownName;
  return { ...shapeOf(type, form), name, isMember: true };
}

const byName = (a: { readonly name: string }, b: { readonly name: string }): number =>
  a.name < b.name ? -1 : 1;

/** Types whose fields with arguments are selected on request. */
const WITH_PARTS = new Set(['Statistics']);

/** The fields of a type that a caller requests one by one, each with its arguments. */
export const partsOf = (type: GraphQLNamedType): readonly ResultField[] =>
  isObjectType(type) && WITH_PARTS.has(type.name)
    ? Object.values(type.getFields()).filter(({ args }) => args.length > 0)
    : [];

/** The shapes that results can contain, each once, in the order of their names. */
export function reachableShapes(roots: readonly ResultField[], schema: GraphQLSchema): readonly Shape[] {
  const shapesByName = new Map<string, Shape>();
  const visit = (shape: Shape | null): void => {
    if (shape === null || shapesByName.has(shape.name)) return;
    shapesByName.set(shape.name, shape);
    for (const field of [...shape.fields, ...partsOf(shape.type)]) visit(shapeOfField(field, shape));
    for (const member of membersOf(shape, schema)) visit(member);
  };
  for (const { type } of roots) {
    const named = getNamedType(type);
    visit(isResultType(named) ? shapeOf(named) : null);
  }
  return [...shapesByName.values()].sort(byName);
}

/** The selection of a shape: `id createdAt signals{...SignalCounts}`. */
export function printSelection(shape: Shape, schema: GraphQLSchema): string {
  const selections = shape.fields.map((field) => printField(field, shape));
  if (!isInterfaceType(shape.type)) return selections.join(' ');
  const members = membersOf(shape, schema).map((member) => printMember(member, shape, schema));
  return ['__typename', ...selections, ...members].join(' ');
}

function printField(field: ResultField, parent: Shape): string {
  const shape = shapeOfField(field, parent);
  return shape ? `${field.name}{...${shape.name}}` : field.name;
}

/** The fragment of an interface, or the fields of an object type that its interface lacks. */
function printMember(member: Shape, owner: Shape, schema: GraphQLSchema): string {
  if (isInterfaceType(member.type)) return `...${member.name}`;
  const fields = member.fields.filter(({ name }) => !(name in owner.type.getFields()));
  const selections = fields.map((field) => {
    const prefix = isAmbiguous(field, owner, schema) ? `${member.type.name}_${field.name}:` : '';
    return prefix + printField(field, member);
  });
  return selections.length === 0 ? '' : `...on ${member.type.name}{${selections.join(' ')}}`;
}

/**
 * Whether objects of other types have a field of this name with another type. GraphQL does not allow both in one selection
 * unless they have aliases, which the client removes: `Thread_status` becomes `status` of a thread.
 */
function isAmbiguous({ name, type }: ResultField, owner: Shape, schema: GraphQLSchema): boolean {
  const commonType = schema.getType(isOrImplements(owner.type, 'Node') ? 'Node' : owner.type.name);
  return schema.getPossibleTypes(commonType as GraphQLInterfaceType).some((each) => {
    const otherField = each.getFields()[name];
    return otherField !== undefined && String(otherField.type) !== String(type);
  });
}
