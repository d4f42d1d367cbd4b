import type { Redis } from 'ioredis';
import { RateLimiterRedis } from 'rate-limiter-flexible';
import type { TakenPoints, WindowCount, Windows } from './memory-windows.ts';

/**
 * The script of RateLimiterRedis, with one more line: a refund to a window that has ended begins the next one, whose count must
 * not become negative. ARGV has the points and the length of a window in seconds.
 */
const ADD_POINTS = `
  redis.call('set', KEYS[1], 0, 'EX', ARGV[2], 'NX')
  local consumed = redis.call('incrby', KEYS[1], ARGV[1])
  if consumed < 0 then consumed = redis.call('incrby', KEYS[1], -consumed) end
  return {consumed, redis.call('pttl', KEYS[1])}`;

/** Counts in Redis, shared by all processes. While Redis fails, counts in `fallback`. */
export class RedisWindows implements Windows {
  readonly #redis: RateLimiterRedis;
  readonly #fallback: Windows;

  constructor(
    redis: Redis,
    {
      prefix,
      windowMs,
      fallback,
    }: { readonly prefix: string; readonly windowMs: number; readonly fallback: Windows },
  ) {
    // `points` is required but not used: `penalty` and `reward` do not compare with it.
    const options = {
      keyPrefix: prefix,
      points: 1,
      duration: windowMs / 1000,
      customIncrTtlLuaScript: ADD_POINTS,
    };
    this.#redis = new RateLimiterRedis({ ...options, storeClient: redis });
    this.#fallback = fallback;
  }

  async take(owner: string, points: number): Promise<TakenPoints> {
    const count = await this.#redis.penalty(owner, points).catch(() => null);
    if (!count) return this.#fallback.take(owner, points);
    return { count, refund: (unused) => this.#redis.reward(owner, unused).catch(() => null) };
  }

  get(owner: string): Promise<WindowCount | null> {
    return this.#redis.get(owner).catch(() => this.#fallback.get(owner));
  }
}
