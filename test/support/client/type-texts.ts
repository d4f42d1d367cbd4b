// The TypeScript types of arguments, enums, inputs and results.
import {
  type GraphQLArgument,
  type GraphQLEnumType,
  type GraphQLInputField,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLInterfaceType,
  type GraphQLOutputType,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isListType,
  isNonNullType,
  isRequiredArgument,
  isRequiredInputField,
  isScalarType,
} from 'graphql';
import {
  isPayload,
  membersOf,
  partsOf,
  reachableShapes,
  type ResultField,
  type Shape,
  shapeOfField,
} from './default-selection.ts';

/** `JSON` may be any value; times and ids are strings. */
const SCALARS: Readonly<Record<string, string>> = {
  Boolean: 'boolean',
  DateTime: 'string',
  Float: 'number',
  ID: 'string',
  Int: 'number',
  JSON: 'unknown',
  String: 'string',
};

/** The TypeScript type of a GraphQL type. `name` replaces the name of its innermost type. */
export function toTypeText(type: GraphQLOutputType | GraphQLInputType, name?: string): string {
  if (isNonNullType(type)) return toNonNullText(type.ofType, name);
  const text = toNonNullText(type, name);
  return text === 'unknown' ? text : `${text} | null`;
}

/** The TypeScript type without null. Throws for a scalar that is not in SCALARS. */
export function toNonNullText(type: GraphQLOutputType | GraphQLInputType, name?: string): string {
  if (isNonNullType(type)) return toNonNullText(type.ofType, name);
  if (isListType(type)) return `readonly (${toTypeText(type.ofType as GraphQLOutputType, name)})[]`;
  if (!isScalarType(type)) return name ?? type.name;
  const text = SCALARS[type.name];
  if (text === undefined) throw new Error(`no TypeScript type for ${type.name}`);
  return text;
}

/** A JSDoc comment with the description; empty without one. */
export function toComment(description: string | null | undefined): string {
  if (!description) return '';
  const text = description.replaceAll('*/', '*\\/');
  return text.includes('\n') ? `/**\n${text.replace(/^/gm, ' * ')}\n */\n` : `/** ${text} */\n`;
}

/** A property of an input type or of arguments. */
export function toInputProperty(input: GraphQLArgument | GraphQLInputField, isRequired: boolean): string {
  const text = toTypeText(input.type);
  const type = isRequired || text === 'unknown' ? text : `${text} | undefined`;
  return `${toComment(input.description)}readonly ${input.name}${isRequired ? '' : '?'}: ${type};`;
}

/** An interface with a property for each argument. */
export const toArgumentsText = (name: string, args: readonly GraphQLArgument[]): string =>
  `export interface ${name} {\n${args.map((arg) => toInputProperty(arg, isRequiredArgument(arg))).join('\n')}\n}`;

function toInputText(type: GraphQLInputObjectType): string {
  const fields = Object.values(type.getFields());
  const comment = toComment(type.description);
  if (!type.isOneOf) {
    const properties = fields.map((field) => toInputProperty(field, isRequiredInputField(field)));
    return `${comment}export interface ${type.name} {\n${properties.join('\n')}\n}`;
  }
  const variants = fields.map((chosen) =>
    fields
      .map((field) =>
        field === chosen
          ? `readonly ${field.name}: ${toNonNullText(field.type)}`
          : `readonly ${field.name}?: undefined`,
      )
      .join('; '),
  );
  return `${comment}export type ${type.name} =\n${variants.map((variant) => `| { ${variant} }`).join('\n')};`;
}

const toEnumText = (type: GraphQLEnumType): string =>
  toUnionText(
    type.name,
    type.getValues().map(({ name }) => name),
    type.description,
  );

const toUnionText = (
  name: string,
  values: readonly string[],
  description: string | null | undefined,
): string =>
  `${toComment(description)}export type ${name} = ${values.map((value) => `'${value}'`).join(' | ')};`;

/** A property of a result. */
const toResultProperty = (field: ResultField, shape: Shape | null): string =>
  toProperty(field, toTypeText(field.type, shape?.name));

/** A property of a payload, such as its record. It is not null: where the response has null, the client throws the error. */
const toNonNullProperty = (field: ResultField, shape: Shape | null): string =>
  toProperty(field, toNonNullText(field.type, shape?.name));

const toProperty = ({ name, description }: ResultField, type: string): string =>
  `${toComment(description)}readonly ${name}: ${type};`;

/** A property that is present if the caller requests it. */
const toPart = (field: ResultField, shape: Shape | null): string =>
  `${toComment(field.description)}readonly ${field.name}?: ${toNonNullText(field.type, shape?.name)};`;

/** The description of a type, and which of its fields the functions do not select. */
function toShapeComment({ type, fields }: Shape): string {
  const selectedNames = new Set([...fields, ...partsOf(type)].map(({ name }) => name));
  const otherFields = Object.values(type.getFields()).filter(
    ({ name, deprecationReason }) => !selectedNames.has(name) && !deprecationReason,
  );
  if (otherFields.length === 0 || isPayload(type)) return toComment(type.description);
  const names = otherFields.map(({ name }) => `\`${name}\``);
  return toComment(
    `${type.description ?? ''}\n\nOnly your own GraphQL documents can select: ${names.join(', ')}.`.trim(),
  );
}

/** The part of a type that the functions of the client select. */
function toResultText(shape: Shape): string {
  const { name, type, fields } = shape;
  const print = isPayload(type) ? toNonNullProperty : toResultProperty;
  const properties = fields.map((field) => print(field, shapeOfField(field, shape)));
  const parts = partsOf(type).map((field) => toPart(field, shapeOfField(field, shape)));
  return `${toShapeComment(shape)}export interface ${name} {\n${[...properties, ...parts].join('\n')}\n}`;
}

/** A union of the object types of an interface, distinguished by `__typename`. */
const toUnionOfMembers = ({ name, type }: Shape, members: readonly Shape[]): string =>
  `${toComment(type.description)}export type ${name} =\n${members.map((member) => `| ${member.name}`).join('\n')};`;

/**
 * An object type of a union. Those `optionalFields` that the type lacks are declared as undefined, so that programs can read
 * them from all members of the union.
 */
function toMemberText(member: Shape, optionalFields: readonly ResultField[]): string {
  const { name, type, fields } = member;
  const missingFields = optionalFields.filter((field) => !(field.name in type.getFields()));
  const texts = [
    `readonly __typename: '${type.name}';`,
    ...fields.map((field) => toResultProperty(field, shapeOfField(field, member))),
    ...missingFields.map((field) => `readonly ${field.name}?: undefined;`),
  ];
  return `${toShapeComment(member)}export interface ${name} {\n${texts.join('\n')}\n}`;
}

/** The fields of two interfaces that only some types of records implement. */
const fieldsOfSomeTypes = (schema: GraphQLSchema): readonly ResultField[] =>
  ['Hideable', 'TextRecord'].flatMap((name) =>
    Object.values((schema.getType(name) as GraphQLInterfaceType).getFields()),
  );

function printShapes(schema: GraphQLSchema, rootFields: readonly ResultField[]): readonly string[] {
  return reachableShapes(rootFields, schema).map((shape) => {
    if (isInterfaceType(shape.type)) return toUnionOfMembers(shape, membersOf(shape, schema));
    if (!shape.isMember) return toResultText(shape);
    return toMemberText(shape, shape.type.name.endsWith('Hit') ? [] : fieldsOfSomeTypes(schema));
  });
}

/** All enums and inputs, and what the root fields return. */
export function printTypes(schema: GraphQLSchema, rootFields: readonly ResultField[]): readonly string[] {
  const types = Object.values(schema.getTypeMap())
    .filter(({ name }) => !name.startsWith('__'))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  return [
    ...types.filter(isEnumType).map(toEnumText),
    ...types.filter(isInputObjectType).map(toInputText),
    ...printShapes(schema, rootFields),
  ];
}
