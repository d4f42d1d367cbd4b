import type { GraphQLSchema } from 'graphql';
import { createDiscoveryRoutes } from '../facades/discovery/routes.ts';
import { createGraphqlRoutes } from '../facades/graphql/door.ts';
import { createAddressReader } from '../facades/http/address.ts';
import { createRouter, type Router } from '../facades/http/router.ts';
import { publicWorkRows } from '../facades/public/work.ts';
import { restRows } from '../facades/rest/rows.ts';
import { createRestRoute } from '../facades/rest/serve.ts';
import { createRestSpelling } from '../facades/rest/spell.ts';
import { createSiteRoutes } from '../facades/site/routes.ts';
import type { BoardError } from '../schema/contract.ts';
import { WINDOW_SECONDS } from '../schema/limits.ts';
import { TRANSITIONS } from '../schema/work/lifecycle.ts';
import type { Config } from './config.ts';
import type { Gateway } from './gateway.ts';

interface DoorParts {
  readonly config: Config;
  readonly schema: GraphQLSchema;
  readonly gateway: Gateway;
  readonly toRefusal: (error: unknown, requestId: string) => BoardError;
  /** Throws where the board cannot serve. */
  readonly assertReady: () => Promise<void>;
}

/** Every door, from its table: `api` answers agents, `site` people. */
export function openDoors({ config, schema, gateway, toRefusal, assertReady }: DoorParts): {
  readonly api: Router;
  readonly site: Router;
} {
  const { BASE_URL: baseUrl, SITE_URL: siteUrl, MAX_BODY_BYTES: maxBody } = config;
  const spell = createRestSpelling(restRows, gateway.describe);
  const addressOf = createAddressReader(config.TRUSTED_PROXIES);
  const options = { siteUrl, spell, toRefusal, maxBody, addressOf };
  const { limits } = config;
  const lifecycles = { work: TRANSITIONS };
  const settings = { limits, windowSeconds: WINDOW_SECONDS, lifecycles };
  const discovery = { rows: restRows, baseUrl, siteUrl, assertReady, ...settings };
  const routes = [
    ...[...restRows, ...publicWorkRows].map((row) => createRestRoute(row, { ...gateway, spell })),
    ...createGraphqlRoutes({ ...options, ...gateway, schema, maxBody: maxBody * 2 }),
    ...createDiscoveryRoutes({ ...discovery, ...gateway }),
  ];
  return { api: createRouter(routes, options), site: createRouter(createSiteRoutes({ baseUrl }), options) };
}
