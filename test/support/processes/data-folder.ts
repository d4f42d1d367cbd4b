import { execFile } from 'node:child_process';
import { chmod, mkdtemp, readdir, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { inject } from 'vitest';
import { migrate } from '../../../prisma/migrate.ts';
import { openEmbedded } from '../../../prisma/postgres/embedded.ts';
import { isProcessAlive, stopServer } from '../../../prisma/postgres/server.ts';

const run = promisify(execFile);
const prefix = 'agent-board-test-';

/** A temporary folder. Disposal stops a PostgreSQL server that still runs in it, and removes the folder. */
export interface TestFolder extends AsyncDisposable {
  readonly path: string;
  /** Path for the board's DATA_DIR. */
  readonly data: string;
}

/** Creates a folder with the given mode. By default only its owner can enter it, as is usual for home directories. */
export async function openFolder(mode = 0o700): Promise<TestFolder> {
  const path = await mkdtemp(join(await chooseParentFolder(), `${prefix}${process.pid}-`));
  await chmod(path, mode);
  return { path, data: join(path, 'data'), [Symbol.asyncDispose]: () => discardFolder(path) };
}

/** Folders with the data of a PostgreSQL server that was started and stopped. */
export interface ServerData {
  /** The database has no tables. */
  readonly unmigrated: string;
  /** The migrations are applied, so a board starts in half of the time. No board has used the database. */
  readonly migrated: string;
}

/** Creates a folder with prepared data of a PostgreSQL server. */
export async function openFolderWithServerData(kind: keyof ServerData = 'migrated'): Promise<TestFolder> {
  const folder = await openFolder();
  await copyData(inject('serverData')[kind], folder.data);
  return folder;
}

/** Starts and migrates the embedded PostgreSQL server once and keeps its data, for tests of later starts. */
export async function prepareServerData(folder: TestFolder): Promise<ServerData> {
  const [unmigrated, migrated] = [join(folder.path, 'unmigrated'), join(folder.path, 'migrated')];
  await (await openEmbedded(folder.data)).close();
  await copyData(folder.data, unmigrated);
  const embedded = await openEmbedded(folder.data);
  await migrate(embedded.connection);
  await embedded.close();
  await copyData(folder.data, migrated);
  return { unmigrated, migrated };
}

/** `cp -a` keeps owners and modes, which fs.cp does not. */
const copyData = (from: string, to: string) => run('cp', ['-a', from, to]);

/** Removes the folders of test runs that were killed. */
export async function discardAbandonedFolders(): Promise<void> {
  const parentFolder = await chooseParentFolder();
  const names = (await readdir(parentFolder)).filter((name) => name.startsWith(prefix));
  const abandoned = names.filter((name) => !isProcessAlive(Number.parseInt(name.slice(prefix.length), 10)));
  for (const name of abandoned) await discardFolder(join(parentFolder, name));
}

async function discardFolder(path: string): Promise<void> {
  await stopServer(join(path, 'data', 'postgres')).catch(() => undefined);
  await rm(path, { recursive: true, force: true, maxRetries: 5 });
}

const memoryFolder = '/dev/shm';
/** Free space that a test run needs. */
const requiredBytes = 2 ** 30;

/**
 * Returns the folder of a file system in memory if it has enough space, else the temporary folder: creating a database writes 300
 * files, which takes 14 ms in memory and up to 400 ms on disk.
 */
async function chooseParentFolder(): Promise<string> {
  const stats = await statfs(memoryFolder).catch(() => undefined);
  return stats !== undefined && stats.bavail * stats.bsize > requiredBytes ? memoryFolder : tmpdir();
}
