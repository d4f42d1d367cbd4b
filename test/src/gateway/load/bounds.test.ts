// Bounds of the resources that clients use, and the lines that are logged about refusals.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Logger } from '../../../../src/logger.ts';
import { createBodyBound } from '../../../../src/gateway/load/incomplete-bodies.ts';
import { FairShares } from '../../../../src/gateway/load/fair-shares.ts';
import { createRefusalLog } from '../../../../src/gateway/load/refusal-log.ts';
import { createResultShares } from '../../../../src/gateway/load/result-shares.ts';
import { createUnreadBound } from '../../../../src/gateway/load/unread-responses.ts';
import { createWaitingBytesBound } from '../../../../src/gateway/load/waiting-bytes.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

function createLog() {
  const lines: unknown[] = [];
  const warn = ((state: object, message: string) => void lines.push([message, state])) as Logger['warn'];
  return { lines, warn };
}

describe('a shared resource', () => {
  test('has room for half of what other regions leave, rounded up, however large a use is', () => {
    const shares = new FairShares(100);
    /** The largest further use of a region. */
    const roomOf = (region: string) =>
      Array.from({ length: 101 }, (_, size) => size).findLast((size) => shares.hasRoom(region, size));
    const before = roomOf('a');
    const release = shares.add('a', 33);

    const during = [roomOf('a'), roomOf('b')];
    release();
    release();

    expect([before, during, shares.total, roomOf('a')]).toEqual([50, [17, 34], 0, 50]);
  });

  test('has room for a tenth region after nine that use as much as they can', () => {
    const shares = new FairShares(1024);
    for (let size = 512, region = 1; region <= 9; size /= 2, region += 1) {
      expect([shares.hasRoom(`${region}`, size), shares.hasRoom(`${region}`, size + 1)]).toEqual([
        true,
        false,
      ]);
      shares.add(`${region}`, size);
    }

    expect(shares.hasRoom('10', 1)).toBe(true);
  });

  test('has room for a size of 0 also if the region has no room for more', () => {
    const shares = new FairShares(10);
    shares.add('a', 5);
    shares.add('b', 4);

    expect([shares.hasRoom('a', 0), shares.hasRoom('a', 1), shares.hasRoom('c', 1)]).toEqual([
      true,
      false,
      true,
    ]);
  });

  test.each([
    ['a large heap', 2 ** 40, 2 ** 26],
    ['a heap', 2 ** 31, 2 ** 26],
    ['the heap of a container with 768 MiB', 384 * 2 ** 20, 12 * 2 ** 20],
  ])(
    'for results has, with %s of %i bytes, room for %i characters of one region',
    (_name, heapBytes, characters) => {
      const shares = createResultShares(heapBytes);

      expect([shares.hasRoom('a', characters), shares.hasRoom('a', characters + 1)]).toEqual([true, false]);
    },
  );
});

describe('refusals are logged', () => {
  test('at most every ten seconds, with their number since the last line', () => {
    const log = createLog();
    const refuse = createRefusalLog(log, 'refused');
    for (const ms of [0, 1, 9_998, 1, 0, 10_000]) {
      vi.advanceTimersByTime(ms);
      refuse({ ms });
    }

    expect(log.lines).toEqual([
      ['refused', { refused: 1, ms: 0 }],
      ['refused', { refused: 3, ms: 1 }],
      ['refused', { refused: 2, ms: 10_000 }],
    ]);
  });
});

/** Tracks resources until one is closed. Returns how many are then open, and the number of the closed one, from 0. */
function countUntilClosed(
  track: (address: string, close: () => void) => unknown,
  addressOf: (i: number) => string,
) {
  const closed: number[] = [];
  let i = 0;
  for (; closed.length === 0 && i < 5_000; i++) {
    const number = i;
    track(addressOf(i), () => closed.push(number));
  }
  return [i - 1, closed[0]];
}

const ONE = () => '192.0.2.1';
const MANY = (i: number) => `10.${i >> 8}.${i & 255}.1`;

describe('requests with an incomplete body', () => {
  test.each([
    [2000, 100, 500],
    [2001, 101, 501],
    [100, 8, 25],
    [1, 8, 8],
  ])('with MAX_IN_FLIGHT=%i are at most %i of a region and %i in all', (maxInFlight, perRegion, total) => {
    const count = (addressOf: (i: number) => string) => {
      const bound = createBodyBound({ maxInFlight, log: createLog() });
      return countUntilClosed((address, close) => bound.track(address, close), addressOf);
    };

    expect([count(ONE), count(MANY)]).toEqual([
      [perRegion, 0],
      [total, 0],
    ]);
  });

  test('are logged with their region and number', () => {
    const log = createLog();
    const bound = createBodyBound({ maxInFlight: 1, log });
    countUntilClosed((address, close) => bound.track(address, close), ONE);

    expect(log.lines).toEqual([
      [
        'connections are closed: their clients do not complete their bodies',
        { refused: 1, network: '192.0.2.0/24', incomplete: 8 },
      ],
    ]);
  });
});

describe('the bytes of requests that wait', () => {
  const MIB = 1024 * 1024;

  test('are at most 8 MiB of a region and 32 MiB in all; a single region has at most 2 048 requests', () => {
    const count = (addressOf: (i: number) => string) => {
      const bound = createWaitingBytesBound(createLog());
      return countUntilClosed((address, close) => bound.track(address, { bytes: MIB, close }), addressOf);
    };
    const requests = createWaitingBytesBound(createLog());
    let added = 0;
    while (requests.addRequest('192.0.2.1')) added += 1;

    expect([count(ONE), count(MANY), added]).toEqual([[8, 0], [32, 0], 2_048]);
    // Other addresses of the region have no room, and other regions have.
    const others = ['192.0.2.2', '203.0.113.1'].map((address) => requests.addRequest(address) !== null);
    expect(others).toEqual([false, true]);
  });

  test('and the bytes of unread responses are logged with their region', () => {
    const log = createLog();
    const waiting = createWaitingBytesBound(log);
    const unread = createUnreadBound({ log });
    for (const bytes of [5, 6, 1]) waiting.track('192.0.2.1', { bytes: bytes * MIB, close: () => undefined });
    for (const bytes of [20, 21, 1])
      unread.track('192.0.2.1', { bytes: bytes * MIB, close: () => undefined });

    expect(log.lines).toEqual([
      [
        'connections are closed: the requests that wait on them take too much memory',
        { refused: 1, network: '192.0.2.0/24', waitingBytes: 6 * MIB },
      ],
      [
        'connections are closed: their clients do not read the responses',
        { refused: 1, network: '192.0.2.0/24', unreadBytes: 21 * MIB },
      ],
    ]);
  });
});
