import { GraphQLSchema, parse } from 'graphql';
import { expect, test } from 'vitest';
import { toDocumentRequest } from '../../../facades/graphql/document-request.ts';

test('a document is executed with the variables that any of its operations defines, and no others', () => {
  const document = parse('query A($a: Int, $b: Int = 1) { __typename } query B($c: Int) { __typename }');
  const unknown = Object.fromEntries(Array.from({ length: 9000 }, (_, i) => [`n${i}`, i]));

  const { variables } = toDocumentRequest({
    schema: new GraphQLSchema({}),
    document,
    operationName: 'A',
    variableValues: { ...unknown, a: null, c: 3 },
  });

  expect(variables).toEqual({ a: null, c: 3 });
});
