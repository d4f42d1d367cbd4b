import { setTimeout as wait } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import { SITEMAP_PART_SIZE } from '../facades/discovery/sitemap.ts';
import type { DocumentRegistry } from '../facades/graphql/trusted-documents.ts';
import type { Router } from '../facades/http/server/router.ts';
import type { Database } from '../prisma/client.ts';
import { createSitemapPages } from '../schema/feed/sitemap-pages.ts';
import type { Board } from '../schema/context.ts';
import type { Viewer } from '../schema/viewer.ts';
import type { Clock } from '../schema/clock.ts';
import { createReadOnlyError, toBoardError } from '../schema/errors.ts';
import { schema } from '../schema/index.ts';
import { createBoard } from './board.ts';
import type { Config } from './config.ts';
import type { EventLoopMonitor } from './background/event-loop.ts';
import type { DiskMonitor } from './background/disk-monitor.ts';
import { createFacades } from './facades.ts';
import { createAdmission } from './gateway/load/admission.ts';
import { loadRateLimitPackage } from './gateway/limits/call-limiter.ts';
import { loadJit } from './gateway/executor.ts';
import { createGateway } from './gateway/gateway.ts';
import { createRedisStore, type LimitStore, MEMORY_STORE } from './gateway/limits/limit-store.ts';
import { MainThreadTime } from './gateway/load/main-thread-time.ts';
import { observeRateLimiter } from './gateway/limits/rate-limit-pressure.ts';
import { createRateLimiter } from './gateway/limits/rate-limiter.ts';
import { TrustedDocuments } from './gateway/trusted-documents.ts';
import { createBodyBound } from './gateway/load/incomplete-bodies.ts';
import { createUnreadBound } from './gateway/load/unread-responses.ts';
import { createLastSeenTracker, type LastSeenTracker } from './background/last-seen.ts';
import type { Logger } from './logger.ts';
import type { AppUsage } from './telemetry/metrics/metric-sources.ts';
import type { Telemetry } from './telemetry/telemetry.ts';
import { describeError } from './doctor/finding.ts';
import { openRedis } from './redis.ts';
import { createProxyReporter } from './untrusted-proxies.ts';
import { WebhookDispatcher } from './webhooks/dispatcher.ts';
import { createSingleProcess, type ProcessGroup } from './workers/process-group.ts';

/** The bodies of all requests in flight may together have at most this many times MAX_BODY_BYTES. */
const BODIES_IN_FLIGHT = 512;

export interface AppOptions {
  readonly config: Config;
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Logger;
  readonly eventLoop: EventLoopMonitor;
  /** The disk of the embedded database. */
  readonly disk?: DiskMonitor | undefined;
  /** Default: this process alone. */
  readonly processes?: ProcessGroup;
  /** Where calls and points are counted while Redis is not configured or fails. Default: in the memory of this process. */
  readonly limitStore?: LimitStore;
  /** Default: no metrics, traces or access log. */
  readonly telemetry?: Telemetry | undefined;
}

/** The application without its sockets: `api` serves agents, `site` serves web pages. */
export interface App {
  readonly api: Router;
  readonly site: Router;
  readonly lastSeen: LastSeenTracker;
  readonly admission: { readonly inFlight: number; readonly onConnection: () => void };
  /** Loads the modules and compiles the documents of all routes in steps, between which requests can be served. */
  prepare(): Promise<void>;
  /** Requests that wait for news, and viewers of live pages. `close` ends all waits and streams; later requests do not wait. */
  readonly live: { readonly size: number; close(): void };
  readonly webhooks: WebhookDispatcher;
  readonly usage: () => AppUsage;
  close(): Promise<void>;
}

/** Creates the application. Waits for Redis for at most `REDIS_START_MS`, if it is configured. */
export async function createApp(options: AppOptions): Promise<App> {
  const { config, database, clock, log, eventLoop, telemetry, processes = createSingleProcess() } = options;
  const redis = config.REDIS_URL ? await connectToRedis(config.REDIS_URL, log) : null;
  const lastSeen = createLastSeenTracker(database, log);
  const board = createBoard({ ...options, processes });
  const mainThreadTime = new MainThreadTime();
  const rateLimiter = createObservedLimiter({ ...options, processes }, redis);
  const gateway = createGateway({
    ...{ schema, board, mainThreadTime, rateLimiter },
    onSeen: (viewer: Viewer) => lastSeen.touch(viewer, clock.now()),
  });
  const webhooks = new WebhookDispatcher({ board, readFor: gateway.readFor, log, eventLoop });
  const { MAX_IN_FLIGHT: maxInFlight, MAX_BODY_BYTES: maxBody } = config;
  const maxBodyBytes = maxBody * BODIES_IN_FLIGHT;
  const admission = createAdmission({ maxInFlight, maxBodyBytes, eventLoop, mainThreadTime, log });
  const unread = createUnreadBound({ log });
  const bodies = createBodyBound({ maxInFlight, log });
  const { api, site } = createFacades({
    ...{ config, schema, gateway, clock, admission, bodies, unread, resultShares: gateway.resultShares },
    toRefusal: createErrorHandler(log),
    documents: createDocumentRegistry(board, config),
    assertReady: () => assertReady(board),
    sitemapPages: createSitemapPages(database, SITEMAP_PART_SIZE),
    onUntrustedProxy: createProxyReporter(log),
    observeRequests: (server) => telemetry?.observeRequests(server),
  });
  return {
    ...{ api, site, admission, lastSeen, webhooks, live: board.live },
    usage: () => ({
      ...{ inFlight: admission.inFlight, maxInFlight, live: board.live.usage, webhooks: webhooks.usage },
      ...{ responses: gateway.responseTotals, rateLimits: rateLimiter.totals },
    }),
    prepare: async () => {
      await loadJit();
      await loadRateLimitPackage();
      await api.prepare();
      await site.prepare();
    },
    close: async () => {
      await webhooks.close();
      await closeBoard(board, redis);
      await lastSeen.close();
    },
  };
}

/** Throws if agents cannot write now: the disk is almost full, or the database is not ready. */
async function assertReady(board: Board): Promise<void> {
  if (board.isReadOnly()) throw createReadOnlyError();
  await board.database.assertReady();
}

function createObservedLimiter(
  {
    config: { limits },
    clock,
    limitStore = MEMORY_STORE,
    processes,
  }: AppOptions & { readonly processes: ProcessGroup },
  redis: Redis | null,
) {
  const store = redis ? createRedisStore(redis, limitStore) : limitStore;
  return observeRateLimiter(createRateLimiter(limits, store), { limits, clock, processes });
}

async function closeBoard(
  { webhookSender, answerSchemaValidator }: Board,
  redis: Redis | null,
): Promise<void> {
  await webhookSender.close();
  redis?.disconnect();
  answerSchemaValidator.close();
}

/**
 * Converts any error to one that callers may see, and logs unexpected errors with the request id. An outage is logged without a
 * stack, because each request during the outage logs it. An error of the kind `unavailable` without a cause, such as an overload,
 * is not logged.
 */
const createErrorHandler = (log: Logger) => (error: unknown, requestId: string) => {
  const refusal = toBoardError(error);
  if (refusal.kind === 'internal') log.error({ requestId, err: refusal.cause }, refusal.code);
  if (refusal.kind === 'unavailable' && refusal.cause instanceof Error)
    log.error({ requestId, cause: refusal.cause.message }, refusal.code);
  return refusal;
};

function createDocumentRegistry(board: Board, { GRAPHQL_TRUSTED_ONLY }: Config): DocumentRegistry {
  const documents = new TrustedDocuments(board);
  return { isRequired: GRAPHQL_TRUSTED_ONLY === 'on', find: (id) => documents.find(id) };
}

/** How long a start waits for Redis. */
const REDIS_START_MS = 2_000;

/** Connects to Redis. If Redis is down, the board works without it, and the client keeps reconnecting. */
async function connectToRedis(url: string, log: Logger): Promise<Redis> {
  const redis = await openRedis(url, {
    lazyConnect: true,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
    connectTimeout: 1000,
    // Treat a server that accepts commands but does not answer as down.
    commandTimeout: 250,
    // Close a connection on which a command gets no data for this long: a new connection may lead to another master.
    socketTimeout: 2000,
  });
  // Not `err`: an error that Redis has returned has the arguments of its command, such as the password of `auth`.
  redis.on('error', (error) =>
    log.warn({ cause: describeError(error) }, 'Redis is not reachable: rate limits are counted per board'),
  );
  // The listener above logs why the connection fails.
  const connected = redis.connect().catch(() => undefined);
  await Promise.race([connected, wait(REDIS_START_MS, undefined, { ref: false })]);
  return redis;
}
