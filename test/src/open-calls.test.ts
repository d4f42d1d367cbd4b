import { expect, test, vi } from 'vitest';
import { OpenCalls } from '../../src/webhooks/open-calls.ts';

/** Makes a call that ends only by its signal. */
const openCall = (calls: OpenCalls, bytes = 1) => {
  let isEnded = false;
  void calls.run(bytes, async (signal) => {
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
    isEnded = true;
  });
  return () => isEnded;
};

const countEnded = (ended: readonly (() => boolean)[]): number => ended.filter((isEnded) => isEnded()).length;

test('of more than 256 slow calls the oldest are ended', async () => {
  let now = 0;
  const calls = new OpenCalls(() => now);
  const slow = Array.from({ length: 300 }, () => openCall(calls));

  now = 3_000;
  openCall(calls);
  await Promise.resolve();

  expect([countEnded(slow.slice(0, 44)), countEnded(slow)]).toEqual([44, 44]);
});

test('calls that become slow together are ended without another call', () => {
  vi.useFakeTimers();
  const calls = new OpenCalls();
  const signals: AbortSignal[] = [];
  for (let i = 0; i < 300; i++)
    void calls.run(1, (signal) => {
      signals.push(signal);
      return new Promise(() => undefined);
    });

  vi.advanceTimersByTime(2_002);
  vi.useRealTimers();

  expect(signals.filter(({ aborted }) => aborted)).toHaveLength(44);
});

test('a slow call is ended when the bodies of all calls take too much memory, and a quick one never', async () => {
  let now = 0;
  const calls = new OpenCalls(() => now);
  const slow = openCall(calls, 30_000_000);
  now = 3_000;
  const quick = [openCall(calls, 20_000_000), openCall(calls, 20_000_000)];
  await Promise.resolve();

  expect([slow(), countEnded(quick)]).toEqual([true, 0]);
});
