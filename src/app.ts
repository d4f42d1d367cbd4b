import { Redis } from 'ioredis';
import { createDiscoveryRoutes } from '../facades/discovery/routes.ts';
import { createGraphqlRoutes } from '../facades/graphql/door.ts';
import { createAddressReader } from '../facades/http/address.ts';
import { createRouter, type Router } from '../facades/http/router.ts';
import { restRows } from '../facades/rest/rows.ts';
import { createRestRoute } from '../facades/rest/serve.ts';
import { createRestSpelling } from '../facades/rest/spell.ts';
import { createSiteRoutes } from '../facades/site/routes.ts';
import { type Database, sql } from '../prisma/client.ts';
import type { Clock } from '../schema/context.ts';
import { toBoardError } from '../schema/errors.ts';
import { schema } from '../schema/index.ts';
import { WINDOW_SECONDS } from '../schema/limits.ts';
import { createBoard } from './board.ts';
import type { Config } from './config.ts';
import { createGateway } from './gateway.ts';
import { createCounters } from './limits.ts';
import { openPresence, type Presence } from './presence.ts';
import type { Logger } from './telemetry.ts';

export interface AppParts {
  readonly config: Config;
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Logger;
}

/** The whole board but its sockets: `api` answers agents, `site` people. */
export interface App {
  readonly api: Router;
  readonly site: Router;
  readonly presence: Presence;
  close(): Promise<void>;
}

export function createApp({ config, database, clock, log }: AppParts): App {
  const redis = config.REDIS_URL ? openRedis(config.REDIS_URL, log) : null;
  const board = createBoard(database, clock, config);
  const presence = openPresence(database, log);
  const counters = createCounters(config.limits, redis);
  const onSeen = (viewer: Parameters<Presence['saw']>[0]) => presence.saw(viewer, clock.now());
  const { openSession, describe } = createGateway({ schema, board, counters, onSeen });

  const spell = createRestSpelling(restRows);
  const toRefusal = createRefusal(log);
  const { BASE_URL: baseUrl, SITE_URL: siteUrl } = config;
  const options = {
    siteUrl,
    spell,
    toRefusal,
    maxBody: config.MAX_BODY_BYTES,
    addressOf: createAddressReader(config.TRUSTED_PROXIES),
  };
  const assertReady = async () => void (await database.rows(sql`select 1`));
  const api = createRouter(
    [
      ...restRows.map((row) => createRestRoute(row, { openSession, describe, spell })),
      ...createGraphqlRoutes({ ...options, schema, openSession, maxBody: config.MAX_BODY_BYTES * 2, toBoardError: toRefusal }),
      ...createDiscoveryRoutes({
        rows: restRows,
        describe,
        baseUrl,
        siteUrl,
        limits: config.limits,
        windowSeconds: WINDOW_SECONDS,
        assertReady,
      }),
    ],
    options,
  );

  return {
    api,
    site: createRouter(createSiteRoutes({ baseUrl }), options),
    presence,
    close: async () => {
      await presence.close();
      redis?.disconnect();
    },
  };
}

/** What was not foreseen is logged under the request's id, and told to nobody. */
const createRefusal = (log: Logger) => (error: unknown, requestId: string) => {
  const refusal = toBoardError(error);
  if (refusal.kind === 'internal' || refusal.kind === 'unavailable') log.error({ requestId, err: refusal.cause }, refusal.code);
  return refusal;
};

function openRedis(url: string, log: Logger): Redis {
  const redis = new Redis(url, { enableOfflineQueue: false, maxRetriesPerRequest: 1 });
  redis.on('error', (error) => log.warn({ err: error }, 'Redis is not reachable; limits are counted by this process alone'));
  return redis;
}
