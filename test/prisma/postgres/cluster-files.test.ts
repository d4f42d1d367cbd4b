// Files and paths of an embedded cluster.
import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { chmod, chown, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { findServerAccount } from '../../../prisma/postgres/account.ts';
import { assertMajorVersion, type Cluster } from '../../../prisma/postgres/cluster.ts';
import { openDataFolder } from '../../../prisma/postgres/data-folder.ts';
import { watchLog } from '../../../prisma/postgres/server-log.ts';
import { openSocketHost } from '../../../prisma/postgres/socket.ts';
import { openFolder } from '../../support/processes/data-folder.ts';

afterEach(() => void vi.useRealTimers());

describe('the host of a socket', () => {
  // `/.s.PGSQL.5432` has 14 bytes.
  test.each([
    ['/'.padEnd(93, 'x'), '/'.padEnd(93, 'x')],
    [`/${'é'.repeat(46)}`, `/${'é'.repeat(46)}`],
  ])('is its folder if the path of the socket has at most 107 bytes: %s', (folder, host) => {
    expect(openSocketHost(folder).host).toBe(host);
  });

  test.each(['x', 'é'])(
    'is a short path to the folder if the path of the socket is longer, until the host is closed: %s',
    async (letter) => {
      await using folder = await openFolder();
      const bytes = 94 - folder.path.length - 1;
      const long = join(folder.path, 'x'.repeat(bytes % 2) + letter.repeat(bytes >> Number(letter === 'é')));
      mkdirSync(long);

      const socket = openSocketHost(long);

      expect(Buffer.byteLength(long)).toBeGreaterThanOrEqual(94);
      expect(socket.host).toMatch(new RegExp(`^/proc/${process.pid}/fd/\\d+$`));
      expect(statSync(socket.host).ino).toBe(statSync(long).ino);
      socket.close();
      expect(() => statSync(`${socket.host}/.`)).toThrow();
    },
  );
});

describe('a data folder', () => {
  const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

  test('is created with its parents, for its owner only', async () => {
    await using folder = await openFolder();
    const data = join(folder.path, 'a', 'b');

    openDataFolder(data);

    expect(modeOf(data)).toBe('700');
  });

  test.each([
    ['is made private if it has a cluster', 'postgres', 0o750, '700'],
    ['stays as it is if other users cannot access it', 'notes', 0o500, '500'],
  ])('%s', async (_what, name, mode, expected) => {
    await using folder = await openFolder();
    mkdirSync(folder.data);
    writeFileSync(join(folder.data, name), '');
    await chmod(folder.data, mode);

    openDataFolder(folder.data);

    expect(modeOf(folder.data)).toBe(expected);
    await chmod(folder.data, 0o700);
  });

  test.each(['740', '701'])(
    'that has files but no cluster, and that other users can access (mode %s), is refused',
    async (mode) => {
      await using folder = await openFolder();
      mkdirSync(folder.data);
      writeFileSync(join(folder.data, 'notes'), '');
      await chmod(folder.data, Number.parseInt(mode, 8));

      expect(() => openDataFolder(folder.data)).toThrow('contains other files');
    },
  );
});

describe('a cluster of another major version', () => {
  test.each([
    [
      '17',
      'back it up with PostgreSQL 17 (agent-board backup --postgres) and restore the backup, as docs/operate.md describes',
    ],
    [
      '9',
      'back it up with PostgreSQL 9 (agent-board backup --postgres) and restore the backup, as docs/operate.md describes',
    ],
    ['19', 'use the version of the board that last ran on it'],
  ])('%s is refused with a remedy', async (version, remedy) => {
    await using folder = await openFolder();
    await mkdir(folder.data);
    await writeFile(join(folder.data, 'PG_VERSION'), `${version}\n`);
    const clusterOf = (major: string) => ({ folder: folder.data, binaries: { major } }) as Cluster;

    await expect(assertMajorVersion(clusterOf('18'))).rejects.toThrow(
      new Error(
        `${folder.data} was created by PostgreSQL ${version}, and this version of the board runs 18: ${remedy}`,
      ),
    );
    await expect(assertMajorVersion(clusterOf(version))).resolves.toBeUndefined();
  });
});

test.skipIf(process.getuid?.() !== 0)(
  'a server that root starts runs as the owner of the cluster, unless root owns the cluster',
  async () => {
    await using folder = await openFolder();
    mkdirSync(folder.data);
    const ofRoot = await findServerAccount(folder.data);
    await chown(folder.data, 1234, 4321);

    expect(await findServerAccount(folder.data)).toEqual({ uid: 1234, gid: 4321 });
    expect(await findServerAccount(join(folder.path, 'missing'))).toEqual(ofRoot);
    expect(ofRoot?.uid).not.toBe(0);
    await chown(folder.data, 0, 0);
  },
);

test('the log of the server is checked every minute until the watch is stopped', async () => {
  await using folder = await openFolder();
  const log = join(folder.path, 'postgres.log');
  await writeFile(log, 'x'.repeat(4 * 1024 ** 2 + 1));
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const sizeOf = () => statSync(log).size;

  const watch = watchLog(log);
  vi.advanceTimersByTime(59_999);
  const before = sizeOf();
  vi.advanceTimersByTime(1);
  await vi.waitUntil(() => sizeOf() === 0, { timeout: 20_000 });
  watch.stop();

  expect([before, statSync(`${log}.1`).size, vi.getTimerCount()]).toEqual([
    4 * 1024 ** 2 + 1,
    4 * 1024 ** 2 + 1,
    0,
  ]);
});
