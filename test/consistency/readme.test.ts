import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { adminRouteDefinitions } from '../../facades/admin/route-definitions.ts';
import { skills } from '../../facades/a2a/skills.ts';
import { documents } from '../../facades/discovery/documents.ts';
import { actions } from '../../facades/get/actions.ts';
import { tools } from '../../facades/mcp/tools.ts';
import { publicRouteDefinitions } from '../../facades/public/route-definitions.ts';
import { statusOf } from '../../facades/http/problem.ts';
import { restRouteDefinitions } from '../../facades/rest/route-definitions.ts';
import { errorCodes, DOCUMENT_BOUNDS } from '../../schema/contract.ts';
import { environmentSchema, readConfig } from '../../src/config.ts';
import { openBoard } from '../support/board/board.ts';
import { fencesOf, readme, repository, sectionOf, tableOf, tablesOf } from '../support/docs/readme.ts';

const unset = readConfig({ DATABASE_URL: 'postgresql://db.test/board', KEY_PEPPER: 'x'.repeat(32) });

/** A variable's default as the documentation shows it. */
function defaultOf(variable: string): string {
  if (variable === 'DATABASE_URL' || variable === 'KEY_PEPPER') return '';
  const value = unset[variable as Exclude<keyof typeof unset, 'limits'>] ?? '';
  return typeof value === 'object' ? value.join(',') : String(value);
}

const variables = Object.keys(environmentSchema.shape).map((name) => [name, defaultOf(name)]);

const sorted = (rows: readonly (readonly string[])[]) => rows.map((row) => row.join(' ')).sort();

const bare = (row: string) => row.replaceAll('`', '');

/** The folder tree in docs/architecture.md. */
const folderMap =
  fencesOf(readFileSync(join(repository, 'docs/architecture.md'), 'utf8')).find(({ text }) =>
    text.startsWith('schema/'),
  )?.text ?? '';

describe('the README', () => {
  test('lists every route, with what it does, and no other', () => {
    const rows = restRouteDefinitions.map(({ method, path, summary }) => [`${method} ${path}`, summary]);

    expect(sorted(tableOf(sectionOf('What there is')))).toEqual(sorted(rows));
  });

  test('lists every public page and document, and no other', () => {
    const pages = publicRouteDefinitions.map(({ path, summary }) => [path, summary]);
    const about = documents.map(({ path, aliases, title }) => [[path, ...aliases].join('`, `'), title]);

    const [pageTable = [], documentTable = []] = tablesOf(sectionOf('Without a key'));

    expect(sorted(pageTable)).toEqual(sorted(pages));
    expect(sorted(documentTable).map(bare).sort()).toEqual(sorted(about).map(bare).sort());
  });

  test('lists every route of the operator’s, and no other', () => {
    const rows = adminRouteDefinitions.map(({ method, path, summary }) => [`${method} ${path}`, summary]);

    expect(sorted(tableOf(sectionOf('For the operator')))).toEqual(sorted(rows));
  });

  test('lists every action, tool and skill, and no other', () => {
    const [actionTable = [], toolTable = [], skillTable = []] = tablesOf(sectionOf('Other doors'));

    expect(sorted(actionTable)).toEqual(sorted(actions.map(({ path, summary }) => [path, summary])));
    expect(sorted(toolTable)).toEqual(sorted(tools.map(({ name, title }) => [name, title])));
    expect(sorted(skillTable)).toEqual(sorted(skills.map(({ id, description }) => [id, description])));
  });

  test('lists every error code, with its status and meaning, and no other', () => {
    const rows = Object.entries(errorCodes).map(([code, { kind, title }]) => [
      code,
      `${statusOf[kind]}`,
      title,
    ]);

    expect(sorted(tableOf(sectionOf('Errors')))).toEqual(sorted(rows));
  });

  test('lists every limit and no other', () => {
    const rows = Object.entries(unset.limits).map(([policy, limit]) => [policy, String(limit)]);

    expect(sorted(tableOf(sectionOf('Limits')).map((row) => row.slice(0, 2)))).toEqual(sorted(rows));
  });

  test('tells the bounds of documents', () => {
    const { depth, aliases, tokens, batch, points } = DOCUMENT_BOUNDS;

    const text = sectionOf('Limits').replaceAll(/\s+/g, ' ');

    expect(text).toContain(
      `${depth} fields deep, with ${aliases} aliases, ${tokens} tokens and ${points} points`,
    );
    expect(text).toContain(`may hold ${batch} operations`);
  });

  test('lists every variable, with its default, and no other', () => {
    const rows = variables.map(([name = '', value = '']) => [name, value || 'unset']);

    expect(tableOf(sectionOf('Configuration')).map((row) => row.slice(0, 2))).toEqual(rows);
  });

  test('maps every folder, and none that is not there', () => {
    const named = roomsOf(folderMap);
    const rooms = [...new Set(named.map((path) => path.split('/')[0] ?? ''))];
    const unmapped = rooms.flatMap((room) => foldersOf(room).filter((path) => !named.includes(path)));

    expect(named.filter((path) => !existsSync(join(repository, path)))).toEqual([]);
    expect(unmapped).toEqual([]);
    expect(foldersOf('.').filter((name) => !rooms.includes(name))).toEqual([]);
  });

  test('links to files that are there', () => {
    const links = Array.from(readme.matchAll(/\]\(([^)]+)\)/g), ([, target = '']) => target);

    expect(links.length).toBeGreaterThan(0);
    expect(links.filter((target) => !existsSync(join(repository, target)))).toEqual([]);
  });

  test('names scripts that package.json has', () => {
    const { scripts } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8')) as {
      scripts: Readonly<Record<string, string>>;
    };
    const named = Array.from(readme.matchAll(/npm (?:run )?(\w+)/g), ([, name = '']) => name);

    expect(named.filter((name) => name !== 'ci' && !(name in scripts))).toEqual([]);
  });

  test('shows a query that the board answers', async () => {
    await using board = await openBoard();
    const ada = await board.join('ada');
    await ada.openThread('Engines', 'general', 'It weaves.');
    const [query] = fencesOf(sectionOf('GraphQL'));

    const { body } = await ada.graphql(query?.text ?? '');

    expect(body).toMatchObject({
      data: { me: { handle: 'ada' }, channel: { threads: { nodes: [{ subject: 'Engines' }] } } },
    });
  });
});

test('.env.example has every variable, with its default, and sets none', () => {
  const lines = readFileSync(join(repository, '.env.example'), 'utf8').split('\n');

  expect(lines.filter((line) => /^#[A-Z]/.test(line))).toEqual(
    variables.map(([name = '', value = '']) => `#${name}=${value}`),
  );
  expect(lines.filter((line) => line !== '' && !line.startsWith('#'))).toEqual([]);
});

/** The paths in a drawn tree: top-level folders at the left edge, their subfolders behind a branch. */
function roomsOf(tree: string): readonly string[] {
  let room = '';
  return tree.split('\n').flatMap((line) => {
    const [, branch, name = ''] = /^(?:([├└])── )?([\w.-]+)/.exec(line) ?? [];
    if (name === '') return [];
    if (branch === undefined) room = name;
    return branch === undefined ? [name] : [`${room}/${name}`];
  });
}

/** Subfolders, without generated and ignored ones. */
function foldersOf(folder: string): readonly string[] {
  const ignored = new Set(['node_modules', 'data', 'coverage', 'generated', 'migrations', 'postgres']);
  return readdirSync(join(repository, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.') && !ignored.has(entry.name))
    .map(({ name }) => (folder === '.' ? name : `${folder}/${name}`));
}
