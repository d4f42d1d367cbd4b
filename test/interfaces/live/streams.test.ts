// Streams, which are server-sent events of the feed and of the inbox, and requests that wait.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ProcessLive } from '../../../src/live/live.ts';
import type { TestAgent } from '../../support/board/agent.ts';
import type { Body } from '../../support/board/http.ts';
import { readEvents } from '../../support/board/event-stream.ts';
import { createOperatorClient } from '../../support/board/operator.ts';
import type { TestBoard } from '../../support/board/board.ts';
import { type ListeningBoard, openListeningBoard } from '../../support/board/listening-board.ts';

let listening: ListeningBoard;
let board: TestBoard;
let ada: TestAgent;
let bob: TestAgent;

beforeAll(async () => {
  listening = await openListeningBoard({ LIMIT_KEY_FIRST_HOUR: '1000' });
  board = listening.board;
  [ada, bob] = [await board.join('ada'), await board.join('bob')];
});
afterAll(() => listening[Symbol.asyncDispose]());
beforeEach(async () => {
  board.clock.advance({ seconds: 1 });
  await expect.poll(() => board.app.live.size, POLL).toBe(0);
});

const POLL = { interval: 1 };

/** Opens a stream and reads its events one by one. */
async function openStream(
  agent: Pick<TestAgent, 'key' | 'handle'>,
  path: string,
  headers: Record<string, string> = {},
) {
  const response = await fetch(`${listening.url}${path}`, {
    headers: { Authorization: `Bearer ${agent.key}`, 'X-Agent-Handle': agent.handle, ...headers },
  });
  return { response, ...readEvents(response) };
}

/** Resolves when a stream or request waits for news. Fails with the reply of the request if it does not wait. */
async function untilWaiting(request: Promise<object> = new Promise(() => undefined)): Promise<void> {
  const waits = expect.poll(() => board.app.live.size, POLL).toBe(1);
  const ends = request.then((reply) => expect.fail(JSON.stringify(reply)));
  await Promise.race([waits, ends]);
}

describe('the stream of the feed', () => {
  test('begins with a cursor, and has each record as an event of its type', async () => {
    const stream = await openStream(ada, '/v1/feed/stream?type=thread,change&since=now');
    const first = await stream.next();
    const { thread_id } = await bob.openThread('News');
    const event = await stream.next();
    await createOperatorClient(board).moderate('threads', thread_id, 'lock');

    expect((await stream.next())?.event).toBe('change');
    expect(stream.response.headers.get('content-type')).toBe('text/event-stream');
    expect(first).toMatchObject({ retry: '15000', id: expect.stringMatching(/.{20}/) });
    expect(event).toMatchObject({ event: 'thread', data: expect.stringContaining('"subject":"News"') });
    expect(event?.retry).toBeUndefined();
    await stream.close();
  });

  test('has the records that were written between two pages', async () => {
    const stream = await openStream(ada, '/v1/feed/stream?type=thread&since=now');
    await stream.next();
    await untilWaiting();
    await bob.openThread('First');
    const first = await stream.next();
    board.clock.advance({ seconds: 1 });

    await bob.openThread('In the pause');
    board.clock.advance({ seconds: 1 });

    const second = await stream.next();
    expect([first, second].map((event) => JSON.parse(event?.data ?? '{}').subject)).toEqual([
      'First',
      'In the pause',
    ]);
    await stream.close();
  });

  test('has a cursor with the last record of a page only', async () => {
    const stream = await openStream(ada, '/v1/feed/stream?type=thread,post&since=now');
    await stream.next();
    await untilWaiting();

    await bob.openThread('Two', 'general', 'records of one page');

    const events = [await stream.next(), await stream.next()];
    expect(events.map((event) => Boolean(event?.id))).toEqual([false, true]);
    await stream.close();
  });

  test('continues after Last-Event-ID', async () => {
    const stream = await openStream(ada, '/v1/feed/stream?type=thread&since=now');
    const { id = '' } = (await stream.next()) ?? {};
    await stream.close();
    await bob.openThread('Missed');

    const resumed = await openStream(ada, '/v1/feed/stream', { 'Last-Event-ID': id });

    const event = await resumed.next();
    expect(JSON.parse(event?.data ?? '').subject).toBe('Missed');
    await resumed.close();
  });

  test.each(['wait=5', 'limit=5', 'nonsense=1', 'type=cake'])('refuses ?%s', async (query) => {
    const { status, body } = await ada.call(`GET /v1/feed/stream?${query}`);

    expect([status, body.code]).toEqual([422, 'validation_failed']);
  });

  test('names the header of a cursor that it refuses', async () => {
    const { status, body } = await ada.call('GET /v1/feed/stream', { headers: { 'Last-Event-ID': 'x' } });

    expect([status, body.code, body.errors[0].loc]).toEqual([
      422,
      'invalid_cursor',
      ['header', 'last-event-id'],
    ]);
  });

  test('is part of the OpenAPI document', async () => {
    const { body } = await board.call('GET /openapi.json');

    const { get } = body.paths['/v1/feed/stream'];
    const resolve = ({ $ref, ...part }: Body): Body =>
      $ref
        ? $ref
            .split('/')
            .slice(1)
            .reduce((node: Body, key: string) => node[key], body)
        : part;
    expect(Object.keys(resolve(get.responses['200']).content)).toEqual(['text/event-stream']);
    expect(get.parameters.map((part: Body) => resolve(part).name)).toEqual(
      expect.arrayContaining(['since', 'Last-Event-ID']),
    );
    expect(get.parameters.map((part: Body) => resolve(part).name)).not.toContain('wait');
  });

  test('needs a key', async () => {
    const { status, body } = await board.call('GET /v1/feed/stream');

    expect([status, body.code]).toEqual([401, 'unauthenticated']);
  });

  test('ends with an error when the key is revoked', async () => {
    const eve = await board.join('eve');
    const { body: key } = await eve.call('POST /v1/agents/me/keys', { body: { name: 'other' } });
    const stream = await openStream({ handle: 'eve', key: key.api_key }, '/v1/feed/stream?since=now');
    await stream.next();
    await untilWaiting();

    await eve.call(`DELETE /v1/agents/me/keys/${key.key_id}`);

    const event = await stream.next();
    expect([event?.event, JSON.parse(event?.data ?? '{}').code]).toEqual(['error', 'invalid_key']);
    expect(await stream.next()).toBeNull();
  });

  test('ends with an error when the agent is quarantined', async () => {
    const mal = await board.join('mal');
    const stream = await openStream(mal, '/v1/feed/stream?since=now');
    await stream.next();
    await untilWaiting();

    await createOperatorClient(board).moderate('agents', mal.id, 'quarantine');

    const event = await stream.next();
    expect([event?.event, JSON.parse(event?.data ?? '{}').code]).toEqual(['error', 'agent_quarantined']);
    expect(await stream.next()).toBeNull();
  });
});

describe('the inbox', () => {
  test('has an answer as an event of its stream', async () => {
    const { body: inquiry } = await ada.call('POST /v1/channels/inquire/inquiries', {
      body: { question: 'Who tells me?' },
    });
    const stream = await openStream(ada, '/v1/agents/me/inbox/stream?since=now');
    await stream.next();

    await bob.call(`POST /v1/inquiries/${inquiry.inquiry_id}/answer`, { body: { body: 'The stream' } });

    const event = await stream.next();
    const item = JSON.parse(event?.data ?? '{}');
    expect([event?.event, item.about.id]).toEqual(['answer', inquiry.inquiry_id]);
    await stream.close();
  });

  test('is returned by a waiting request as soon as an agent replies', async () => {
    const { thread_id } = await ada.openThread('Waiting', 'general', 'for a reply');
    const waiting = ada.call('GET /v1/agents/me/inbox?since=now&wait=50');
    await untilWaiting();

    await bob.post(thread_id, 'Here it is');

    const { body } = await waiting;
    expect(body.items.map(({ kind }: { kind: string }) => kind)).toEqual(['post']);
  });

  test.each([
    ['REST', (cursor: string) => ada.call('POST /v1/agents/me/inbox/ack', { body: { cursor, wait: 50 } })],
    ['URL-only', (ack: string) => ada.call(`GET /get/inbox?format=json&wait=50&ack=${ack}&key=${ada.key}`)],
  ])('is returned to a waiting acknowledgement over %s', async (_name, acknowledge) => {
    const { thread_id } = await ada.openThread('Waiting after ack', 'general', 'for a reply');
    const { body: known } = await ada.call('GET /v1/agents/me/inbox?since=now');
    const waiting = acknowledge(known.next_cursor);
    await untilWaiting(waiting);

    await bob.post(thread_id, 'Here it is');

    const { status, body } = await waiting;
    expect([status, body.items.length, body.unread]).toEqual([200, 1, 1]);
  });

  test.each(['cursor', 'ack'])('is returned to a waiting MCP call with %s', async (name) => {
    const { thread_id } = await ada.openThread('Waiting over MCP', 'general', 'for a reply');
    const { body: known } = await ada.call('GET /v1/agents/me/inbox?since=now');
    const params = { name: 'board_inbox', arguments: { [name]: known.next_cursor, wait: 50 } };
    const waiting = ada.call('POST /mcp', { body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params } });
    await untilWaiting(waiting);

    await bob.post(thread_id, 'Here it is');

    const { body } = await waiting;
    expect(body.result.structuredContent.items).toHaveLength(1);
  });
});

describe('a waiting request over a socket', () => {
  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(`${listening.url}${path}`, { headers: { ...ada.headers, ...headers } });

  test('returns news since its first execution, and counts as one call', async () => {
    const before = await get('/v1/channels');
    const waiting = get('/v1/feed?type=thread&since=now&wait=50');
    await untilWaiting();

    await bob.openThread('At a socket');

    const response = await waiting;
    const { items } = await response.json();
    const remainingOf = ({ headers }: Response) => Number(headers.get('x-ratelimit-remaining'));
    expect(items.map(({ subject }: Body) => subject)).toEqual(['At a socket']);
    expect(remainingOf(before) - remainingOf(response)).toBe(1);
  });

  test('returns an empty page at its deadline', async () => {
    const response = await get('/v1/feed?type=report&since=now&wait=1');

    expect([response.status, await response.json()]).toMatchObject([200, { items: [], has_more: false }]);
  });

  test('is refused when its key is revoked', async () => {
    const { body: key } = await ada.call('POST /v1/agents/me/keys', { body: { name: 'waiting' } });
    const waiting = get('/v1/feed?type=report&since=now&wait=50', { Authorization: `Bearer ${key.api_key}` });
    await untilWaiting();

    await ada.call(`DELETE /v1/agents/me/keys/${key.key_id}`);

    expect((await waiting).status).toBe(401);
  });

  test('counts a call when it returns a change, and none for a 304', async () => {
    const { body: inquiry } = await ada.call('POST /v1/channels/inquire/inquiries', {
      body: { question: 'Which?' },
    });
    const path = `/v1/inquiries/${inquiry.inquiry_id}`;
    const first = await get(path);
    const known = { 'If-None-Match': first.headers.get('etag') ?? '' };
    const unchanged = await get(`${path}?wait=1`, known);
    const waiting = get(`${path}?wait=50`, known);
    await untilWaiting();

    await bob.call(`POST ${path}/answer`, { body: { body: 'This one' } });

    const changed = await waiting;
    const remaining = [first, unchanged, changed].map(({ headers }) => headers.get('x-ratelimit-remaining'));
    expect([unchanged.status, changed.status]).toEqual([304, 200]);
    expect(remaining.map((calls) => Number(remaining[0]) - Number(calls))).toEqual([0, 0, 1]);
  });
});

test('the callers of one region (an IPv6 /48) have at most half of the streams of a process, and those of them without a key at most a quarter', () => {
  const live = new ProcessLive(board.database, { perOwner: 5, perProcess: 40 });
  const open = (count: number, isAnonymous: boolean): number =>
    Array.from({ length: count }, (_, n) =>
      live.openStream({ key: `${isAnonymous}${n}`, address: `2001:db8:0:${n}::1`, isAnonymous }),
    ).filter((stream) => stream !== null).length;

  expect([open(40, true), open(40, false)]).toEqual([10, 20 - 10]);
});
