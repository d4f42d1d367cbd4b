import { expect, test } from 'vitest';
import { retryDelayMs } from '../../../schema/webhooks/rules.ts';

test.each([
  [1, 4000, 6000],
  [2, 8000, 12_000],
  [100, 17_280_000, 25_920_000],
])('after failed attempt %i a webhook pauses for %i to %i ms', (attempts, least, most) => {
  expect([retryDelayMs(attempts, 0), retryDelayMs(attempts, 1)]).toEqual([least, most]);
});
