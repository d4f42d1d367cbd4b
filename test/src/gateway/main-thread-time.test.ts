import { setImmediate } from 'node:timers/promises';
import { beforeEach, describe, expect, test } from 'vitest';
import { MainThreadTime } from '../../../src/gateway/load/main-thread-time.ts';

let nowMs: number;
let time: MainThreadTime;

beforeEach(() => {
  nowMs = 0;
  time = new MainThreadTime(() => nowMs);
});

/** Uses the main thread for a network. */
function use(network: string, ms: number): void {
  time.attributeTo(network);
  nowMs += ms;
}

/** The heavy networks of `a` to `d`, measured up to now. */
function heavyNetworks(): string {
  time.attributeTo('a further one');
  return ['a', 'b', 'c', 'd'].filter((network) => time.isHeavy(network)).join('');
}

describe('a network is heavy', () => {
  test('if it is the only network', () => {
    use('a', 1);

    expect(heavyNetworks()).toBe('a');
  });

  test('if it used at least half as much time as the network that used the most', () => {
    use('a', 100);
    use('b', 50);
    use('c', 49);
    use('c', 1);
    use('d', 49);

    expect(heavyNetworks()).toBe('abc');
  });

  test.each([
    [9999, true],
    [10_000, false],
  ])('until 10 s have passed without work for it: at %d ms, %j', async (ms, expected) => {
    use('a', 1);
    await setImmediate();

    nowMs = ms;

    expect(time.isHeavy('a')).toBe(expected);
  });

  test('no longer if another network has used more than twice as much since', () => {
    use('a', 100);
    use('b', 300);

    expect(heavyNetworks()).toBe('b');
  });
});

test('a network is not charged for time after the iteration of the event loop', async () => {
  use('a', 10);
  time.attributeTo('b');
  await setImmediate();
  nowMs += 1000;

  expect(heavyNetworks()).toBe('a');
});

test('at most 10 000 networks are counted', () => {
  for (let i = 0; i < 10_000; i++) use(`network ${i}`, 0.1);
  use('a', 100);

  expect(heavyNetworks()).toBe('');
  expect(time.isHeavy('network 0')).toBe(true);
});
