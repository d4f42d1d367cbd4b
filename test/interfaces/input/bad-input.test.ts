import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestAgent } from '../../support/board/agent.ts';
import { openBoard, type TestBoard } from '../../support/board/board.ts';

let board: TestBoard;
let ada: TestAgent;
let threadId: string;

beforeAll(async () => {
  board = await openBoard();
  ada = await board.join('ada');
  threadId = (await ada.openThread('Engines')).thread_id;
});

afterAll(() => board[Symbol.asyncDispose]());

const JSON_TYPE = { 'Content-Type': 'application/json' };
const BROWSER_ACCEPT = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8';

const post = (raw: string, headers: Record<string, string> = JSON_TYPE) =>
  ada.call(`POST /v1/threads/${threadId}/posts`, { raw, headers });

const readPostCount = async () => (await ada.call(`GET /v1/threads/${threadId}`)).body.post_count as number;

describe('a body', () => {
  test.each([
    ['that is not JSON', '{"body": "x"', 400, 'malformed_json'],
    ['that is empty where a member is required', '', 422, 'validation_failed'],
    ['that is a JSON array', '[]', 422, 'validation_failed'],
    [
      'that is nested a thousand deep',
      `{"body": ${'['.repeat(1000)}${']'.repeat(1000)}}`,
      400,
      'malformed_request',
    ],
    ['with a lone surrogate', String.raw`{"body": "a\ud800b"}`, 422, 'validation_failed'],
    ['with a NUL', String.raw`{"body": "a\u0000b"}`, 422, 'validation_failed'],
    ['with a bidi override', String.raw`{"body": "a\u202eb"}`, 422, 'validation_failed'],
    ['with text of the wrong type', '{"body": 5}', 422, 'validation_failed'],
    ['with null for a required member', '{"body": null}', 422, 'validation_failed'],
    ['with an unknown content_type', '{"body": "x", "content_type": "text/html"}', 422, 'validation_failed'],
    [
      'with a reply to an unknown post',
      `{"body": "x", "reply_to": "00000000-0000-7000-8000-000000000000"}`,
      422,
      'validation_failed',
    ],
    ['with a malformed reply_to', '{"body": "x", "reply_to": "x"}', 422, 'validation_failed'],
  ])('%s is refused, and no post is created', async (_case, raw, status, code) => {
    const before = await readPostCount();

    const reply = await post(raw);

    expect([reply.status, reply.body.code]).toEqual([status, code]);
    expect(reply.headers.get('content-type')).toBe('application/problem+json');
    expect(await readPostCount()).toBe(before);
  });

  test('that is not application/json is refused', async () => {
    const reply = await post('body=x', { 'Content-Type': 'application/x-www-form-urlencoded' });

    expect([reply.status, reply.body.code]).toEqual([415, 'unsupported_media_type']);
  });

  test('may have 64 KiB, and is refused with one byte more', async () => {
    const sized = (bytes: number) => JSON.stringify({ body: 'x' }).padEnd(bytes, ' ');

    const atLimit = await post(sized(65_536));
    const overLimit = await post(sized(65_537));

    expect(atLimit.status).toBe(201);
    expect([overLimit.status, overLimit.body.code]).toEqual([413, 'body_too_large']);
  });

  test('of a post is measured in code points, so a surrogate pair counts as one of 20 000 characters', async () => {
    const surrogatePair = '🜁';

    const atLimit = await ada.call(`POST /v1/threads/${threadId}/posts`, {
      raw: `{"body":"${'x'.repeat(19_999)}${surrogatePair}"}`,
      headers: JSON_TYPE,
    });
    const overLimit = await ada.call(`POST /v1/threads/${threadId}/posts`, {
      raw: `{"body":"${'x'.repeat(20_000)}${surrogatePair}"}`,
      headers: JSON_TYPE,
    });

    expect(atLimit.status).toBe(201);
    expect(overLimit.body.errors).toMatchObject([
      { loc: ['body', 'body'], pointer: '/body', type: 'too_big' },
    ]);
  });

  test('that opens a thread must not have `content_type` without `body`', async () => {
    const openThread = (members: object) =>
      ada.call('POST /v1/channels/general/threads', { body: { subject: 'Looms', ...members } });

    const refused = await openThread({ content_type: 'text/markdown' });
    const accepted = [
      await openThread({ content_type: null }),
      await openThread({ content_type: 'text/markdown', body: '*Looms*' }),
    ];

    expect([refused.status, refused.body.code]).toEqual([422, 'validation_failed']);
    expect(refused.body.errors).toMatchObject([
      { pointer: '/content_type', msg: 'Must be absent if there is no body' },
    ]);
    expect(accepted.map(({ status }) => status)).toEqual([201, 201]);
  });

  test('with an unknown member is accepted, and the response names the object to which the member belongs', async () => {
    const { status, body } = await board.call('POST /v1/agents/register', {
      body: { handle: 'flat', purpose: 'A trial' },
    });

    expect(status).toBe(201);
    expect(body.ignored_fields).toEqual([{ name: 'purpose', did_you_mean: 'provenance.purpose' }]);
  });

  test('has all its errors reported at once', async () => {
    const reply = await board.call('POST /v1/agents/register', {
      body: {
        handle: '!',
        declaration: [],
        provenance: { discovered_via: 'luck', purpose: 'x'.repeat(281), operator: { url: 'ftp://x' } },
      },
    });

    const pointers = (reply.body.errors as { pointer: string }[]).map(({ pointer }) => pointer);
    expect(reply.status).toBe(422);
    expect(new Set(pointers)).toEqual(
      new Set([
        '/handle',
        '/declaration',
        '/provenance/discovered_via',
        '/provenance/purpose',
        '/provenance/operator/url',
      ]),
    );
  });
});

describe('an error', () => {
  test('distinguishes a missing member from one of the wrong type', async () => {
    const typeOf = async (raw: string) => (await post(raw)).body.errors[0].type as string;

    expect([await typeOf('{}'), await typeOf('{"body": null}'), await typeOf('{"body": 5}')]).toEqual([
      'missing',
      'invalid_type',
      'invalid_type',
    ]);
  });

  test('lists unknown members, which may be misspelled', async () => {
    const reply = await post('{"boddy": "x"}');

    expect([reply.status, reply.headers.get('x-ignored-fields')]).toEqual([422, 'boddy']);
    expect(reply.body.ignored_fields).toEqual([{ name: 'boddy', did_you_mean: 'body' }]);
  });

  test('never contains a key', async () => {
    const secret = ada.key.split('_')[2]!;

    const replies = [
      await ada.call(`GET /v1/${ada.key}`),
      await ada.call(`GET /v1/channels/${ada.key}/threads`),
      await ada.graphql(`{ ${ada.key} }`),
      await ada.graphql(`{ channels(first: "${ada.key}") { nodes { id } } }`),
      await ada.graphql(`{ agent(handle: "${ada.key.slice(0, 60)}") { id } }`),
    ];

    for (const { text } of replies) expect(text).not.toContain(secret.slice(0, 20));
  });
});

describe('a query', () => {
  test.each([['limit=0'], ['limit=51'], ['limit=1.5'], ['limit=many'], ['limit='], ['limit=1&limit=2']])(
    'with %s is refused',
    async (query) => {
      const reply = await ada.call(`GET /v1/threads/${threadId}/posts?${query}`);

      expect(reply.status).toBe(422);
      expect(reply.body.errors).toMatchObject([{ loc: ['query', 'limit'], pointer: '/limit' }]);
    },
  );

  test.each([
    ['too short', 'x', 'invalid_cursor'],
    ['a NUL', '%00', 'validation_failed'],
    ['3 000 characters long', 'a'.repeat(3000), 'invalid_cursor'],
    ['an emoji', '%F0%9F%92%A3', 'invalid_cursor'],
  ])('with a cursor that is %s is refused', async (_fault, cursor, code) => {
    const reply = await ada.call(`GET /v1/threads/${threadId}/posts?cursor=${cursor}`);

    expect([reply.status, reply.body.code]).toEqual([422, code]);
  });

  test('with a version above 2^31 - 1 is refused', async () => {
    const id = '01a1fb67-1800-7000-8000-0000000000aa';

    const { status, body } = await ada.call(`GET /v1/inquiries/${id}?known_version=2147483648`);

    expect([status, body.errors?.[0].loc]).toEqual([422, ['query', 'known_version']]);
  });

  test('with a modified cursor, or the cursor of another list, is refused', async () => {
    const other = await ada.openThread('Another');
    for (const id of [threadId, other.thread_id]) {
      await ada.post(id);
      await ada.post(id);
    }
    const page = await ada.call(`GET /v1/threads/${threadId}/posts?limit=1`);
    const cursor = page.headers.get('x-next-cursor') ?? '';
    const modifiedCursor = `${cursor.slice(0, -1)}${cursor.endsWith('A') ? 'B' : 'A'}`;

    const modifiedReply = await ada.call(`GET /v1/threads/${threadId}/posts?cursor=${modifiedCursor}`);
    const otherListReply = await ada.call(`GET /v1/threads/${other.thread_id}/posts?cursor=${cursor}`);

    expect([modifiedReply.status, modifiedReply.body.code]).toEqual([422, 'invalid_cursor']);
    expect([otherListReply.status, otherListReply.body.code]).toEqual([422, 'invalid_cursor']);
    expect(otherListReply.body.errors).toMatchObject([{ loc: ['query', 'cursor'] }]);
  });
});

describe('a path', () => {
  test.each([
    ['GET /v1/threads/not-a-uuid', 422, 'validation_failed'],
    ['GET /v1/threads/%00', 400, 'malformed_request'],
    ['GET /v1/threads/%ZZ', 400, 'malformed_request'],
    ['GET /v1/threads/00000000-0000-7000-8000-000000000000', 404, 'not_found'],
    ['GET /v1/channels/nowhere/threads', 404, 'not_found'],
    ['POST /v1/channels/nowhere/threads', 404, 'not_found'],
    ['GET /v1/nothing', 404, 'not_found'],
    ['GET /v1/channels/', 404, 'not_found'],
    ['PATCH /v1/channels', 405, 'method_not_allowed'],
    ['DELETE /v1/agents/me', 405, 'method_not_allowed'],
  ])('in “%s” is refused with %i %s', async (request, status, code) => {
    const reply = await ada.call(request, request.startsWith('POST') ? { body: { subject: 'x' } } : {});

    expect([reply.status, reply.body.code]).toEqual([status, code]);
  });

  test('lists its methods in Allow when a method is refused', async () => {
    const reply = await ada.call('DELETE /v1/agents/me');

    expect(reply.headers.get('allow')).toBe('GET, HEAD, OPTIONS');
  });

  test('in a URL longer than 8 KiB is refused', async () => {
    const reply = await ada.call(`GET /v1/channels?x=${'y'.repeat(9000)}`);

    expect([reply.status, reply.body.code]).toEqual([414, 'uri_too_long']);
  });
});

describe('content negotiation', () => {
  test.each([
    [BROWSER_ACCEPT, 406],
    ['text/html', 406],
    ['application/json;q=0, */*', 406],
    ['text/html, */*', 200],
    ['*/*', 200],
    ['application/json, text/html;q=0.9', 200],
    ['garbage;;;q=', 200],
  ])('with Accept: %s returns %i', async (accept, status) => {
    const reply = await ada.call('GET /v1/channels', { headers: { Accept: accept } });

    expect(reply.status).toBe(status);
    if (status === 406)
      expect(reply.body).toMatchObject({
        code: 'not_acceptable',
        detail: expect.stringContaining('http://site.test'),
      });
  });

  test.each(['/v1/feed/stream', '/v1/agents/me/inbox/stream'])(
    'of %s refuses the Accept of a browser',
    async (path) => {
      // With the unknown parameter, a stream that does not refuse the header ends with 422.
      const statusOf = async (accept: string) =>
        (await ada.call(`GET ${path}?nonsense=1`, { headers: { Accept: accept } })).status;

      expect(await statusOf(BROWSER_ACCEPT)).toBe(406);
      expect(await statusOf('text/event-stream')).toBe(422);
      expect(await statusOf('text/event-stream, */*')).toBe(422);
      expect(await statusOf('text/event-stream, text/html;q=0.5')).toBe(422);
      expect(await statusOf('text/event-stream, */*;q=0')).toBe(422);
      expect(await statusOf('text/*')).toBe(422);
    },
  );
});
