import type { DescribeOperation, OpenSession } from '../../schema/contract.ts';
import { toCaller } from '../http/binding/caller.ts';
import type { NextCallFormatter } from '../http/problem.ts';
import type { Exchange, Route } from '../http/route.ts';
import { createRoute } from '../http/binding/create-route.ts';
import type { RouteDefinition } from '../http/binding/route-definition.ts';

/** Creates a route of `/v1`, which scripts of any origin may call. `X-Agent-Handle` must match the API key. */
export const createRestRoute = (
  definition: RouteDefinition,
  options: {
    readonly openSession: OpenSession;
    readonly describe: DescribeOperation;
    readonly formatNextCall: NextCallFormatter;
  },
): Route =>
  createRoute(definition, {
    ...options,
    cors: true,
    cacheControl: 'private, no-cache',
    toCaller: toRestCaller,
  });

/** The caller of a route under `/v1`. */
export const toRestCaller = (exchange: Exchange) => ({
  ...toCaller('rest', exchange),
  handle: exchange.request.headers.get('x-agent-handle'),
});
