import { createSameOriginCheck } from '../../http/binding/operator-session.ts';
import type { Route } from '../../http/route.ts';
import { createActionRoute } from './actions/action-routes.ts';
import type { ConsoleOptions } from './errors.ts';
import { createConsolePageRoute } from './page-routes.ts';
import { consoleActionDefinitions } from './actions/console-actions.ts';
import { consolePages } from './console-pages.ts';
import { createSignInRoutes } from './sign-in.ts';

/** The routes of the console: sign-in, sign-out, pages and actions. */
export function createConsoleRoutes(siteOptions: Omit<ConsoleOptions, 'isSameOrigin'>): readonly Route[] {
  // Without BASE_URL: the board serves no pages there, but its origin may have pages of others.
  const isSameOrigin = createSameOriginCheck([siteOptions.siteUrl]);
  const options = { ...siteOptions, isSameOrigin };
  return [
    ...createSignInRoutes(options),
    ...consolePages.map((page) => createConsolePageRoute(page, options)),
    ...consoleActionDefinitions.map((definition) => createActionRoute(definition, options)),
  ];
}
