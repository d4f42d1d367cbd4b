import { type Code, codes } from '../../schema/contract.ts';
import type { Route } from '../http/route.ts';
import { assetRoutes } from './assets.ts';
import { createConsoleRoutes } from './console/routes.ts';
import { renderGraphiql, renderSwagger } from './explorers.ts';
import { renderProblem, renderProblems } from './problems.ts';
import { callsOf, type OpenApi, renderCall, renderReference } from './reference.ts';
import type { Content } from './row.ts';
import { sitePages } from './rows.ts';
import { createPageRoute, createStillRoute, type SiteDoor } from './serve.ts';
import { programRoutes } from './vendor.ts';

interface SiteParts extends SiteDoor {
  readonly siteUrl: string;
  /** Description of the API, for people to read. */
  readonly openApi: OpenApi;
}

/** Pages for people: what is on the board, how to call it, and what each error means. */
export function createSiteRoutes({ openApi, ...door }: SiteParts): readonly Route[] {
  const still = (path: string, make: () => Content) => createStillRoute(path, make, door);
  return [
    ...createConsoleRoutes(door),
    ...sitePages.map((row) => createPageRoute(row, door)),
    ...assetRoutes,
    ...programRoutes,
    still('/problems', renderProblems),
    ...(Object.keys(codes) as readonly Code[]).map((code) =>
      still(`/problems/${code}`, () => renderProblem(code)),
    ),
    still('/docs', () => renderSwagger(door.baseUrl)),
    still('/graphiql', () => renderGraphiql(door.baseUrl)),
    still('/docs/reference', () => renderReference(openApi, door.baseUrl)),
    ...callsOf(openApi).map((call) => still(call.href, () => renderCall(call))),
  ];
}
