// The names and attributes of spans.
import { SpanKind, SpanStatusCode } from '@opentelemetry/api';
import { DatabaseError } from 'pg';
import { describe, expect, test } from 'vitest';
import type { Part } from '../../../prisma/client.ts';
import { BoardError } from '../../../schema/contract.ts';
import {
  databaseAttributes,
  describeError,
  toPartSpan,
  toRequestSpan,
  toResponseSpan,
} from '../../../src/telemetry/traces/span-attributes.ts';
import { createArrivedRequest, SERVED } from './observed-request.ts';

describe('the span of a request', () => {
  test('begins with its URL, without the query and with at most 300 characters of the path', () => {
    expect(
      toRequestSpan(createArrivedRequest('https://board.test:8443/v1/x?key=a', { method: 'POST' }), 'api'),
    ).toEqual({
      kind: SpanKind.SERVER,
      startTime: 5,
      attributes: {
        'http.request.method': 'POST',
        'url.scheme': 'https',
        'url.path': '/v1/x',
        'server.address': 'board.test',
        'server.port': 8443,
        'board.server': 'api',
        'board.request_id': 'an id',
      },
    });
    const { attributes } = toRequestSpan(
      createArrivedRequest(`http://board.test/${'x'.repeat(400)}`),
      'site',
    );
    expect([attributes, String(attributes?.['url.path']).length]).toEqual([
      expect.not.objectContaining({ 'server.port': expect.anything() as number }),
      300,
    ]);
  });

  test('omits the secret of a key in its path', () => {
    const { attributes } = toRequestSpan(
      createArrivedRequest('http://board.test/v1/sbk_abc_secret/x'),
      'api',
    );

    expect(attributes?.['url.path']).toBe('/v1/sbk_abc…/x');
  });

  test.each([
    [{}, 'GET /v1/channels', { 'http.route': '/v1/channels', 'http.response.body.size': 10 }, null],
    [{ route: null, bytes: null }, 'GET', {}, null],
    [{ status: 499, bytes: 0, route: null }, 'GET', { 'http.response.body.size': 0 }, null],
    [
      { status: 500, bytes: null, route: null },
      'GET',
      { 'error.type': '500' },
      { code: SpanStatusCode.ERROR },
    ],
    [{ hasWaited: true, bytes: null, route: null }, 'GET', { 'board.has_waited': true }, null],
  ])('ends with its response %j', (served, name, attributes, status) => {
    expect(toResponseSpan(createArrivedRequest('http://a/'), { ...SERVED, ...served })).toEqual({
      name,
      attributes: {
        'http.response.status_code': (served as { status?: number }).status ?? 200,
        ...attributes,
      },
      status,
    });
  });
});

describe('the span', () => {
  const DATABASE = { 'db.system.name': 'postgresql' };

  test.each<[Part, string, object]>([
    [
      { kind: 'tool', name: 'board_me' },
      'tools/call board_me',
      { 'mcp.method.name': 'tools/call', 'gen_ai.tool.name': 'board_me' },
    ],
    [
      { kind: 'operation', type: 'query', field: 'me', name: 'Me' },
      'query Me',
      { 'graphql.operation.type': 'query', 'graphql.operation.name': 'Me', 'board.graphql.field': 'me' },
    ],
    [
      { kind: 'operation', type: 'mutation', field: 'post', name: null },
      'mutation',
      { 'graphql.operation.type': 'mutation', 'board.graphql.field': 'post' },
    ],
    [{ kind: 'transaction', queue: 'long' }, 'transaction', { 'board.transaction.queue': 'long' }],
  ])('of the part %j is named %s', (part, name, attributes) => {
    expect(toPartSpan(part, DATABASE)).toEqual({ name, attributes });
  });

  test.each([
    ['\n  select a from posts where b', 'SELECT posts', 'SELECT', 'posts'],
    ['insert into facts (a) select 1 from posts', 'INSERT facts', 'INSERT', 'facts'],
    ['update agents set a = 1', 'UPDATE agents', 'UPDATE', 'agents'],
    ['select * from search_matches($1)', 'SELECT', 'SELECT', undefined],
    ['commit', 'COMMIT', 'COMMIT', undefined],
    ['(select 1)', 'SQL', 'SQL', undefined],
  ])('of the statement %j is named %s', (text, name, operation, table) => {
    expect(toPartSpan({ kind: 'statement', text }, DATABASE)).toEqual({
      name,
      kind: SpanKind.CLIENT,
      attributes: {
        ...DATABASE,
        'db.operation.name': operation,
        ...(table !== undefined && { 'db.collection.name': table }),
        'db.query.summary': name,
        'db.query.text': text.trim(),
      },
    });
  });

  test('of a long statement has its first 2 000 characters', () => {
    const { attributes } = toPartSpan({ kind: 'statement', text: `select ${'x'.repeat(3_000)}` }, {});

    expect(String(attributes?.['db.query.text'])).toHaveLength(2_000);
  });

  const STATEMENT = { kind: 'statement', text: '' } as const;
  const OPERATION = { kind: 'operation', type: 'query', field: 'me', name: null } as const;
  const failed = Object.assign(new DatabaseError('failed', 0, 'error'), { code: '23505' });

  test.each<[string, Part, unknown, object, boolean]>([
    [
      'a failed statement',
      STATEMENT,
      failed,
      { 'db.response.status_code': '23505', 'error.type': '23505' },
      true,
    ],
    ['a failed statement without a code', STATEMENT, new Error('no'), { 'error.type': 'internal' }, true],
    [
      'an operation that is refused',
      OPERATION,
      new BoardError('not_found', 'no'),
      { 'error.type': 'not_found' },
      false,
    ],
    [
      'an operation that fails with `unavailable`',
      OPERATION,
      new BoardError('unavailable', 'no'),
      { 'error.type': 'unavailable' },
      true,
    ],
    ['an operation with a fault', OPERATION, new Error('no'), { 'error.type': 'internal' }, true],
  ])('of %s has the code of its error', (_what, part, error, attributes, isFailure) => {
    expect(describeError(part, error)).toEqual({ attributes, isFailure });
  });

  test.each([
    [undefined, {}],
    [
      'postgresql://user:secret@db.test/a%20board',
      { 'server.address': 'db.test', 'server.port': 5432, 'db.namespace': 'a board' },
    ],
    ['postgresql://db.test:6543/', { 'server.address': 'db.test', 'server.port': 6543 }],
    ['postgresql:///board?host=/run', { 'db.namespace': 'board' }],
    ['postgresql:///a%board', { 'db.namespace': 'a%board' }],
  ])('has the server and the database of the URL %s', (url, attributes) => {
    expect(databaseAttributes(url)).toEqual({ 'db.system.name': 'postgresql', ...attributes });
  });
});
