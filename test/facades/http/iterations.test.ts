import { setImmediate } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { countConnectionStep, passIterations } from '../../../facades/http/iterations.ts';

/** Returns how many iterations pass. `during` is called in each. */
async function countPassed(min: number | undefined, during: (iteration: number) => void) {
  // Time passes only where `during` advances it.
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const end = { isReached: false };
  void passIterations(min).then(() => (end.isReached = true));
  let iterations = 0;
  for (; !end.isReached; iterations++) {
    during(iterations);
    await setImmediate();
  }
  return iterations;
}

test.each([
  [undefined, 1],
  [10, 10],
])('without new connections, a minimum of %j lets %i iterations pass', async (min, expected) => {
  expect(await countPassed(min, () => undefined)).toBe(expected);
});

test('while connections are accepted or started, expensive work waits for them, at most 50 iterations', async () => {
  const connectUntil = (last: number) => (iteration: number) => {
    if (iteration < last) countConnectionStep();
  };

  expect(await countPassed(1, connectUntil(7))).toBe(8);
  expect(await countPassed(1, connectUntil(Infinity))).toBe(50);
});

test('expensive work waits at most 500 ms for connections if iterations are long', async () => {
  const passed = await countPassed(1, () => {
    countConnectionStep();
    vi.advanceTimersByTime(100);
  });

  expect(passed).toBe(5);
});
