// Input that GraphQL takes as a `@oneOf` object, and the other interfaces as a shorter JSON value.
import {
  getNullableType,
  GraphQLList,
  type GraphQLInputType,
  type GraphQLScalarType,
  type GraphQLSchema,
  isListType,
} from 'graphql';
import type { z } from 'zod';
import type { InputDefinition } from './input-validators.ts';

/** The form of an input field in interfaces other than GraphQL: any JSON. */
export interface WireForm {
  /** Validates a value in this form, and converts it to the value of the GraphQL field. */
  readonly validate: z.ZodType;
  readonly description: string;
}

/** The definition by which the other interfaces describe and validate an argument or input field. */
export function toWireDefinition(schema: GraphQLSchema, definition: InputDefinition): InputDefinition {
  const { wire } = definition.extensions as { readonly wire?: WireForm };
  if (!wire) return definition;
  const { validate, description } = wire;
  const json = schema.getType('JSON') as GraphQLScalarType;
  const type: GraphQLInputType = isListType(getNullableType(definition.type)) ? new GraphQLList(json) : json;
  return { ...definition, type, description, extensions: { validate } };
}
