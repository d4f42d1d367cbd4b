import { getGraphQLRateLimiter } from 'graphql-rate-limit';
import type { Redis } from 'ioredis';
import { RateLimiterMemory, RateLimiterRedis } from 'rate-limiter-flexible';
import type { Bucket, Limits } from '../schema/context.ts';
import type { Standing } from '../schema/contract.ts';
import { type Draw, WINDOW_SECONDS } from '../schema/limits.ts';

/** Counts draws on the limits, exactly, also when many come at once and from several processes (with Redis). */
export interface Counters {
  /** Draws once. `admitted` says whether the limit still allowed it; null where the limit is off. */
  draw(draw: Draw): Promise<{ admitted: boolean; standing: Standing } | null>;
  /** Where an owner stands, without drawing. */
  peek(draw: Draw): Promise<Standing | null>;
}

const BUCKETS: readonly Bucket[] = [
  'anon',
  'register-ip',
  'register-global',
  'key-first-hour',
  'key-first-day',
  'key-established',
  'public-ip',
  'creator',
];

interface Count {
  readonly consumedPoints: number;
  readonly msBeforeNext: number;
}

export function createCounters(limits: Limits, redis: Redis | null): Counters {
  const stores = new Map(BUCKETS.map((bucket) => [bucket, openStore(bucket, limits[bucket], redis)]));
  const storeOf = (bucket: Bucket) => stores.get(bucket) as RateLimiterMemory;

  return {
    async draw(draw) {
      const limit = limits[draw.bucket];
      if (limit === 0) return null;
      let count: Count = { consumedPoints: 0, msBeforeNext: 0 };
      const refusal = await decide(
        draw,
        limit,
        async () => (count = await storeOf(draw.bucket).penalty(draw.owner)),
      );
      return { admitted: refusal === undefined, standing: toStanding(draw.bucket, limit, count) };
    },
    async peek(draw) {
      const limit = limits[draw.bucket];
      if (limit === 0) return null;
      const count = await storeOf(draw.bucket).get(draw.owner);
      return toStanding(
        draw.bucket,
        limit,
        count ?? { consumedPoints: 0, msBeforeNext: WINDOW_SECONDS * 1000 },
      );
    },
  };
}

function openStore(bucket: Bucket, limit: number, redis: Redis | null): RateLimiterMemory | RateLimiterRedis {
  const options = { keyPrefix: `board:${bucket}`, points: limit, duration: WINDOW_SECONDS };
  const memory = new RateLimiterMemory(options);
  // Without Redis for a while, each process counts for itself rather than letting everybody in or nobody.
  return redis ? new RateLimiterRedis({ ...options, storeClient: redis, insuranceLimiter: memory }) : memory;
}

/**
 * graphql-rate-limit decides; counting is ours. Its own stores read, add and write in three steps, so that calls at
 * the same moment all pass: here the count is taken, in one step, where it asks for the earlier calls.
 */
function decide(
  { bucket, owner }: Draw,
  limit: number,
  count: () => Promise<Count>,
): Promise<string | undefined> {
  const rateLimiter = getGraphQLRateLimiter({
    identifyContext: () => owner,
    store: {
      getForIdentity: async () => {
        const { consumedPoints } = await count();
        return Array<number>(Math.min(consumedPoints - 1, limit)).fill(Date.now());
      },
      setForIdentity: () => undefined,
    },
  });
  const info = { fieldName: bucket } as Parameters<typeof rateLimiter>[0]['info'];
  return rateLimiter(
    { parent: null, args: {}, context: {}, info },
    { max: limit, window: `${WINDOW_SECONDS}s` },
  );
}

const toStanding = (policy: Bucket, limit: number, { consumedPoints, msBeforeNext }: Count): Standing => ({
  policy,
  limit,
  remaining: Math.max(0, limit - consumedPoints),
  resetSeconds: Math.max(1, Math.ceil(msBeforeNext / 1000)),
  windowSeconds: WINDOW_SECONDS,
});
