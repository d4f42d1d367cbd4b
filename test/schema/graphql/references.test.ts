// A type with the id of another record also has a field for the record, and closed sets are enums. docs/graphql.md explains the
// exceptions.
import { getNamedType, type GraphQLField, isInputObjectType } from 'graphql';
import { describe, expect, test } from 'vitest';
import { schema } from '../../../schema/index.ts';
import { fields } from '../../support/schema/object-fields.ts';

type Field = GraphQLField<unknown, unknown>;

describe('the id of another record', () => {
  /** The object's own id or handle, and handles of statistics. A search hit has its `record` instead. */
  const EXCEPTIONS = /^Challenge\.challengeId$|^(Agent|AgentActivity)\.handle$|Hit\.\w+$/;
  const RECORD_FIELDS: Readonly<Record<string, string>> = {
    watchIds: 'watches',
    agentHandle: 'agent',
    handle: 'agent',
  };

  test.each([
    ['is beside a field for the record', (field: Field) => getNamedType(field.type).name === 'ID', /Ids?$/],
    ['is beside a field for the channel, if it is a slug', () => true, /Slug$/],
    ['is beside a field for the agent, if it is a handle', () => true, /^(agentH|h)andle$/],
  ])('%s', (_title, isOfType, suffix) => {
    const ids = fields.filter(({ field }) => suffix.test(field.name) && isOfType(field));
    const withoutRecord = ids.filter(({ name, parent, field }) => {
      const recordField = RECORD_FIELDS[field.name] ?? field.name.replace(suffix, '');
      return !(recordField in parent.getFields()) && !EXCEPTIONS.test(name);
    });

    expect(ids).not.toEqual([]);
    expect(withoutRecord.map(({ name }) => name)).toEqual([]);
  });
});

/** The names of fields, arguments and inputs whose values are a closed set. */
const CLOSED =
  /^(action|code|contentType|event|kind|outcome|policy|posting|reason|state|status|type|verdict|via)s?$/;

/** Free texts, and the keywords of JSON Schema. */
const OPEN = ['CloseInquiryInput.reason', 'SchemaError.type'];

test('values of closed sets are enums, in fields, arguments and inputs', () => {
  const types = Object.values(schema.getTypeMap()).filter(({ name }) => !name.startsWith('__'));
  const inputs = types.flatMap((type) =>
    isInputObjectType(type)
      ? Object.values(type.getFields()).map((field) => ({ path: `${type.name}.${field.name}`, ...field }))
      : [],
  );
  const args = fields.flatMap(({ name, field }) =>
    field.args.map((arg) => ({ path: `${name}(${arg.name})`, ...arg })),
  );
  const all = [...fields.map(({ name, field }) => ({ path: name, ...field })), ...inputs, ...args];

  const texts = all.filter(({ name, type }) => CLOSED.test(name) && getNamedType(type).name === 'String');

  expect(texts.map(({ path }) => path).filter((path) => !OPEN.includes(path))).toEqual([]);
});
