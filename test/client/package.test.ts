// The client as `npm pack` packs it, in projects of its users. test/src/commands packs the whole package.
import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openListeningBoard } from '../support/board/listening-board.ts';
import { fencesOf, readPage, repository } from '../support/docs/markdown.ts';

const run = promisify(execFile);

const tsc = (...args: readonly string[]) =>
  run(process.execPath, [join(repository, 'node_modules/typescript/bin/tsc'), ...args]);

let folder: string;

/** Packs the compiled client with the package's own manifest, and unpacks it as an installed package. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'board-client-'));
  const source = join(folder, 'source');
  const installed = join(folder, 'project/node_modules/agent-board');
  await mkdir(installed, { recursive: true });
  await tsc('-p', join(repository, 'tsconfig.client.json'), '--outDir', join(source, 'dist/client'));
  await copyFile(join(repository, 'package.json'), join(source, 'package.json'));
  await run('npm', ['pack', '--ignore-scripts', '--offline', source], { cwd: folder });
  const { version } = JSON.parse(readPage('package.json')) as { version: string };
  await run('tar', ['-xzf', `agent-board-${version}.tgz`, '--strip-components=1', '-C', installed], {
    cwd: folder,
  });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** A new project with the program of the documentation. */
async function createProject(moduleOptions: object, url = 'http://localhost:4000'): Promise<string> {
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
    // As in a browser: without the types of Node. All types of the package are checked.
    lib: ['es2022', 'dom'],
    types: [],
  };
  await writeFile(join(project, 'package.json'), JSON.stringify({ type: 'module' }));
  await writeFile(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['main.ts'] }));
  await writeFile(join(project, 'main.ts'), program.replace('http://localhost:4000', url));
  return project;
}

describe('the package', () => {
  test('gives types to a strict project of a bundler', async () => {
    const project = await createProject({ module: 'esnext', moduleResolution: 'bundler' });

    await expect(tsc('-p', project, '--noEmit')).resolves.toMatchObject({ stdout: '' });
  });

  test('gives types to a strict project of Node, whose program runs as documented', async () => {
    await using listening = await openListeningBoard();
    const project = await createProject({ module: 'nodenext' }, listening.url);

    const compiled = await tsc('-p', project);
    const { stdout } = await run(process.execPath, [join(project, 'main.js')]);

    expect(compiled.stdout).toBe('');
    expect(stdout).toMatch(/^1\nThe board listens on port 4000\.\nfree handles: \[ 'ada/);
  });
});
