// Input that has another form in GraphQL than in the other interfaces: a `@oneOf` object instead of JSON, or an enum instead of
// a text.
import {
  getNullableType,
  type GraphQLInputFieldConfig,
  GraphQLInputObjectType,
  GraphQLList,
  type GraphQLScalarType,
  type GraphQLSchema,
  isInputObjectType,
  isListType,
} from 'graphql';
import type { z } from 'zod';
import type { InputDefinition } from './input-validators.ts';

/** The form of an input field in interfaces other than GraphQL. Their responses have stored values in this form, too. */
export interface WireForm {
  /** Default: any JSON. */
  readonly type?: 'String';
  readonly description: string;
  readonly validate: z.ZodType;
  /** Converts a valid value to the value of the GraphQL field. */
  readonly toInput: (value: never) => unknown;
}

/** The wire form of an input field; undefined if it is the same as in GraphQL. */
export const wireFormOf = ({ extensions }: Pick<InputDefinition, 'extensions'>): WireForm | undefined =>
  extensions['wire'] as WireForm | undefined;

/** The definition by which the other interfaces describe and validate an argument or input field. */
export function toWireDefinition(schema: GraphQLSchema, definition: InputDefinition): InputDefinition {
  const wire = wireFormOf(definition);
  if (!wire) return withWireMembers(schema, definition);
  const { description } = wire;
  const toInput = wire.toInput as (value: unknown) => unknown;
  const scalar = schema.getType(wire.type ?? 'JSON') as GraphQLScalarType;
  const type = isListType(getNullableType(definition.type)) ? new GraphQLList(scalar) : scalar;
  return {
    ...definition,
    type,
    description,
    extensions: { validate: wire.validate.transform(toInput) },
  };
}

/** Applies `toWireDefinition` to the members of an input object. Returns other definitions unchanged. */
function withWireMembers(schema: GraphQLSchema, definition: InputDefinition): InputDefinition {
  const type = getNullableType(definition.type);
  if (!isInputObjectType(type)) return definition;
  const members = Object.values(type.getFields());
  if (!members.some(wireFormOf)) return definition;
  const fields: Record<string, GraphQLInputFieldConfig> = Object.fromEntries(
    members.map((member) => [member.name, toWireDefinition(schema, member)]),
  );
  return { ...definition, type: new GraphQLInputObjectType({ name: type.name, fields }) };
}
