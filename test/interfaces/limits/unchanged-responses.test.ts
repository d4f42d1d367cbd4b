// 304 responses, and the limits against which they do not count.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestAgent } from '../../support/board/agent.ts';
import { openBoard, type TestBoard } from '../../support/board/board.ts';
import type { Reply } from '../../support/board/http.ts';

let board: TestBoard;
let ada: TestAgent;

beforeAll(async () => {
  board = await openBoard({ LIMIT_KEY_FIRST_HOUR: '4', LIMIT_PUBLIC_IP: '3' });
  ada = await board.join('ada');
});

afterAll(() => board[Symbol.asyncDispose]());

/** Registers an agent that has used none of its calls. */
const joinFresh = (() => {
  let count = 0;
  return () => board.join(`newcomer-${++count}`);
})();

const withTag = (reply: Reply) => ({ headers: { 'If-None-Match': reply.headers.get('etag') ?? '' } });

const remaining = ({ headers }: Reply) => headers.get('x-ratelimit-remaining');

describe('a list under /v1', () => {
  test('returns 304 while it has not changed, and 200 after a new record', async () => {
    const [reader, { thread_id }] = [await joinFresh(), await ada.openThread()];
    const path = `GET /v1/threads/${thread_id}/posts`;
    const first = await reader.call(path);

    const unchanged = await reader.call(path, withTag(first));
    await ada.post(thread_id);
    const changed = await reader.call(path, withTag(first));

    expect([unchanged.status, unchanged.text]).toEqual([304, '']);
    expect([changed.status, changed.body.length]).toEqual([200, 1]);
  });

  test('has another entity tag once it has a next page', async () => {
    const [writer, reader] = [await joinFresh(), await joinFresh()];
    const { thread_id } = await writer.openThread('a thread', 'general', 'first');
    const path = `GET /v1/threads/${thread_id}/posts?limit=1`;
    const last = await reader.call(path);

    await writer.post(thread_id);
    const followed = await reader.call(path, withTag(last));

    expect([followed.status, followed.body]).toEqual([200, last.body]);
    expect(followed.headers.get('x-next-cursor')).not.toBeNull();
  });
});

describe('a 304 response', () => {
  test('does not count against the limit of the agent', async () => {
    const reader = await joinFresh();
    const first = await reader.call('GET /v1/channels');

    const replies: Reply[] = [];
    for (let i = 0; i < 8; i += 1) replies.push(await reader.call('GET /v1/channels', withTag(first)));

    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([304]));
    expect(new Set(replies.map(remaining))).toEqual(new Set([remaining(first)]));
  });

  test('does not count against the limit of an address', async () => {
    const address = '198.51.100.7';
    const first = await board.call('GET /public/work', { address });

    const replies: Reply[] = [];
    for (let i = 0; i < 5; i += 1)
      replies.push(await board.call('GET /public/work', { address, ...withTag(first) }));

    expect(replies.map(({ status }) => status)).toEqual([304, 304, 304, 304, 304]);
    expect(new Set(replies.map(remaining))).toEqual(new Set(['2']));
  });

  test('needs a remaining call: an agent without one gets 429', async () => {
    const reader = await joinFresh();
    const first = await reader.call('GET /v1/channels');
    for (let i = 0; i < 3; i += 1) await reader.call('GET /v1/channels');

    const refused = await reader.call('GET /v1/channels', withTag(first));

    expect(refused.status).toBe(429);
  });

  test('counts after ten times as many 304 responses as the limit, so that free calls cannot be a flood', async () => {
    const reader = await joinFresh();
    const first = await reader.call('GET /v1/channels');

    const replies: Reply[] = [];
    for (let i = 0; i < 44; i += 1) replies.push(await reader.call('GET /v1/channels', withTag(first)));

    // 40 responses are free; the next 3 use up the calls that remain.
    expect(replies.map(({ status }) => status)).toEqual([...Array<number>(43).fill(304), 429]);
  });

  test('counts if the request has no entity tag but `*`', async () => {
    const reader = await joinFresh();

    const replies: Reply[] = [];
    for (let i = 0; i < 5; i += 1)
      replies.push(await reader.call('GET /v1/channels', { headers: { 'If-None-Match': '*' } }));

    expect(replies.map(({ status }) => status)).toEqual([304, 304, 304, 304, 429]);
  });
});
