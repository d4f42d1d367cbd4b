// The policy of docs/graphql.md on versions of the schema.
import { buildSchema } from 'graphql';
import { describe, expect, test } from 'vitest';
import { schema } from '../../schema/index.ts';
import { dateIn, listDeprecations } from '../support/docs/deprecations.ts';
import { readPage } from '../support/docs/markdown.ts';
import {
  findForbiddenChanges,
  readCurrentSchema,
  readReleasedSchema,
  renderSchemaChanges,
} from '../support/docs/schema-changes.ts';

const DEPRECATED = `
  type Query {
    fact: String @deprecated(reason: "Use facts. Removed after 2027-01-31.")
    facts(tag: String @deprecated(reason: "Use tags. Removed after 2027-01-31."), tags: [String!]): [String!]
  }`;
const REMOVED = 'type Query { facts(tags: [String!]): [String!] }';

const findForbidden = (before: string, after: string, options: { version: string; today: string }) =>
  findForbiddenChanges({ before: buildSchema(before), after: buildSchema(after) }, options);

describe('the schema', () => {
  test('has changed since the last release only as its version allows', async () => {
    const { version } = JSON.parse(readPage('package.json')) as { version: string };
    const today = new Date().toISOString().slice(0, 10);

    expect(
      await findForbiddenChanges(
        { before: readReleasedSchema(), after: readCurrentSchema() },
        { version, today },
      ),
    ).toEqual([]);
  });

  test('names the date after which a deprecated field is removed', () => {
    const undated = listDeprecations(schema).filter(({ reason }) => dateIn(reason) === null);

    expect(undated).toEqual([]);
  });
});

describe('a change of the schema from version 1.0 on', () => {
  test('may not remove a field that was not deprecated', async () => {
    const before = 'type Query { fact: String, facts: [String!] }';
    const options = { version: '1.1.0', today: '2027-01-01' };

    expect(await findForbidden(before, REMOVED, options)).toEqual([
      "Field 'fact' was removed from object type 'Query'",
    ]);
  });

  test('may remove a deprecated field or argument only after its date', async () => {
    const onTheDay = { version: '1.1.0', today: '2027-01-31' };
    const after = { version: '1.1.0', today: '2027-02-01' };

    expect(await findForbidden(DEPRECATED, REMOVED, onTheDay)).toHaveLength(2);
    expect(await findForbidden(DEPRECATED, REMOVED, after)).toEqual([]);
  });

  test('may not change the type of a field', async () => {
    const options = { version: '2.0.0', today: '2027-02-01' };

    expect(
      await findForbidden('type Query { a: String }', 'type Query { a: [String] }', options),
    ).toHaveLength(1);
  });
});

test('a change before version 1.0 may break documents', async () => {
  expect(
    await findForbidden('type Query { a: String, b: Int }', 'type Query { a: Int }', {
      version: '0.2.0',
      today: '2027-02-01',
    }),
  ).toEqual([]);
});

test('the page of changes separates breaking, possibly breaking and compatible changes', async () => {
  const before = buildSchema('enum State { OPEN } type Query { a: State, b: Int }');
  const after = buildSchema('enum State { OPEN CLOSED } type Query { a: State, c(d: Int): Int }');

  const sections = (await renderSchemaChanges(before, after)).split('\n## ').slice(1);

  expect(sections.map((section) => section.split('\n').filter((line) => line.startsWith('- ')))).toEqual([
    ['- Field `b` was removed from object type `Query`'],
    ['- Enum value `CLOSED` was added to enum `State`'],
    ['- Field `c` was added to object type `Query`'],
  ]);
});
