import { expect, onTestFinished, test, vi } from 'vitest';
import { SharedComputation } from '../../../src/gateway/responses/shared-computation.ts';

test('a request that has waited as long as it may does not wait again, even if its timer was early', async () => {
  // The clock does not advance, as if the timer had fired early.
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const computation = new SharedComputation('a caller');
  computation.set(new Promise(() => undefined));
  // Timers that let the process end are no active resources.
  const countTimers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
  const timersBefore = countTimers();

  const waiting = computation.resultFor('another caller');
  const timers = countTimers();
  const result = await waiting;

  expect([result, computation.isAwaitable('another caller')]).toEqual([null, false]);
  expect(timers).toBe(timersBefore);
  expect(computation.isAwaitable('a caller')).toBe(true);
});

test('requests of other callers wait for a computation until it is a second old, and take a result that is ready', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const { promise, resolve } = Promise.withResolvers<object>();
  const computation = new SharedComputation('a caller');
  computation.set(promise);
  const isAwaitableAfter = (ms: number) => {
    vi.advanceTimersByTime(ms);
    return [computation.isAwaitable('a caller'), computation.isAwaitable('another caller')];
  };

  const pending = [isAwaitableAfter(999), isAwaitableAfter(1), isAwaitableAfter(1)];
  resolve({ n: 1 });
  await promise;
  const results = ['a caller', 'another caller'].map((caller) => computation.resultFor(caller));

  expect(pending).toEqual([
    [true, true],
    [true, false],
    [true, false],
  ]);
  expect(await Promise.all(results)).toEqual([{ n: 1 }, { n: 1 }]);
  expect(isAwaitableAfter(1)).toEqual([true, true]);
});

test('the caller that began a computation gets its result, however long it takes; after a second, other callers get null instead', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const { promise, resolve } = Promise.withResolvers<object>();
  const computation = new SharedComputation('a caller');
  computation.set(promise);
  vi.advanceTimersByTime(1_000);

  const result = computation.resultFor('a caller');
  const ofOther = await computation.resultFor('another caller');
  resolve({ n: 1 });

  expect([await result, ofOther]).toEqual([{ n: 1 }, null]);
});

test('a computation whose result has not been set returns null, even to the caller that began it', async () => {
  expect(await new SharedComputation('a caller').resultFor('a caller')).toBeNull();
});
