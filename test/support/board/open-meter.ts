import { Reservations } from '../../../src/gateway/limits/reservations.ts';
import { SessionMeter } from '../../../src/gateway/limits/session-meter.ts';
import type { RateLimitHit } from '../../../schema/rate-limits.ts';
import { mapRateLimits } from '../../../schema/rate-limit-buckets.ts';
import type { Viewer } from '../../../schema/viewer.ts';
import { TestClock } from './clock.ts';

interface Status {
  readonly policy: string;
  readonly limit: number;
  readonly remaining: number;
}

/**
 * A meter with a fake limiter. `left` has the remaining calls of each bucket; -1 turns the limit of the bucket off. `points` is the
 * result of taking points (null: the limit is off), or the error that taking points throws. `log` lists the calls to the limiter.
 */
export function openMeter({
  left = {},
  viewer = { kind: 'anonymous' },
  repetition = null,
  points = { isAllowed: true },
  limit = 100,
}: {
  readonly left?: Readonly<Record<string, number>>;
  readonly viewer?: object;
  readonly repetition?: object | null;
  readonly points?: { isAllowed: boolean } | Error | null;
  readonly limit?: number;
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
    reportRefusal: ({ bucket }: RateLimitHit) => void log.push(`report ${bucket}`),
    takePoints: (hit: RateLimitHit, taken: number) => {
      const { bucket } = hit;
      log.push(`take ${taken} ${bucket}`);
      const refund = (unused: number) => {
        log.push(`return ${unused} while ${reservations.of(hit)} are reserved`);
        return Promise.resolve(statusOf(bucket, unused));
      };
      if (points instanceof Error) return Promise.reject(points);
      return points
        ? Promise.resolve({ ...points, status: statusOf(bucket), refund })
        : Promise.resolve(null);
    },
    readPressure: () => Promise.resolve('the pressure'),
  };
  const meter = new SessionMeter(limiter as never, {
    ...{ viewer: viewer as Viewer, address: '192.0.2.1', clock: new TestClock(), reservations },
    limits: mapRateLimits(() => limit),
    repetition: repetition as never,
  });
  return { meter, log, reservations };
}
