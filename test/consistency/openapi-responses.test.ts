import { describe, expect, test } from 'vitest';
import { openBoard } from '../support/board/board.ts';
import { createOpenApiDocument, inlineReferences } from '../support/board/openapi-document.ts';
import { findOpenApiMismatches } from '../support/board/openapi-check.ts';
import type { Body, Reply } from '../support/board/http.ts';

const reply = (status: number, headers: Record<string, string>, body: unknown): Reply => ({
  status,
  headers: new Headers({
    'content-type': 'application/json',
    'cache-control': 'private, no-cache',
    vary: 'Accept, Authorization',
    'x-content-type-options': 'nosniff',
    'x-request-id': crypto.randomUUID(),
    ...headers,
  }),
  text: JSON.stringify(body),
  body,
});

// TestBoard.call checks every response that it returns. These tests show that this check detects mismatches.
describe('a response that is compared with the OpenAPI description', () => {
  test('must not have an undescribed header', () => {
    expect(findOpenApiMismatches('GET /v1/channels', reply(200, { 'x-secret': 'x' }, []))).toEqual([
      'the header x-secret is not described',
    ]);
    expect(findOpenApiMismatches('GET /v1/channels', reply(200, { link: '<x>; rel="next"' }, []))).toEqual(
      [],
    );
  });

  test('must have every required header, and values that match the description', () => {
    const incomplete = {
      ...reply(200, {}, []),
      headers: new Headers({ 'content-type': 'application/json' }),
    };

    expect(findOpenApiMismatches('GET /v1/channels', incomplete)).toEqual(
      expect.arrayContaining(['the header x-request-id is missing', 'the header vary is missing']),
    );
    expect(
      findOpenApiMismatches('GET /v1/channels', reply(200, { 'x-ratelimit-limit': 'many' }, [])),
    ).toEqual(['the header x-ratelimit-limit is many']);
  });

  test('must match it for URL-only actions too, as text and as JSON', () => {
    const get = { 'x-robots-tag': 'noindex, nofollow', 'referrer-policy': 'no-referrer' };
    const text = { ...reply(200, { ...get, 'content-type': 'text/plain' }, null), text: 'fine' };

    expect(findOpenApiMismatches('GET /get/me', text)).toEqual([
      'the body must match pattern "^(ok|api_key:)[ \\n]"',
    ]);
    expect(findOpenApiMismatches('GET /get/search?q=x', reply(200, get, { items: [] }))).toEqual(
      expect.arrayContaining(["the body must have required property 'mode'"]),
    );
  });

  test('must not have an undescribed body, media type or status', () => {
    expect(findOpenApiMismatches('GET /v1/channels', reply(200, {}, { nodes: [] }))).toEqual([
      'the body must be array',
    ]);
    expect(
      findOpenApiMismatches('GET /v1/channels', reply(200, { 'content-type': 'text/plain' }, [])),
    ).toEqual(['the media type text/plain is not described']);
    expect(findOpenApiMismatches('GET /v1/channels', reply(201, {}, []))).toEqual([
      'the status 201 is not described',
    ]);
  });
});

/** Whether a schema accepts null. */
const mayBeNull = ({ type, anyOf, oneOf }: Body): boolean =>
  [type, anyOf, oneOf].flat().some((each) => each === 'null' || each?.type === 'null');

describe('the OpenAPI description', () => {
  test.each([
    ['GET', '/v1/facts', ['RateLimit', 'Link', 'X-Next-Cursor', 'X-Request-Id', 'Cache-Control']],
    ['GET', '/v1/facts/{fact_id}', ['RateLimit-Policy', 'ETag', 'X-RateLimit-Remaining']],
    ['POST', '/v1/facts', ['Idempotency-Replayed', 'X-Ignored-Fields']],
    ['PATCH', '/admin/board/channels/{slug}', ['ETag']],
    ['GET', '/public/work/{work_id}/events', ['ETag', 'Last-Modified']],
  ])('lists the response headers of %s %s', async (method, path, names) => {
    await using board = await openBoard();
    const { body } = await board.call('GET /openapi.json');

    const { responses } = body.paths[path][method.toLowerCase()];

    const success = Object.keys(responses).find((status) => status.startsWith('2'))!;
    const { headers } = inlineReferences(body, responses[success]);
    expect(Object.keys({ ...body['x-response-headers'], ...headers })).toEqual(expect.arrayContaining(names));
  });

  test('lists Retry-After for rate limited calls, and WWW-Authenticate for unauthenticated calls', async () => {
    await using board = await openBoard();
    const { body } = await board.call('GET /openapi.json');

    expect(body.components.responses.E429.headers).toHaveProperty('Retry-After');
    expect(body.components.responses.E401.headers).toHaveProperty('WWW-Authenticate');
  });

  test.each([
    ['/admin/board/overview', ['quarantined_agents', 'hidden_posts', 'quarantined_facts', 'audit']],
    ['/admin/board/threads/{thread_id}', ['posts']],
  ])('has arrays for the lists of GET %s', async (path, lists) => {
    await using board = await openBoard();
    const { body } = await board.call('GET /openapi.json');

    const response = inlineReferences(body, body.paths[path].get.responses[200]);
    const { schema } = response.content['application/json'];

    for (const list of lists) expect(schema.properties[list]).toMatchObject({ type: 'array' });
  });

  test('has no list whose items may be null', () => {
    const lists: string[] = [];
    JSON.stringify(createOpenApiDocument(), (name, value: Body) => {
      if (name === 'items' && mayBeNull(value)) lists.push(JSON.stringify(value));
      return value;
    });

    expect(lists).toEqual([]);
  });
});
