// When a worker is killed.
import { setImmediate } from 'node:timers/promises';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { killIfHung } from '../../../src/workers/kill-if-hung.ts';
import { drainWorker, stopWorker } from '../../../src/workers/worker-process.ts';
import { observeTimeouts } from '../../support/processes/observe-timeouts.ts';
import { TestWorker } from '../../support/processes/test-worker.ts';

afterEach(() => void vi.useRealTimers());

describe('a worker', () => {
  test('that answers no ping for 30 s is killed, and logged', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const logged: unknown[] = [];
    const worker = new TestWorker(3);
    const ended = vi.fn();
    void worker.ended.then(ended);
    worker.serve();
    const requests = vi.spyOn(worker.channel, 'request');
    killIfHung(worker, { error: (...line: unknown[]) => void logged.push(line) });
    vi.advanceTimersByTime(5_000);
    await setImmediate();
    worker.isHung = true;
    vi.advanceTimersByTime(30_000);
    await setImmediate();
    const before = ended.mock.calls;
    const killed = [...before];
    vi.advanceTimersByTime(5_000);
    await setImmediate();

    expect([killed, ended.mock.calls]).toEqual([[], [['killed']]]);
    // While a ping is not answered, no other ping is sent.
    expect(requests.mock.calls).toEqual([['ping'], ['ping']]);
    expect(logged).toEqual([[{ worker: 3, pid: 1 }, 'a worker does not answer: it is killed']]);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('that has ended gets no further pings', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const worker = new TestWorker(1);
    killIfHung(worker, { error: () => undefined });
    worker.end('exit code 0');
    await setImmediate();

    expect(vi.getTimerCount()).toBe(0);
  });

  test.each([
    ['replaced', drainWorker, { graceMs: 60_000, idleMs: 2_000 }],
    ['stopped', stopWorker, { graceMs: 7_500 }],
  ])('that is %s gets time for its requests, and is killed after that time', async (_what, close, times) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const countTimeouts = observeTimeouts(times.graceMs + 1_300);
    const worker = new TestWorker(1);
    const ended = vi.fn();
    void worker.ended.then(ended);
    const requests = vi.spyOn(worker.channel, 'request');
    worker.isHung = true;

    const closing = close(worker);
    await vi.advanceTimersByTimeAsync(times.graceMs + 1_299);
    const before = ended.mock.calls.length;
    await vi.advanceTimersByTimeAsync(1);
    await closing;

    expect([requests.mock.calls, before, ended.mock.calls]).toEqual([[['close', times]], 0, [['killed']]]);
    expect(countTimeouts()).toBe(0);
  });

  test('that does not serve yet is killed at once', async () => {
    const worker = new TestWorker(1);
    await stopWorker(worker);

    expect(await worker.ended).toBe('killed');
  });
});
