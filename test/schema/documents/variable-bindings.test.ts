import { buildSchema, Kind, parse } from 'graphql';
import { expect, test } from 'vitest';
import { bindVariables } from '../../../schema/documents/variable-bindings.ts';

const schema = buildSchema(`
  type Query { search(scope: Scope, limit: Int): String }
  input Scope { scope: Name, tags: [String!] }
  input Name { name: String }
`);

test('bindVariables returns each step of an argument path, also if a field has its parent’s name', () => {
  const document = parse(
    'query Q($name: String, $limit: Int) { search(scope: { scope: { name: $name } }, limit: $limit) }',
  );
  const operation = document.definitions[0];
  if (operation?.kind !== Kind.OPERATION_DEFINITION) throw new Error('the document has no operation');

  const paths = bindVariables(schema, document, operation, new Set()).map(({ parameter, argumentPath }) => [
    parameter.name,
    argumentPath,
  ]);

  expect(paths).toEqual([
    ['name', ['scope', 'scope', 'name']],
    ['limit', ['limit']],
  ]);
});
