import { execFile } from 'node:child_process';
import { chown, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { Account } from './account.ts';
import type { Binaries } from './binaries.ts';
import { exists, syncFolder } from './files.ts';

const run = promisify(execFile);

/** A PostgreSQL cluster on disk, and how its server is run. */
export interface Cluster {
  readonly folder: string;
  /** The account that runs the server; undefined for the account of the board. */
  readonly account: Account | undefined;
  readonly binaries: Binaries;
  readonly settings: Readonly<Record<string, string>>;
  /** Path of the server's log file. */
  readonly log: string;
}

/** The only role. It has no password: the socket lies in a folder that only the board can enter. */
export const ROLE = 'board';

/**
 * Returns the path under which the server's programs open the cluster's folder. On Linux that is their working
 * directory, so their account needs no access to the folders above it (DATA_DIR, a home), and no path is too long.
 */
export const toServerPath = (folder: string) => (process.platform === 'linux' ? '/proc/self/cwd' : folder);

/** The server does not inherit the board's environment, which holds secrets. */
export const SERVER_ENVIRONMENT = { PATH: '/usr/local/bin:/usr/bin:/bin' };

/**
 * Creates the cluster unless it exists. initdb creates it under a temporary name and syncs it to disk; then it is renamed. A start
 * that is killed, or two starts at the same time, therefore leave a complete cluster or none.
 */
export async function createCluster(cluster: Cluster): Promise<void> {
  if (await exists(cluster.folder)) return;
  const draft = await mkdtemp(`${cluster.folder}.new-`);
  try {
    if (cluster.account) await chown(draft, cluster.account.uid, cluster.account.gid);
    await initialize(cluster, draft);
    await rename(draft, cluster.folder);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    if (await exists(cluster.folder)) return;
    throw error;
  }
  await syncFolder(dirname(cluster.folder));
}

/** The builtin provider sorts the same on every system: an upgrade of the C library cannot corrupt an index. */
const LOCALE = [
  '--encoding=UTF8',
  '--locale=C.UTF-8',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
];

async function initialize({ binaries, account }: Cluster, folder: string): Promise<void> {
  const access = ['--auth-local=trust', '--auth-host=reject', `--username=${ROLE}`];
  await run(
    binaries.initdb,
    [`--pgdata=${toServerPath(folder)}`, ...LOCALE, ...access, '--no-instructions'],
    {
      ...account,
      cwd: folder,
      env: SERVER_ENVIRONMENT,
    },
  );
}

/** Throws if the cluster was created by another major version of PostgreSQL than the one that would run it. */
export async function assertMajorVersion({ folder, binaries }: Cluster): Promise<void> {
  const foundMajor = (await readFile(join(folder, 'PG_VERSION'), 'utf8')).trim();
  if (foundMajor === binaries.major) return;
  const remedy =
    Number(foundMajor) < Number(binaries.major)
      ? `back it up with PostgreSQL ${foundMajor} (agent-board backup --postgres) and restore the backup, as docs/operate.md describes`
      : 'use the version of the board that last ran on it';
  throw new Error(
    `${folder} was created by PostgreSQL ${foundMajor}, and this version of the board runs ${binaries.major}: ${remedy}`,
  );
}
