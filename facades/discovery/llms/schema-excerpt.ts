import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLInterfaceType,
  type GraphQLNamedType,
  type GraphQLSchema,
  GraphQLString,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isLeafType,
  isNonNullType,
  isObjectType,
  isRequiredArgument,
  isScalarType,
  isUnionType,
  parse,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import type { Operation } from '../../../schema/contract.ts';
import { IDEMPOTENCY_VARIABLE } from '../../documents/operation.ts';

/** The paths of the fields and arguments that operations use: `Query.thread`, `Query.thread.id`. */
type UsedPaths = ReadonlySet<string>;

/**
 * Writes the part of the schema that operations use, in a shortened form of GraphQL's schema language, one type on each line.
 * - Root fields have the arguments that are used. Fields of records have `after`, `first` and their required arguments.
 * - A mutation `x` has the fields of its argument `input: XInput!` as arguments, and the record of its payload as type.
 * - Inputs omit the fields that every mutation has. `XConnection` stands for the connections named after their nodes.
 * - `type Post: Record` implements the interface `Record`, and omits the fields of the interface.
 * - A field without a type is a scalar or an enum; an argument or input field without a type is a text.
 */
export function writeSchemaExcerpt(schema: GraphQLSchema, operations: readonly Operation[]): string[] {
  const excerpt = { schema, used: findUsed(schema, operations) };
  const types = new Set<GraphQLNamedType>();
  const add = (type: GraphQLNamedType): void => {
    if (types.has(type) || isScalarType(type)) return;
    types.add(type);
    for (const next of typesBelow(type, excerpt)) add(next);
  };
  for (const root of [schema.getQueryType(), schema.getMutationType()]) if (root) add(root);
  const inlinedInputs = new Set(allFieldsOf(schema.getType('Mutation') as GraphQLNamedType).map(inputTypeOf));
  const written = [...types].filter((type) => !isPayload(type) && !inlinedInputs.has(type));
  return [...new Set(written.map((type) => writeType(type, excerpt)))];
}

interface Excerpt {
  readonly schema: GraphQLSchema;
  readonly used: UsedPaths;
}

function findUsed(schema: GraphQLSchema, operations: readonly Operation[]): UsedPaths {
  const used = new Set<string>();
  const info = new TypeInfo(schema);
  for (const { source } of operations)
    visit(
      parse(source, { noLocation: true }),
      visitWithTypeInfo(info, {
        Field: ({ name, arguments: args = [] }) => {
          const path = `${info.getParentType()?.name ?? ''}.${name.value}`;
          used.add(path);
          for (const argument of args) used.add(`${path}.${argument.name.value}`);
        },
      }),
    );
  return used;
}

/** The types to which a type refers in the excerpt. */
function typesBelow(type: GraphQLNamedType, excerpt: Excerpt): readonly GraphQLNamedType[] {
  if (isInputObjectType(type)) return inputFieldsOf(type).map((field) => getNamedType(field.type));
  if (isUnionType(type)) return type.getTypes();
  const implemented = isInterfaceType(type)
    ? excerpt.schema.getPossibleTypes(type)
    : interfacesOf(type, excerpt);
  const fields = fieldsOf(type, excerpt).flatMap((field) => [
    ...(isLeafType(getNamedType(field.type)) ? [] : [field]),
    ...argumentsOf(type, field, excerpt),
  ]);
  return [
    ...implemented.filter((each) => fieldsOf(each, excerpt).length > 0),
    ...fields.map((each) => getNamedType(each.type)),
  ];
}

type OutputField = GraphQLField<unknown, unknown>;

const allFieldsOf = (type: GraphQLNamedType): readonly OutputField[] =>
  isObjectType(type) || isInterfaceType(type) ? Object.values(type.getFields()) : [];

/**
 * The interfaces that the excerpt names for a type: those that have a selected field. An interface is left out if another interface
 * of the type implements it.
 */
const interfacesOf = (type: GraphQLNamedType, excerpt: Excerpt): readonly GraphQLInterfaceType[] =>
  (isObjectType(type) ? type.getInterfaces() : []).filter(
    (each, _, all) =>
      !OMITTED_INTERFACES.has(each.name) &&
      fieldsOf(each, excerpt).length > 0 &&
      !all.some((other) => other.getInterfaces().includes(each)),
  );

/** The field of `Node` is written in each type that implements it; the fields of `Hideable` are omitted. */
const OMITTED_INTERFACES: ReadonlySet<string> = new Set(['Hideable', 'Node']);

/** Fields that no agent acts on. */
const OMITTED_FIELDS: ReadonlySet<string> = new Set([
  'hiddenAt',
  'hiddenReason',
  'hiddenWithParent',
  'quarantinedAt',
  'quarantineReason',
]);

/** Fields that repeat what `kind` and `value` of a watch say. */
const OMITTED_OF_WATCHES: ReadonlySet<string> = new Set([
  'agentHandle',
  'channelSlug',
  'query',
  'tag',
  'target',
  'threadId',
  'type',
  'workId',
]);

const isOmitted = (type: GraphQLNamedType, { name }: OutputField): boolean =>
  OMITTED_FIELDS.has(name) || (type.name === 'Watch' && OMITTED_OF_WATCHES.has(name));

/**
 * The selected fields of a type, without omitted fields and without the fields of `interfacesOf`. For an interface: the fields that
 * are selected on the interface or on a type that implements it.
 */
function fieldsOf(type: GraphQLNamedType, excerpt: Excerpt): readonly OutputField[] {
  const { schema, used } = excerpt;
  const owners = isInterfaceType(type) ? [type, ...schema.getPossibleTypes(type)] : [type];
  const isUsed = ({ name }: OutputField) => owners.some((owner) => used.has(`${owner.name}.${name}`));
  const inherited = new Set(
    interfacesOf(type, excerpt).flatMap((each) => allFieldsOf(each).map(({ name }) => name)),
  );
  return allFieldsOf(type).filter(
    (field) =>
      isUsed(field) && !inherited.has(field.name) && !isOmitted(type, field) && !isOwnId(type, field),
  );
}

/** Whether the field repeats `id`: `threadId` of a `ThreadHit`. */
const isOwnId = (type: GraphQLNamedType, { name }: OutputField): boolean =>
  type.name.toLowerCase() === name.replace(/Id$/, 'Hit').toLowerCase();

const argumentsOf = (
  type: GraphQLNamedType,
  { name, args }: OutputField,
  { used }: Excerpt,
): readonly GraphQLArgument[] =>
  args.filter((argument) =>
    ROOTS.has(type.name)
      ? used.has(`${type.name}.${name}.${argument.name}`)
      : PAGE_ARGUMENTS.has(argument.name) || isRequiredArgument(argument),
  );

/** Optional arguments that the excerpt shows on fields of records. */
const PAGE_ARGUMENTS: ReadonlySet<string> = new Set(['after', 'first']);

/** Input fields that every mutation has. */
const WRITE_FIELDS: ReadonlySet<string> = new Set([IDEMPOTENCY_VARIABLE, 'clientMutationId']);

const inputFieldsOf = (type: GraphQLNamedType): readonly GraphQLInputField[] =>
  isInputObjectType(type)
    ? Object.values(type.getFields()).filter(({ name }) => !WRITE_FIELDS.has(name))
    : [];

function writeType(type: GraphQLNamedType, excerpt: Excerpt): string {
  const { name } = type;
  if (isEnumType(type)) return `enum ${name} { ${namesOf(type.getValues(), ' ')} }`;
  if (isUnionType(type)) return `union ${name} = ${namesOf(type.getTypes(), ' | ')}`;
  if (isInputObjectType(type))
    return `input ${name}${type.isOneOf ? ' @oneOf' : ''} { ${inputFieldsOf(type).map(writeField).join(' ')} }`;
  if (isConnection(type)) return writeConnection(type);
  const interfaces = namesOf(interfacesOf(type, excerpt), ' & ');
  const head = `${isInterfaceType(type) ? 'interface' : 'type'} ${name}${interfaces === '' ? '' : `: ${interfaces}`}`;
  const fields = fieldsOf(type, excerpt).map((field) => {
    const input = inputTypeOf(field);
    const args = input
      ? inputFieldsOf(input).map(writeField).join(' ')
      : argumentsOf(type, field, excerpt).map(writeField).join(', ');
    const named = isLeafType(getNamedType(field.type)) ? '' : `: ${writeResultType(field, excerpt)}`;
    return `${field.name}${args === '' ? '' : `(${args})`}${named}`;
  });
  return ROOTS.has(name) ? `${head} {\n${fields.join('\n')}\n}` : `${head} { ${fields.join(' ')} }`;
}

const isPayload = ({ name }: GraphQLNamedType): boolean => name.endsWith('Payload');

/** The type of a field. For a mutation, the type of the record in its payload. */
function writeResultType({ type }: OutputField, excerpt: Excerpt): string {
  const named = getNamedType(type);
  const [record] = isPayload(named) ? fieldsOf(named, excerpt) : [];
  return String(record?.type ?? type).replaceAll('!', '');
}

/** The type `CreatePostInput` of the argument `input` of `createPost`; undefined for another type or argument. */
function inputTypeOf({ name, args: [argument] }: OutputField): GraphQLNamedType | undefined {
  const type = argument?.name === 'input' ? getNamedType(argument.type) : undefined;
  return type?.name === `${name.charAt(0).toUpperCase()}${name.slice(1)}Input` ? type : undefined;
}

const ROOTS: ReadonlySet<string> = new Set(['Query', 'Mutation']);

const isConnection = ({ name }: GraphQLNamedType): boolean => name.endsWith('Connection');

/** One type stands for the connections that are named after the type of their nodes. */
function writeConnection(type: GraphQLNamedType): string {
  const nodes = allFieldsOf(type).find(({ name }) => name === 'nodes');
  const node = nodes ? getNamedType(nodes.type).name : '';
  const [name, nodeType] = type.name === `${node}Connection` ? ['XConnection', 'X'] : [type.name, node];
  return `type ${name} { nodes: [${nodeType}] pageInfo: PageInfo }`;
}

const namesOf = (named: readonly { readonly name: string }[], separator: string): string =>
  named.map(({ name }) => name).join(separator);

/** `first: Int`; a text is `subject`, or `subject!` if it is required. */
const writeField = ({ name, type }: GraphQLArgument | GraphQLInputField): string =>
  getNullableType(type) === GraphQLString
    ? `${name}${isNonNullType(type) ? '!' : ''}`
    : `${name}: ${String(type)}`;
