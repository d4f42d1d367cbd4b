import { describe, expect, test } from 'vitest';
import { createAdmission } from '../../../src/gateway/load/admission.ts';
import { MainThreadTime } from '../../../src/gateway/load/main-thread-time.ts';
import { toRegion } from '../../../schema/values/networks.ts';
import { createLogger } from '../../../src/logger.ts';

const open = (maxInFlight: number) =>
  createAdmission({ maxInFlight, eventLoop: { delayMs: () => 0 }, log: createLogger('silent') });

/** Admits requests from addresses of different regions. */
const admitMany = (admission: ReturnType<typeof open>, count: number) =>
  Array.from({ length: count }, (_, i) => admission.admit(`10.1.${i}.1`, 0));

describe('admission', () => {
  test('refuses requests beyond the bound', () => {
    const admission = open(3);

    const slots = admitMany(admission, 4);

    expect(slots.map((slot) => slot !== null)).toEqual([true, true, true, false]);
    expect(admission.inFlight).toBe(3);
  });

  test('admits a request once a slot is released', () => {
    const admission = open(1);
    const release = admission.admit('10.0.0.1', 0);
    expect(admission.admit('10.0.1.1', 0)).toBeNull();

    release?.();

    expect(admission.admit('10.0.1.1', 0)).not.toBeNull();
  });

  test('ignores the second release of a slot', () => {
    const admission = open(4);
    const [first] = admitMany(admission, 2);

    first?.();
    first?.();

    expect(admission.inFlight).toBe(1);
  });

  test.each([
    ['an IPv4 /24', (i: number) => `192.0.2.${i}`],
    ['an IPv6 /48', (i: number) => `2001:db8:1:${i}::1`],
  ])('gives %s at most half of the slots', (_network, addressOf) => {
    const admission = open(10);

    const slots = Array.from({ length: 10 }, (_, i) => admission.admit(addressOf(i), 0));

    expect(slots.filter((slot) => slot !== null)).toHaveLength(5);
    expect(admitMany(admission, 5).every((slot) => slot !== null)).toBe(true);
  });

  test('bounds the bytes of all bodies, and leaves some for other regions', () => {
    const eventLoop = { delayMs: () => 0 };
    const limits = { maxInFlight: 1000, maxBodyBytes: 100 };
    const admission = createAdmission({ ...limits, eventLoop, log: createLogger('silent') });
    const admitTwo = (address: string, bytes: number) =>
      [admission.admit(address, bytes), admission.admit(address, bytes)].map((slot) => slot !== null);

    expect(admitTwo('10.0.0.1', 40)).toEqual([true, false]);
    expect(admitTwo('10.0.1.1', 30)).toEqual([true, false]);
    expect(admitTwo('10.0.1.1', 0)).toEqual([true, true]);
  });

  test('frees the bytes of a body with its slot', () => {
    const limits = { maxInFlight: 1000, maxBodyBytes: 100 };
    const admission = createAdmission({
      ...limits,
      eventLoop: { delayMs: () => 0 },
      log: createLogger('silent'),
    });

    for (let i = 0; i < 10; i++) {
      const release = admission.admit('10.0.0.1', 50);
      expect(release).not.toBeNull();
      release?.();
    }
  });

  test('leaves slots for a new region after six regions have taken all that they could', () => {
    const admission = open(2000);

    const counts = Array.from(
      { length: 6 },
      (_, i) =>
        Array.from({ length: 2000 }, () => admission.admit(`10.0.${i}.1`, 0)).filter((slot) => slot !== null)
          .length,
    );

    expect(counts).toEqual([1000, 500, 250, 125, 63, 31]);
    expect(admission.admit('10.1.0.1', 0)).not.toBeNull();
  });

  describe('while the event loop is late', () => {
    /** An admission in which one region has used 100 ms of the main thread and another one 1 ms. */
    const openLate = (lateMs: number) => {
      let nowMs = 0;
      const mainThreadTime = new MainThreadTime(() => nowMs);
      const use = (address: string, ms: number) => {
        mainThreadTime.attributeTo(toRegion(address));
        nowMs += ms;
      };
      use(HEAVY, 100);
      use(LIGHT, 1);
      const eventLoop = { delayMs: () => lateMs };
      return createAdmission({ maxInFlight: 10, eventLoop, mainThreadTime, log: createLogger('silent') });
    };
    const [HEAVY, LIGHT, NEW] = ['2001:db8:1:1::1', '2001:db8:2:1::1', '2001:db8:3:1::1'];

    test.each([
      [500, [HEAVY, LIGHT, NEW]],
      [501, [LIGHT, NEW]],
      [2000, [LIGHT, NEW]],
      [2001, []],
    ])('by %d ms, admits %j', (lateMs, expected) => {
      const admission = openLate(lateMs);
      // Up to a delay of 2 s, four requests are admitted whatever their region.
      if (lateMs <= 2000) admitMany(admission, 4);

      const admitted = [HEAVY, LIGHT, NEW].filter((address) => admission.admit(address, 0) !== null);

      expect(admitted).toEqual(expected);
    });

    test('also refuses other networks of a region that keeps the event loop late', () => {
      const admission = openLate(501);
      admitMany(admission, 4);

      expect(admission.admit('2001:db8:1:2::1', 0)).toBeNull();
    });

    test('by at most 2 s, refuses no request while fewer than four are in progress', () => {
      const admission = openLate(2000);

      const admitted = Array.from({ length: 5 }, () => admission.admit(HEAVY, 0) !== null);

      expect(admitted).toEqual([true, true, true, true, false]);
    });
  });

  test('logs one line for many refusals', () => {
    const lines: string[] = [];
    const log = createLogger('warn', (line) => void lines.push(line));
    const admission = createAdmission({ maxInFlight: 1, eventLoop: { delayMs: () => 0 }, log });

    admitMany(admission, 100);

    expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
      { refused: 1, inFlight: 1, lateMs: 0 },
    ]);
  });

  test('logs requests that have waited too long for their turn, and no others', async () => {
    const lines: unknown[] = [];
    const mayRun = [true, false];
    const turns = { onConnection: () => undefined, wait: () => Promise.resolve(mayRun.shift()) };
    const admission = createAdmission({
      ...{ maxInFlight: 9, eventLoop: { delayMs: () => 0 }, turns: turns as never },
      log: { warn: (state: object) => void lines.push(state) } as never,
    });
    admission.admit('10.0.0.1', 70);

    const outcomes = [await admission.waitForTurn('10.0.1.1'), await admission.waitForTurn('10.0.2.1')];

    expect(outcomes).toEqual([true, false]);
    expect(lines).toEqual([
      { refused: 1, region: '10.0.2.0/24', inFlight: 1, bodyBytes: 70, hasWaited: true },
    ]);
  });
});
