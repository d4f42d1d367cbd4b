import { describe, expect, test } from 'vitest';
import { createAdmission } from '../../src/gateway/admission.ts';
import { createLogger } from '../../src/logger.ts';

const open = (maxInFlight: number, late = 0) =>
  createAdmission({ maxInFlight, eventLoop: { delayMs: () => late }, log: createLogger('silent') });

/** Enters from addresses that share nothing. */
const enterFrom = (admission: ReturnType<typeof open>, count: number, network = 1) =>
  Array.from({ length: count }, (_, i) => admission.admit(`10.${network}.0.${i}`));

describe('admission', () => {
  test('refuses what is beyond the bound', () => {
    const admission = open(3);

    const places = enterFrom(admission, 4);

    expect(places.map((place) => place !== null)).toEqual([true, true, true, false]);
    expect(admission.inFlight).toBe(3);
  });

  test('admits again once a place is released', () => {
    const admission = open(1);
    const leave = admission.admit('10.0.0.1');
    expect(admission.admit('10.0.0.2')).toBeNull();

    leave?.();

    expect(admission.admit('10.0.0.2')).not.toBeNull();
  });

  test('counts a place that is released twice once', () => {
    const admission = open(4);
    const [first] = enterFrom(admission, 2);

    first?.();
    first?.();

    expect(admission.inFlight).toBe(1);
  });

  test.each([
    ['an IPv4 address', () => '192.0.2.1'],
    ['an IPv6 /64', (i: number) => `2001:db8:0:1::${i}`],
  ])('leaves half of the places to others than %s', (_network, addressOf) => {
    const admission = open(10);

    const places = Array.from({ length: 10 }, (_, i) => admission.admit(addressOf(i)));

    expect(places.filter((place) => place !== null)).toHaveLength(5);
    expect(enterFrom(admission, 5).every((place) => place !== null)).toBe(true);
  });

  test('refuses everything while the event loop is late', () => {
    expect(open(10, 501).admit('10.0.0.1')).toBeNull();
    expect(open(10, 500).admit('10.0.0.1')).not.toBeNull();
  });

  test('logs one line for a flood of refusals', () => {
    const lines: string[] = [];
    const log = createLogger('warn', (line) => void lines.push(line));
    const admission = createAdmission({ maxInFlight: 1, eventLoop: { delayMs: () => 0 }, log });

    enterFrom(admission, 100);

    expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
      { refused: 1, inFlight: 1, lateMs: 0 },
    ]);
  });
});
