import { describe, expect, test } from 'vitest';
import { createLogger } from '../../../src/logger.ts';
import { createUnreadBound } from '../../../src/gateway/load/unread-responses.ts';

const MIB = 1024 * 1024;

function openBound() {
  const lines: string[] = [];
  const bound = createUnreadBound({
    maxPerRegion: 20 * MIB,
    maxTotal: 50 * MIB,
    log: createLogger('warn', (line) => void lines.push(line)),
  });
  const closed: string[] = [];
  const track = (name: string, address: string, mib: number) =>
    bound.track(address, { bytes: mib * MIB, close: () => void closed.push(name) });
  return { bound, closed, track, lines };
}

describe('responses that are not read', () => {
  test('of a region stay open up to its bound; beyond it the oldest of the region are closed', () => {
    const { closed, track } = openBound();

    track('a1', '192.0.2.1', 8);
    track('b1', '192.0.3.1', 8);
    track('a2', '192.0.2.1', 8);
    expect(closed).toEqual([]);
    track('a3', '192.0.2.1', 8);

    expect(closed).toEqual(['a1']);
  });

  test('take up to 32 MiB for a region and 128 MiB in all by default', () => {
    const bound = createUnreadBound({ log: createLogger('silent') });
    const track = (address: string) => bound.track(address, { bytes: 8 * MIB, close: () => undefined });

    for (let i = 0; i < 5; i++) track('192.0.2.1');
    const ofOneRegion = bound.bytes;
    for (let i = 0; i < 20; i++) track(`198.51.${i}.1`);

    expect([ofOneRegion, bound.bytes]).toEqual([32 * MIB, 128 * MIB]);
  });

  test.each([
    ['an IPv6 /48', (i: number) => `2001:db8:1:${i}::1`],
    ['an IPv4 /24', (i: number) => `192.0.2.${i}`],
  ])('to %s count together', (_region, addressOf) => {
    const { closed, track } = openBound();

    for (let i = 1; i <= 3; i++) track(`a${i}`, addressOf(i), 8);

    expect(closed).toEqual(['a1']);
  });

  test('stop counting once they are read, even if released twice', () => {
    const { bound, closed, track } = openBound();

    for (let i = 0; i < 10; i++) {
      const release = track('read', '192.0.2.1', 15);
      release();
      release();
    }

    expect([closed, bound.bytes]).toEqual([[], 0]);
  });

  test('stop counting once they are closed, even if released later', () => {
    const { bound, closed, track } = openBound();

    const release = track('a1', '192.0.2.1', 15);
    track('a2', '192.0.2.1', 15);
    release();

    expect([closed, bound.bytes]).toEqual([['a1'], 15 * MIB]);
  });

  test('are bounded in total: the oldest of the region with the most bytes is closed first', () => {
    const { closed, track } = openBound();

    track('a', '192.0.2.1', 10);
    track('b1', '192.0.3.1', 10);
    track('b2', '192.0.3.1', 10);
    track('c', '192.0.4.1', 10);
    expect(closed).toEqual([]);
    track('d', '192.0.5.1', 15);

    expect(closed).toEqual(['b1']);
  });

  test('are closed for a new response, even if the new one is the longest', () => {
    const { bound, closed, track } = openBound();

    for (let i = 1; i <= 10; i++) track(`a${i}`, `192.0.${i}.1`, 5);
    track('b', '198.51.100.1', 8);

    expect([closed, bound.bytes]).toEqual([['a1', 'a2'], 48 * MIB]);
  });

  test('are not closed, however long, if there is only one', () => {
    const { closed, track } = openBound();

    track('a', '192.0.2.1', 60);

    expect(closed).toEqual([]);
  });

  test('are logged once when many are closed', () => {
    const { track, lines } = openBound();

    for (let i = 0; i < 20; i++) track('a', '192.0.2.1', 10);

    expect(lines).toHaveLength(1);
  });
});
