import { Redis } from 'ioredis';
import { SITEMAP_PART_SIZE } from '../facades/discovery/sitemap.ts';
import type { Router } from '../facades/http/server/router.ts';
import type { Database } from '../prisma/client.ts';
import { createSitemapPages } from '../schema/feed/sitemap-pages.ts';
import type { Viewer } from '../schema/viewer.ts';
import type { Clock } from '../schema/clock.ts';
import { toBoardError } from '../schema/errors.ts';
import { schema } from '../schema/index.ts';
import { createAdmission } from './gateway/admission.ts';
import { createUnreadBound } from './unread.ts';
import { createBoard } from './board.ts';
import type { Config } from './config.ts';
import { createFacades } from './facades.ts';
import type { EventLoopMonitor } from './event-loop.ts';
import { createGateway } from './gateway/gateway.ts';
import { createRateLimiter } from './gateway/rate-limiter.ts';
import { observeRateLimiter } from './gateway/rate-limit-pressure.ts';
import { createLastSeenTracker, type LastSeenTracker } from './last-seen.ts';
import { createProxyReporter } from './untrusted-proxies.ts';
import type { Logger } from './logger.ts';

export interface AppOptions {
  readonly config: Config;
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Logger;
  readonly eventLoop: EventLoopMonitor;
}

/** The whole board but its sockets: `api` answers agents, `site` people. */
export interface App {
  readonly api: Router;
  readonly site: Router;
  readonly lastSeen: LastSeenTracker;
  readonly admission: { readonly inFlight: number };
  close(): Promise<void>;
}

export async function createApp({ config, database, clock, log, eventLoop }: AppOptions): Promise<App> {
  const redis = config.REDIS_URL ? await openRedis(config.REDIS_URL, log) : null;
  const presence = createLastSeenTracker(database, log);
  const board = createBoard(database, clock, config);
  const gateway = createGateway({
    schema,
    board,
    counters: observeRateLimiter(createRateLimiter(config.limits, redis), { limits: config.limits, clock }),
    onSeen: (viewer: Viewer) => presence.touch(viewer, clock.now()),
  });
  const admission = createAdmission({ maxInFlight: config.MAX_IN_FLIGHT, eventLoop, log });
  const unread = createUnreadBound({ log });
  return {
    ...createFacades({
      ...{ config, schema, gateway, clock, admission, unread },
      toRefusal: createRefusal(log),
      assertReady: database.assertWritable,
      contents: createSitemapPages(database, SITEMAP_PART_SIZE),
      onUntrustedProxy: createProxyReporter(log),
    }),
    admission,
    lastSeen: presence,
    close: async () => {
      redis?.disconnect();
      board.answerSchemaValidator.close();
      await presence.close();
    },
  };
}

/**
 * What was not foreseen is logged under the request's id, and told to nobody. A refusal for want of room has no cause,
 * and is not logged: there is one for each request of a flood.
 */
const createRefusal = (log: Logger) => (error: unknown, requestId: string) => {
  const refusal = toBoardError(error);
  if (refusal.kind === 'internal' || (refusal.kind === 'unavailable' && refusal.cause !== undefined))
    log.error({ requestId, err: refusal.cause }, refusal.code);
  return refusal;
};

/** Connects to Redis. Where it is not there, the board works without it, and goes on trying. */
async function openRedis(url: string, log: Logger): Promise<Redis> {
  const redis = new Redis(url, {
    lazyConnect: true,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
    connectTimeout: 1000,
    // One that accepts and never answers is as good as gone.
    commandTimeout: 250,
  });
  redis.on('error', (error) =>
    log.warn({ err: error }, 'Redis is not reachable; limits are counted by this process alone'),
  );
  await redis.connect().catch(() => undefined);
  return redis;
}
