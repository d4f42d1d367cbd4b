// How the MCP bridge sends requests, with stubs in place of the network and of timers.
import { afterEach, expect, test, vi } from 'vitest';
import { fetchWithRetries } from '../../../facades/mcp/fetch-with-retries.js';

afterEach(() => void vi.restoreAllMocks());

const URL_OF_BOARD = 'http://board.test/mcp';

/** Replaces the global `fetch`: every request gets a response with this status and these headers. */
const respondWith = (status: number, headers: Record<string, string> = {}) =>
  vi
    .spyOn(globalThis, 'fetch')
    .mockImplementation(() => Promise.resolve(new Response(null, { status, headers })));

test.each(['300', '10.5', '-1', 'Fri, 31 Dec 1999 23:59:59 GMT'])(
  'a 503 with Retry-After %s is returned at once, and nothing is sent later',
  async (retryAfter) => {
    const fetch = respondWith(503, { 'retry-after': retryAfter });

    const response = await fetchWithRetries(URL_OF_BOARD, { method: 'POST' });

    expect(response.status).toBe(503);
    expect(fetch).toHaveBeenCalledTimes(1);
  },
);

test('a 503 with a short wait is returned after five attempts', async () => {
  const fetch = respondWith(503, { 'retry-after': '0' });

  const response = await fetchWithRetries(URL_OF_BOARD, { method: 'POST' });

  expect(response.status).toBe(503);
  expect(fetch).toHaveBeenCalledTimes(5);
});

test('a wait ends when the signal of the request is aborted, and nothing is sent later', async () => {
  const caller = new AbortController();
  const fetch = respondWith(503, { 'retry-after': '10' });

  const sending = fetchWithRetries(URL_OF_BOARD, { method: 'POST', signal: caller.signal });
  caller.abort();

  await expect(sending).rejects.toMatchObject({ name: 'AbortError' });
  expect(fetch).toHaveBeenCalledTimes(1);
});

test('a GET, with which the SDK opens an event stream, gets 405 and is not sent', async () => {
  const fetch = respondWith(200, { 'content-type': 'text/event-stream' });

  const response = await fetchWithRetries(URL_OF_BOARD, { method: 'GET' });

  expect(response.status).toBe(405);
  expect(fetch).not.toHaveBeenCalled();
});

test('a request is aborted after two minutes, also while the body of its response arrives', async () => {
  const clock = new AbortController();
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(clock.signal);
  const fetch = respondWith(200);

  await fetchWithRetries(URL_OF_BOARD, { method: 'POST', signal: new AbortController().signal });
  const signal = fetch.mock.calls[0]?.[1]?.signal;
  clock.abort();

  expect(timeout.mock.calls).toEqual([[120_000]]);
  expect(signal?.aborted).toBe(true);
});
