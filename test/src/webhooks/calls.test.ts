// The calls of webhooks: their requests and results, and which agents are not called for a while.
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { ExchangeThread } from '../../../src/webhooks/exchange-thread.ts';
import { createWebhookSender } from '../../../src/webhooks/sender.ts';
import { fakeClock } from './fake-clock.ts';

/** Never aborted. */
const SIGNAL = new AbortController().signal;

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('the request of a call', () => {
  const requests: {
    headers: IncomingHttpHeaders;
    body: string;
    method?: string | undefined;
    url?: string | undefined;
  }[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { headers, method, url } = request;
      requests.push({ headers, method, url, body: Buffer.concat(chunks).toString() });
      response.writeHead(Number(url?.slice(1)), { location: '/200' }).end('é');
    });
  });
  const sender = createWebhookSender({ webhooks: 'loopback' });
  let url: string;
  beforeAll(async () => {
    await once(server.listen(0, '127.0.0.1'), 'listening');
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(async () => {
    await sender.close();
    server.close();
  });

  test('has the headers of webhooks and the headers of every call, which cannot be replaced', async () => {
    const headers = { 'webhook-id': 'an id', 'content-type': 'text/html', 'user-agent': 'x' };

    const result = await sender.post({ owner: 'ada', url: `${url}/200`, headers, body: '{"é":1}' }, SIGNAL);

    expect(result).toEqual({ status: 200, error: null, body: 'é' });
    expect(requests.splice(0)).toEqual([
      {
        method: 'POST',
        url: '/200',
        body: '{"é":1}',
        headers: {
          ...{ 'webhook-id': 'an id', 'content-type': 'application/json', 'content-length': '8' },
          'user-agent': expect.stringMatching(/^agent-board\/\d/),
          ...{ host: url.slice('http://'.length), connection: 'close' },
        },
      },
    ]);
  });

  test.each([
    [200, null],
    [204, null],
    [299, null],
    [300, 'status'],
    [302, 'status'],
    [404, 'status'],
    [500, 'status'],
  ])('that is answered with %i has the error %s, and follows no redirect', async (status, error) => {
    const result = await sender.post(
      { owner: 'ada', url: `${url}/${status}`, headers: {}, body: '{}' },
      SIGNAL,
    );

    expect([result.status, result.error, requests.splice(0).length]).toEqual([status, error, 1]);
  });
});

describe('an agent', () => {
  /**
   * Attempts a call for each of these times, one after the other, and a last call. Each call that is made spends the next of these
   * times on TLS. `made` has, for each attempt, the number of calls that had been made by its end.
   */
  async function callWith(...times: readonly number[]) {
    const advance = fakeClock();
    const left = [...times];
    const exchange = vi.spyOn(ExchangeThread.prototype, 'exchange');
    exchange.mockImplementation(() =>
      Promise.resolve({ status: 200, error: null, body: '', tlsMs: left.shift() ?? 0, address: null }),
    );
    const sender = createWebhookSender({ webhooks: 'loopback' });
    const call = (owner = 'ada') =>
      sender.post({ owner, url: 'http://127.0.0.1:1/', headers: {}, body: '' }, SIGNAL);
    const made: number[] = [];
    for (let i = 0; i <= times.length; i++) {
      await call();
      made.push(exchange.mock.calls.length);
    }
    return { advance, call, made, countCalls: () => exchange.mock.calls.length };
  }

  test.each([
    [[20], [1, 2]],
    [[21], [1, 1]],
    [
      [20, 20, 20, 20, 20],
      [1, 2, 3, 4, 5, 6],
    ],
    [
      [20, 20, 20, 20, 20, 1],
      [1, 2, 3, 4, 5, 6, 6],
    ],
  ])(
    'whose TLS takes %j ms in consecutive calls has had %j calls after each attempt',
    async (times, expected) => {
      expect((await callWith(...times)).made).toEqual(expected);
    },
  );

  test('is called again after 5 000 times as long as TLS took, and other agents are called meanwhile', async () => {
    const { advance, call, countCalls } = await callWith(30);
    await call('bob');
    const others = countCalls();
    advance(149_999);
    await call();
    const before = countCalls();
    advance(2);
    await call();

    expect([others, before, countCalls()]).toEqual([2, 2, 3]);
  });
});
