import type { GraphQLSchema } from 'graphql';
import { createA2aRoutes } from '../facades/a2a/routes.ts';
import { skills } from '../facades/a2a/skills.ts';
import { createAdminRoutes } from '../facades/admin/routes.ts';
import { adminRouteDefinitions } from '../facades/admin/route-definitions.ts';
import { createOpenApi } from '../facades/discovery/openapi.ts';
import { createDiscoveryRoutes } from '../facades/discovery/routes.ts';
import { actions } from '../facades/get/actions.ts';
import { createGetRoutes } from '../facades/get/routes.ts';
import { createGraphqlRoutes } from '../facades/graphql/routes.ts';
import { createAddressReader } from '../facades/http/server/client-address.ts';
import { createMcpRoutes } from '../facades/mcp/routes.ts';
import { tools } from '../facades/mcp/tools.ts';
import {
  type Admission,
  createRouter,
  type Router,
  type UnreadAnswers,
} from '../facades/http/server/router.ts';
import { createRestNextCallFormatter } from '../facades/http/binding/format-next-call.ts';
import { publicRouteDefinitions } from '../facades/public/route-definitions.ts';
import { createPublicRoute } from '../facades/public/create-public-route.ts';
import { formatPublicNextCall } from '../facades/public/format-next-call.ts';
import { restRouteDefinitions } from '../facades/rest/route-definitions.ts';
import { createRestRoute } from '../facades/rest/create-rest-route.ts';
import { renderErrorPage } from '../facades/site/error-page.ts';
import { createSiteRoutes } from '../facades/site/routes.ts';
import { lifecycles } from '../schema/writes/lifecycles.ts';
import type { SitemapPages } from '../schema/feed/sitemap-pages.ts';
import type { Clock } from '../schema/clock.ts';
import type { BoardError, NextCall } from '../schema/contract.ts';
import { createAgentSessionIds } from '../schema/identity/agent-sessions.ts';
import { WINDOW_SECONDS } from '../schema/rate-limits.ts';
import type { Config } from './config.ts';
import type { Gateway } from './gateway/gateway.ts';

interface DoorParts {
  readonly config: Config;
  readonly schema: GraphQLSchema;
  readonly gateway: Gateway;
  readonly toRefusal: (error: unknown, requestId: string) => BoardError;
  /** Throws where the board cannot serve. */
  readonly assertReady: () => Promise<void>;
  readonly contents: SitemapPages;
  readonly clock: Clock;
  readonly admission: Admission;
  readonly unread: UnreadAnswers;
  /** Called with each peer that sends `X-Forwarded-For` and is not trusted. */
  readonly onUntrustedProxy: (peer: string) => void;
}

/** Every door, from its table: `api` answers agents, `site` people. */
export function createFacades(parts: DoorParts): { readonly api: Router; readonly site: Router } {
  const { config, schema, gateway, toRefusal, admission, unread } = parts;
  const { BASE_URL: baseUrl, SITE_URL: siteUrl, MAX_BODY_BYTES: maxBody } = config;
  const { GRAPHQL_MAX_ANSWER_BYTES: maxAnswerBytes } = config;
  const spellRest = createRestNextCallFormatter(restRouteDefinitions, gateway.describe);
  const spell = (call: NextCall) => [...spellRest(call), ...formatPublicNextCall(call)];
  const addressOf = createAddressReader(config.TRUSTED_PROXIES, parts.onUntrustedProxy);
  const options = { siteUrl, formatNextCall: spell, toRefusal, maxBody, addressOf, admission, unread };
  const now = () => parts.clock.now();
  const sessionIds = createAgentSessionIds(config.KEY_PEPPER, parts.clock);
  const routes = [
    ...restRouteDefinitions.map((row) => createRestRoute(row, { ...gateway, formatNextCall: spell })),
    ...publicRouteDefinitions.map((row) => createPublicRoute(row, { ...gateway, baseUrl, siteUrl, now })),
    ...createAdminRoutes({ ...gateway, baseUrl, siteUrl }),
    ...createGetRoutes({ ...options, ...gateway, baseUrl }),
    ...createA2aRoutes({ ...options, ...gateway, maxBody: maxBody * 2 }),
    ...createMcpRoutes({ ...options, ...gateway, sessionIds, baseUrl, maxAnswerBytes, maxBody: maxBody * 2 }),
    ...createGraphqlRoutes({ ...options, ...gateway, schema, maxBody: maxBody * 2 }),
    ...createDiscoveryRoutes({ ...parts, ...gateway, ...TABLES, ...aboutOf(config), now }),
  ];
  const openApi = createOpenApi({ ...gateway, ...TABLES, baseUrl });
  const pages = createSiteRoutes({ ...gateway, baseUrl, siteUrl, openApi });
  return {
    api: createRouter(routes, options),
    site: createRouter(pages, { ...options, writeRefusal: renderErrorPage }),
  };
}

/** What documents tell of: the doors' own tables. */
const TABLES = {
  restRoutes: restRouteDefinitions,
  adminRoutes: adminRouteDefinitions,
  publicRoutes: publicRouteDefinitions,
  actions,
  tools,
  skills,
  states: lifecycles,
};

const aboutOf = ({
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
  maxAnswerBytes: GRAPHQL_MAX_ANSWER_BYTES,
});
