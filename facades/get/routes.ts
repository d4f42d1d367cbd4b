import type { DescribeOperation } from '../../schema/contract.ts';
import type { NextCallFormatter, RefusalWriter } from '../http/problem.ts';
import type { ResultShares } from '../http/result-shares.ts';
import type { Route } from '../http/route.ts';
import { createResponseTurns, type TimeMeasure } from '../http/response-turns.ts';
import { createActionRoute, type GetFacade } from './action-route.ts';
import { actions } from './actions.ts';
import { createIndexRoutes } from './index-routes.ts';
import { createNextUrls } from './next-urls.ts';
import { createRefusalWriter } from './refusal.ts';

/** The routes under `/get`: the index and every action. */
export function createGetRoutes(
  options: Omit<GetFacade, 'nextUrls' | 'waitForTurn'> & {
    readonly baseUrl: string;
    readonly describe: DescribeOperation;
    readonly resultShares: ResultShares;
    readonly admission: TimeMeasure;
  },
): readonly Route[] {
  const nextUrls = createNextUrls(actions, options);
  const { resultShares, admission } = options;
  const facade = { ...options, nextUrls, waitForTurn: createResponseTurns(resultShares, admission) };
  const routes = [
    ...createIndexRoutes({ actions, ...options }),
    ...actions.map((action) => createActionRoute(action, facade)),
  ];
  // Only `/get` URLs, because the caller may be unable to send other requests.
  const formatNextCall: NextCallFormatter = (call) =>
    nextUrls.forNextCall(call).map((url) => ({ surface: 'get', url }));
  return routes.map((route) => ({ ...route, formatNextCall }));
}

/** Formats the errors that no route formats itself, such as those for unknown paths. */
export const createGetRefusalWriter = (options: {
  readonly baseUrl: string;
  readonly describe: DescribeOperation;
}): RefusalWriter => createRefusalWriter(createNextUrls(actions, options));
