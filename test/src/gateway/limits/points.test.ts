// The points that documents reserve.
import { describe, expect, test } from 'vitest';
import { openMeter } from '../../../support/board/open-meter.ts';

const catchError = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => error as { code: string; message: string; members: object },
  );
const operator = { kind: 'operator' };

describe('the points of a document', () => {
  test('are taken before it runs, and the unused ones are returned', async () => {
    const { meter, log, reservations } = openMeter({ viewer: operator });
    const hit = { bucket: 'graphql-points', owner: '*' } as const;

    const reservation = await meter.reservePoints(40, () => '');
    const reserved = reservations.of(hit);
    const status = await reservation.refundUnused(15);

    expect([reserved, reservations.of(hit), status?.remaining]).toEqual([40, 0, 30]);
    expect(log).toEqual(['take 40 graphql-points', 'return 25 while 40 are reserved']);
  });

  test('do not count as reserved while their document waits for news, which can take longer than a second', async () => {
    const { meter, log, reservations } = openMeter({ viewer: operator });
    const hit = { bucket: 'graphql-points', owner: '*' } as const;
    await meter.reservePoints(7, () => '');
    let isWaiting = false;
    const reservation = await meter.reservePoints(
      40,
      () => '',
      () => isWaiting,
    );
    const before = reservations.of(hit);
    isWaiting = true;
    const meanwhile = reservations.of(hit);
    isWaiting = false;
    const after = reservations.of(hit);
    await reservation.refundUnused(15);

    expect([before, meanwhile, after, reservations.of(hit)]).toEqual([47, 7, 47, 7]);
    expect(log.at(-1)).toBe('return 25 while 47 are reserved');
  });

  test('must be within the limit, however many points are left', async () => {
    const { meter, log } = openMeter();

    const error = await catchError(meter.reservePoints(101, () => 'an explanation'));

    expect([error?.code, error?.members, log]).toEqual([
      'query_too_complex',
      { bound: 'points', value: 101, max: 100 },
      [],
    ]);
    expect(error?.message).toMatch(/^The document's points can reach 101; .* allowed\. an explanation /);
    expect((await catchError(meter.reservePoints(100, () => ''))) ?? null).toBeNull();
  });

  test('are returned if too few are left, and then do not count as reserved', async () => {
    const { meter, log, reservations } = openMeter({ points: { isAllowed: false } });

    const error = await catchError(meter.reservePoints(40, () => ''));

    expect(error).toMatchObject({
      code: 'rate_limited',
      members: { requested: 40, remaining: 45, retry_after: 1 },
    });
    expect([log, reservations.of({ bucket: 'graphql-points-anon', owner: '192.0.2.1' })]).toEqual([
      ['take 40 graphql-points-anon', 'return 40 while 40 are reserved'],
      0,
    ]);
  });

  test('do not count as reserved if taking them fails', async () => {
    const { meter, reservations } = openMeter({ points: new Error('no store'), viewer: operator });

    expect((await catchError(meter.reservePoints(40, () => '')))?.message).toBe('no store');
    expect(reservations.of({ bucket: 'graphql-points', owner: '*' })).toBe(0);
  });

  test('are unlimited if the limit is off', async () => {
    const { meter } = openMeter({ points: null, limit: 0 });

    expect(await (await meter.reservePoints(1_000_000, () => '')).refundUnused(1)).toBeNull();
  });
});
