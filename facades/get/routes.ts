import type { DescribeOperation } from '../../schema/contract.ts';
import type { Route } from '../http/route.ts';
import { actions } from './actions.ts';
import { createIndexRoutes } from './index-page.ts';
import { createActionRoute, createRefusalWriter, type GetFacade } from './action-route.ts';
import { createNextUrls } from './next-urls.ts';

type GetParts = Omit<GetFacade, 'nextUrls'> & {
  readonly baseUrl: string;
  readonly describe: DescribeOperation;
};

/** The URL-only door: its index and its actions. */
export function createGetRoutes(parts: GetParts): readonly Route[] {
  const spelling = createNextUrls(actions, parts);
  const routes = [
    ...createIndexRoutes({ actions, ...parts }),
    ...actions.map((action) => createActionRoute(action, { ...parts, nextUrls: spelling })),
  ];
  return routes.map((route) => ({ ...route, writeRefusal: createRefusalWriter(spelling) }));
}
