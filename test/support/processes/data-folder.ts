import { execFile } from 'node:child_process';
import { chmod, mkdtemp, readdir, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { inject } from 'vitest';
import { openEmbedded } from '../../../prisma/embedded.ts';
import { isProcessAlive, stopServer } from '../../../prisma/postgres/server.ts';

const run = promisify(execFile);
const prefix = 'agent-board-test-';

/** A folder of a test's own. A server that still runs in it is stopped, whoever left it. */
export interface TestFolder extends AsyncDisposable {
  readonly path: string;
  /** Where a board keeps its data. */
  readonly data: string;
}

/** `mode` says who may enter; a home directory is often 0700. */
export async function openFolder(mode = 0o700): Promise<TestFolder> {
  const path = await mkdtemp(join(await choosePlace(), `${prefix}${process.pid}-`));
  await chmod(path, mode);
  return { path, data: join(path, 'data'), [Symbol.asyncDispose]: () => discardFolder(path) };
}

/** A folder with the data of a board that ran before and was stopped. */
export async function openUsedFolder(): Promise<TestFolder> {
  const folder = await openFolder();
  await copyData(inject('usedData'), folder.data);
  return folder;
}

/** Lets a board start for the first time, once for all tests that need a later start. */
export async function prepareUsedData(folder: TestFolder): Promise<string> {
  const used = join(folder.path, 'used');
  await (await openEmbedded(folder.data)).close();
  await copyData(folder.data, used);
  return used;
}

/** Owners and modes included, which Node's own copying leaves behind. */
const copyData = (from: string, to: string) => run('cp', ['-a', from, to]);

/** Clears away what killed test runs left behind. */
export async function discardAbandonedFolders(): Promise<void> {
  const place = await choosePlace();
  const names = (await readdir(place)).filter((name) => name.startsWith(prefix));
  const abandoned = names.filter((name) => !isProcessAlive(Number.parseInt(name.slice(prefix.length), 10)));
  for (const name of abandoned) await discardFolder(join(place, name));
}

async function discardFolder(path: string): Promise<void> {
  await stopServer(join(path, 'data', 'postgres')).catch(() => undefined);
  await rm(path, { recursive: true, force: true, maxRetries: 5 });
}

const memory = '/dev/shm';
const roomNeeded = 2 ** 30;

/** A database is three hundred files: in memory they are made in 14 ms, on some disks in 400. */
async function choosePlace(): Promise<string> {
  const room = await statfs(memory).catch(() => undefined);
  return room !== undefined && room.bavail * room.bsize > roomNeeded ? memory : tmpdir();
}
