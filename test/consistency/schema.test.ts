import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type GraphQLArgument,
  type GraphQLInputField,
  getNamedType,
  getNullableType,
  isInputObjectType,
  isListType,
  isObjectType,
  lexicographicSortSchema,
  printSchema,
} from 'graphql';
import { describe, expect, test } from 'vitest';
import { schema } from '../../schema/index.ts';
import { toParameter } from '../../schema/documents/parameters.ts';
import { root } from '../support/docs/source.ts';

const types = Object.values(schema.getTypeMap()).filter(({ name }) => !name.startsWith('__'));

interface Input {
  readonly name: string;
  readonly definition: GraphQLArgument | GraphQLInputField;
}

const inputs: readonly Input[] = types.flatMap((type) => {
  if (isInputObjectType(type)) {
    return Object.values(type.getFields()).map((field) => ({
      name: `${type.name}.${field.name}`,
      definition: field,
    }));
  }
  if (!isObjectType(type)) return [];
  return Object.values(type.getFields()).flatMap((field) =>
    field.args.map((argument) => ({
      name: `${type.name}.${field.name}(${argument.name})`,
      definition: argument,
    })),
  );
});

describe('the schema', () => {
  test('is the one that is printed in schema/schema.graphql (npm run schema writes it)', () => {
    const printed = readFileSync(join(root, 'schema/schema.graphql'), 'utf8');
    expect(printed).toBe(`${printSchema(lexicographicSortSchema(schema))}\n`);
  });

  test('says what every field, argument and input field is', () => {
    const fields = types.flatMap((type) =>
      isObjectType(type) && !/(Connection|Edge)$|^PageInfo$/.test(type.name)
        ? Object.values(type.getFields()).map(({ name, description }) => ({
            name: `${type.name}.${name}`,
            description,
          }))
        : [],
    );
    const described = [
      ...fields,
      ...inputs.map(({ name, definition }) => ({ name, description: definition.description })),
    ];
    expect(described.filter(({ description }) => !description).map(({ name }) => name)).toEqual([]);
  });

  test('bounds every text, number and JSON value that comes in', () => {
    const boundless = inputs.filter(({ definition }) => {
      const type = getNamedType(definition.type).name;
      return ['String', 'ID', 'Int', 'Float', 'JSON'].includes(type) && !definition.extensions['validate'];
    });
    expect(boundless.map(({ name }) => name)).toEqual([]);
  });

  test('gives every list that comes in a maximum', () => {
    const lists = inputs.filter(({ definition }) => isListType(getNullableType(definition.type)));
    const endless = lists.filter(({ definition }) => {
      const { schema: form } = toParameter('list', definition, true);
      return form['type'] !== 'array' || !(Number(form['maxItems']) <= 32);
    });
    expect(lists.length).toBeGreaterThan(5);
    expect(endless.map(({ name }) => name)).toEqual([]);
  });

  test('makes every write through the one way: with a policy, an input and an idempotency key', () => {
    const mutations = Object.values(schema.getMutationType()?.getFields() ?? {});
    const astray = mutations.filter(({ args, extensions }) => {
      const [input] = args;
      const type = input && getNamedType(input.type);
      return !extensions['policy'] || !isInputObjectType(type) || !('clientMutationId' in type.getFields());
    });
    expect(mutations.length).toBeGreaterThan(0);
    expect(astray.map(({ name }) => name)).toEqual([]);
  });
});
