import { expect, test } from 'vitest';
import type { Webhook } from '../../../prisma/client.ts';
import { retryDelayMs, statusOf } from '../../../schema/webhooks/rules.ts';

const now = new Date('2026-11-21T12:00:00.000Z');

test.each([
  [1, 4000, 6000],
  [2, 8000, 12_000],
  [100, 17_280_000, 25_920_000],
])('after failed attempt %i a webhook pauses for %i to %i ms', (attempts, least, most) => {
  expect([retryDelayMs(attempts, 0), retryDelayMs(attempts, 1)]).toEqual([least, most]);
});

test.each([
  [{ verifiedAt: null, failedAt: null, stoppedAt: null }, 'unverified'],
  [{ verifiedAt: now, failedAt: null, stoppedAt: null }, 'active'],
  [{ verifiedAt: now, failedAt: now, stoppedAt: null }, 'failed'],
  [{ verifiedAt: null, failedAt: now, stoppedAt: null }, 'failed'],
  [{ verifiedAt: now, failedAt: null, stoppedAt: now }, 'stopped'],
  [{ verifiedAt: now, failedAt: now, stoppedAt: now }, 'stopped'],
])('a webhook with %j is %s', (times, status) => {
  expect(statusOf(times as Webhook)).toBe(status);
});
