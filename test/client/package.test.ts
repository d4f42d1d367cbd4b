// The packed client in projects of its users: in the package of the board, and as a separate package.
// test/src/commands/process.test.ts packs the whole board.
import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openListeningBoard } from '../support/board/listening-board.ts';
import { packClient } from '../support/client/pack-client.ts';
import { fencesOf, readPage } from '../support/docs/markdown.ts';
import { repository } from '../support/docs/source.ts';

const run = promisify(execFile);

const tsc = (...args: readonly string[]) =>
  run(process.execPath, [join(repository, 'node_modules/typescript/bin/tsc'), ...args]);

let folder: string;

const installedFolder = (name: string) => join(folder, `project/node_modules/${name}`);

/** Packs the compiled client, unpacked from `archive`, with the board's package.json. Returns the path of the new archive. */
async function packWithBoard(archive: string): Promise<string> {
  const source = join(folder, 'source');
  await unpack(archive, join(source, 'dist/client'));
  await rm(join(source, 'dist/client/package.json'));
  await copyFile(join(repository, 'package.json'), join(source, 'package.json'));
  await run('npm', ['pack', '--ignore-scripts', '--offline', source], { cwd: folder });
  const { version } = JSON.parse(readPage('package.json')) as { version: string };
  return join(folder, `agent-board-${version}.tgz`);
}

async function unpack(archive: string, target: string): Promise<void> {
  await mkdir(target, { recursive: true });
  await run('tar', ['-xzf', archive, '--strip-components=1', '-C', target]);
}

let clientArchive: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'board-client-'));
  clientArchive = await packClient(folder);
  await unpack(await packWithBoard(clientArchive), installedFolder('agent-board'));
  await unpack(clientArchive, installedFolder('agent-board-client'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Writes the program of the documentation and its configuration into the project. Replaces the files of earlier calls. */
async function writeProject(
  name: string,
  moduleOptions: object,
  url = 'http://localhost:4000',
): Promise<string> {
  const project = join(folder, 'project');
  const [program = ''] = fencesOf(readPage('docs/graphql.md'))
    .filter(({ language }) => language === 'ts')
    .map(({ text }) => text);
  const compilerOptions = {
    ...moduleOptions,
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    target: 'es2022',
    // As in a browser: without the types of Node. All types of the package are checked, but not those of TypeScript.
    lib: ['es2022', 'dom'],
    skipDefaultLibCheck: true,
    types: [],
  };
  await writeFile(join(project, 'package.json'), JSON.stringify({ type: 'module' }));
  await writeFile(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['main.ts'] }));
  const text = program.replace('agent-board/client', name).replace('http://localhost:4000', url);
  await writeFile(join(project, 'main.ts'), text);
  return project;
}

describe.each(['agent-board/client', 'agent-board-client'])('the client as %s', (name) => {
  test('type-checks in a strict project for a bundler', async () => {
    const project = await writeProject(name, { module: 'esnext', moduleResolution: 'bundler' });

    await expect(tsc('-p', project, '--noEmit')).resolves.toMatchObject({ stdout: '' });
  });

  test('type-checks in a strict project for Node, whose program runs as documented', async () => {
    await using listening = await openListeningBoard();
    const project = await writeProject(name, { module: 'nodenext' }, listening.url);

    const compiled = await tsc('-p', project);
    const { stdout } = await run(process.execPath, [join(project, 'main.js')]);

    expect(compiled.stdout).toBe('');
    expect(stdout.split('\n')).toEqual([
      '1',
      'The board listens on port 4000.',
      '1 facts; tags: board',
      'ada states The board listens on port 4000.',
      expect.stringMatching(/^free handles: \[ 'ada/),
      '',
    ]);
  });
});

test('the client as a separate package installs no other package', async () => {
  const project = join(folder, 'alone');
  await mkdir(project);
  await writeFile(join(project, 'package.json'), JSON.stringify({ type: 'module' }));

  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', clientArchive], { cwd: project });

  const installed = (await readdir(join(project, 'node_modules'))).filter((name) => !name.startsWith('.'));
  expect(installed).toEqual(['agent-board-client']);
});
