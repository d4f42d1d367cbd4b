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
import { TARGET_BY_ACTION } from '../../schema/moderation/rules.ts';
import { toParameter } from '../../schema/documents/parameters.ts';
import { repository } from '../support/docs/source.ts';

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
  test('matches schema/schema.graphql (run npm run schema)', () => {
    const printed = readFileSync(join(repository, 'schema/schema.graphql'), 'utf8');
    expect(printed).toBe(`${printSchema(lexicographicSortSchema(schema))}\n`);
  });

  test('describes every argument and input field, and every field except those of connections', () => {
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

  test('validates every text, number and JSON input', () => {
    const unvalidated = inputs.filter(({ definition }) => {
      const type = getNamedType(definition.type).name;
      return ['String', 'ID', 'Int', 'Float', 'JSON'].includes(type) && !definition.extensions['validate'];
    });
    expect(unvalidated.map(({ name }) => name)).toEqual([]);
  });

  test('gives every list input a maximum length of at most 100', () => {
    const lists = inputs.filter(({ definition }) => isListType(getNullableType(definition.type)));
    const unbounded = lists.filter(({ definition }) => {
      const { schema: jsonSchema } = toParameter('list', definition, { required: true });
      return jsonSchema['type'] !== 'array' || !(Number(jsonSchema['maxItems']) <= 100);
    });
    expect(lists.length).toBeGreaterThan(5);
    expect(unbounded.map(({ name }) => name)).toEqual([]);
  });

  test('gives every mutation a policy, an input object with an idempotency key, and a payload', () => {
    const mutations = Object.values(schema.getMutationType()?.getFields() ?? {});
    const WRITE_FIELDS = ['idempotencyKey', 'clientMutationId'];
    const incomplete = mutations.filter(({ args, extensions, type: payload }) => {
      const [input] = args;
      const type = input && getNamedType(input.type);
      const isInput = isInputObjectType(type) && WRITE_FIELDS.every((name) => name in type.getFields());
      const isPayload =
        isObjectType(payload) &&
        ['clientMutationId', 'replayed'].every((name) => name in payload.getFields());
      return !extensions['policy'] || !isInput || !isPayload;
    });
    expect(mutations.length).toBeGreaterThan(0);
    expect(incomplete.map(({ name }) => name)).toEqual([]);
  });

  test('has an action of the audit log for each mutation that operators may call, and no other', () => {
    const mutations = Object.values(schema.getMutationType()?.getFields() ?? {});
    const forOperators = mutations.filter(({ extensions }) =>
      ['operator', 'agentOrOperator'].includes(String(extensions['policy'])),
    );
    const { revoke_key: _revokeKey, ...actions } = TARGET_BY_ACTION;
    const names = Object.keys(actions).map((action) =>
      action.replace(/_(\w)/, (_match, letter: string) => letter.toUpperCase()),
    );

    expect(forOperators.map(({ name }) => name).toSorted()).toEqual([...names, 'revokeAgentKey'].toSorted());
  });
});
