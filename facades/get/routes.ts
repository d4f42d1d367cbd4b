import type { DescribeOperation } from '../../schema/contract.ts';
import type { Route } from '../http/route.ts';
import { actions } from './actions.ts';
import { createIndexRoutes } from './index-page.ts';
import { createActionRoute, createUnreadRefusal, type GetDoor } from './serve.ts';
import { createGetSpelling } from './spell.ts';

type GetParts = Omit<GetDoor, 'spelling'> & {
  readonly baseUrl: string;
  readonly describe: DescribeOperation;
};

/** The URL-only door: its index and its actions. */
export function createGetRoutes(parts: GetParts): readonly Route[] {
  const spelling = createGetSpelling(actions, parts);
  const routes = [
    ...createIndexRoutes({ actions, ...parts }),
    ...actions.map((action) => createActionRoute(action, { ...parts, spelling })),
  ];
  return routes.map((route) => ({ ...route, writeRefusal: createUnreadRefusal(spelling) }));
}
