import { setImmediate } from 'node:timers/promises';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { countConnectionStep, endOfMicrotasks, passIterations } from '../../../facades/http/iterations.ts';

let startedAt = 0;

beforeEach(() => {
  // Time passes only when a test advances it.
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  // Later than all work that was measured before, with the real clock or a fake one.
  startedAt += 1e9;
  vi.advanceTimersByTime(startedAt);
});

/** Does expensive work in promises, as the code that builds a response does. */
async function workFor(ms: number) {
  await passIterations();
  await Promise.resolve();
  vi.advanceTimersByTime(ms / 2);
  await Promise.resolve();
  vi.advanceTimersByTime(ms / 2);
}

/** Does expensive work, and returns when it has been measured. */
async function finishWork(ms: number) {
  await workFor(ms);
  await endOfMicrotasks();
}

/** Returns how many iterations pass before a promise resolves. `during` is called in each of them. */
async function countPassed(promise: Promise<unknown>, during: (iteration: number) => void = () => undefined) {
  const end = { isReached: false };
  void promise.then(() => (end.isReached = true));
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
  await finishWork(100);

  expect(await countPassed(passIterations(min))).toBe(expected);
});

describe('while connections are accepted or started, expensive work', () => {
  /** Lets each iteration take 10 ms. The first `last` iterations have connections. */
  const connectUntil = (last: number) => (iteration: number) => {
    if (iteration < last) countConnectionStep();
    vi.advanceTimersByTime(10);
  };

  test('waits four times as long as the last work took, but not when there are no more connections', async () => {
    await finishWork(20);

    expect(await countPassed(workFor(40), connectUntil(Infinity))).toBe(8);
    expect(await countPassed(workFor(40), connectUntil(Infinity))).toBe(16);
    expect(await countPassed(passIterations(), connectUntil(5))).toBe(6);
  });

  test('begins without a wait if there was no work before, or if the work before took no time', async () => {
    expect(await countPassed(workFor(0), connectUntil(Infinity))).toBe(1);
    expect(await countPassed(passIterations(), connectUntil(Infinity))).toBe(1);
  });

  test('of several queues gets a fifth of the time in all', async () => {
    const ends: number[] = [];
    const serve = async () => {
      for (let i = 0; i < 3; i++) {
        await workFor(10);
        ends.push(performance.now() - startedAt);
      }
    };
    await countPassed(Promise.all([serve(), serve()]), connectUntil(Infinity));

    // 40 ms pass after the first work, which takes 10 ms, and 80 ms after two pieces of work.
    expect(ends).toEqual([20, 70, 80, 170, 180, 270]);
  });

  test('waits at most 50 iterations, if these are short', async () => {
    await finishWork(20);

    expect(await countPassed(passIterations(), countConnectionStep)).toBe(50);
  });

  test('waits at most 500 ms, however long the work before took', async () => {
    await finishWork(2000);

    const passed = await countPassed(passIterations(), () => {
      countConnectionStep();
      vi.advanceTimersByTime(100);
    });

    expect(passed).toBe(5);
  });
});

test('the end of microtasks comes after all promises, and before the next iteration of the event loop', async () => {
  const order: string[] = [];
  const nextIteration = setImmediate().then(() => order.push('next iteration'));
  const end = endOfMicrotasks().then(() => order.push('end'));
  const deep = (async () => {
    for (let i = 0; i < 100; i++) await Promise.resolve();
    order.push('promises');
  })();

  await Promise.all([nextIteration, end, deep]);

  expect(order).toEqual(['promises', 'end', 'next iteration']);
});
