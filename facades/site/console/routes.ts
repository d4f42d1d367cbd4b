import { createOriginCheck } from '../../http/cookie.ts';
import type { Route } from '../../http/route.ts';
import type { SiteDoor } from '../serve.ts';
import { createConsoleAct } from './acts.ts';
import { createConsolePage } from './pages.ts';
import { consoleActions, consolePages } from './rows.ts';
import { createSignIn } from './sign-in.ts';

/** The operator’s pages, behind a sign-in. */
export function createConsoleRoutes(parts: SiteDoor & { readonly siteUrl: string }): readonly Route[] {
  const door = { ...parts, isOurs: createOriginCheck([parts.siteUrl, parts.baseUrl]) };
  return [
    ...createSignIn(door),
    ...consolePages.map((row) => createConsolePage(row, door)),
    ...consoleActions.map((row) => createConsoleAct(row, door)),
  ];
}
