import { createOriginCheck } from '../../http/cookie.ts';
import type { Route } from '../../http/route.ts';
import type { SiteOptions } from '../serve.ts';
import { createActionRoute } from './acts.ts';
import { createConsolePageRoute } from './pages.ts';
import { consoleActionRoutes, consolePages } from './rows.ts';
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
