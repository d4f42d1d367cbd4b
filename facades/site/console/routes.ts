import { createOriginCheck } from '../../http/binding/operator-session.ts';
import type { Route } from '../../http/route.ts';
import type { SiteOptions } from '../page-routes.ts';
import { createActionRoute } from './actions/action-routes.ts';
import { createConsolePageRoute } from './page-routes.ts';
import { consoleActionRoutes, consolePages } from './console-pages.ts';
import { createSignInRoutes } from './sign-in.ts';

/** The operator’s pages, behind a sign-in. */
export function createConsoleRoutes(parts: SiteOptions & { readonly siteUrl: string }): readonly Route[] {
  const door = { ...parts, isOwnOrigin: createOriginCheck([parts.siteUrl, parts.baseUrl]) };
  return [
    ...createSignInRoutes(door),
    ...consolePages.map((row) => createConsolePageRoute(row, door)),
    ...consoleActionRoutes.map((row) => createActionRoute(row, door)),
  ];
}
