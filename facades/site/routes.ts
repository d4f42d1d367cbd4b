import { type ErrorCode, errorCodes } from '../../schema/contract.ts';
import type { Route } from '../http/route.ts';
import { assetRoutes } from './assets/site-assets.ts';
import { createConsoleRoutes } from './console/routes.ts';
import { renderGraphiql, renderSwagger } from './pages/explorers.ts';
import { renderProblem, renderProblems } from './pages/problems.ts';
import {
  listApiOperations,
  type OpenApiDocument,
  renderApiOperation,
  renderApiReference,
} from './pages/api-reference.ts';
import type { PageContent } from './page-definition.ts';
import { sitePages } from './site-pages.ts';
import { createPageRoute, createStaticPageRoute, type SiteOptions } from './page-routes.ts';
import { explorerAssetRoutes } from './assets/explorer-assets.ts';

interface SiteParts extends SiteOptions {
  readonly siteUrl: string;
  /** Description of the API, for people to read. */
  readonly openApi: OpenApiDocument;
}

/** Pages for people: what is on the board, how to call it, and what each error means. */
export function createSiteRoutes({ openApi, ...door }: SiteParts): readonly Route[] {
  const still = (path: string, make: () => PageContent) => createStaticPageRoute(path, make, door);
  return [
    ...createConsoleRoutes(door),
    ...sitePages.map((row) => createPageRoute(row, door)),
    ...assetRoutes,
    ...explorerAssetRoutes,
    still('/problems', renderProblems),
    ...(Object.keys(errorCodes) as readonly ErrorCode[]).map((code) =>
      still(`/problems/${code}`, () => renderProblem(code)),
    ),
    still('/docs', () => renderSwagger(door.baseUrl)),
    still('/graphiql', () => renderGraphiql(door.baseUrl)),
    still('/docs/reference', () => renderApiReference(openApi, door.baseUrl)),
    ...listApiOperations(openApi).map((call) => still(call.href, () => renderApiOperation(call))),
  ];
}
