// When the client sends a call again, and when the client delays a call.
import { getEventListeners } from 'node:events';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { BoardError, NetworkError, type Problem } from '../../../client/errors.ts';
import { toSettings } from '../../../client/options.ts';
import { RateLimitGate } from '../../../client/rate-limit.ts';
import { waitAfter } from '../../../client/retry.ts';
import { subscribe } from '../../../client/subscribe.ts';

const NOW = Date.UTC(2026, 0, 1);

beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** A gate that has read the headers of a response, and the waits that it reports. */
function gateAfter(ratelimit: string | null) {
  const waits: number[] = [];
  const gate = new RateLimitGate(toSettings({ url: 'http://board', onWait: (ms) => waits.push(ms) }));
  gate.observe(new Headers(ratelimit === null ? {} : { ratelimit }));
  return { gate, waits };
}

describe('the gate of the rate limit', () => {
  test.each([
    ['"key";r=0;t=41', [41_000]],
    ['"key";r=0;t=65', [65_000]],
    ['"key";r=0;t=66', []],
    ['"key";r=0;t=0', []],
    ['"key";r=10;t=41', []],
    [null, []],
  ])('after %s holds a call, with these waits in milliseconds: %j', async (header, expected) => {
    const { gate, waits } = gateAfter(header);
    const passed = gate.pass();
    await vi.advanceTimersByTimeAsync(65_000);
    await passed;
    expect(waits).toEqual(expected);
  });

  test('delays a stream as well, and `idleMs` counts from the request of the stream', async () => {
    const { gate, waits } = gateAfter('"key";r=0;t=2');
    const requests: AbortSignal[] = [];
    const settings = toSettings({
      ...{ url: 'http://board', idleMs: 1_000, maxTries: 1 },
      fetch: (_, init) => {
        const signal = init!.signal!;
        requests.push(signal);
        const { promise, reject } = Promise.withResolvers<never>();
        signal.addEventListener('abort', () => reject(new Error('idle')));
        return promise;
      },
    });
    const state = { settings, gate };
    const result = subscribe(state, { text: 'subscription{feed}', variables: {} }, {}).next();
    const failure = expect(result).rejects.toThrow('no response');
    await vi.advanceTimersByTimeAsync(1_999);
    const early = requests.length;
    await vi.advanceTimersByTimeAsync(1_000);

    expect([waits, early, requests.map(({ aborted }) => aborted)]).toEqual([[2_000], 0, [false]]);
    await vi.advanceTimersByTimeAsync(1);
    expect(requests.map(({ aborted }) => aborted)).toEqual([true]);
    await failure;
  });

  test('leaves no listener on the signal after a wait', async () => {
    const { gate } = gateAfter('"key";r=0;t=2');
    const { signal } = new AbortController();
    const passed = gate.pass(signal);
    const during = getEventListeners(signal, 'abort').length;
    await vi.advanceTimersByTimeAsync(2_000);
    await passed;

    expect([during, getEventListeners(signal, 'abort').length]).toEqual([1, 0]);
  });

  test('opens after the time, and does not hold the next call', async () => {
    const { gate, waits } = gateAfter('"key";r=0;t=2');
    let hasPassed = false;
    const passed = gate.pass().then(() => (hasPassed = true));
    await vi.advanceTimersByTimeAsync(1999);
    expect(hasPassed).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(hasPassed).toBe(true);
    await passed;
    await gate.pass();
    expect(waits).toEqual([2000]);
  });

  test('ends the wait when the signal is aborted, and leaves no timer', async () => {
    const { gate } = gateAfter('"key";r=0;t=2');
    const abort = new AbortController();
    const passed = gate.pass(abort.signal);
    abort.abort(new Error('enough'));
    await expect(passed).rejects.toThrow('enough');
    expect(vi.getTimerCount()).toBe(0);
  });

  test('does not begin a wait for a signal that is aborted already', async () => {
    const { gate } = gateAfter('"key";r=0;t=2');
    await expect(gate.pass(AbortSignal.abort(new Error('enough')))).rejects.toThrow('enough');
    expect(vi.getTimerCount()).toBe(0);
  });
});

const problem = (code: string) =>
  ({ type: 'about:blank', title: '', status: 400, detail: '', instance: '', code }) as Problem;

const refusal = (code: string, data: unknown = null) => new BoardError(problem(code), { data });

const networkError = (status?: number) => new NetworkError('', status === undefined ? {} : { status });

type Case = readonly [
  error: BoardError | NetworkError,
  retryAfterMs: number | null,
  attempt: number,
  isRepeatable: boolean,
  expected: number | null,
];

function waitOf([error, retryAfterMs, attempt, isRepeatable]: Case): number | null {
  const settings = toSettings({ url: 'http://board', backoffMs: 500 });
  return waitAfter(
    { error, retryAfterMs },
    attempt,
    { isRepeatable },
    { settings, gate: new RateLimitGate(settings) },
  );
}

describe('the wait before a call is sent again', () => {
  test.each<Case>([
    // The wait that the board requires is used, up to `maxWaitMs`.
    [refusal('rate_limited'), 41_000, 1, true, 41_000],
    [refusal('rate_limited'), 65_000, 1, true, 65_000],
    [refusal('rate_limited'), 65_001, 1, true, null],
    [networkError(503), 7000, 3, true, 7000],
    // A wait of 0 says that the call may be sent again, and the client chooses the wait.
    [refusal('read_only'), 0, 1, true, 500],
    [networkError(429), 0, 1, true, 500],
    [networkError(503), 0, 3, true, 2000],
    // A refusal without a wait is final.
    [refusal('state_conflict'), null, 1, true, null],
    // A call that is not repeatable is sent again only after `rate_limited`, and if no part of it was executed.
    [refusal('rate_limited'), 41_000, 1, false, 41_000],
    [refusal('rate_limited', { createPost: null }), 41_000, 1, false, null],
    [refusal('unavailable'), 41_000, 1, false, null],
    [networkError(), null, 1, false, null],
    [networkError(503), 7000, 1, false, null],
    // Without a required wait, a status of a proxy from 400 to 499 is final. Other statuses are not.
    [networkError(399), null, 1, true, 500],
    [networkError(400), null, 1, true, null],
    [networkError(499), null, 1, true, null],
    [networkError(500), null, 1, true, 500],
    // The wait doubles, up to 30 seconds.
    [networkError(), null, 1, true, 500],
    [networkError(), null, 2, true, 1000],
    [networkError(), null, 6, true, 16_000],
    [networkError(), null, 7, true, 30_000],
    [networkError(), null, 40, true, 30_000],
  ])('after %s (%s) at attempt %s, repeatable %s, is %s', (...each) => {
    vi.spyOn(Math, 'random').mockReturnValue(1);
    expect(waitOf(each)).toBe(each[4]);
  });

  test('is at least half of the longest wait for its attempt', () => {
    vi.spyOn(Math, 'random').mockReturnValue(0);
    expect(waitOf([networkError(), null, 2, true, null])).toBe(500);
  });
});
