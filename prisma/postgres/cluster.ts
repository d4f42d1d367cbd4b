import { execFile } from 'node:child_process';
import { chown, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { Account } from './account.ts';
import type { Binaries } from './binaries.ts';
import { exists, syncFolder } from './paths.ts';

const run = promisify(execFile);

/** A PostgreSQL cluster on disk and what its server is run with. */
export interface Cluster {
  readonly folder: string;
  readonly account: Account | undefined;
  readonly binaries: Binaries;
  readonly settings: Readonly<Record<string, string>>;
  readonly log: string;
}

/** The only role: whoever reaches the private socket is the board. */
export const ROLE = 'board';

/**
 * How the server's programs name the cluster's folder. They are started inside it and find it through their own
 * working directory, so that folders above it may be closed to their account (DATA_DIR is, and so is a home): the
 * data lies under DATA_DIR and nowhere else, and no path can be too long.
 */
export const toServerPath = (folder: string) => (process.platform === 'linux' ? '/proc/self/cwd' : folder);

/** Nothing of the board's own environment is the server's business. */
export const SERVER_ENVIRONMENT = { PATH: '/usr/local/bin:/usr/bin:/bin' };

/**
 * Makes the cluster unless it exists, and says whether it did. It is made under another name and synced before it
 * gets its own, so a start that is killed, or two starts at once, leave a whole cluster or none.
 */
export async function createCluster(cluster: Cluster): Promise<boolean> {
  if (await exists(cluster.folder)) return false;
  const draft = await mkdtemp(`${cluster.folder}.new-`);
  try {
    if (cluster.account) await chown(draft, cluster.account.uid, cluster.account.gid);
    await initialize(cluster, draft);
    await rename(draft, cluster.folder);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    if (await exists(cluster.folder)) return false;
    throw error;
  }
  await syncFolder(dirname(cluster.folder));
  return true;
}

/** The builtin provider sorts alike on every system: an upgrade of the C library cannot spoil an index. */
const locale = [
  '--encoding=UTF8',
  '--locale=C.UTF-8',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
];

async function initialize({ binaries, account }: Cluster, folder: string): Promise<void> {
  const access = ['--auth-local=trust', '--auth-host=reject', `--username=${ROLE}`];
  await run(
    binaries.initdb,
    [`--pgdata=${toServerPath(folder)}`, ...locale, ...access, '--no-instructions'],
    {
      ...account,
      cwd: folder,
      env: SERVER_ENVIRONMENT,
    },
  );
}

/** A cluster of another major version is refused before a server stumbles over it. */
export async function assertMajorVersion({ folder, binaries }: Cluster): Promise<void> {
  const found = (await readFile(join(folder, 'PG_VERSION'), 'utf8')).trim();
  if (found === binaries.major) return;
  throw new Error(`${folder} was made by PostgreSQL ${found}, this board brings ${binaries.major}`);
}
