import { describe, expect, test } from 'vitest';
import { createLogger } from '../../src/logger.ts';
import { createUnreadBound } from '../../src/gateway/unread-responses.ts';

const MIB = 1024 * 1024;

function openBound() {
  const lines: string[] = [];
  const bound = createUnreadBound({
    maxPerNetwork: 20 * MIB,
    maxTotal: 50 * MIB,
    log: createLogger('warn', (line) => void lines.push(line)),
  });
  const closed: string[] = [];
  const hold = (name: string, address: string, mib: number) =>
    bound.hold(address, { bytes: mib * MIB, close: () => void closed.push(name) });
  return { bound, closed, hold, lines };
}

describe('responses that are not read', () => {
  test('are held up to the bound of a network; beyond it the oldest of that network are closed', () => {
    const { closed, hold } = openBound();

    hold('a1', '192.0.2.1', 8);
    hold('b1', '192.0.2.2', 8);
    hold('a2', '192.0.2.1', 8);
    expect(closed).toEqual([]);
    hold('a3', '192.0.2.1', 8);

    expect(closed).toEqual(['a1']);
  });

  test('to one IPv6 /64 count together', () => {
    const { closed, hold } = openBound();

    for (let i = 1; i <= 3; i++) hold(`a${i}`, `2001:db8:0:1::${i}`, 8);

    expect(closed).toEqual(['a1']);
  });

  test('stop counting once they are read, even if released twice', () => {
    const { bound, closed, hold } = openBound();

    for (let i = 0; i < 10; i++) {
      const release = hold('read', '192.0.2.1', 15);
      release();
      release();
    }

    expect([closed, bound.bytes]).toEqual([[], 0]);
  });

  test('stop counting once they are closed, even if released later', () => {
    const { bound, closed, hold } = openBound();

    const release = hold('a1', '192.0.2.1', 15);
    hold('a2', '192.0.2.1', 15);
    release();

    expect([closed, bound.bytes]).toEqual([['a1'], 15 * MIB]);
  });

  test('are bounded in total: the network that holds the most is closed first', () => {
    const { closed, hold } = openBound();

    hold('a', '192.0.2.1', 10);
    hold('b1', '192.0.2.2', 10);
    hold('b2', '192.0.2.2', 10);
    hold('c', '192.0.2.3', 10);
    expect(closed).toEqual([]);
    hold('d', '192.0.2.4', 15);

    expect(closed).toEqual(['b1']);
  });

  test('are closed for a new response, even if the new one is the longest', () => {
    const { bound, closed, hold } = openBound();

    for (let i = 1; i <= 10; i++) hold(`a${i}`, `192.0.2.${i}`, 5);
    hold('b', '198.51.100.1', 8);

    expect([closed, bound.bytes]).toEqual([['a1', 'a2'], 48 * MIB]);
  });

  test('are not closed for their own size if they are the only ones', () => {
    const { closed, hold } = openBound();

    hold('a', '192.0.2.1', 60);

    expect(closed).toEqual([]);
  });

  test('are logged once when many are closed', () => {
    const { hold, lines } = openBound();

    for (let i = 0; i < 20; i++) hold('a', '192.0.2.1', 10);

    expect(lines).toHaveLength(1);
  });
});
