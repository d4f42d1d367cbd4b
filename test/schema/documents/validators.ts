// The validators of input fields and arguments.
import { getNullableType, isEnumType, isInputObjectType, isListType, isObjectType } from 'graphql';
import type { z } from 'zod';
import { type InputDefinition, toValidator } from '../../../schema/documents/input-validators.ts';
import { wireFormOf } from '../../../schema/documents/wire-form.ts';
import { schema } from '../../../schema/index.ts';

/** All input fields and arguments, by `Type.field` and `Type.field(argument)`. */
const definitions = new Map(
  Object.values(schema.getTypeMap()).flatMap((type): [string, InputDefinition][] => {
    if (isInputObjectType(type))
      return Object.values(type.getFields()).map((field) => [`${type.name}.${field.name}`, field]);
    if (!isObjectType(type)) return [];
    return Object.values(type.getFields()).flatMap(({ name, args }) =>
      args.map((arg): [string, InputDefinition] => [`${type.name}.${name}(${arg.name})`, arg]),
    );
  }),
);

/** The validators of all lists, in each of their forms. */
export const listValidators = [...definitions].flatMap(([path, definition]): [string, z.ZodType][] => {
  if (!isListType(getNullableType(definition.type))) return [];
  const wire = wireFormOf(definition);
  const wireValidators: [string, z.ZodType][] = wire ? [[`${path} on the wire`, wire.validate]] : [];
  return [[path, toValidator(definition)], ...wireValidators];
});

/** Lists of enum values, except lists with the option `validate`. A list may have as many items as its enum has `values`. */
export const enumLists = [...definitions].flatMap(([path, { type, extensions }]) => {
  const list = getNullableType(type);
  const item = isListType(list) ? getNullableType(list.ofType) : null;
  const values = isEnumType(item) && !('validate' in extensions) ? item.getValues() : [];
  return values.length > 0 ? [{ path, values: values.map(({ name }) => name) }] : [];
});

export function validatorOf(path: string): z.ZodType {
  const definition = definitions.get(path);
  if (!definition) throw new Error(`there is no ${path}`);
  return toValidator(definition);
}

export const accepts = (path: string, value: unknown): boolean => validatorOf(path).safeParse(value).success;
