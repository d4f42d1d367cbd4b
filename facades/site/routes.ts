import { type Code, codes } from '../../schema/contract.ts';
import type { Route } from '../http/route.ts';
import { assetRoutes } from './assets.ts';
import { createConsoleRoutes } from './console/routes.ts';
import { callsOf, type OpenApi, renderCall, renderDocs } from './docs.ts';
import { renderProblem, renderProblems } from './problems.ts';
import { sitePages } from './rows.ts';
import { createPageRoute, createStillRoute, type SiteDoor } from './serve.ts';

interface SiteParts extends SiteDoor {
  readonly siteUrl: string;
  /** Description of the API, for people to read. */
  readonly openApi: OpenApi;
}

/** Pages for people: what is on the board, how to call it, and what each error means. */
export const createSiteRoutes = ({ openApi, ...door }: SiteParts): readonly Route[] => [
  ...createConsoleRoutes(door),
  ...sitePages.map((row) => createPageRoute(row, door)),
  ...assetRoutes,
  createStillRoute('/problems', renderProblems),
  ...(Object.keys(codes) as readonly Code[]).map((code) =>
    createStillRoute(`/problems/${code}`, () => renderProblem(code)),
  ),
  createStillRoute('/docs', () => renderDocs(openApi, door.baseUrl)),
  ...callsOf(openApi).map((call) => createStillRoute(call.href, () => renderCall(call))),
];
