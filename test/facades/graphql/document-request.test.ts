import { GraphQLSchema, parse } from 'graphql';
import { expect, test } from 'vitest';
import {
  emptyExtensions,
  omitExtensions,
  toDocumentRequest,
} from '../../../facades/graphql/document-request.ts';

test('a document is executed with the variables that its operation defines, and no others', () => {
  const document = parse('query A($a: Int, $b: Int = 1) { __typename } query B($c: Int) { __typename }');
  const unknown = Object.fromEntries(Array.from({ length: 9000 }, (_, i) => [`n${i}`, i]));

  const variableValues = { ...unknown, a: null, c: 3 };
  const { variables } = toDocumentRequest({
    schema: new GraphQLSchema({}),
    document,
    operationName: 'A',
    variableValues,
  });

  expect([variables, variableValues]).toEqual([{ a: null }, { a: null }]);
});

test('extensions of a request, and of each request of a batch, are emptied; those that are no object are left', () => {
  const bodies = [
    { query: 'q', extensions: { a: [] } },
    [{ extensions: { b: 1 } }, { query: 'q' }, 1, null],
    { extensions: [1] },
  ];

  for (const body of bodies) emptyExtensions(body);

  expect(bodies).toEqual([
    { query: 'q', extensions: {} },
    [{ extensions: {} }, { query: 'q' }, 1, null],
    { extensions: [1] },
  ]);
});

test('`extensions` in the URL of a request are removed if they are an object', () => {
  const url = new URL('http://board.test/graphql?query=%7Ba%7D&extensions=%7B%7D&variables=%7B%7D');

  const list = new URL('http://board.test/graphql?query=%7Ba%7D&extensions=%5B%5D');

  expect(omitExtensions(url).href).toBe('http://board.test/graphql?query=%7Ba%7D&variables=%7B%7D');
  expect(omitExtensions(list)).toBe(list);
});
