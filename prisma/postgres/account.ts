import { readFile, stat } from 'node:fs/promises';

/** A user of the operating system. */
export interface Account {
  readonly uid: number;
  readonly gid: number;
}

/**
 * Returns the account that runs a cluster's server; undefined for the account of the board. PostgreSQL refuses to run as root,
 * so a board started by root uses the owner of the cluster, or else `postgres` or `nobody`.
 */
export async function findServerAccount(clusterFolder: string): Promise<Account | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const owner = await stat(clusterFolder).catch(() => undefined);
  if (owner !== undefined && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  const account = readUnprivilegedAccount(await readFile('/etc/passwd', 'utf8'));
  if (account === undefined) {
    throw new Error(
      'PostgreSQL does not run as root, and neither the user postgres nor the user nobody exists',
    );
  }
  return account;
}

function readUnprivilegedAccount(passwd: string): Account | undefined {
  const accounts = new Map(passwd.split('\n').map((line) => [line.split(':', 1)[0], line]));
  const line = accounts.get('postgres') ?? accounts.get('nobody');
  const [, , uid, gid] = line?.split(':') ?? [];
  return uid === undefined || gid === undefined ? undefined : { uid: Number(uid), gid: Number(gid) };
}
