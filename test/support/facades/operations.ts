import { adminRouteDefinitions } from '../../../facades/admin/route-definitions.ts';
import { publicRouteDefinitions } from '../../../facades/public/route-definitions.ts';
import { restRouteDefinitions } from '../../../facades/rest/route-definitions.ts';
import type { Operation } from '../../../schema/contract.ts';
import type { ActionName } from './client.ts';
import {
  CONSOLE_ROUTES,
  type ActionRoutes,
  type RecordPaths,
  PUBLIC_ROUTES,
  PUBLIC_RECORD_PATHS,
  READ_RECORD,
  REST_ROUTES,
  REST_RECORD_PATHS,
} from './http-routes.ts';

interface Route {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
}

interface RouteTable {
  readonly routes: ActionRoutes;
  readonly recordPaths: RecordPaths;
  readonly definitions: readonly Route[];
}

/** The facades with HTTP routes. */
const tables: readonly RouteTable[] = [
  { routes: REST_ROUTES, recordPaths: REST_RECORD_PATHS, definitions: restRouteDefinitions },
  { routes: PUBLIC_ROUTES, recordPaths: PUBLIC_RECORD_PATHS, definitions: publicRouteDefinitions },
  { routes: CONSOLE_ROUTES, recordPaths: {}, definitions: adminRouteDefinitions },
];

/** Removes parameter names, which differ between facades. */
const removeParameterNames = (route: string) => route.replace(/\{\w+\}/g, '{}');

/** The operations behind an action at one facade: one, or one per record type for reads by id. */
function findOperations(
  { routes, recordPaths, definitions }: RouteTable,
  action: ActionName,
): readonly Operation[] {
  const actionRoute = routes[action];
  if (actionRoute === undefined) return [];
  const used =
    actionRoute === READ_RECORD ? Object.values(recordPaths).map((path) => `GET ${path}`) : [actionRoute];
  return used.map((usedRoute) => {
    const route = definitions.find(
      ({ method, path }) => removeParameterNames(`${method} ${path}`) === removeParameterNames(usedRoute),
    );
    if (!route) throw new Error(`there is no route ${usedRoute}`);
    return route.operation;
  });
}

const actions = [...new Set(tables.flatMap(({ routes }) => Object.keys(routes) as ActionName[]))];

/** The operations of each action, from the first facade that has it. */
export const operationsByAction: ReadonlyMap<ActionName, readonly Operation[]> = new Map(
  actions.map((action) => [
    action,
    tables.map((table) => findOperations(table, action)).find(({ length }) => length > 0) ?? [],
  ]),
);

/** Routes that no action uses. A route with the operation of a used route counts as used. */
export const unusedRoutes: readonly string[] = tables.flatMap((table) => {
  const usedOperations = new Set(actions.flatMap((action) => findOperations(table, action)));
  return table.definitions
    .filter(({ operation }) => !usedOperations.has(operation))
    .map(({ method, path }) => `${method} ${path}`);
});
