import { Redis } from 'ioredis';
import type { Config } from '../config.ts';
import { type Finding, fail, ok, describeError } from './finding.ts';

/** Looks whether Redis answers, where there is to be one. */
export async function checkRedis({ REDIS_URL }: Config): Promise<Finding> {
  if (!REDIS_URL) return ok('Redis', 'not configured: each process counts its limits by itself');
  const redis = new Redis(REDIS_URL, {
    lazyConnect: true,
    connectTimeout: 2000,
    commandTimeout: 2000,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  });
  // Told by the command that runs into it.
  let lost: unknown;
  redis.on('error', (error) => (lost ??= error));
  try {
    await redis.connect();
    await redis.ping();
    return ok('Redis', 'answers');
  } catch (error) {
    const remedy =
      'see that REDIS_URL is right and the server runs; until then each process counts by itself';
    return fail('Redis', describeError(lost ?? error), remedy);
  } finally {
    redis.disconnect();
  }
}
