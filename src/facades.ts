import type { GraphQLSchema } from 'graphql';
import { createA2aRoutes } from '../facades/a2a/routes.ts';
import { skills } from '../facades/a2a/skills.ts';
import { createAdminRoutes } from '../facades/admin/routes.ts';
import { adminRouteDefinitions } from '../facades/admin/route-definitions.ts';
import { createOpenApi } from '../facades/discovery/openapi/openapi.ts';
import { createDiscoveryRoutes } from '../facades/discovery/routes.ts';
import { actions } from '../facades/get/actions.ts';
import { createActionNotFound } from '../facades/get/refusal.ts';
import { createGetRefusalWriter, createGetRoutes } from '../facades/get/routes.ts';
import { createGraphqlNextCallFormatter } from '../facades/graphql/format-next-call.ts';
import { createGraphqlRoutes } from '../facades/graphql/routes.ts';
import type { DocumentRegistry } from '../facades/graphql/trusted-documents.ts';
import {
  createAddressReader,
  createProxyCheck,
  normalizeAddress,
} from '../facades/http/server/client-address.ts';
import { once } from '../facades/http/once.ts';
import { LargeResponses } from '../facades/http/large-responses.ts';
import type { ResultShares } from '../facades/http/result-shares.ts';
import { createMcpRoutes } from '../facades/mcp/routes.ts';
import { tools } from '../facades/mcp/tools.ts';
import { createHostRouter } from '../facades/http/server/host-router.ts';
import type { Admission, IncompleteBodies } from '../facades/http/server/admission.ts';
import type { ObserveRequest, ServerName } from '../facades/http/server/observe-request.ts';
import { createRouter, type Router } from '../facades/http/server/router.ts';
import type { UnreadResponses } from '../facades/http/server/count-unread.ts';
import { createRestNextCallFormatter } from '../facades/http/binding/format-next-call.ts';
import { publicRouteDefinitions } from '../facades/public/route-definitions.ts';
import { createPublicRoute } from '../facades/public/create-public-route.ts';
import { formatPublicNextCall } from '../facades/public/format-next-call.ts';
import { restRouteDefinitions } from '../facades/rest/route-definitions.ts';
import { createRestRoute } from '../facades/rest/create-rest-route.ts';
import { createStreamRoutes, streamDefinitions } from '../facades/rest/streams.ts';
import { renderErrorPage } from '../facades/site/error-page.ts';
import { createSiteRoutes } from '../facades/site/routes.ts';
import { lifecycles } from '../schema/writes/lifecycles.ts';
import type { SitemapPages } from '../schema/feed/sitemap-pages.ts';
import type { Clock } from '../schema/clock.ts';
import type { BoardError, NextCall } from '../schema/contract.ts';
import { createAgentSessionIds } from '../schema/identity/agent-sessions.ts';
import { WINDOW_SECONDS } from '../schema/rate-limits.ts';
import type { Config } from './config.ts';
import type { FacadeGateway } from './gateway/gateway.ts';
import { isNear } from './near-clients.ts';

interface FacadeOptions {
  readonly config: Config;
  readonly schema: GraphQLSchema;
  readonly gateway: FacadeGateway;
  /** Converts any error to one that callers may see, and logs unexpected errors. */
  readonly toRefusal: (error: unknown, requestId: string) => BoardError;
  /** Throws if agents cannot write now. */
  readonly assertReady: () => Promise<void>;
  readonly documents: DocumentRegistry;
  readonly sitemapPages: SitemapPages;
  readonly clock: Clock;
  readonly admission: Admission;
  readonly bodies: IncompleteBodies;
  readonly unread: UnreadResponses;
  readonly resultShares: ResultShares;
  /** Called with the address of each peer that sends `X-Forwarded-For` and is not a trusted proxy. */
  readonly onUntrustedProxy: (peer: string) => void;
  readonly observeRequests: (server: ServerName) => ObserveRequest | undefined;
}

/** `api` serves agents, `site` serves web pages. */
interface Facades {
  readonly api: Router;
  readonly site: Router;
}

/**
 * Creates the routers of all facades. The first request to a loopback host from this machine or a private network (`isNear`)
 * creates separate routers for that host, because cached documents contain the base URL.
 */
export function createFacades(options: FacadeOptions): Facades {
  const { config } = options;
  const { api, site } = createRouters(options);
  const loopbackFacades = Object.entries(config.loopbackUrls).map(([host, urls]) => ({
    host,
    create: once(() => createRouters({ ...options, config: { ...config, ...urls } })),
  }));
  const byHost = (port: number, name: keyof Facades) =>
    new Map(loopbackFacades.map(({ host, create }) => [`${host}:${port}`, () => create()[name]]));
  return {
    api: createHostRouter(api, byHost(config.PORT, 'api'), isNear),
    site: createHostRouter(site, byHost(config.SITE_PORT, 'site'), isNear),
  };
}

/** Creates the routers for one base URL, which documents, links and records contain. */
function createRouters(options: FacadeOptions): Facades {
  const gateway = atBaseUrl(options.gateway, options.config.BASE_URL);
  const { config, schema, toRefusal, admission, bodies, unread, documents, resultShares } = options;
  const { BASE_URL: baseUrl, SITE_URL: siteUrl, MAX_BODY_BYTES: maxBody } = config;
  const { GRAPHQL_MAX_ANSWER_BYTES: maxResponseBytes } = config;
  // Bodies of MCP, A2A and GraphQL contain the input as JSON in an envelope.
  const maxEnvelope = maxBody * 2;
  const formatRestNextCall = createRestNextCallFormatter(restRouteDefinitions, gateway.describe);
  const formatNextCall = (call: NextCall) => [...formatRestNextCall(call), ...formatPublicNextCall(call)];
  const proxies = createProxyReaders(options);
  const http = { siteUrl, formatNextCall, toRefusal, maxBody, ...proxies, admission, bodies, unread };
  const largeResponses = new LargeResponses(resultShares, admission);
  const now = () => options.clock.now();
  const sessionIds = createAgentSessionIds(config.KEY_PEPPER, options.clock);
  const routes = [
    ...restRouteDefinitions.map((route) => createRestRoute(route, { ...gateway, formatNextCall })),
    ...createStreamRoutes({ ...http, ...gateway }),
    ...publicRouteDefinitions.map((route) => createPublicRoute(route, { ...gateway, baseUrl, siteUrl, now })),
    ...createAdminRoutes({ ...gateway, baseUrl, siteUrl }),
    ...createGetRoutes({ ...http, ...gateway, baseUrl, resultShares }),
    ...createA2aRoutes({ ...http, ...gateway, maxBody: maxEnvelope, resultShares }),
    ...createMcpRoutes({
      ...{ ...http, ...gateway, largeResponses, sessionIds, baseUrl, maxResponseBytes },
      maxBody: maxEnvelope,
    }),
    ...createGraphqlRoutes({
      ...{ ...http, ...gateway, schema, documents, largeResponses, maxBody: maxEnvelope },
      formatNextCall: createGraphqlNextCallFormatter(operations, gateway.describe),
    }),
    ...createDiscoveryRoutes({ ...options, ...gateway, ...DEFINITIONS, ...describeBoard(config), now }),
  ];
  const getOpenApi = once(() => createOpenApi({ ...gateway, ...DEFINITIONS, baseUrl, siteUrl }));
  const site = { ...gateway, toRefusal, baseUrl, siteUrl, resultShares, admission };
  const pages = createSiteRoutes({ ...site, getOpenApi, apiCalls, schema });
  return {
    api: createRouter(routes, {
      ...http,
      observeRequest: options.observeRequests('api'),
      createNotFound: createActionNotFound,
      writeRefusal: createGetRefusalWriter({ ...gateway, baseUrl }),
    }),
    site: createRouter(pages, {
      ...{ ...http, observeRequest: options.observeRequests('site'), writeRefusal: renderErrorPage },
    }),
  };
}

function createProxyReaders({ config, onUntrustedProxy }: FacadeOptions) {
  const isTrusted = createProxyCheck(config.TRUSTED_PROXIES);
  return {
    addressOf: createAddressReader(config.TRUSTED_PROXIES, onUntrustedProxy),
    isTrustedProxy: (address: string) => isTrusted(normalizeAddress(address)),
  };
}

/** The gateway for callers that reach the board at a base URL. */
const atBaseUrl = (
  { openSession, describe, readForSite }: FacadeGateway,
  baseUrl: string,
): FacadeGateway => ({
  readForSite: () => readForSite(baseUrl),
  describe,
  openSession: (caller, policy) => openSession({ ...caller, baseUrl }, policy),
});

/** The operations that errors can suggest. */
const operations = [...restRouteDefinitions, ...publicRouteDefinitions, ...adminRouteDefinitions].map(
  ({ operation }) => operation,
);

const apiCalls = [
  ...restRouteDefinitions,
  ...streamDefinitions,
  ...adminRouteDefinitions,
  ...[...publicRouteDefinitions, ...actions].map(({ path }) => ({ method: 'GET', path })),
];

/** The definitions of the facades. Documents such as OpenAPI are generated from them. */
const DEFINITIONS = {
  restRoutes: restRouteDefinitions,
  adminRoutes: adminRouteDefinitions,
  streams: streamDefinitions,
  publicRoutes: publicRouteDefinitions,
  actions,
  tools,
  skills,
  states: lifecycles,
};

const describeBoard = ({
  BASE_URL,
  SITE_URL,
  OPERATOR_NAME,
  OPERATOR_CONTACT,
  MAX_BODY_BYTES,
  GRAPHQL_MAX_ANSWER_BYTES,
  limits,
}: Config) => ({
  baseUrl: BASE_URL,
  siteUrl: SITE_URL,
  operator: { name: OPERATOR_NAME, contact: OPERATOR_CONTACT },
  limits,
  windowSeconds: WINDOW_SECONDS,
  maxBody: MAX_BODY_BYTES,
  maxResponseBytes: GRAPHQL_MAX_ANSWER_BYTES,
});
