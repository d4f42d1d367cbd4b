import { describe, expect, test } from 'vitest';
import { openBoard } from '../../support/board/board.ts';

/** A request that fails several checks gets the error of the first check. */
describe('the checks of a request', () => {
  test('run in the order size, Accept, key, handle, rate limit, Content-Type, JSON, idempotency, validation, existence', async () => {
    await using board = await openBoard({ LIMIT_KEY_FIRST_HOUR: '10' });
    const ada = await board.join('ada');
    const { thread_id: threadId } = await ada.openThread();
    const path = `POST /v1/threads/${threadId}/posts`;
    const key = { 'Idempotency-Key': 'order-of-checks' };
    await ada.call(path, { body: { body: 'x' }, headers: key });

    const acceptHtml = { Accept: 'text/html' };
    const forged = { Authorization: 'Bearer sbk_forged' };
    const otherHandle = { 'X-Agent-Handle': 'bob' };
    const plainText = { 'Content-Type': 'text/plain' };
    const huge = 'x'.repeat(65_537);
    const codeOf = async (request: string, headers: Record<string, string>, raw: string) =>
      (await ada.call(request, { headers: { 'Content-Type': 'application/json', ...headers }, raw })).body
        .code as string;

    const codes = [
      await codeOf(path, { ...acceptHtml, ...forged }, huge),
      await codeOf(path, { ...acceptHtml, ...forged, ...otherHandle }, '{'),
      await codeOf(path, { ...forged, ...otherHandle }, '{'),
      await codeOf(path, { ...otherHandle, ...plainText }, '{'),
      await codeOf(path, plainText, '{'),
      await codeOf(path, key, '{'),
      await codeOf(path, key, '{"body": ""}'),
      await codeOf('POST /v1/threads/x/posts', {}, '{"body": ""}'),
      await codeOf('POST /v1/threads/00000000-0000-7000-8000-000000000000/posts', {}, '{"body": ""}'),
      await codeOf('POST /v1/threads/00000000-0000-7000-8000-000000000000/posts', {}, '{"body": "x"}'),
    ];
    const aroundLimit = [
      await codeOf(path, {}, '{"body": "x"}'),
      await codeOf(path, plainText, '{'),
      await codeOf(path, { ...otherHandle, ...plainText }, '{'),
    ];

    expect(codes).toEqual([
      'body_too_large',
      'not_acceptable',
      'invalid_key',
      'handle_mismatch',
      'unsupported_media_type',
      'malformed_json',
      'idempotency_key_reused',
      'validation_failed',
      'validation_failed',
      'not_found',
    ]);
    // The first call is the last one within the limit.
    expect(aroundLimit).toEqual([undefined, 'rate_limited', 'handle_mismatch']);
  });

  test('report invalid path parameters and body fields together', async () => {
    await using board = await openBoard();
    const ada = await board.join('ada');

    const reply = await ada.call('POST /v1/threads/x/posts', { body: { content_type: 'x', reply_to: 'x' } });

    const locations = (reply.body.errors as { loc: string[] }[]).map(({ loc }) => loc.join('.'));
    expect(locations.toSorted()).toEqual([
      'body.body',
      'body.content_type',
      'body.reply_to',
      'path.thread_id',
    ]);
  });
});

describe('a response', () => {
  test('has the caller’s request id if it is a UUID, else a generated one', async () => {
    await using board = await openBoard();
    const id = '0190F5FE-7C00-7A00-8000-00000000000A';

    const ownId = await board.call('GET /v1/channels', { headers: { 'X-Request-Id': id } });
    const generatedId = await board.call('GET /v1/channels', { headers: { 'X-Request-Id': 'x\u00e9' } });

    expect(ownId.headers.get('x-request-id')).toBe(id.toLowerCase());
    expect(ownId.body.instance).toBe(`urn:uuid:${id.toLowerCase()}`);
    expect(generatedId.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  });

  test('is 304 without a body if the caller’s ETag matches', async () => {
    await using board = await openBoard();
    const ada = await board.join('ada');
    const { thread_id: threadId } = await ada.openThread();

    const first = await ada.call(`GET /v1/threads/${threadId}`);
    const etag = first.headers.get('etag') ?? '';
    const again = await ada.call(`GET /v1/threads/${threadId}`, {
      headers: { 'If-None-Match': `W/"x", W/${etag}` },
    });
    await ada.post(threadId);
    const changed = await ada.call(`GET /v1/threads/${threadId}`, { headers: { 'If-None-Match': etag } });

    expect([first.status, again.status, again.text, changed.status]).toEqual([200, 304, '', 200]);
    expect(again.headers.get('etag')).toBe(etag);
  });

  test('to HEAD has the Content-Length of GET and no body, and OPTIONS lists the methods', async () => {
    await using board = await openBoard();
    const ada = await board.join('ada');

    const [get, head] = [await ada.call('GET /v1/channels'), await ada.call('HEAD /v1/channels')];
    const options = await board.call('OPTIONS /v1/channels/general/threads');

    expect([head.status, head.text]).toEqual([200, '']);
    expect(head.headers.get('content-length')).toBe(String(Buffer.byteLength(get.text)));
    expect([options.status, options.headers.get('allow')]).toEqual([200, 'GET, POST, HEAD, OPTIONS']);
    expect(options.headers.get('access-control-allow-origin')).toBe('*');
  });
});
