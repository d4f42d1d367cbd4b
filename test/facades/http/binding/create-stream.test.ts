// Streams over a session that records the subscriptions.
import { describe, expect, test } from 'vitest';
import { createStreamRoute } from '../../../../facades/http/binding/create-stream.ts';
import { defineRoute } from '../../../../facades/http/binding/route-definition.ts';
import type { Reply } from '../../../../facades/http/reply.ts';
import type { Exchange } from '../../../../facades/http/route.ts';
import { BoardError, type OperationDescription, type Session } from '../../../../schema/contract.ts';

const operation = { name: 'Stream', kind: 'subscription', source: '' } as const;
const cursor = { name: 'cursor', wireName: 'cursor', required: false, type: 'string', schema: {} } as const;
const rateLimit = { policy: 'key', limit: 9, remaining: 8, resetSeconds: 7, windowSeconds: 6 };

interface Call {
  readonly search?: string;
  readonly headers?: Record<string, string>;
  readonly isRepeated?: boolean;
}

/** Calls a stream. `outcome` is the page that the session returns, the error that it throws, or null if there is no page. */
async function call(outcome: object | null, { search = '', headers = {}, isRepeated = false }: Call = {}) {
  const executed: unknown[] = [];
  const session = {
    rateLimit,
    subscribeOperation: (_: unknown, variables: object, issues: object[]) => {
      executed.push({ variables, issues });
      if (outcome instanceof BoardError) return Promise.reject(outcome);
      return Promise.resolve(outcome && { value: outcome });
    },
  } as unknown as Session;
  const route = createStreamRoute(defineRoute('GET /v1/feed/stream', { operation, summary: '' }), {
    openSession: () => Promise.resolve(session),
    describe: () => ({ parameters: [cursor] }) as unknown as OperationDescription,
    formatNextCall: () => [],
    siteUrl: 'http://site',
    toCaller: () => ({}) as never,
    toRefusal: (error) => error as BoardError,
  });
  const url = new URL(`http://board/v1/feed/stream${search}`);
  const exchange = {
    ...{ request: new Request(url, { headers }), url, params: {}, body: null, requestId: '1', address: 'a' },
    connection: { repetition: { isRepeated } },
  } as unknown as Exchange;
  const reply = (await route.serve(exchange)) as Reply;
  return { reply, executed };
}

const page = (...items: object[]) => ({ items, next_cursor: 'c' });

describe('a stream', () => {
  test('begins with the time to reconnect, and names each item after its type or kind', async () => {
    const { reply, executed } = await call(page({ type: 'post', id: 'P' }, { kind: 'answered', id: 'N' }));
    expect(executed).toEqual([{ variables: {}, issues: [] }]);
    expect(reply).toEqual({
      status: 200,
      headers: {
        'content-type': 'text/event-stream',
        'cache-control': 'no-store',
        'x-accel-buffering': 'no',
        'ratelimit-policy': '"key";q=9;w=6',
        ratelimit: '"key";r=8;t=7',
        'x-ratelimit-limit': '9',
        'x-ratelimit-remaining': '8',
        'x-ratelimit-reset': '7',
      },
      body: [
        'retry: 15000',
        'event: post',
        'data: {"type":"post","id":"P"}',
        '',
        'event: answered',
        'id: c',
        'data: {"kind":"answered","id":"N"}',
        '',
        '',
      ].join('\n'),
      isStream: true,
    });
  });

  test('that continues does not repeat the time to reconnect', async () => {
    const item = { type: 'post', kind: 'answered' };
    const { reply } = await call(page(item), { isRepeated: true });
    expect(reply.body).toBe('event: post\nid: c\ndata: {"type":"post","kind":"answered"}\n\n');
  });

  test('sends the cursor and no event for a page without items, and nothing without a page', async () => {
    expect((await call(page())).reply.body).toBe('retry: 15000\nid: c\n\n');
    expect((await call(null)).reply.body).toBe('');
  });

  test('continues after Last-Event-ID, whatever cursor the query has', async () => {
    const continued = { headers: { 'last-event-id': 'b' }, search: '?cursor=a&x=1' };
    const { executed } = await call(null, continued);
    expect(executed).toMatchObject([{ variables: { cursor: 'b' }, issues: [{ loc: ['query', 'x'] }] }]);
    const { executed: others } = await call(null, { search: '?cursor=a' });
    expect(others).toEqual([{ variables: { cursor: 'a' }, issues: [] }]);
  });

  test.each([
    [{ 'last-event-id': 'b' }, { path: ['cursor'] }, ['header', 'last-event-id']],
    [{ 'last-event-id': 'b' }, { path: ['cursor'], loc: ['query', 'x'] }, ['query', 'x']],
    [{ 'last-event-id': 'b' }, { path: [] }, ['query']],
    [{}, { path: ['cursor'] }, ['query', 'cursor']],
  ])('with %j locates the issue %j at %j', async (headers, issue, loc) => {
    const error = new BoardError('invalid_cursor', 'x', { issues: [{ msg: 'm', type: 't', ...issue }] });
    await expect(call(error, { headers })).rejects.toMatchObject({
      issues: [{ loc }],
    });
  });

  test('is refused if its query is not UTF-8', async () => {
    await expect(call(null, { search: '?cursor=%FF' })).rejects.toMatchObject({ code: 'malformed_request' });
  });

  test('that has begun sends an error as its last event', async () => {
    const { reply } = await call(new BoardError('invalid_key', 'x'), { isRepeated: true });
    const [name, data = '', ...end] = (reply.body as string).split('\n');
    expect([name, end, reply.status]).toEqual(['event: error', ['', ''], 200]);
    expect(JSON.parse(data.replace('data: ', ''))).toMatchObject({
      type: 'http://site/problems/invalid_key',
      status: 401,
      instance: 'urn:uuid:1',
    });
  });
});
