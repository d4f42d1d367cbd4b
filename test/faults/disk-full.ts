// A disk without free space: under the embedded database of a board, and under a separate server.
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { statfs, open } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { ROLE } from '../../prisma/postgres/cluster.ts';
import { openStandbys, type TestServerNode } from '../support/database/standbys.ts';
import type { Campaign } from './campaign.ts';

const MIB = 2 ** 20;
const SECONDS = 30;

/** Mounts a file system in memory; only processes of this mount namespace see it. */
function mountDisk(folder: string, mebibytes: number): string {
  mkdirSync(folder);
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${mebibytes}m,mode=755`, 'tmpfs', folder]);
  return folder;
}

/** Writes a file until `leftBytes` are free. */
async function fill(disk: string, leftBytes: number): Promise<void> {
  const file = await open(join(disk, 'fill'), 'w');
  const block = Buffer.alloc(64 * 1024);
  for (;;) {
    const { bavail, bsize } = await statfs(disk);
    const length = Math.min(block.length, bavail * bsize - leftBytes);
    if (length <= 0) break;
    await file.write(block, 0, length);
  }
  await file.close();
}

const removeFill = (disk: string) => rmSync(join(disk, 'fill'));

export async function injectFullDisks(campaign: Campaign): Promise<void> {
  await fillEmbedded(campaign);
  await fillServer(campaign);
}

/** A board with an embedded database: it becomes read-only before the disk is full, unless MIN_FREE_DISK_BYTES is 0. */
async function fillEmbedded({ folder, port, startBoards, run }: Campaign): Promise<void> {
  const cases = [
    {
      name: 'the disk of an embedded database is nearly full',
      minFree: 128 * MIB,
      left: 100 * MIB,
      otherFailures: [],
    },
    {
      name: 'the disk of an embedded database is full (MIN_FREE_DISK_BYTES=0)',
      ...{ minFree: 0, left: 0 },
      otherFailures: ['connection refused or closed', '503 unavailable'],
    },
  ];
  for (const [i, { name, minFree, left, otherFailures }] of cases.entries()) {
    const disk = mountDisk(join(folder, `embedded${i}`), 400);
    using boards = await startBoards([port + 10 + 2 * i], {
      DATA_DIR: join(disk, 'data'),
      MIN_FREE_DISK_BYTES: String(minFree),
    });
    const host = encodeURIComponent(join(disk, 'data/postgres'));
    await run(boards, `postgresql://${ROLE}@${host}/board`, {
      ...{ name, seconds: SECONDS, failures: ['503 read_only', ...otherFailures], maxRecoverySeconds: 45 },
      inject: () => fill(disk, left),
      heal: () => removeFill(disk),
    });
  }
}

/** Two boards on a server that is started again when it ends, as a service manager would start it. */
async function fillServer({ folder, port, startBoards, run }: Campaign): Promise<void> {
  const disk = mountDisk(join(folder, 'server'), 400);
  await using servers = await openStandbys(disk, 0, { wal_keep_size: '0', max_wal_size: '64MB' });
  const { primary } = servers;
  using boards = await startBoards([port + 14, port + 16], { DATABASE_URL: primary.url });
  const done = new AbortController();
  const supervised = keepRunning(primary, done.signal);
  await run(boards, primary.url, {
    name: 'the disk of a PostgreSQL server is full',
    ...{ seconds: SECONDS, failures: ['503 unavailable'], maxRecoverySeconds: 45 },
    inject: () => fill(disk, 0),
    heal: () => removeFill(disk),
  });
  done.abort();
  await supervised;
}

/** Starts a server whenever it has ended, until `signal` aborts. */
async function keepRunning(server: TestServerNode, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    if ((await server.pid()) === 0) await server.start().catch(() => undefined);
    await wait(1000);
  }
}
