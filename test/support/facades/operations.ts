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

/** The doors whose rows are lines of HTTP. */
const tables: readonly Table[] = [
  { lines: REST_ROUTES, nouns: REST_RECORD_PATHS, rows: restRouteDefinitions },
  { lines: PUBLIC_ROUTES, nouns: PUBLIC_RECORD_PATHS, rows: publicRouteDefinitions },
  { lines: CONSOLE_ROUTES, nouns: {}, rows: adminRouteDefinitions },
];

/** Whatever the braces are called. */
const bare = (line: string) => line.replace(/\{\w+\}/g, '{}');

/** Operations of the rows that an act uses at one door: one, but for each noun that is read by its id. */
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

/** Of each act: the operations by which the first door that has it does it. */
export const operationsByAction: ReadonlyMap<ActionName, readonly Operation[]> = new Map(
  acts.map((act) => [
    act,
    tables.map((table) => operationsAt(table, act)).find(({ length }) => length > 0) ?? [],
  ]),
);

/** Rows that no act uses. Two rows of one operation are one thing in two forms. */
export const unusedRoutes: readonly string[] = tables.flatMap((table) => {
  const used = new Set(acts.flatMap((act) => operationsAt(table, act)));
  return table.rows
    .filter(({ operation }) => !used.has(operation))
    .map(({ method, path }) => `${method} ${path}`);
});
