// The TypeScript types of arguments, inputs and results.
import {
  type GraphQLArgument,
  type GraphQLEnumType,
  type GraphQLInputField,
  type GraphQLInputObjectType,
  type GraphQLInputType,
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
  optionalFields,
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

/** The TypeScript type of a GraphQL type. `name` replaces that of its innermost type. */
export function toTypeText(type: GraphQLOutputType | GraphQLInputType, name?: string): string {
  if (isNonNullType(type)) return toNonNullText(type.ofType, name);
  const text = toNonNullText(type, name);
  return text === 'unknown' ? text : `${text} | null`;
}

/** Throws for a scalar that has no TypeScript type. */
export function toNonNullText(type: GraphQLOutputType | GraphQLInputType, name?: string): string {
  if (isNonNullType(type)) return toNonNullText(type.ofType, name);
  if (isListType(type)) return `readonly (${toTypeText(type.ofType as GraphQLOutputType, name)})[]`;
  if (!isScalarType(type)) return name ?? type.name;
  const text = SCALARS[type.name];
  if (text === undefined) throw new Error(`no TypeScript type for ${type.name}`);
  return text;
}

/** A comment from a description. */
export function toComment(description: string | null | undefined): string {
  if (!description) return '';
  const text = description.replaceAll('*/', '*\\/');
  return text.includes('\n') ? `/**\n${text.replace(/^/gm, ' * ')}\n */\n` : `/** ${text} */\n`;
}

/** A member of an input type or of arguments. */
export function toInputMember(input: GraphQLArgument | GraphQLInputField, isRequired: boolean): string {
  const text = toTypeText(input.type);
  const type = isRequired || text === 'unknown' ? text : `${text} | undefined`;
  return `${toComment(input.description)}readonly ${input.name}${isRequired ? '' : '?'}: ${type};`;
}

export const toArgumentsText = (name: string, args: readonly GraphQLArgument[]): string =>
  `export interface ${name} {\n${args.map((arg) => toInputMember(arg, isRequiredArgument(arg))).join('\n')}\n}`;

function toInputText(type: GraphQLInputObjectType): string {
  const fields = Object.values(type.getFields());
  const comment = toComment(type.description);
  if (!type.isOneOf) {
    const members = fields.map((field) => toInputMember(field, isRequiredInputField(field)));
    return `${comment}export interface ${type.name} {\n${members.join('\n')}\n}`;
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

function toResultMember(field: ResultField, shape: Shape | null, isOptional = false): string {
  const type = toTypeText(field.type, shape?.name);
  return toMember(field, type, isOptional);
}

/** A member of a payload. Its record is not null: instead, the client throws the error. */
const toPayloadMember = (field: ResultField, shape: Shape | null): string =>
  toMember(field, toNonNullText(field.type, shape?.name), false);

function toMember(field: ResultField, type: string, isOptional: boolean): string {
  return `${toComment(field.description)}readonly ${field.name}${isOptional ? '?' : ''}: ${type};`;
}

/** The part of a type that the functions of the client select. */
function toResultText({ name, type, fields }: Shape, schema: GraphQLSchema): string {
  const toText = isPayload(type) ? toPayloadMember : toResultMember;
  const members = fields.map((field) => toText(field, shapeOfField(field, type)));
  if (isInterfaceType(type)) {
    const names = schema.getPossibleTypes(type).map((possible) => `'${possible.name}'`);
    members.unshift(`readonly __typename: ${names.sort().join(' | ')};`);
    const optional = optionalFields(type, schema).flatMap((each) => each.fields);
    members.push(...optional.map((field) => toResultMember(field, null, true)));
  }
  return `${toComment(type.description)}export interface ${name} {\n${members.join('\n')}\n}`;
}

/** All enums and inputs, and what the root fields return. */
export function printTypes(schema: GraphQLSchema, rootFields: readonly ResultField[]): readonly string[] {
  const types = Object.values(schema.getTypeMap())
    .filter(({ name }) => !name.startsWith('__'))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  return [
    ...types.filter(isEnumType).map(toEnumText),
    ...types.filter(isInputObjectType).map(toInputText),
    ...reachableShapes(rootFields).map((shape) => toResultText(shape, schema)),
  ];
}
