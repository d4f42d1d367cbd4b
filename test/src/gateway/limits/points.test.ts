// What documents reserve of the points of a caller.
import { describe, expect, test } from 'vitest';
import { Reservations } from '../../../../src/gateway/limits/reservations.ts';
import { SessionMeter } from '../../../../src/gateway/limits/session-meter.ts';
import { mapRateLimits } from '../../../../schema/rate-limit-buckets.ts';
import type { Viewer } from '../../../../schema/viewer.ts';
import { TestClock } from '../../../support/board/clock.ts';

interface Status {
  readonly policy: string;
  readonly limit: number;
  readonly remaining: number;
}

/** A meter whose limiter has these calls left, by bucket. `log` has what it counts, refunds, peeks and takes. */
function openMeter({
  left = {},
  viewer = { kind: 'anonymous' },
  repetition = null,
  points = { isAllowed: true },
}: {
  readonly left?: Readonly<Record<string, number>>;
  readonly viewer?: object;
  readonly repetition?: object | null;
  readonly points?: { isAllowed: boolean } | null;
} = {}) {
  const log: string[] = [];
  const reservations = new Reservations();
  const statusOf = (policy: string, change = 0): Status => ({
    policy,
    limit: 10,
    remaining: (left[policy] ?? 5) + change,
  });
  const limiter = {
    countCall: ({ bucket, owner }: { bucket: string; owner: string }) => {
      log.push(`count ${bucket} ${owner}`);
      const refund = () => {
        log.push(`refund ${bucket}`);
        return Promise.resolve(statusOf(bucket, 1));
      };
      return Promise.resolve(
        left[bucket] === -1 ? null : { isAllowed: left[bucket] !== 0, status: statusOf(bucket), refund },
      );
    },
    peek: ({ bucket }: { bucket: string }) => {
      log.push(`peek ${bucket}`);
      return Promise.resolve(left[bucket] === -1 ? null : statusOf(bucket));
    },
    takePoints: ({ bucket }: { bucket: string }, taken: number) => {
      log.push(`take ${taken} ${bucket}`);
      const refund = (unused: number) => {
        log.push(`return ${unused}`);
        return Promise.resolve(statusOf(bucket, unused));
      };
      return points
        ? Promise.resolve({ ...points, status: statusOf(bucket), refund })
        : Promise.resolve(null);
    },
    pressure: () => Promise.resolve('the pressure'),
  };
  const meter = new SessionMeter(limiter as never, {
    ...{ viewer: viewer as Viewer, address: '192.0.2.1', clock: new TestClock(), reservations },
    limits: mapRateLimits(() => 100),
    repetition: repetition as never,
  });
  return { meter, log, reservations };
}

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
    expect(log).toEqual(['take 40 graphql-points', 'return 25']);
  });

  test('must be within the limit, whatever is left', async () => {
    const { meter, log } = openMeter();

    const error = await catchError(meter.reservePoints(101, () => 'an explanation'));

    expect([error?.code, log]).toEqual(['query_too_complex', []]);
    expect((await catchError(meter.reservePoints(100, () => ''))) ?? null).toBeNull();
  });

  test('are returned if too few are left, and do not count as reserved', async () => {
    const { meter, log, reservations } = openMeter({ points: { isAllowed: false } });

    const error = await catchError(meter.reservePoints(40, () => ''));

    expect(error).toMatchObject({
      code: 'rate_limited',
      members: { requested: 40, remaining: 45, retry_after: 1 },
    });
    expect([log, reservations.of({ bucket: 'graphql-points-anon', owner: '192.0.2.1' })]).toEqual([
      ['take 40 graphql-points-anon', 'return 40'],
      0,
    ]);
  });

  test('are unlimited if the limit is off', async () => {
    const { meter } = openMeter({ points: null });

    expect(await (await meter.reservePoints(40, () => '')).refundUnused(1)).toBeNull();
  });
});
