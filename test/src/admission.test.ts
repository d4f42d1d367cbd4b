import { describe, expect, test } from 'vitest';
import { createAdmission } from '../../src/gateway/admission.ts';
import { createLogger } from '../../src/logger.ts';

const open = (maxInFlight: number, late = 0) =>
  createAdmission({ maxInFlight, eventLoop: { delayMs: () => late }, log: createLogger('silent') });

/** Admits requests from addresses of different networks. */
const admitMany = (admission: ReturnType<typeof open>, count: number, network = 1) =>
  Array.from({ length: count }, (_, i) => admission.admit(`10.${network}.0.${i}`));

describe('admission', () => {
  test('refuses requests beyond the bound', () => {
    const admission = open(3);

    const slots = admitMany(admission, 4);

    expect(slots.map((slot) => slot !== null)).toEqual([true, true, true, false]);
    expect(admission.inFlight).toBe(3);
  });

  test('admits a request once a slot is released', () => {
    const admission = open(1);
    const release = admission.admit('10.0.0.1');
    expect(admission.admit('10.0.0.2')).toBeNull();

    release?.();

    expect(admission.admit('10.0.0.2')).not.toBeNull();
  });

  test('ignores the second release of a slot', () => {
    const admission = open(4);
    const [first] = admitMany(admission, 2);

    first?.();
    first?.();

    expect(admission.inFlight).toBe(1);
  });

  test.each([
    ['an IPv4 address', () => '192.0.2.1'],
    ['an IPv6 /64', (i: number) => `2001:db8:0:1::${i}`],
  ])('gives %s at most half of the slots', (_network, addressOf) => {
    const admission = open(10);

    const slots = Array.from({ length: 10 }, (_, i) => admission.admit(addressOf(i)));

    expect(slots.filter((slot) => slot !== null)).toHaveLength(5);
    expect(admitMany(admission, 5).every((slot) => slot !== null)).toBe(true);
  });

  test('refuses every request while the event loop is late', () => {
    expect(open(10, 501).admit('10.0.0.1')).toBeNull();
    expect(open(10, 500).admit('10.0.0.1')).not.toBeNull();
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
});
