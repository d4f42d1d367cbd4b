import { expect, test, vi } from 'vitest';
import { OpenCalls } from '../../../src/webhooks/open-calls.ts';

/** Makes a call that ends only when its signal aborts. The returned function returns whether the call has ended. */
const openCall = (calls: OpenCalls) => {
  let isEnded = false;
  void calls.run(async (signal) => {
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
    isEnded = true;
  });
  return () => isEnded;
};

const countEnded = (ended: readonly (() => boolean)[]): number => ended.filter((isEnded) => isEnded()).length;

test('of more than 256 slow calls, the oldest are aborted', async () => {
  let now = 0;
  const calls = new OpenCalls(() => now);
  const slow = Array.from({ length: 300 }, () => openCall(calls));

  now = 3_000;
  openCall(calls);
  await Promise.resolve();

  expect([countEnded(slow.slice(0, 44)), countEnded(slow)]).toEqual([44, 44]);
});

test('a call that has ended leaves no timer, so it does not become slow', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const calls = new OpenCalls();

  await calls.run(() => Promise.resolve());
  await calls.run(() => Promise.reject(new Error('failed'))).catch(() => undefined);
  const timers = vi.getTimerCount();
  vi.useRealTimers();

  expect(timers).toBe(0);
});

test('of more than 256 calls that become slow together, the oldest are aborted without another call', () => {
  vi.useFakeTimers();
  const calls = new OpenCalls();
  const signals: AbortSignal[] = [];
  for (let i = 0; i < 300; i++)
    void calls.run((signal) => {
      signals.push(signal);
      return new Promise(() => undefined);
    });

  vi.advanceTimersByTime(2_002);
  vi.useRealTimers();

  expect(signals.map(({ aborted }) => aborted)).toEqual(signals.map((_, i) => i < 44));
});

test('a call is slow after more than two seconds, and a call that has ended does not count', async () => {
  let now = 0;
  const calls = new OpenCalls(() => now);
  const signals: AbortSignal[] = [];
  const open = () =>
    void calls.run((signal) => {
      signals.push(signal);
      return new Promise(() => undefined);
    });
  for (let i = 0; i < 256; i++) open();
  await calls.run(() => Promise.resolve());
  await calls.run(() => Promise.reject(new Error('no'))).catch(() => undefined);
  open();
  const countAborted = () => signals.filter(({ aborted }) => aborted).length;
  now = 2_000;
  open();
  const atTwoSeconds = countAborted();
  now = 2_001;
  open();

  expect([atTwoSeconds, countAborted(), signals[0]?.aborted, signals[1]?.aborted]).toEqual([
    0,
    1,
    true,
    false,
  ]);
});
