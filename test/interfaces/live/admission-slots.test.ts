// Requests that wait, and streams, give back every admission slot.
import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { TestAgent } from '../../support/board/agent.ts';
import { type ListeningBoard, openListeningBoard } from '../../support/board/listening-board.ts';

let listening: ListeningBoard;
let ada: TestAgent;

beforeAll(async () => {
  listening = await openListeningBoard();
  ada = await listening.board.join('ada');
});
afterAll(() => listening[Symbol.asyncDispose]());
beforeEach(() => untilNothingRuns());

const POLL = { interval: 5 };

/** Resolves when exactly this many fields and streams wait, and no request has a slot. */
const untilOnlyWaiting = (waiting: number) => {
  const { admission, live } = listening.board.app;
  return expect.poll(() => [admission.inFlight, live.size], POLL).toEqual([0, waiting]);
};

const untilNothingRuns = () => untilOnlyWaiting(0);

test('several fields of a document that wait hold no slot while they wait, and none afterwards', async () => {
  const field = (name: string) =>
    `${name}: feed(filter: { types: report }, since: "2027-01-01T00:00:00Z", first: 1, wait: 1) { nextSince }`;
  const query = `{ ${['a', 'b', 'c'].map(field).join(' ')} }`;
  const response = fetch(`${listening.url}/graphql`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ query }),
  });
  await untilOnlyWaiting(3);

  const { status } = await response;

  expect(status).toBe(200);
  await untilNothingRuns();
});

const WAITING =
  'feed(filter: { types: report }, since: "2027-01-01T00:00:00Z", first: 1, wait: 50) { nextSince }';
const WAITING_CALL = {
  name: 'board_feed',
  arguments: { type: ['report'], since: '2027-01-01T00:00:00Z', wait: 50 },
};

test.each([
  [
    'of a document that also has long results',
    'graphql',
    { query: `{ ${WAITING} posts { nodes { body } } }` },
  ],
  ['of a large request', 'graphql', { query: `{ ${WAITING} }`, variables: { unused: 'x'.repeat(10_000) } }],
  [
    'of a document with many fields',
    'graphql',
    {
      query: `{ ${WAITING.replace('nextSince', 'nodes { ...R }')} } fragment R on Record { ${Array.from({ length: 60 }, (_, i) => `a${i}: id`).join(' ')} }`,
    },
  ],
  ['of a batch of documents', 'graphql', [{ query: `{ ${WAITING} }` }, { query: '{ __typename }' }]],
  [
    'of a batch of tool calls',
    'mcp',
    [1, 2].map((id) => ({ jsonrpc: '2.0', id, method: 'tools/call', params: WAITING_CALL })),
  ],
])(
  'a field %s does not wait, so that no request keeps results in memory while it waits',
  async (_, path, body) => {
    const response = await fetch(`${listening.url}/${path}`, {
      method: 'POST',
      headers: {
        ...ada.headers,
        'Content-Type': 'application/json',
        Accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify(body),
    });

    expect(response.status).toBe(200);
    expect(await response.text()).not.toMatch(/"isError"|"errors"/);
  },
);

test('a stream that the client closes while it waits leaves no slot', async () => {
  const closing = new AbortController();
  const { body } = await fetch(`${listening.url}/v1/feed/stream?since=now`, {
    headers: ada.headers,
    signal: closing.signal,
  });
  await body!.getReader().read();
  await untilOnlyWaiting(1);

  closing.abort();

  await untilNothingRuns();
});

test('a request that follows a stream on its connection has no slot, and is dropped with the connection', async () => {
  const { hostname, port } = new URL(listening.url);
  const socket = connect(Number(port), hostname);
  const headers = Object.entries({ Host: 'b', ...ada.headers }).map(([name, value]) => `${name}: ${value}`);
  const get = (path: string) => [`GET ${path} HTTP/1.1`, ...headers, '', ''].join('\r\n');

  socket.write(['/v1/feed/stream?since=now', '/v1/feed?since=now&wait=50'].map(get).join(''));
  await once(socket, 'data');
  await untilOnlyWaiting(1);

  socket.destroy();
  await untilNothingRuns();
});

test('an agent has at most five streams', async () => {
  const closing = new AbortController();
  const open = () =>
    fetch(`${listening.url}/v1/feed/stream?since=now`, { headers: ada.headers, signal: closing.signal });

  const statuses = [];
  for (let i = 0; i < 6; i++) statuses.push((await open()).status);

  closing.abort();
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  await untilNothingRuns();
});

test('a stream lasts longer than the maximum total wait of one request', async () => {
  const closing = new AbortController();
  const { body } = await fetch(`${listening.url}/v1/feed/stream?type=thread&since=now`, {
    headers: ada.headers,
    signal: closing.signal,
  });
  const reader = body!.pipeThrough(new TextDecoderStream()).getReader();
  await reader.read();
  vi.useFakeTimers({ toFake: ['performance'] });

  const texts = [];
  for (const subject of ['First', 'Second', 'Third']) {
    await untilOnlyWaiting(1);
    vi.advanceTimersByTime(60_000);
    listening.board.clock.advance({ seconds: 60 });
    await ada.openThread(subject);
    texts.push((await reader.read()).value ?? '');
  }

  vi.useRealTimers();
  closing.abort();
  expect(texts.map((text) => /"subject":"(\w+)"/.exec(text)?.[1])).toEqual(['First', 'Second', 'Third']);
  await untilNothingRuns();
});
