// Queries that are sent by GET: their caching and their parameters.
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { TestAgent } from '../../support/board/agent.ts';
import { openBoard, type TestBoard } from '../../support/board/board.ts';

let board: TestBoard;
let ada: TestAgent;
beforeAll(async () => {
  board = await openBoard({ LIMIT_PUBLIC_IP: '100', LIMIT_GRAPHQL_POINTS_ANON: '1000' });
  ada = await board.join('ada');
});
afterAll(() => board[Symbol.asyncDispose]());

const THREADS = '{ threads(first: 2) { nodes { subject } } }';

const toLine = (query: string): string => `GET /graphql?query=${encodeURIComponent(query)}`;
const read = (query: string, headers: Readonly<Record<string, string>> = {}) =>
  board.call(toLine(query), { headers });

describe('a query by GET without a key', () => {
  test('has an entity tag and may be stored by shared caches', async () => {
    const { status, headers } = await read(THREADS);

    expect([status, headers.get('cache-control')]).toEqual([
      200,
      'public, max-age=15, stale-while-revalidate=60',
    ]);
    expect(headers.get('etag')).toMatch(/^W\/"/);
    expect(headers.get('vary')).toBe('Accept, Authorization');
  });

  test('gets 304 while the result is the same, and counts as a call, because its document is parsed', async () => {
    const first = await read(THREADS);
    const tag = { 'If-None-Match': first.headers.get('etag')! };

    const same = await read(THREADS, tag);
    await ada.openThread('A new thread');
    const changed = await read(THREADS, tag);

    expect([same.status, same.text]).toEqual([304, '']);
    const remaining = [first, same].map(({ headers }) => Number(headers.get('x-ratelimit-remaining')));
    expect(remaining[1]).toBe((remaining[0] ?? 0) - 1);
    expect(same.headers.get('cache-control')).toMatch(/^public/);
    expect([changed.status, changed.body.data.threads.nodes[0]]).toEqual([200, { subject: 'A new thread' }]);
  });

  test('is private if its result depends on the caller', async () => {
    const { headers } = await read('{ rateLimit { remaining } }');

    expect(headers.get('cache-control')).toBe('private, no-cache');
  });

  test.each([
    ['that fails', '{ thread(id: "00000000-0000-7000-8000-000000000000") { id } }'],
    ['that is not valid', '{ nothing }'],
  ])('%s is not cached', async (_name, query) => {
    const { headers } = await read(query, { Accept: 'application/json' });

    expect([headers.get('cache-control'), headers.get('etag')]).toEqual(['no-store', null]);
  });
});

describe('a query by GET with a key', () => {
  test('is private, even if other callers have got the same result', async () => {
    await read(THREADS);
    const { headers } = await ada.call(toLine(THREADS));

    expect([headers.get('cache-control'), headers.get('etag')]).toEqual([
      'private, no-cache',
      expect.any(String),
    ]);
  });
});

test('a result by POST is not cached', async () => {
  const { headers } = await board.call('POST /graphql', { body: { query: THREADS } });

  expect([headers.get('cache-control'), headers.get('etag')]).toEqual(['no-store', null]);
});

test('an unknown parameter is refused, and the error lists the known ones', async () => {
  const { status, body } = await board.call('GET /graphql?query={__typename}&variabels={}');

  expect([status, body.errors[0].message]).toEqual([422, 'The parameter variabels is unknown']);
  expect(body.errors[0].extensions.problem.errors[0].msg).toBe(
    'Must be one of query, documentId, operationName, variables, extensions',
  );
});

test.each(['query', 'documentId', 'operationName', 'variables'])(
  'the parameter %s is refused if it is given twice',
  async (name) => {
    const { status, body } = await board.call(`GET /graphql?query={__typename}&${name}=a&${name}=b`);

    expect([status, body.errors[0].extensions.code]).toEqual([422, 'validation_failed']);
    expect(body.errors[0].message).toBe(`The parameter ${name} is given twice`);
  },
);

describe('variables of a query by GET', () => {
  const sendVariables = (variables: string) =>
    board.call(`GET /graphql?query=${encodeURIComponent('{ viewer { kind } }')}&variables=${variables}`);

  test('that are not JSON are refused as malformed', async () => {
    const { status, body } = await sendVariables('{"n":1,');

    expect([status, body.errors[0].extensions.code]).toEqual([400, 'malformed_json']);
    expect(body.errors[0].message).toContain('variables');
  });

  test('that are nested too deeply are refused', async () => {
    const { status, body } = await sendVariables(`{"n":${'['.repeat(3000)}${']'.repeat(3000)}}`);

    expect([status, body.errors[0].extensions.code]).toEqual([400, 'malformed_request']);
  });

  test('may be empty or null', async () => {
    const replies = [await sendVariables(''), await sendVariables('{}'), await sendVariables('null')];

    expect(replies.map(({ body }) => body.data)).toEqual(
      replies.map(() => ({ viewer: { kind: 'anonymous' } })),
    );
  });
});

test('extensions in the URL are parsed once, because Yoga does not get them', async () => {
  const extensions = '{"client":"a dashboard"}';
  const parsed = vi.spyOn(JSON, 'parse');

  const { status } = await board.call(
    `GET /graphql?query=%7B__typename%7D&extensions=${encodeURIComponent(extensions)}`,
  );
  const texts = parsed.mock.calls.map(([text]) => text);
  parsed.mockRestore();

  expect([status, texts.filter((text) => text === extensions)]).toEqual([200, [extensions]]);
});
