import { adminRouteDefinitions } from '../../../facades/admin/route-definitions.ts';
import { publicRouteDefinitions } from '../../../facades/public/route-definitions.ts';
import { restRouteDefinitions } from '../../../facades/rest/route-definitions.ts';
import type { Operation } from '../../../schema/contract.ts';
import type { Act } from './client.ts';
import {
  CONSOLE,
  type Lines,
  type Nouns,
  PUBLIC,
  PUBLIC_NOUNS,
  READ,
  REST,
  REST_NOUNS,
} from './http-routes.ts';

interface Row {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
}

interface Table {
  readonly lines: Lines;
  readonly nouns: Nouns;
  readonly rows: readonly Row[];
}

/** The doors whose rows are lines of HTTP. */
const tables: readonly Table[] = [
  { lines: REST, nouns: REST_NOUNS, rows: restRouteDefinitions },
  { lines: PUBLIC, nouns: PUBLIC_NOUNS, rows: publicRouteDefinitions },
  { lines: CONSOLE, nouns: {}, rows: adminRouteDefinitions },
];

/** Whatever the braces are called. */
const bare = (line: string) => line.replace(/\{\w+\}/g, '{}');

/** Operations of the rows that an act uses at one door: one, but for each noun that is read by its id. */
function operationsAt({ lines, nouns, rows }: Table, act: Act): readonly Operation[] {
  const line = lines[act];
  if (line === undefined) return [];
  const used = line === READ ? Object.values(nouns).map((path) => `GET ${path}`) : [line];
  return used.map((one) => {
    const row = rows.find(({ method, path }) => bare(`${method} ${path}`) === bare(one));
    if (!row) throw new Error(`no row is ${one}`);
    return row.operation;
  });
}

const acts = [...new Set(tables.flatMap(({ lines }) => Object.keys(lines) as Act[]))];

/** Of each act: the operations by which the first door that has it does it. */
export const operationsOf: ReadonlyMap<Act, readonly Operation[]> = new Map(
  acts.map((act) => [
    act,
    tables.map((table) => operationsAt(table, act)).find(({ length }) => length > 0) ?? [],
  ]),
);

/** Rows that no act uses. Two rows of one operation are one thing in two forms. */
export const unused: readonly string[] = tables.flatMap((table) => {
  const used = new Set(acts.flatMap((act) => operationsAt(table, act)));
  return table.rows
    .filter(({ operation }) => !used.has(operation))
    .map(({ method, path }) => `${method} ${path}`);
});
