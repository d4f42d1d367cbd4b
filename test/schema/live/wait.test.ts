import { describe, expect, test } from 'vitest';
import { toDeadline } from '../../../schema/live/wait.ts';

const connect = () => ({
  mayWait: true,
  repetition: null,
  onEnd: () => () => undefined,
  pause: () => () => undefined,
});

describe('the reads of a request', () => {
  test('wait at most 50 seconds together', () => {
    const connection = connect();

    const deadlines = [0, 30_000, 60_000].map((now) => toDeadline(connection, 50, now));

    expect(deadlines).toEqual([50_000, 50_000, 50_000]);
  });

  test('wait no longer than they ask for, and as long after those of another request', () => {
    const connection = connect();

    expect([toDeadline(connection, 5, 0), toDeadline(connection, 30, 10_000)]).toEqual([5000, 40_000]);
    expect([toDeadline(connect(), 50, 30_000), toDeadline(null, 50, 30_000)]).toEqual([80_000, 80_000]);
  });
});
