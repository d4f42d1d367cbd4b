import type { Config } from '../config.ts';
import { openRedis } from '../redis.ts';
import { type Finding, fail, ok, describeError } from './finding.ts';

/** Checks that Redis answers, if it is configured. */
export async function checkRedis({ REDIS_URL }: Config): Promise<Finding> {
  if (!REDIS_URL) return ok('Redis', 'not configured: rate limits are counted per board');
  const redis = await openRedis(REDIS_URL, {
    lazyConnect: true,
    connectTimeout: 2000,
    commandTimeout: 2000,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
    sentinelRetryStrategy: () => null,
  });
  // The client reports the cause as an event; the command fails with a general message.
  let connectionError: unknown;
  redis.on('error', (error) => (connectionError ??= error));
  try {
    await redis.connect();
    await redis.ping();
    return ok('Redis', 'answers');
  } catch (error) {
    const remedy =
      'check that REDIS_URL is correct and the server is running; until then limits are counted per board';
    return fail('Redis', describeError(connectionError ?? error), remedy);
  } finally {
    redis.disconnect();
  }
}
