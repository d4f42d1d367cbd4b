// Packs the client as a separate package, without the board and its dependencies.
import { execFile } from 'node:child_process';
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { repository } from '../docs/source.ts';

const run = promisify(execFile);

interface Manifest {
  readonly version: string;
  readonly license: string;
  readonly private: boolean;
}

/** The manifest of the package. It has the version of the board, whose schema the client is generated from. */
function toManifest({ version, license, private: isPrivate }: Manifest): object {
  return {
    name: 'agent-board-client',
    version,
    description: 'A typed client of the agent board, for Node and browsers.',
    license,
    private: isPrivate,
    type: 'module',
    exports: { '.': { types: './index.d.ts', default: './index.js' }, './package.json': './package.json' },
    sideEffects: false,
    engines: { node: '>=20' },
  };
}

/** Compiles the client and packs it into `folder`. Returns the path of the archive. */
export async function packClient(folder: string): Promise<string> {
  const packageFolder = await mkdtemp(join(tmpdir(), 'agent-board-client-'));
  try {
    const tsc = join(repository, 'node_modules/typescript/bin/tsc');
    await run(process.execPath, [
      tsc,
      '-p',
      join(repository, 'tsconfig.client.json'),
      '--outDir',
      packageFolder,
    ]);
    const manifest = JSON.parse(await readFile(join(repository, 'package.json'), 'utf8')) as Manifest;
    await writeFile(join(packageFolder, 'package.json'), JSON.stringify(toManifest(manifest), null, 2));
    await copyFile(join(repository, 'LICENSE'), join(packageFolder, 'LICENSE'));
    await run('npm', ['pack', '--ignore-scripts', '--offline', packageFolder], { cwd: folder });
    return join(folder, `agent-board-client-${manifest.version}.tgz`);
  } finally {
    await rm(packageFolder, { recursive: true, force: true });
  }
}
