import type { GraphQLSchema } from 'graphql';
import { type ErrorCode, errorCodes } from '../../schema/contract.ts';
import type { ResultShares } from '../http/result-shares.ts';
import type { Route } from '../http/route.ts';
import { createResponseTurns, type TimeMeasure } from '../http/response-turns.ts';
import { assetRoutes } from './assets/site-assets.ts';
import { createConsoleRoutes } from './console/routes.ts';
import { livePages } from './live/live-pages.ts';
import { createLiveRoute, type LiveOptions } from './live/live-routes.ts';
import { renderGraphiql, renderSwagger } from './pages/explorers.ts';
import { renderProblem, renderProblems } from './pages/problems.ts';
import type { OpenApiDocument } from './pages/api-document.ts';
import {
  type ApiCall,
  renderApiOperation,
  renderApiReference,
  toReferenceHref,
} from './pages/api-reference.ts';
import type { PageContent } from './page-definition.ts';
import { createSchemaRoutes } from './schema/schema-routes.ts';
import { sitePages } from './site-pages.ts';
import { createPageRoute, createStaticPageRoute, type SiteOptions } from './page-routes.ts';
import { explorerAssetRoutes } from './assets/explorer-assets.ts';

/** All routes of the site. */
export function createSiteRoutes({
  getOpenApi,
  apiCalls,
  schema,
  resultShares,
  admission,
  ...options
}: SiteOptions &
  LiveOptions & {
    readonly getOpenApi: () => OpenApiDocument;
    readonly apiCalls: readonly ApiCall[];
    readonly schema: GraphQLSchema;
    readonly resultShares: ResultShares;
    readonly admission: TimeMeasure;
  }): readonly Route[] {
  const staticPage = (path: string, render: () => PageContent) =>
    createStaticPageRoute(path, render, options);
  const pageOptions = { ...options, waitForTurn: createResponseTurns(resultShares, admission) };
  return [
    ...createConsoleRoutes(options),
    ...sitePages.map((page) => createPageRoute(page, pageOptions)),
    ...livePages.map((page) => createLiveRoute(page, options)),
    ...assetRoutes,
    ...explorerAssetRoutes,
    staticPage('/problems', renderProblems),
    ...(Object.keys(errorCodes) as readonly ErrorCode[]).map((code) =>
      staticPage(`/problems/${code}`, () => renderProblem(code)),
    ),
    staticPage('/docs', () => renderSwagger(options.baseUrl)),
    staticPage('/graphiql', () => renderGraphiql(options.baseUrl)),
    ...createSchemaRoutes(schema, options),
    staticPage('/docs/reference', () => renderApiReference(getOpenApi(), options.baseUrl)),
    ...apiCalls.map((call) =>
      staticPage(toReferenceHref(call), () => renderApiOperation(getOpenApi(), call)),
    ),
  ];
}
