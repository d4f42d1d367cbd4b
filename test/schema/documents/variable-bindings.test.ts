import { buildSchema, Kind, parse } from 'graphql';
import { expect, test } from 'vitest';
import { bindVariables, toRootArguments } from '../../../schema/documents/variable-bindings.ts';

const schema = buildSchema(`
  type Query { search(scope: Scope, limit: Int): Result }
  type Result { items(first: Int): String }
  input Scope { scope: Name, tag: String }
  input Name { name: String }
`);

test('bindVariables returns each step of an argument path, also if a field has its parent’s name', () => {
  const document = parse(
    'query Q($name: String, $limit: Int) { search(scope: { scope: { name: $name } }, limit: $limit) { items } }',
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

test('variables are arranged as arguments of the root field, without the variables of other fields and the variables that are not given', () => {
  const document = parse(
    'query Q($name: String, $tag: String, $limit: Int, $first: Int) { search(scope: { scope: { name: $name }, tag: $tag }, limit: $limit) { items(first: $first) } }',
  );
  const [operation] = document.definitions;
  if (operation?.kind !== Kind.OPERATION_DEFINITION) throw new Error('the document has no operation');
  const bindings = bindVariables(schema, document, operation, new Set());

  expect(toRootArguments(bindings, { name: 'ada', tag: 'a', limit: null, first: 3 })).toEqual({
    ...{ scope: { scope: { name: 'ada' }, tag: 'a' }, limit: null },
  });
  expect(toRootArguments(bindings, { tag: '', limit: undefined })).toEqual({ scope: { tag: '' } });
  expect(toRootArguments(bindings, {})).toEqual({});
});
