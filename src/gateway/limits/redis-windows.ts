import type { Redis } from 'ioredis';
import { RateLimiterRedis } from 'rate-limiter-flexible';
import type { TakenWindow, WindowCount, Windows } from './memory-windows.ts';

/** Counts in Redis, shared by all processes. While Redis is unreachable, counts in `fallback`. */
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
    // `penalty` and `reward` do not compare with `points`.
    const options = { keyPrefix: prefix, points: 1, duration: windowMs / 1000 };
    this.#redis = new RateLimiterRedis({ ...options, storeClient: redis });
    this.#fallback = fallback;
  }

  async take(owner: string, points: number): Promise<TakenWindow> {
    const count = await this.#redis.penalty(owner, points).catch(() => null);
    if (!count) return this.#fallback.take(owner, points);
    return { count, refund: (unused) => this.#redis.reward(owner, unused).catch(() => null) };
  }

  get(owner: string): Promise<WindowCount | null> {
    return this.#redis.get(owner).catch(() => this.#fallback.get(owner));
  }
}
