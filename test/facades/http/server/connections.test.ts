// The state, counts and timeouts that a server keeps for each connection and each request.
import { EventEmitter } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Connections } from '../../../../facades/http/server/connections/connections.ts';
import { openTestRouter, testRoute } from './test-router.ts';

/** The longest body that the router accepts. */
const MAX_BODY = 1000;

const chunked = (): ReadableStream => new Blob(['four']).stream();

test.each<[string, string, RequestInit, number]>([
  ['without a body', 'GET /', {}, 0],
  ['with Content-Length', 'POST /', { body: 'four', headers: { 'content-length': '4' } }, 4],
  ['with a body of unknown length', 'POST /', { body: chunked(), duplex: 'half' } as RequestInit, MAX_BODY],
  ['whose body is too long', 'POST /', { body: 'four', headers: { 'content-length': '1001' } }, 0],
])(
  'a request %s is admitted with the most bytes of its body that the board may read',
  async (_case, line, init, expected) => {
    const admitted: number[] = [];
    const admission = {
      admit: (_address: string, bodyBytes: number) => {
        admitted.push(bodyBytes);
        return () => undefined;
      },
      waitForTurn: () => null,
      resume: () => undefined,
    };
    const { call } = openTestRouter([testRoute('GET /'), testRoute('POST /')], {
      admission,
      maxBody: MAX_BODY,
    });

    await call(line, init);

    expect(admitted).toEqual([expected]);
  },
);

/** The members of a socket that the server uses. */
class FakeSocket extends EventEmitter {
  readonly remoteAddress: string;
  readonly bytesRead = 0;
  readonly writable = true;
  destroyed = false;
  timeout = 75_000;
  readonly pause = vi.fn();
  readonly resume = vi.fn();
  readonly destroySoon = vi.fn();

  constructor(remoteAddress: string) {
    super();
    this.remoteAddress = remoteAddress;
  }

  setTimeout(ms: number): void {
    this.timeout = ms;
  }

  destroy(): void {
    this.destroyed = true;
    this.emit('close');
  }
}

/** The connections of a fake server. `events` lists the ends of the counts of waiting requests, and the cancelled starts. */
function openConnections({ max = 10, mayWait = true } = {}) {
  const events: string[] = [];
  const starts: (() => void)[] = [];
  const note = (event: string) => () => void events.push(event);
  const server = new EventEmitter();
  const connections = new Connections(server as Server, {
    max,
    readerTimeoutMs: 400,
    regionOfAddress: (address) => address,
    newConnections: { start: (_, start) => (starts.push(start), note('start cancelled')) },
    waiting: {
      trackBytes: () => note('bytes uncounted'),
      countRequest: () => (mayWait ? note('request uncounted') : null),
    },
  });
  const open = (address = '192.0.2.1') => {
    const fake = new FakeSocket(address);
    server.emit('connection', fake);
    return { fake, socket: fake as unknown as Socket };
  };
  /** Serves a request. Returns its response, whose headers have been sent. */
  const serve = (socket: Socket) => {
    const outgoing = Object.assign(new EventEmitter(), { headersSent: true });
    const incoming = { socket, headers: {} } as IncomingMessage;
    connections.serve(incoming, outgoing as unknown as ServerResponse, () => undefined);
    starts.splice(0).forEach((start) => start());
    return outgoing;
  };
  return { connections, events, open, serve };
}

describe('a connection', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test('whose request was not admitted is not idle for two seconds, and the wait does not count as time of its next request', () => {
    const { connections, open } = openConnections();
    const { fake, socket } = open();
    connections.pauseRefused(socket);
    vi.advanceTimersByTime(1999);
    connections.closeIdle();
    expect([fake.destroyed, fake.pause.mock.calls.length]).toEqual([false, 1]);
    expect(fake.resume).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(connections.freeAt(socket)).toBe(performance.now());
    expect(fake.resume).toHaveBeenCalledOnce();
    connections.closeIdle();
    expect(fake.destroyed).toBe(true);
  });

  test('that closes ends all counts of its waiting requests, and cancels its start', () => {
    const { connections, events, open } = openConnections();
    const { fake, socket } = open();
    for (let i = 0; i < 3; i += 1)
      connections.serve({ socket, headers: {} } as IncomingMessage, {} as ServerResponse, () => undefined);
    expect(events).toEqual([]);
    fake.destroy();
    expect(events).toEqual([
      ...['request uncounted', 'request uncounted', 'bytes uncounted', 'bytes uncounted'],
      'start cancelled',
    ]);
    expect(connections.lastResponses()).toEqual([]);
  });

  test('is closed after a response whose headers were already sent when a request behind it was ignored', () => {
    const { open, serve } = openConnections({ mayWait: false });
    const closedAfter = [1, 2].map((requests) => {
      const { fake, socket } = open();
      const [first] = Array.from({ length: requests }, () => serve(socket));
      first?.emit('close');
      return fake.destroySoon.mock.calls.length;
    });
    expect(closedAfter).toEqual([0, 1]);
  });

  test('has the reader timeout while its response is read, then the keep-alive timeout if Node has set it, or else the timeout from before', () => {
    const { open, serve } = openConnections();
    const { fake, socket } = open();
    const first = serve(socket);
    first.emit('prefinish');
    expect(fake.timeout).toBe(400);
    first.emit('finish');
    expect(fake.timeout).toBe(75_000);
    first.emit('close');
    const last = serve(socket);
    last.emit('prefinish');
    fake.setTimeout(65_000);
    last.emit('finish');
    expect(fake.timeout).toBe(65_000);
  });
});

describe('of too many connections', () => {
  test('the one is closed that has been inactive longest, of the region with the most inactive ones', () => {
    const { open } = openConnections({ max: 4 });
    const opened = [1, 2, 2, 2, 1].map((region) => open(`192.0.2.${region}`));
    expect(opened.map(({ fake }) => fake.destroyed)).toEqual([false, true, false, false, false]);
  });

  test('the newest is closed while all others have a running request; otherwise one is closed whose response only has to be read', () => {
    const { open, serve } = openConnections({ max: 1 });
    const { fake: busy, socket } = open();
    const response = serve(socket);
    const { fake: surplus } = open();
    expect([busy.destroyed, surplus.destroyed]).toEqual([false, true]);
    response.emit('prefinish');
    const { fake: next } = open();
    expect([busy.destroyed, next.destroyed]).toEqual([true, false]);
  });
});
