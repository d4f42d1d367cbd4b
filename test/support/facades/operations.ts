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

interface Row {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
}

interface Table {
  readonly lines: ActionRoutes;
  readonly nouns: RecordPaths;
  readonly rows: readonly Row[];
}

/** The facades whose routes are lines of HTTP. */
const tables: readonly Table[] = [
  { lines: REST_ROUTES, nouns: REST_RECORD_PATHS, rows: restRouteDefinitions },
  { lines: PUBLIC_ROUTES, nouns: PUBLIC_RECORD_PATHS, rows: publicRouteDefinitions },
  { lines: CONSOLE_ROUTES, nouns: {}, rows: adminRouteDefinitions },
];

/** Replaces parameter names, which differ between facades. */
const bare = (line: string) => line.replace(/\{\w+\}/g, '{}');

/** The operations behind an action at one facade: one, or one per record type for reads by id. */
function operationsAt({ lines, nouns, rows }: Table, act: ActionName): readonly Operation[] {
  const line = lines[act];
  if (line === undefined) return [];
  const used = line === READ_RECORD ? Object.values(nouns).map((path) => `GET ${path}`) : [line];
  return used.map((one) => {
    const row = rows.find(({ method, path }) => bare(`${method} ${path}`) === bare(one));
    if (!row) throw new Error(`no row is ${one}`);
    return row.operation;
  });
}

const acts = [...new Set(tables.flatMap(({ lines }) => Object.keys(lines) as ActionName[]))];

/** The operations of each action, from the first facade that has it. */
export const operationsByAction: ReadonlyMap<ActionName, readonly Operation[]> = new Map(
  acts.map((act) => [
    act,
    tables.map((table) => operationsAt(table, act)).find(({ length }) => length > 0) ?? [],
  ]),
);

/** Routes that no action uses. A route with the operation of a used route counts as used. */
export const unusedRoutes: readonly string[] = tables.flatMap((table) => {
  const used = new Set(acts.flatMap((act) => operationsAt(table, act)));
  return table.rows
    .filter(({ operation }) => !used.has(operation))
    .map(({ method, path }) => `${method} ${path}`);
});
