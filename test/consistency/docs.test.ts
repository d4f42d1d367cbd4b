import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { environmentSchema, readConfig } from '../../src/config.ts';
import { openBoard } from '../support/board/board.ts';
import { fencesOf, readPage, tableOf } from '../support/docs/markdown.ts';
import { repository } from '../support/docs/source.ts';
import { openFolder } from '../support/processes/data-folder.ts';

const PAGES = [
  'README.md',
  'bench/README.md',
  ...readdirSync(join(repository, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join('docs', name)),
];

const defaults = readConfig({ DATABASE_URL: 'postgresql://db.test/board', KEY_PEPPER: 'x'.repeat(32) });

/** A variable's default as the documentation shows it. */
function defaultOf(variable: string): string {
  if (variable === 'DATABASE_URL' || variable === 'KEY_PEPPER') return '';
  const value = defaults[variable as Exclude<keyof typeof defaults, 'limits' | 'loopbackUrls'>] ?? '';
  return typeof value === 'object' ? value.join(',') : String(value);
}

const variables = Object.keys(environmentSchema.shape).map((name) => [name, defaultOf(name)]);

describe('the README', () => {
  test('has at most 200 lines', () => {
    expect(readPage('README.md').split('\n').length - 1).toBeLessThanOrEqual(200);
  });

  test('links to every page of docs/', () => {
    const linked = linksIn('README.md').map((target) => target.replace(/#.*/, ''));
    const pages = PAGES.filter((path) => /^docs\/[^/]+$/.test(path));

    expect(pages.filter((path) => !linked.includes(path))).toEqual([]);
  });
});

describe('every page', () => {
  test('links to files that exist', () => {
    const dead = PAGES.flatMap((path) =>
      linksIn(path)
        .filter((target) => !existsSync(join(repository, dirname(path), target.replace(/#.*/, ''))))
        .map((target) => `${path}: ${target}`),
    );

    expect(PAGES.flatMap(linksIn).length).toBeGreaterThan(20);
    expect(dead).toEqual([]);
  });

  test('names only paths that exist', () => {
    const missing = PAGES.flatMap((path) =>
      pathsNamedIn(path)
        .filter((name) => !existsSync(join(repository, name)))
        .map((name) => `${path}: ${name}`),
    );

    expect(PAGES.flatMap(pathsNamedIn).length).toBeGreaterThan(100);
    expect(missing).toEqual([]);
  });

  test('names constants and functions with the file that has them', () => {
    const wrong = PAGES.flatMap((path) =>
      namesWithFileIn(path)
        .filter(({ name, file }) => !hasName(file, name))
        .map(({ name, file }) => `${path}: ${name} in ${file}`),
    );

    expect(PAGES.flatMap(namesWithFileIn).length).toBeGreaterThan(30);
    expect(wrong).toEqual([]);
  });

  test('names only scripts of package.json', () => {
    const { scripts } = JSON.parse(readPage('package.json')) as { scripts: Readonly<Record<string, string>> };
    const scriptNames = PAGES.flatMap((path) =>
      Array.from(readPage(path).matchAll(/npm run ([\w:]+)/g), ([, name = '']) => name),
    );

    expect(scriptNames.length).toBeGreaterThan(10);
    expect(scriptNames.filter((name) => !(name in scripts))).toEqual([]);
  });
});

describe('docs/security.md', () => {
  test('has three cells with text in each row of its tables', () => {
    const rows = readPage('docs/security.md')
      .split('\n')
      .filter((line) => line.startsWith('|'));

    expect(rows.length).toBeGreaterThan(50);
    expect(rows.filter((row) => !/^(\|[^|]*[^|\s][^|]*){3}\|$/.test(row))).toEqual([]);
  });
});

describe('docs/configuration.md', () => {
  test('lists exactly the variables, with their defaults', () => {
    const rows = variables.map(([name = '', value = '']) => [name, value || 'unset']);

    expect(tableOf(readPage('docs/configuration.md')).map((row) => row.slice(0, 2))).toEqual(rows);
  });
});

describe('.env.example', () => {
  test('has every variable with its default, commented out', () => {
    const lines = readPage('.env.example').split('\n');

    expect(lines.filter((line) => /^#[A-Z]/.test(line))).toEqual(
      variables.map(([name = '', value = '']) => `#${name}=${value}`),
    );
    expect(lines.filter((line) => line !== '' && !line.startsWith('#'))).toEqual([]);
  });
});

describe('docs/operate.md', () => {
  test('has an archive command that archives a file, accepts it when it is archived already, and replaces no other file', async () => {
    await using folder = await openFolder();
    const [, command = ''] = /^archive_command = '(.*)'$/m.exec(readPage('docs/operate.md')) ?? [];
    const [archive, segment] = [join(folder.path, 'wal'), join(folder.path, 'segment')];
    mkdirSync(archive);
    const archiveSegment = (content: string) => {
      writeFileSync(segment, content);
      const paths = { '/srv/wal': archive, '%p': segment, '%f': '0001' };
      const script = command.replaceAll(/\/srv\/wal|%p|%f/g, (name) => paths[name as keyof typeof paths]);
      execFileSync('sh', ['-c', script]);
    };
    // The rest of an archiving that was killed.
    writeFileSync(join(archive, '0001.part'), 'a longer text than the segment');

    archiveSegment('WAL');
    archiveSegment('WAL');

    expect(() => archiveSegment('other WAL')).toThrow('Command failed');
    expect(readdirSync(archive)).toEqual(['0001']);
    expect(readFileSync(join(archive, '0001'), 'utf8')).toBe('WAL');
  });
});

describe('docs/architecture.md', () => {
  test('lists exactly the folders that exist', () => {
    const tree = fencesOf(readPage('docs/architecture.md')).find(({ text }) => text.startsWith('schema/'));
    const listed = pathsIn(tree?.text ?? '');
    const top = [...new Set(listed.map((path) => path.split('/')[0] ?? ''))];

    expect(listed.filter((path) => !existsSync(join(repository, path)))).toEqual([]);
    expect(top.flatMap(foldersIn).filter((path) => !listed.includes(path))).toEqual([]);
    expect(foldersIn('.').filter((name) => !top.includes(name))).toEqual([]);
  });
});

describe('docs/graphql.md', () => {
  test('shows a query that works', async () => {
    await using board = await openBoard();
    const ada = await board.join('ada');
    await ada.openThread('Engines', 'general', 'It weaves.');
    const [query] = fencesOf(readPage('docs/graphql.md'));

    const { body } = await ada.graphql(query?.text ?? '');

    expect(body).toMatchObject({
      data: { me: { handle: 'ada' }, channel: { threads: { nodes: [{ subject: 'Engines' }] } } },
    });
  });
});

/** The targets of a page's links to other files. */
const linksIn = (path: string): readonly string[] =>
  Array.from(readPage(path).matchAll(/\]\(([^)\s]+)\)/g), ([, target = '']) => target).filter(
    (target) => !/^(https?:|#|mailto:)/.test(target),
  );

const PATH = String.raw`\b(?:schema|facades|src|client|prisma|docs|demo|bench|test)\/[\w./-]*`;

/** Paths in backticks, from the root of the repository. Paths with placeholders are left out. */
const pathsNamedIn = (path: string): readonly string[] =>
  Array.from(readPage(path).matchAll(new RegExp(`\`(${PATH})\``, 'g')), ([, name = '']) => name);

/** The names of "`NAME` in `file`", "`NAME` and `OTHER` in `file`" and "`NAME` (`file`)". */
function namesWithFileIn(path: string): readonly { readonly name: string; readonly file: string }[] {
  const places = new RegExp(`((?:\`\\w+\`(?:,| and) )*\`\\w+\`)\\s+(?:in |\\()\`(${PATH})\``, 'g');
  return Array.from(readPage(path).matchAll(places), ([, names = '', file = '']) =>
    Array.from(names.matchAll(/`(\w+)`/g), ([, name = '']) => ({ name, file })),
  ).flat();
}

/** Whether the file, or a file in the folder, contains a name. */
function hasName(path: string, name: string): boolean {
  if (!statSync(join(repository, path), { throwIfNoEntry: false })?.isDirectory())
    return existsSync(join(repository, path)) && readPage(path).includes(name);
  return readdirSync(join(repository, path)).some((file) => hasName(join(path, file), name));
}

/** The paths in a tree diagram: top-level folders at the start of a line, subfolders after a branch character. */
function pathsIn(tree: string): readonly string[] {
  let folder = '';
  return tree.split('\n').flatMap((line) => {
    const [, branch, name = ''] = /^(?:([├└])── )?([\w.-]+)/.exec(line) ?? [];
    if (name === '') return [];
    if (branch === undefined) folder = name;
    return branch === undefined ? [name] : [`${folder}/${name}`];
  });
}

/** Subfolders, without generated and ignored ones. */
function foldersIn(folder: string): readonly string[] {
  const ignored = new Set(['node_modules', 'dist', 'data', 'coverage', 'generated']);
  return readdirSync(join(repository, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.') && !ignored.has(entry.name))
    .map(({ name }) => (folder === '.' ? name : `${folder}/${name}`));
}
