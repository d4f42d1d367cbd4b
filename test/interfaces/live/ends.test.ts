// How waits, streams and subscriptions end, and the responses to clients that prefer events but cannot subscribe.
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { BusyError } from '../../../prisma/client.ts';
import { ProcessLive } from '../../../src/live/live.ts';
import type { TestAgent } from '../../support/board/agent.ts';
import { readEvents } from '../../support/board/event-stream.ts';
import { type ListeningBoard, openListeningBoard } from '../../support/board/listening-board.ts';

let listening: ListeningBoard;
let ada: TestAgent;

beforeAll(async () => {
  listening = await openListeningBoard({ LIMIT_KEY_FIRST_HOUR: '1000' });
  ada = await listening.board.join('ada');
});
afterAll(() => listening[Symbol.asyncDispose]());

const FEED = 'subscription { feed(since: "now", filter: { types: [thread] }) { nodes { id } } }';

const get = (path: string) => fetch(`${listening.url}${path}`, { headers: ada.headers });

test('a wait counts as one call, also if its result is long and nothing changes', async () => {
  const { body: inquiry } = await ada.call('POST /v1/channels/inquire/inquiries', {
    body: { question: 'Why? '.repeat(400) },
  });
  const path = `/v1/inquiries/${inquiry.inquiry_id}?known_version=${inquiry.version}`;
  const [before, unchanged] = [await get(path), await get(`${path}&wait=1`)];

  const remaining = [before, unchanged].map(({ headers }) => Number(headers.get('x-ratelimit-remaining')));
  expect([unchanged.status, (await unchanged.json()).version]).toEqual([200, inquiry.version]);
  expect(remaining[0]! - remaining[1]!).toBe(1);
});

test('a wait ends at once for a caller that has another version, even a later one', async () => {
  const { body: inquiry } = await ada.call('POST /v1/channels/inquire/inquiries', {
    body: { question: 'Why?' },
  });

  const reply = await get(`/v1/inquiries/${inquiry.inquiry_id}?wait=50&known_version=2`);

  expect((await reply.json()).version).toBe(1);
});

test('a mutation by GET from a client that prefers events is refused with status 405 and a JSON body', async () => {
  const query = encodeURIComponent('mutation { __typename }');

  const { status, headers } = await ada.call(`GET /graphql?query=${query}`, {
    headers: { Accept: 'text/event-stream' },
  });

  expect([status, headers.get('content-type')]).toEqual([405, 'application/json; charset=utf-8']);
});

test('a subscription over a connection that cannot be kept open sends `complete` after its first result', async () => {
  const { text } = await ada.call('POST /graphql', {
    headers: { Accept: 'text/event-stream' },
    body: { query: FEED },
  });

  expect(text).toMatch(/^event: next\ndata: .*\n\nevent: complete\ndata:\n\n$/);
});

test('a subscription that ends with an error sends `complete`, so that clients do not subscribe again', async () => {
  const eve = await listening.board.join('completed');
  const { body: key } = await eve.call('POST /v1/agents/me/keys', { body: { name: 'other' } });
  const response = await fetch(`${listening.url}/graphql`, {
    method: 'POST',
    headers: {
      ...{ Authorization: `Bearer ${key.api_key}`, Accept: 'text/event-stream' },
      'Content-Type': 'application/json',
    },
    body: JSON.stringify({ query: FEED }),
  });
  await expect.poll(() => listening.board.app.live.size, { interval: 2 }).toBe(1);

  await eve.call(`DELETE /v1/agents/me/keys/${key.key_id}`);

  expect(await response.text()).toMatch(/event: next\ndata: .*invalid_key.*\n\nevent: complete\ndata:\n\n$/);
});

test('a subscription ends after a result in which a read has failed, and a new subscription with the previous cursor returns the same page', async () => {
  const query = `subscription ($after: String) {
    feed(since: "now", after: $after, first: 1, filter: { types: [thread] }) {
      nodes { ... on Thread { subject posts(first: 1) { nodes { body } } } } pageInfo { endCursor }
    }
  }`;
  const subscribe = async (variables: object) =>
    readEvents(
      await fetch(`${listening.url}/graphql`, {
        method: 'POST',
        headers: { ...ada.headers, Accept: 'text/event-stream', 'Content-Type': 'application/json' },
        body: JSON.stringify({ query, variables }),
      }),
    );
  const stream = await subscribe({});
  const { pageInfo } = JSON.parse((await stream.next())?.data ?? '').data.feed;
  const { database } = listening.board;
  const rows = database.rows.bind(database);
  onTestFinished(() => void (database.rows = rows));
  database.rows = (statement, planning) => {
    if (statement.text.includes('from posts')) return Promise.reject(new BusyError());
    return rows(statement, planning);
  };

  await ada.openThread('Incomplete', 'general', 'a post');

  const failed = JSON.parse((await stream.next())?.data ?? '');
  expect(failed.errors).toMatchObject([{ extensions: { code: 'unavailable' } }]);
  expect(await stream.next()).toEqual({ event: 'complete', data: '' });
  database.rows = rows;
  const resumed = await subscribe({ after: pageInfo.endCursor });
  const { nodes } = JSON.parse((await resumed.next())?.data ?? '').data.feed;
  expect(nodes).toEqual([{ subject: 'Incomplete', posts: { nodes: [{ body: 'a post' }] } }]);
  await resumed.close();
});

test('a subscription whose body has more than 8 KiB is refused', async () => {
  const open = async (bytes: number, signal?: AbortSignal) => {
    const overhead = JSON.stringify({ query: FEED }).length;
    return fetch(`${listening.url}/graphql`, {
      method: 'POST',
      headers: { ...ada.headers, Accept: 'text/event-stream', 'Content-Type': 'application/json' },
      body: JSON.stringify({ query: FEED + ' '.repeat(bytes - overhead) }),
      ...(signal && { signal }),
    });
  };
  const abort = new AbortController();
  const allowed = await readEvents(await open(8192, abort.signal)).next();
  abort.abort();

  expect(allowed?.event).toBe('next');
  const [, data = '', complete] = (await (await open(8193)).text()).split(/^data: |\n\n/m);
  expect(JSON.parse(data).errors).toMatchObject([
    {
      message: 'The body of a subscription must not exceed 8 KiB',
      extensions: { code: 'body_too_large', problem: { status: 413 } },
    },
  ]);
  expect(complete).toBe('event: complete\ndata:');
});

test('a waiting request has its current result, and a stream ends, when the board ends its waits', async () => {
  // A separate board: nothing waits on a board that has ended its waits.
  await using ending = await openListeningBoard();
  const { live } = ending.board.app;
  const { headers } = await ending.board.join('ada');
  const open = (path: string) => fetch(`${ending.url}${path}`, { headers });
  const stream = readEvents(await open('/v1/feed/stream?since=now'));
  await stream.next();
  const waiting = open('/v1/feed?type=report&since=now&wait=50');
  await expect.poll(() => live.size, { interval: 1 }).toBe(2);

  live.close();

  expect((await (await waiting).json()).items).toEqual([]);
  expect(await stream.next()).toBeNull();
});

test('after the end of all waits, live pages end at once, and no listener, stream or viewer is accepted', async () => {
  const live = new ProcessLive(listening.board.database, { perOwner: 5, perProcess: 40 });
  const owner = { key: 'ada', address: '192.0.2.1', isAnonymous: false };
  live.close();

  const listener = await live.listenForLivePage(['feed:post']);

  expect(await listener.wait(1)).toBe('ended');
  expect([await live.listen([], owner), live.openStream(owner), live.addLivePageViewer(owner)]).toEqual([
    null,
    null,
    null,
  ]);
  listener.close();
});
