import { readFile, stat } from 'node:fs/promises';

/** The user a server runs as. */
export interface Account {
  readonly uid: number;
  readonly gid: number;
}

/**
 * Whom the server of a cluster runs as; undefined means as the board itself. PostgreSQL refuses to run as root, so
 * a board started by root lends it another account: the one that already owns the cluster, or an unprivileged one.
 */
export async function findServerAccount(clusterFolder: string): Promise<Account | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const owner = await stat(clusterFolder).catch(() => undefined);
  if (owner !== undefined && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  const account = parseAccounts(await readFile('/etc/passwd', 'utf8'));
  if (account === undefined) {
    throw new Error(
      'PostgreSQL does not run as root, and there is neither a user postgres nor a user nobody',
    );
  }
  return account;
}

function parseAccounts(passwd: string): Account | undefined {
  const accounts = new Map(passwd.split('\n').map((line) => [line.split(':', 1)[0], line]));
  const line = accounts.get('postgres') ?? accounts.get('nobody');
  const [, , uid, gid] = line?.split(':') ?? [];
  return uid === undefined || gid === undefined ? undefined : { uid: Number(uid), gid: Number(gid) };
}
