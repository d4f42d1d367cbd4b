import { getIntrospectionQuery } from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBoard, type TestBoard } from '../../support/board/board.ts';

let board: TestBoard;

beforeAll(async () => {
  board = await openBoard();
});

afterAll(() => board[Symbol.asyncDispose]());

const queryAnonymously = (query: string, headers: Record<string, string> = {}) =>
  board.call('POST /graphql', { body: { query }, headers });

const GRAPHQL_RESPONSE = { Accept: 'application/graphql-response+json' };

describe('a document', () => {
  const nested = (depth: number): string =>
    depth === 0 ? 'id' : `channel { threads(first: 1) { nodes { ${nested(depth - 1)} } } }`;

  test('with the introspection query is not refused', async () => {
    const reply = await queryAnonymously(getIntrospectionQuery());

    expect(reply.body.data.__schema.queryType).toMatchObject({ name: 'Query' });
  });

  test.each([
    ['deep', `{ thread(id: "00000000-0000-7000-8000-000000000000") { ${nested(6)} } }`],
    ['aliased', `{ ${Array.from({ length: 101 }, (_, i) => `a${i}: __typename`).join(' ')} }`],
    ['long', `{ ${'__typename '.repeat(4001)} }`],
    ['costly', '{ channels { nodes { threads { nodes { posts { nodes { id } } } } } } }'],
    [
      'costly by fragments',
      'fragment P on Thread { posts { nodes { id } } } { channels { nodes { threads { nodes { ...P a: posts { nodes { id } } } } } } }',
    ],
  ])('that is too %s is refused', async (_case, query) => {
    const reply = await queryAnonymously(query, GRAPHQL_RESPONSE);

    expect([reply.status, reply.body.errors[0].extensions.code]).toEqual([422, 'query_too_complex']);
  });

  /** A marker that graphql-jit copies unescaped into the code it generates. */
  const CODE_MARKER = '__MAGIC_DATE__33a9e76d_02e0_4128_8e92_3530ad3da74d';

  test.each([
    ['code as a string', `{ search(q: "${CODE_MARKER}globalThis.hacked = 1") { query } }`],
    ['invalid code as a string', `{ search(q: "${CODE_MARKER})(") { query } }`],
    ['a default value for a non-null variable', 'query ($n: Int! = 3) { facts(first: $n) { nodes { id } } }'],
    [
      'aliases from Object.prototype',
      '{ channels(first: 1) { nodes { __proto__: slug constructor: title } } }',
    ],
    ['a variable named __proto__', 'query ($__proto__: Int) { facts(first: $__proto__) { nodes { id } } }'],
  ])('with %s has the same response each time', async (_case, query) => {
    // Responses are not shared, because the value of an undeclared variable differs each time.
    const send = (undeclared: number) =>
      board.call('POST /graphql', { body: { query, variables: { undeclared } } });
    const first = await send(0);
    expect(first.body.errors).toBeUndefined();

    for (let time = 1; time < 5; time++)
      expect(JSON.stringify((await send(time)).body)).toBe(JSON.stringify(first.body));
    expect(globalThis).not.toHaveProperty('hacked');
  });

  test('is refused for a null variable where null is not allowed, although the variable has a default value', async () => {
    const query = 'query ($x: ID = "a") { node(id: $x) { id } }';

    const reply = await board.call('POST /graphql', { body: { query, variables: { x: null } } });

    expect(reply.body.data).toBeUndefined();
    expect(reply.body.errors[0].extensions.code).toBe('validation_failed');
  });

  test('with introspection that returns far more values than the schema has is refused', async () => {
    const types = Array.from(
      { length: 11 },
      (_, i) => `a${i}: types { fields { type { fields { name } } } }`,
    );

    const reply = await queryAnonymously(`{ __schema { ${types.join(' ')} } }`, GRAPHQL_RESPONSE);

    expect([reply.status, reply.body.errors[0].extensions.code]).toEqual([422, 'query_too_complex']);
    expect(reply.body.errors[0].extensions.problem.bound).toBe('introspectionValues');
  });

  test('with invalid variables is refused with their names', async () => {
    const reply = await board.call('POST /graphql', {
      body: { query: 'query ($n: Int!) { channels(first: $n) { nodes { id } } }', variables: { n: 'many' } },
    });

    expect(reply.body.errors[0].extensions).toMatchObject({
      code: 'validation_failed',
      problem: { errors: [{ loc: ['body', 'variables', 'n'] }] },
    });
  });

  test('may be one of at most ten in a batch', async () => {
    const batch = (size: number) =>
      board.call('POST /graphql', {
        body: Array.from({ length: size }, () => ({ query: '{ __typename }' })),
      });

    const [accepted, refused] = [await batch(10), await batch(11)];

    expect(accepted.body).toHaveLength(10);
    expect(refused.text).toContain('query_too_complex');
  });

  test('in a body of more than 128 KiB is refused', async () => {
    const reply = await board.call('POST /graphql', {
      raw: `{"query":"{ __typename }"${' '.repeat(131_072)}}`,
      headers: { 'Content-Type': 'application/json' },
    });

    expect([reply.status, reply.body.errors[0].extensions.code]).toEqual([413, 'body_too_large']);
  });

  test('may be sent with GET if it is a query, not a mutation', async () => {
    const read = await board.call(`GET /graphql?query=${encodeURIComponent('{ __typename }')}`);
    const write = await board.call(
      `GET /graphql?query=${encodeURIComponent('mutation { registerAgent(input: { handle: "sneaky" }) { agent { id } } }')}`,
    );

    expect(read.body.data).toEqual({ __typename: 'Query' });
    expect([write.status, write.body.errors[0].extensions.code]).toEqual([405, 'method_not_allowed']);
  });

  test.each([
    ['a form', 'application/x-www-form-urlencoded', 'query={__typename}', 415],
    ['a multipart form', 'multipart/form-data; boundary=x', '--x--', 415],
    ['of another media type', 'application/graphql', '{ __typename }', 415],
    ['half of a JSON text', 'application/json', '{"query": ', 400],
    [
      'too deeply nested',
      'application/json',
      `{"query": "{ __typename }", "variables": ${'['.repeat(100)}${']'.repeat(100)}}`,
      400,
    ],
  ])('is refused if its body is %s', async (_fault, type, raw, status) => {
    const reply = await board.call('POST /graphql', { raw, headers: { 'Content-Type': type } });

    expect(reply.status).toBe(status);
    expect(reply.body.errors[0].extensions.http).toEqual({ status });
  });

  test('has a JSON response if the Accept header lists no JSON type', async () => {
    const reply = await queryAnonymously('{ __typename }', { Accept: 'image/png, multipart/mixed' });

    expect(reply.headers.get('content-type')).toMatch(/^application\/json/);
  });

  test.each([
    ['application/json;q=0.9, application/graphql-response+json', 'application/graphql-response+json'],
    ['application/json;q=0, application/graphql-response+json;q=0.1', 'application/graphql-response+json'],
    ['application/graphql-response+json;q=0.5, Application/JSON', 'application/json'],
    ['application/graphql-response+json, application/json', 'application/graphql-response+json'],
    ['application/json, application/graphql-response+json', 'application/json'],
    ['*/*', 'application/json'],
  ])('has a response in the JSON type of the highest quality: %s gets %s', async (accept, type) => {
    const reply = await queryAnonymously('{ __typename }', { Accept: accept });

    expect([reply.status, reply.headers.get('content-type')]).toEqual([200, `${type}; charset=utf-8`]);
  });

  test.each(['text/event-stream, text/html;q=0.5', 'text/event-stream, */*;q=0'])(
    'requested as server-sent events is not refused: %s',
    async (accept) => {
      const reply = await queryAnonymously('{ __typename }', { Accept: accept });

      expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'text/event-stream']);
    },
  );

  test('requested as HTML by a browser is refused', async () => {
    const reply = await queryAnonymously('{ __typename }', {
      Accept: 'text/html,application/xhtml+xml,*/*;q=0.8',
    });

    expect([reply.status, reply.body.errors[0].extensions.code]).toEqual([406, 'not_acceptable']);
  });
});

test.each([
  ['malformed variables', '?query=%7B__typename%7D&variables=%7B', 400, 'malformed_json'],
  ['a malformed document', '?query=%7B', 400, 'malformed_request'],
  ['no document', '', 400, 'malformed_request'],
  [
    'deeply nested arguments',
    `?query=${encodeURIComponent(`{ node(id: ${'['.repeat(900)}${']'.repeat(900)}) { id } }`)}`,
    400,
    'validation_failed',
  ],
])('a GET request with %s is refused', async (_fault, query, status, code) => {
  const reply = await board.call(`GET /graphql${query}`);

  expect(reply.body.errors[0].extensions.problem).toMatchObject({ status, code });
});
