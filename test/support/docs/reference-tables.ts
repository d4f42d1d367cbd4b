// The tables in docs/ that are generated from the definitions of routes, tools, error codes, metrics and more.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { skills } from '../../../facades/a2a/skills.ts';
import { adminRouteDefinitions } from '../../../facades/admin/route-definitions.ts';
import { documents } from '../../../facades/discovery/documents.ts';
import { actions } from '../../../facades/get/actions.ts';
import { statusOf } from '../../../facades/http/problem.ts';
import { tools } from '../../../facades/mcp/tools.ts';
import { publicRouteDefinitions } from '../../../facades/public/route-definitions.ts';
import { restRouteDefinitions } from '../../../facades/rest/route-definitions.ts';
import { errorCodes } from '../../../schema/contract.ts';
import { listMetrics } from '../telemetry/metric-list.ts';
import { repository } from './source.ts';

const table = (head: readonly string[], rows: readonly (readonly (string | number)[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

const code = (...words: readonly string[]): string => words.map((word) => `\`${word}\``).join(', ');

interface Route {
  readonly method: string;
  readonly path: string;
  readonly summary: string;
}

const routeTable = (routes: readonly Route[]): string =>
  table(
    ['route', 'description'],
    routes.map(({ method, path, summary }) => [code(`${method} ${path}`), summary]),
  );

const tables: Readonly<Record<string, () => string>> = {
  routes: () => routeTable(restRouteDefinitions),
  admin: () => routeTable(adminRouteDefinitions),
  public: () =>
    table(
      ['page', 'description'],
      publicRouteDefinitions.map(({ path, summary }) => [code(path), summary]),
    ),
  documents: () =>
    table(
      ['document', 'description'],
      documents.map(({ path, aliases, title }) => [code(path, ...aliases), title]),
    ),
  errors: () =>
    table(
      ['code', 'status', 'meaning'],
      Object.entries(errorCodes).map(([name, { kind, title }]) => [code(name), statusOf[kind], title]),
    ),
  actions: () =>
    table(
      ['URL', 'description'],
      actions.map(({ path, summary }) => [code(path), summary]),
    ),
  tools: () =>
    table(
      ['tool', 'description'],
      tools.map(({ name, title }) => [code(name), title]),
    ),
  metrics: () =>
    table(
      ['metric', 'labels', 'meaning'],
      listMetrics().map(({ name, labels, help }) => [code(name), code(...labels), help]),
    ),
  skills: () =>
    table(
      ['skill', 'description'],
      skills.map(({ id, description }) => [code(id), description]),
    ),
};

const MARKED_TABLE = /(<!-- table: (\w+) -->\n).*?(<!-- end -->)/gs;

/** The text of a page, with the tables between `<!-- table: name -->` and `<!-- end -->` generated again. */
export const fillTables = (path: string): string =>
  readFileSync(join(repository, path), 'utf8').replaceAll(
    MARKED_TABLE,
    (_all, start: string, name: string, end: string) => `${start}\n${tables[name]?.() ?? ''}\n\n${end}`,
  );
