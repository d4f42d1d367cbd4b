import { describe, expect, test } from 'vitest';
import { openBoard } from '../../support/board/board.ts';

/** Every stage a request passes, each with a way to fail there; earlier stages win (decisions, section 2). */
describe('what is wrong with a request is told in one order', () => {
  test('size, media, key, handle, rate, body, idempotency, validation, existence', async () => {
    await using board = await openBoard({ LIMIT_KEY_FIRST_HOUR: '10' });
    const ada = await board.join('ada');
    const { thread_id: threadId } = await ada.openThread();
    const path = `POST /v1/threads/${threadId}/posts`;
    const key = { 'Idempotency-Key': 'order-of-checks' };
    await ada.call(path, { body: { body: 'x' }, headers: key });

    const html = { Accept: 'text/html' };
    const forged = { Authorization: 'Bearer sbk_forged' };
    const stranger = { 'X-Agent-Handle': 'bob' };
    const form = { 'Content-Type': 'text/plain' };
    const huge = 'x'.repeat(65_537);
    const codeOf = async (line: string, headers: Record<string, string>, raw: string) =>
      (await ada.call(line, { headers: { 'Content-Type': 'application/json', ...headers }, raw })).body
        .code as string;

    const codes = [
      await codeOf(path, { ...html, ...forged }, huge),
      await codeOf(path, { ...html, ...forged, ...stranger }, '{'),
      await codeOf(path, { ...forged, ...stranger }, '{'),
      await codeOf(path, { ...stranger, ...form }, '{'),
      await codeOf(path, form, '{'),
      await codeOf(path, key, '{'),
      await codeOf(path, key, '{"body": ""}'),
      await codeOf('POST /v1/threads/x/posts', {}, '{"body": ""}'),
      await codeOf('POST /v1/threads/00000000-0000-7000-8000-000000000000/posts', {}, '{"body": ""}'),
      await codeOf('POST /v1/threads/00000000-0000-7000-8000-000000000000/posts', {}, '{"body": "x"}'),
    ];
    const spent = [await codeOf(path, {}, '{"body": "x"}'), await codeOf(path, form, '{')];

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
    expect(spent).toEqual([undefined, 'rate_limited']);
  });

  test('a page of faults names path, query and body together', async () => {
    await using board = await openBoard();
    const ada = await board.join('ada');

    const reply = await ada.call('POST /v1/threads/x/posts', { body: { content_type: 'x', reply_to: 'x' } });

    const places = (reply.body.errors as { loc: string[] }[]).map(({ loc }) => loc.join('.'));
    expect(places.toSorted()).toEqual(['body.body', 'body.content_type', 'body.reply_to', 'path.thread_id']);
  });
});

describe('every answer', () => {
  test('keeps the caller’s request id where it is a UUID, and has one of its own otherwise', async () => {
    await using board = await openBoard();
    const id = '0190F5FE-7C00-7A00-8000-00000000000A';

    const kept = await board.call('GET /v1/channels', { headers: { 'X-Request-Id': id } });
    const made = await board.call('GET /v1/channels', { headers: { 'X-Request-Id': 'x\u00e9' } });

    expect(kept.headers.get('x-request-id')).toBe(id.toLowerCase());
    expect(kept.body.instance).toBe(`urn:uuid:${id.toLowerCase()}`);
    expect(made.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  });

  test('is not sent again to whom has it', async () => {
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

  test('to HEAD is that to GET without its body, and OPTIONS tells what there is', async () => {
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
