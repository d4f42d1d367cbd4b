import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { isCompatible, type Migration, readMigrations } from '../../prisma/migration-history.ts';
import type { BoardCopy } from '../support/processes/copy-board.ts';
import { repository } from '../support/docs/source.ts';

const run = promisify(execFile);

/** A version of the board that can be started. */
export interface Release extends BoardCopy, AsyncDisposable {
  readonly migrations: readonly Migration[];
}

async function openRelease(folder: string, dispose = () => Promise.resolve()): Promise<Release> {
  const migrations = await readMigrations(join(folder, 'prisma/migrations'));
  return { folder, node: process.execPath, migrations, [Symbol.asyncDispose]: dispose };
}

/** The version in this repository. */
export const openCurrent = (): Promise<Release> => openRelease(repository);

/** Checks out a commit and installs its packages. */
export async function checkOut(ref: string, folder: string): Promise<Release> {
  const git = (...args: readonly string[]) => run('git', ['worktree', ...args], { cwd: repository });
  await git('add', '--detach', folder, ref);
  await run('npm', ['ci', '--no-audit', '--no-fund'], { cwd: folder, maxBuffer: 2 ** 26 });
  return openRelease(folder, async () => {
    await git('remove', '--force', folder);
  });
}

/** Copies a release to a folder and adds migrations to the copy. */
export async function extendRelease(
  release: Release,
  folder: string,
  added: Readonly<Record<string, string>>,
): Promise<Release> {
  await mkdir(folder);
  const parts = ['package.json', 'prisma', 'schema', 'facades', 'src', 'client', 'docs'];
  await run('cp', ['-a', ...parts, folder], { cwd: release.folder });
  await symlink(join(repository, 'node_modules'), join(folder, 'node_modules'));
  for (const [name, text] of Object.entries(added)) {
    await mkdir(join(folder, 'prisma/migrations', name));
    await writeFile(join(folder, 'prisma/migrations', name, 'migration.sql'), text);
  }
  return openRelease(folder);
}

/** Whether the older release may start after the newer one has migrated the database. */
export function mayRestart(older: Release, newer: Release): boolean {
  const known = new Set(older.migrations.map(({ name }) => name));
  const added = newer.migrations.filter(({ name }) => !known.has(name));
  const readsPhases = existsSync(join(older.folder, 'docs/decisions/0063-rolling-upgrades.md'));
  return added.every(({ phase }) => readsPhases && isCompatible(phase, known));
}
