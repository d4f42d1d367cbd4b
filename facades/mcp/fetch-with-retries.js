// How the MCP bridge sends requests to the board. Plain JavaScript, for the same reason as stdio.js.
import { setTimeout } from 'node:timers/promises';

/** Maximum attempts to send a message that the board refuses with 503. The board refuses it before it executes anything. */
const MAX_ATTEMPTS = 5;

/**
 * Maximum wait before an attempt, in seconds. All waits together are shorter than one minute. After one minute, many MCP clients
 * cancel a call, and a write must not run after that.
 */
const MAX_WAIT_S = 10;

/** Maximum time for all attempts and the body of the response, in milliseconds. Tools wait for news for at most 50 s. */
const TIMEOUT_MS = 120_000;

/**
 * Sends a request. If the board is overloaded, sends the request again after `Retry-After` seconds, unless that is longer than
 * `MAX_WAIT_S`. Rejects after `TIMEOUT_MS`, and when the signal of the request is aborted, also during a wait. Returns 405 for a
 * GET without sending it: the transport of the SDK opens event streams with GET. The board never pushes events, and the transport
 * would open a stream again each time that it ends.
 */
export async function fetchWithRetries(
  /** @type {string | URL} */ url,
  /** @type {RequestInit | undefined} */ init,
) {
  if (init?.method === 'GET') return new globalThis.Response(null, { status: 405 });
  const timeout = globalThis.AbortSignal.timeout(TIMEOUT_MS);
  const signal = init?.signal ? globalThis.AbortSignal.any([init.signal, timeout]) : timeout;
  for (let attempt = 1; ; attempt++) {
    const response = await globalThis.fetch(url, { ...init, signal });
    const seconds = Number(response.headers.get('retry-after') ?? 1);
    const isShort = seconds >= 0 && seconds <= MAX_WAIT_S;
    if (response.status !== 503 || attempt === MAX_ATTEMPTS || !isShort) return response;
    await response.body?.cancel();
    await setTimeout(seconds * 1000, undefined, { signal });
  }
}
