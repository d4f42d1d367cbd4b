import { expect, test } from 'vitest';
import { FailedStarts } from '../../../src/workers/failed-starts.ts';

test('the pause before a start doubles with each failed start in a row, and ends with a worker that serves for ten seconds', () => {
  const failed = new FailedStarts(1000);
  const pauses = [failed.pauseMs];
  for (const servedMs of [0, 9999, 10_000, 0]) {
    failed.addEnd(servedMs);
    pauses.push(failed.pauseMs);
  }

  expect(pauses).toEqual([0, 1000, 2000, 0, 1000]);
});

test('five failed starts in a row are too many, and the pause is at most half a minute', () => {
  const failed = new FailedStarts(1000);
  const states = Array.from({ length: 7 }, () => {
    failed.add();
    return [failed.areTooMany, failed.pauseMs];
  });

  expect(states.slice(3)).toEqual([
    [false, 8000],
    [true, 16_000],
    [true, 30_000],
    [true, 30_000],
  ]);
});
