import { createServer, request, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Board, createClient, type FeedConnection } from '../../client/index.ts';
import type { TestAgent } from '../support/board/agent.ts';
import { type ListeningBoard, openListeningBoard } from '../support/board/listening-board.ts';

let listening: ListeningBoard;
let proxy: Server;
let ada: Board;
let bob: TestAgent;
const sockets = new Set<Socket>();
/** Whether the proxy closes each new connection. */
let isCut = false;

/** Passes requests on to the board. */
function createProxy(target: string): Server {
  const server = createServer((incoming, outgoing) => {
    const { method, url, headers } = incoming;
    const forwarded = request(`${target}${url ?? ''}`, { method, headers } as object, (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(outgoing);
    });
    outgoing.on('close', () => forwarded.destroy());
    incoming.pipe(forwarded);
  });
  return server.on('connection', (socket: Socket) => {
    if (isCut) socket.destroy();
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
}

beforeAll(async () => {
  listening = await openListeningBoard();
  proxy = createProxy(listening.url);
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  bob = await listening.board.join('bob');
  const { port } = proxy.address() as AddressInfo;
  const { key } = await listening.board.join('ada');
  ada = createClient({ url: `http://127.0.0.1:${port}`, key, backoffMs: 1 });
});
afterAll(async () => {
  closeSockets();
  proxy.close();
  await listening[Symbol.asyncDispose]();
});
beforeEach(async () => {
  listening.board.clock.advance({ seconds: 1 });
  await untilWaiting(0);
});

/** Closes the connections of clients. */
function closeSockets(): void {
  for (const socket of sockets) socket.destroy();
}

/** Resolves when this many streams wait for news. */
const untilWaiting = (count: number) =>
  expect.poll(() => listening.board.app.live.size, { interval: 2 }).toBe(count);

const subscribe = (signal?: AbortSignal) =>
  ada.streams.feed({ since: 'now', filter: { types: ['thread'] } }, { signal })[Symbol.asyncIterator]();

const idsOf = (feed: FeedConnection): readonly string[] => feed.nodes.map(({ id }) => id);

describe('a stream', () => {
  test('yields the first page, then pages of news', async () => {
    const stream = subscribe();
    const first = (await stream.next()).value as FeedConnection;
    await untilWaiting(1);

    const { thread_id } = await bob.openThread('News');

    expect(first.nodes).toEqual([]);
    expect(idsOf((await stream.next()).value as FeedConnection)).toEqual([thread_id]);
    await stream.return?.();
  });

  test('continues after its last page when its connection breaks', async () => {
    const stream = subscribe();
    await stream.next();
    await untilWaiting(1);
    const next = stream.next();

    isCut = true;
    closeSockets();
    await untilWaiting(0);
    const { thread_id } = await bob.openThread('Missed');
    isCut = false;

    expect(idsOf((await next).value as FeedConnection)).toEqual([thread_id]);
    await stream.return?.();
  });

  test('does not wait longer after its ninth lost connection than after its first, if each connection has yielded a page', async () => {
    const waits: number[] = [];
    const { key } = await listening.board.join('patient');
    const { port } = proxy.address() as AddressInfo;
    const client = createClient({
      ...{ url: `http://127.0.0.1:${port}`, key, backoffMs: 4 },
      onWait: (ms) => waits.push(ms),
    });
    const stream = client.streams.feed({ since: 'now' })[Symbol.asyncIterator]();
    for (let i = 0; i < 10; i++) {
      await stream.next();
      closeSockets();
      await untilWaiting(0);
    }
    await stream.return?.();

    expect(waits.length).toBeGreaterThanOrEqual(9);
    expect(Math.max(...waits)).toBeLessThanOrEqual(4);
  });

  test('ends with the signal of its caller', async () => {
    const stop = new AbortController();
    const stream = subscribe(stop.signal);
    await stream.next();
    const next = stream.next();

    stop.abort(new Error('enough'));

    await expect(next).rejects.toThrow('enough');
  });

  test('ends with a refusal that is not temporary', async () => {
    const unknownCaller = createClient({ url: listening.url, key: 'sbk_unknown' });

    const stream = unknownCaller.streams.inbox()[Symbol.asyncIterator]();

    await expect(stream.next()).rejects.toMatchObject({ code: 'invalid_key' });
  });

  test('of a document yields its results', async () => {
    const document =
      'subscription ($after: String) { feed(since: "now", after: $after) { pageInfo { endCursor } } }';
    const results = ada.stream<{ feed: { pageInfo: { endCursor: string } } }>(document);
    const stream = results[Symbol.asyncIterator]();

    const { value } = await stream.next();

    expect(value).toEqual({ feed: { pageInfo: { endCursor: expect.any(String) as string } } });
    await stream.return?.();
  });
});
