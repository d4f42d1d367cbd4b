import {
  getNullableType,
  type GraphQLInputType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
} from 'graphql';
import { z } from 'zod';
import { toSnakeCase } from '../../prisma/client.ts';
import type { JsonSchema, Parameter } from '../contract.ts';
import { type InputDefinition, toValidator } from './input-validators.ts';
import { toWireText } from './wire-text.ts';

const PARAMETER_TYPES: Readonly<Record<string, Parameter['type']>> = {
  ID: 'string',
  String: 'string',
  DateTime: 'string',
  Int: 'integer',
  Float: 'number',
  Boolean: 'boolean',
};

/** Describes an argument or input field as a parameter with this name. */
export function toParameter(
  name: string,
  definition: InputDefinition,
  { required }: { readonly required: boolean },
): Parameter {
  const type = getNullableType(definition.type);
  const shape = typeOf(type);
  const description = definition.description ? { description: toWireText(definition.description) } : {};
  const schema = { ...schemaOf(definition, shape), ...description };
  return { name, wireName: toSnakeCase(name), required, ...shape, schema };
}

type Shape = Pick<Parameter, 'type' | 'fields' | 'item'>;

function typeOf(type: GraphQLInputType): Shape {
  if (isListType(type)) {
    const item = { type: type.ofType, description: undefined, extensions: {} };
    return {
      type: 'list',
      item: toParameter('item', item as unknown as InputDefinition, { required: true }),
    };
  }
  if (isInputObjectType(type)) {
    const fields = Object.values(type.getFields()).map((field) =>
      toParameter(field.name, field, { required: isNonNullType(field.type) }),
    );
    return { type: 'object', fields };
  }
  if (isEnumType(type)) return { type: 'string' };
  return { type: PARAMETER_TYPES[type.toString()] ?? 'json' };
}

function schemaOf(definition: InputDefinition, { fields }: Shape): JsonSchema {
  if (fields) return objectSchema(fields);
  const schema = z.toJSONSchema(toValidator(definition), {
    io: 'input',
    unrepresentable: 'any',
    // `format: uuid` says the same in less text: nearly every operation has an id.
    override: ({ jsonSchema }) => {
      if (jsonSchema.format === 'uuid') delete jsonSchema.pattern;
    },
  });
  delete schema.$schema;
  return schema;
}

/** The JSON Schema of an object with these members. */
function objectSchema(fields: readonly Parameter[]): JsonSchema {
  const required = fields.filter((field) => field.required).map((field) => field.wireName);
  return {
    type: 'object',
    properties: Object.fromEntries(fields.map((field) => [field.wireName, field.schema])),
    ...(required.length > 0 && { required }),
  };
}
