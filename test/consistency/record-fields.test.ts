// The constants that list fields of records are complete (docs/architecture.md, “Add a field to a record”).
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getNamedType } from 'graphql';
import { expect, test } from 'vitest';
import { restRouteDefinitions } from '../../facades/rest/route-definitions.ts';
import { columns, longTextFields, type Prisma, toSnakeCase } from '../../prisma/client.ts';
import { getDatamodel } from '../../prisma/generated/pothos-types.ts';
import { compileOperation } from '../../schema/documents/compile.ts';
import { schema } from '../../schema/index.ts';
import { MAX_TEXT_CHARACTERS } from '../../schema/query-cost/weights.ts';
import { repository } from '../support/docs/source.ts';
import { findTypeOf } from '../support/schema/model-types.ts';

/** Longer texts are left out of the brief view. */
const MAX_BRIEF_CHARACTERS = 500;

/** JSON that the board writes. */
const JSON_OF_THE_BOARD = ['WorkEvent.data', 'AuditEntry.changes'];

/** The fields that a model and its GraphQL type have in common. */
const fields = Object.entries(getDatamodel().datamodel.models).flatMap(
  ([model, { fields: columnFields }]) => {
    const type = findTypeOf(model);
    return columnFields.flatMap(({ name }) => {
      const field = type?.getFields()[name];
      if (!type || !field) return [];
      const maxCharacters = MAX_TEXT_CHARACTERS[`${type.name}.${name}`] ?? 0;
      return [{ model: model as Prisma.ModelName, name, type: getNamedType(field.type).name, maxCharacters }];
    });
  },
);

test('LONG_TEXT_FIELDS has all long texts of each model that it contains', () => {
  const long = fields.filter(
    ({ model, maxCharacters }) => longTextFields(model).length > 0 && maxCharacters > MAX_BRIEF_CHARACTERS,
  );

  expect(long.length).toBeGreaterThan(10);
  expect(long.filter(({ model, name }) => !longTextFields(model).includes(name))).toEqual([]);
});

test('JSON that callers write is in CALLER_JSON_FIELDS', () => {
  const isCallerJson = (model: Prisma.ModelName, name: string) =>
    columns(model).sql.includes(`${toSnakeCase(name)}::json `);
  const json = fields.filter(
    ({ model, name, type }) => type === 'JSON' && !JSON_OF_THE_BOARD.includes(`${model}.${name}`),
  );

  expect(json.length).toBeGreaterThan(3);
  expect(json.filter(({ model, name }) => !isCallerJson(model, name))).toEqual([]);
});

test('hostile texts are tried in every text of a record that agents write', () => {
  const source = readFileSync(join(repository, 'test/support/records/every-field.ts'), 'utf8');
  const texts = restRouteDefinitions
    .filter(({ operation, path }) => operation.kind === 'mutation' && !path.startsWith('/v1/agents/me/'))
    .flatMap(({ operation }) => compileOperation(schema, operation).description.parameters)
    .filter(({ schema: { type, format, enum: values, pattern = '^[^' } }) => {
      // Only texts of any characters: the pattern of other texts, such as a slug, names the allowed characters.
      return type === 'string' && !format && !values && String(pattern).startsWith('^[^');
    })
    .map(({ wireName }) => wireName);

  expect(texts.length).toBeGreaterThan(15);
  expect(texts.filter((name) => !new RegExp(String.raw`\b${name}\b`).test(source))).toEqual([]);
});
