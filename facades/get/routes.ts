import type { DescribeOperation } from '../../schema/contract.ts';
import type { NextCallFormatter } from '../http/problem.ts';
import type { Route } from '../http/route.ts';
import { createTurns } from '../http/turns.ts';
import { createActionRoute, type GetFacade } from './action-route.ts';
import { actions } from './actions.ts';
import { createIndexRoutes } from './index-page.ts';
import { createNextUrls } from './next-urls.ts';
import { createRefusalWriter } from './reply.ts';

/** The routes under `/get`: the index and every action. */
export function createGetRoutes(
  options: Omit<GetFacade, 'nextUrls' | 'waitForTurn'> & {
    readonly baseUrl: string;
    readonly describe: DescribeOperation;
  },
): readonly Route[] {
  const nextUrls = createNextUrls(actions, options);
  const facade = { ...options, nextUrls, waitForTurn: createTurns() };
  const routes = [
    ...createIndexRoutes({ actions, ...options }),
    ...actions.map((action) => createActionRoute(action, facade)),
  ];
  // The caller may be unable to send anything but URLs.
  const formatNextCall: NextCallFormatter = (call) =>
    nextUrls.forNextCall(call).map((url) => ({ surface: 'get', url }));
  return routes.map((route) => ({ ...route, formatNextCall, writeRefusal: createRefusalWriter(nextUrls) }));
}
