import { expect, onTestFinished, test, vi } from 'vitest';
import { SharedComputation } from '../../../src/gateway/responses/shared-computation.ts';

test('a request that has waited as long as it may does not wait again, even if its timer was early', async () => {
  // The clock does not advance, as if the timer had fired early.
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const computation = new SharedComputation('a caller');
  computation.set(new Promise(() => undefined));

  const result = await computation.resultFor('another caller');

  expect([result, computation.isAwaitable('another caller')]).toEqual([null, false]);
  expect(computation.isAwaitable('a caller')).toBe(true);
});
