import { setImmediate } from 'node:timers/promises';
import { beforeEach, describe, expect, test } from 'vitest';
import { MainThreadTime } from '../../../src/gateway/load/main-thread-time.ts';

let nowMs: number;
let time: MainThreadTime;

beforeEach(() => {
  nowMs = 0;
  time = new MainThreadTime(() => nowMs);
});

/** Uses the main thread for a region, for `ms` milliseconds. */
function use(region: string, ms: number): void {
  time.attributeTo(region);
  nowMs += ms;
}

/** Returns the heavy regions of `a` to `d`, measured up to now. */
function heavyRegions(): string {
  time.attributeTo('a further one');
  return ['a', 'b', 'c', 'd'].filter((region) => time.isHeavy(region)).join('');
}

describe('a region is heavy', () => {
  test('if it is the only region', () => {
    use('a', 1);

    expect(heavyRegions()).toBe('a');
  });

  test('if it used at least half as much time as the region that used the most', () => {
    use('a', 100);
    use('b', 50);
    use('c', 49);
    use('c', 1);
    use('d', 49);

    expect(heavyRegions()).toBe('abc');
  });

  test.each([
    [9999, true],
    [10_000, false],
  ])('for 10 s from the start of the interval in which it worked: at %d ms, %j', async (ms, expected) => {
    use('a', 1);
    await setImmediate();

    nowMs = ms;

    expect(time.isHeavy('a')).toBe(expected);
  });

  test('no longer if another region has used more than twice as much since', () => {
    use('a', 100);
    use('b', 300);

    expect(heavyRegions()).toBe('b');
  });
});

test('a region is not charged for time after the iteration of the event loop', async () => {
  use('a', 10);
  time.attributeTo('b');
  await setImmediate();
  nowMs += 1000;

  expect(heavyRegions()).toBe('a');
});

test('at most 10 000 regions are counted', () => {
  for (let i = 0; i < 10_000; i++) use(`region ${i}`, 0.1);
  use('a', 100);

  expect(heavyRegions()).toBe('');
  expect(time.isHeavy('region 0')).toBe(true);
});
