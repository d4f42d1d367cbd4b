import type { DescribeOperation, OpenSession } from '../../schema/contract.ts';
import { toCaller } from '../http/binding/caller.ts';
import type { NextCallFormatter } from '../http/problem.ts';
import type { Exchange, Route } from '../http/route.ts';
import { createRoute } from '../http/binding/create-route.ts';
import type { RouteDefinition } from '../http/binding/route-definition.ts';

interface RestDoor {
  readonly openSession: OpenSession;
  readonly describe: DescribeOperation;
  readonly formatNextCall: NextCallFormatter;
}

/** Makes a row a route of /v1: a key comes with its agent’s handle, and any site’s script may call. */
export const createRestRoute = (row: RouteDefinition, door: RestDoor): Route =>
  createRoute(row, { ...door, cors: true, cacheControl: 'private, no-cache', toCaller: withHandle });

const withHandle = (exchange: Exchange) => ({
  ...toCaller('rest', exchange),
  handle: exchange.request.headers.get('x-agent-handle'),
});
