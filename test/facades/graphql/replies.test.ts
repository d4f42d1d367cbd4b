import { GraphQLError } from 'graphql';
import { describe, expect, test } from 'vitest';
import { toCacheableReply } from '../../../facades/graphql/cacheable-reply.ts';
import { type Result, serializeResult, toErrorResult, toResult } from '../../../facades/graphql/plugins.ts';
import { etagOf } from '../../../facades/http/codec/etag.ts';
import type { Reply } from '../../../facades/http/reply.ts';
import { BoardError } from '../../../schema/contract.ts';
import { contextWith, options, resultOf } from './context.ts';

describe('the reply to a request by GET', () => {
  const reply: Reply = { status: 200, headers: { vary: 'Accept' }, body: 'b' };
  const etag = `W/${etagOf('{"a":1}')}`;
  const PUBLIC = 'public, max-age=15, stale-while-revalidate=60';

  test.each<[object | null, Record<string, string>, number, object]>([
    [{}, {}, 200, { vary: 'Accept', etag, 'cache-control': PUBLIC }],
    [{}, { authorization: 'Bearer x' }, 200, { vary: 'Accept', etag, 'cache-control': 'private, no-cache' }],
    [{ isShared: false }, {}, 200, { vary: 'Accept', etag, 'cache-control': 'private, no-cache' }],
    [{ errors: [new GraphQLError('x')] }, {}, 200, { vary: 'Accept' }],
    [{ data: null }, {}, 200, { vary: 'Accept' }],
    [null, {}, 200, { vary: 'Accept' }],
    [{}, {}, 400, { vary: 'Accept' }],
  ])(
    'with the result %j, the request headers %j and the status %i has the headers %j',
    async (result, headers, status, expected) => {
      const { context } = contextWith(result === null ? undefined : resultOf(result));
      const request = new Request('http://board/graphql?query=q', { headers });
      expect(await toCacheableReply(request, { ...reply, status }, context)).toEqual({
        status,
        headers: expected,
        body: 'b',
      });
    },
  );

  test.each([
    ['query=q', 0],
    ['documentId=d', 1],
  ])(
    'for the URL with ?%s is a 304 if the client has the result, and refunds %i calls',
    async (search, expected) => {
      const { context, refunds } = contextWith(resultOf());
      const request = new Request(`http://board/graphql?${search}`, { headers: { 'if-none-match': etag } });
      const { status, body } = await toCacheableReply(request, reply, context);
      expect([status, body, refunds()]).toEqual([304, null, expected]);
    },
  );
});

describe('a serialized result', () => {
  const serialize = (result: Result) => serializeResult(result, '1', options);
  const read = (result: Result) =>
    JSON.parse(serialize(result)) as {
      errors?: object[];
      data?: unknown;
      extensions?: { errorsOmitted?: number };
    };
  const errors = (count: number) =>
    Array.from({ length: count }, () => new GraphQLError('m', { path: ['a'] }));

  test('has the text of the data unchanged, and the cost', () => {
    expect(serialize(toResult(resultOf({ data: '{ "a":1 }' })))).toBe(
      '{"data":{ "a":1 },"extensions":{"cost":{"points":3}}}',
    );
    expect(serialize(toResult(resultOf({ data: 'null' })))).toBe(
      '{"data":null,"extensions":{"cost":{"points":3}}}',
    );
    expect(serialize(toResult(resultOf({ data: null })))).toBe('{"extensions":{"cost":{"points":3}}}');
    expect(serialize({})).toBe('{}');
  });

  test('has its errors first', () => {
    const text = serialize(toResult(resultOf({ errors: errors(1) })));
    expect(text).toMatch(
      /^\{"errors":\[\{"message":.*\}\],"data":\{"a":1\},"extensions":\{"cost":\{"points":3\}\}\}$/,
    );
  });

  test.each([
    [100, 100, undefined],
    [101, 100, 1],
  ])('with data and %i errors lists %i errors', (count, listed, omitted) => {
    const { errors: sent, extensions } = read(toResult(resultOf({ errors: errors(count) })));
    expect([sent?.length, extensions?.errorsOmitted]).toEqual([listed, omitted]);
  });

  test.each([
    [16, 16, undefined],
    [17, 16, 1],
  ])('without data and with %i errors lists %i errors', (count, listed, omitted) => {
    const { errors: sent, extensions } = read({ errors: errors(count) });
    expect([sent?.length, extensions?.errorsOmitted]).toEqual([listed, omitted]);
  });

  test('lists errors until their paths have 65 536 characters', () => {
    const path = ['x'.repeat(30_000), 0, 'posts'];
    const long = Array.from({ length: 100 }, () => new GraphQLError('m', { path }));

    const { errors: sent, extensions } = read(toResult(resultOf({ errors: long })));

    expect([sent?.length, extensions?.errorsOmitted]).toEqual([2, 98]);
  });

  test('whose data is null lists as many errors as a result without data', () => {
    const { errors: sent, extensions } = read(toResult(resultOf({ data: 'null', errors: errors(17) })));
    expect([sent?.length, extensions?.errorsOmitted]).toEqual([16, 1]);
  });

  test('without data has the status of its error; in application/json only 429 replaces the status 200', () => {
    const statusOf = (error: GraphQLError, data?: object) => {
      serialize({ errors: [error], ...(data && { data }) });
      return error.extensions['http'];
    };
    const refused = (code: 'rate_limited' | 'not_found') =>
      new GraphQLError('m', { originalError: new BoardError(code, 'x') });
    expect([
      statusOf(refused('rate_limited')),
      statusOf(refused('not_found')),
      statusOf(refused('not_found'), {}),
    ]).toEqual([{ spec: false, status: 429 }, { spec: true, status: 404 }, undefined]);
  });
});

test('the result for a refused document has its error, and sets the seconds of Retry-After', () => {
  const { context } = contextWith();
  const error = new BoardError('rate_limited', 'x', { members: { retry_after: 5 } });
  expect(toErrorResult(error, context, options).errors?.[0]?.originalError).toBe(error);
  expect(context.outcome.retryAfter).toBe('5');
});
