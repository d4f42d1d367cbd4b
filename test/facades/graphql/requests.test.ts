import { describe, expect, test } from 'vitest';
import { createGraphqlRoutes } from '../../../facades/graphql/routes.ts';
import { resolveDocumentInUrl, resolveDocuments } from '../../../facades/graphql/trusted-documents.ts';
import type { Reply } from '../../../facades/http/reply.ts';
import { BODY_TOO_SLOW } from '../../../facades/http/server/body-rate.ts';
import { BoardError, DOCUMENT_BOUNDS, type Session } from '../../../schema/contract.ts';
import { schema } from '../../../schema/index.ts';
import { options, rateLimit, resultOf } from './context.ts';

describe('a registered document', () => {
  const HASH = 'a'.repeat(64);
  const registry = (isRequired = false) => ({
    isRequired,
    find: (id: string) => Promise.resolve(id === HASH ? '{ me { id } }' : null),
  });
  const resolve = (body: unknown, isRequired?: boolean) => resolveDocuments(body, registry(isRequired));

  test('replaces its id, with or without the prefix `sha256:`, also in a batch that is not too long', async () => {
    const text = { query: '{ me { id } }', variables: { a: 1 } };
    const request = { documentId: `sha256:${HASH}`, variables: { a: 1 } };
    expect(await resolve(request)).toEqual(text);
    expect(await resolve([request, { query: 'q' }, { documentId: HASH, query: null }])).toEqual([
      text,
      { query: 'q' },
      { query: '{ me { id } }' },
    ]);
    const many = Array.from({ length: DOCUMENT_BOUNDS.batch + 1 }, () => request);
    expect(await resolve(many)).toBe(many);
    expect(await resolve(many.slice(1))).toEqual(many.slice(1).map(() => text));
  });

  test.each([
    [{ documentId: HASH, query: 'q' }, 'documentId: Must not be combined with query'],
    [{ documentId: HASH.slice(1) }, 'documentId: Must be the SHA-256 of the document'],
    [{ documentId: HASH.toUpperCase() }, 'documentId: Must be the SHA-256 of the document'],
    [{ documentId: 5 }, 'documentId: Must be the SHA-256 of the document'],
    [{ documentId: 'b'.repeat(64) }, 'No document is registered under this documentId'],
  ])('is refused for %j', async (body, message) => {
    await expect(resolve(body)).rejects.toThrow(message);
  });

  test('is required if the operator allows registered documents only', async () => {
    for (const body of [{ query: 'q' }, { documentId: null, query: 'q' }, null])
      await expect(resolve(body, true)).rejects.toMatchObject({ code: 'operation_not_in_scope' });
    const unknown = { documentId: 'b'.repeat(64) };
    await expect(resolve(unknown, true)).rejects.not.toThrow('Or send its text');
    await expect(resolve(unknown)).rejects.toThrow('Or send its text as `query`.');
    expect(await resolve({ query: 'q' })).toEqual({ query: 'q' });
  });

  test('replaces its id in a URL', async () => {
    const url = new URL(`http://board/graphql?documentId=${HASH}&variables=%7B%7D`);
    const resolved = await resolveDocumentInUrl(url, registry());
    expect(Object.fromEntries(resolved.searchParams)).toEqual({ variables: '{}', query: '{ me { id } }' });
    expect(url.searchParams.has('documentId')).toBe(true);
    const other = new URL('http://board/graphql?query=q');
    expect(await resolveDocumentInUrl(other, registry())).toBe(other);
    await expect(
      resolveDocumentInUrl(new URL('http://board/graphql?documentId=x'), registry()),
    ).rejects.toMatchObject({
      issues: [{ loc: ['query', 'documentId'] }],
    });
  });
});

describe('a request by GET', () => {
  const serve = async (search: string, headers: Record<string, string> = {}) => {
    const [get] = createGraphqlRoutes({
      ...{ ...options, schema, maxBody: 1000 },
      documents: { isRequired: false, find: () => Promise.resolve(null) },
      openSession: () => Promise.resolve({ rateLimit } as unknown as Session),
    });
    const url = new URL(`http://board/graphql${search}`);
    const exchange = {
      request: new Request(url, { headers }),
      url,
      params: {},
      body: null,
      requestId: '1',
      address: 'a',
      connection: null,
    };
    const { status, body } = (await get!.serve(exchange)) as Reply;
    return [status, JSON.parse(Buffer.from(body ?? '').toString())] as [
      number,
      { errors: { message: string }[] },
    ];
  };

  test.each([
    ['?query=a&query=b', 'The parameter query is given twice', 422],
    ['?query=a&extensions=1&extensions=2', 'The parameter extensions is given twice', 422],
    ['?query=a&key=sbk_1', 'The parameter key is unknown', 422],
    ['?query=a&variables=%7B', 'The parameter variables is not valid JSON', 400],
    ['?query=a&extensions=%7B', 'The parameter extensions is not valid JSON', 400],
    ['?query=%FF', 'The query is not valid percent-encoded UTF-8', 400],
  ])('%s is refused', async (search, message, expected) => {
    const [status, { errors }] = await serve(search);
    expect(status).toBe(expected);
    expect(errors[0]?.message).toContain(message);
  });

  test('ignores empty JSON parameters', async () => {
    const [status, { errors }] = await serve('?query=%7B&variables=&extensions=');
    expect([status, errors.length]).toEqual([200, 1]);
    expect(errors[0]?.message).toContain('Syntax Error');
  });
});

describe('a document whose result does not fit into the memory for results', () => {
  const serve = async (query: string) => {
    const largeResponses = {
      hold: () => {
        throw new BoardError('unavailable', 'Too much', { members: { retry_after: 3 } });
      },
      waitForTurn: () => Promise.resolve(),
    };
    const [, post] = createGraphqlRoutes({
      ...{ ...options, largeResponses: largeResponses as never, schema, maxBody: 1000 },
      documents: { isRequired: false, find: () => Promise.resolve(null) },
      openSession: () =>
        Promise.resolve({
          rateLimit,
          executeDocument: () => Promise.resolve(resultOf()),
        } as unknown as Session),
    });
    const url = new URL('http://board/graphql');
    const accept = 'application/graphql-response+json';
    const request = new Request(url, {
      method: 'POST',
      headers: { accept, 'content-type': 'application/json' },
    });
    const body = new TextEncoder().encode(JSON.stringify({ query }));
    const exchange = { request, url, params: {}, body, requestId: '1', address: 'a', connection: null };
    const { status, headers } = (await post!.serve(exchange)) as Reply;
    return [status, headers['retry-after']];
  };

  test('is refused, with the time of the next attempt', async () => {
    expect(await serve('{ __typename }')).toEqual([503, '3']);
  });

  test('has its result if it is a mutation, which has been committed', async () => {
    expect(await serve('mutation { endSession(input: {}) { __typename } }')).toEqual([200, undefined]);
  });
});

test('a body that arrives too slowly is refused with 408', async () => {
  const [, post] = createGraphqlRoutes({
    ...{ ...options, schema, maxBody: 1000 },
    documents: { isRequired: false, find: () => Promise.resolve(null) },
    openSession: () => Promise.resolve({ rateLimit } as unknown as Session),
  });
  const request = new Request('http://board/graphql', { method: 'POST' });

  const reply = await post!.writeRefusal!(BODY_TOO_SLOW, { siteUrl: 'http://site', requestId: '1' }, request);

  expect(reply.status).toBe(408);
  expect(JSON.parse(String(reply.body))).toMatchObject({
    errors: [{ extensions: { code: 'malformed_request', http: { status: 408 }, problem: { status: 408 } } }],
  });
});
