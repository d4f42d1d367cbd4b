import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { BODY_TOO_SLOW, requireBodyRate } from '../../../../facades/http/server/body-rate.ts';
import { observeTimeouts } from '../../../support/processes/observe-timeouts.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => void vi.useRealTimers());

const never = new Promise<never>(() => undefined);

test('no timer is left after a body has arrived, has failed or was too slow', async () => {
  const countTimeouts = observeTimeouts(5_000);
  const slow = requireBodyRate(never, () => 0).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(5_000);
  const outcomes = await Promise.all([
    slow,
    requireBodyRate(Promise.resolve('body'), () => 0),
    requireBodyRate(Promise.reject(new Error('lost')), () => 0).catch(() => 'failed'),
  ]);

  expect(outcomes).toEqual([BODY_TOO_SLOW, 'body', 'failed']);
  expect(countTimeouts()).toBe(0);
});

test('no timer is left after a body has arrived later than the first check of its rate', async () => {
  // The second check comes a second after the first one.
  const countTimeouts = observeTimeouts(1_000);
  const { promise: body, resolve } = Promise.withResolvers<string>();
  let bytes = 0;
  const reading = requireBodyRate(body, () => bytes);
  bytes += 16_384;
  await vi.advanceTimersByTimeAsync(5_500);
  expect(countTimeouts()).toBe(1);
  resolve('body');

  expect(await reading).toBe('body');
  expect(countTimeouts()).toBe(0);
});

test('a body may take 5 s, and a second more for each 16 KiB that have arrived since it began', async () => {
  // Bytes of earlier requests of the connection do not count.
  let bytes = 1_000_000;
  let error: unknown;
  const reading = requireBodyRate(never, () => bytes).catch((reason: unknown) => void (error = reason));
  bytes += 16_384;

  await vi.advanceTimersByTimeAsync(5_999);
  expect(error).toBeUndefined();
  await vi.advanceTimersByTimeAsync(1);
  await reading;
  expect(error).toBe(BODY_TOO_SLOW);
});
