import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Cluster } from '../../../prisma/postgres/cluster.ts';
import { acquireCluster } from '../../../prisma/postgres/cluster-lock.ts';
import { attachEmbedded, openEmbedded } from '../../../prisma/postgres/embedded.ts';
import { listenAndRefuse, type Refusal } from '../../support/processes/refusing-server.ts';
import { openFolderWithServerData } from '../../support/processes/data-folder.ts';
import { startStoreWriter } from '../../support/processes/store-writer.ts';

test('a board that waits for the lock of a dead board opens one connection at a time', async () => {
  await using folder = await openFolderWithServerData();
  const before = await openEmbedded(folder.data);
  await before.close();
  const writer = startStoreWriter(folder.data);
  await writer.waitForWrites(1);
  await writer.kill();
  // The session of a dead board, which the server has not ended yet. No process has the process id in the name of the session.
  const dead = new Client({
    ...before.connection,
    database: 'postgres',
    application_name: `agent-board guard ${2 ** 31 - 1}`,
  });
  await dead.connect();
  await dead.query('select pg_advisory_lock(40004001)');

  const starting = openEmbedded(folder.data);
  // Time for several attempts.
  await wait(500);

  const { rows } = await dead.query<{ count: number }>(
    `select count(*)::int from pg_stat_activity where application_name = 'agent-board guard ${process.pid}'`,
  );
  await dead.end();
  await (await starting).close();
  // A connection that was closed may still be listed.
  expect(rows[0]?.count).toBeLessThan(3);
});

/** Opens a server that refuses each connection with the next refusal, and later ones without a message. */
async function openRefusingServer(...refusals: readonly Refusal[]) {
  const folder = await mkdtemp(join(tmpdir(), 'agent-board-'));
  const server = await listenAndRefuse(folder, refusals);
  let connections = 0;
  server.on('connection', () => (connections += 1));
  const cluster = {
    folder,
    log: join(folder, 'log'),
    settings: {},
    account: undefined,
  } as unknown as Cluster;
  return {
    server,
    pidFile: join(folder, 'postmaster.pid'),
    folder,
    /** Returns the error with which acquiring the cluster fails, and the number of connections that were opened. */
    async acquire(onRecovering?: () => void) {
      const outcome = await acquireCluster(cluster, folder, onRecovering).catch((error: unknown) => error);
      return [outcome, connections];
    },
    async [Symbol.asyncDispose]() {
      server.close();
      await rm(folder, { recursive: true });
    },
  };
}

test('a server that is starting, stopping or gone is tried again, and the error of another refusal is thrown', async () => {
  await using server = await openRefusingServer('57P03', '57P01', null, '28000');
  // Counts as the process of the server: its id is in postmaster.pid, and `folder` is its working directory.
  const serverProcess = spawn('sleep', ['60'], { cwd: server.folder });
  await writeFile(server.pidFile, String(serverProcess.pid));

  const acquired = await server.acquire();

  serverProcess.kill();
  expect(acquired).toEqual([expect.objectContaining({ code: '28000' }), 4]);
});

test('no server is started while a server responds whose process is not visible, such as a server in another container', async () => {
  await using server = await openRefusingServer('57P03', '57P01', null, '28000');
  const unknownPid = String(2 ** 31 - 1);
  await writeFile(server.pidFile, unknownPid);

  const acquired = await server.acquire();

  expect(acquired).toEqual([expect.objectContaining({ code: '28000' }), 4]);
  // A start deletes the file if no process has the id.
  expect(await readFile(server.pidFile, 'utf8')).toBe(unknownPid);
});

test('a start waits as long as the server recovers, reports it every ten seconds, and fails a minute after that without a session', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const recovering = ['starting up', 'not yet accepting connections', 'in recovery mode'].flatMap((state) =>
    Array.from({ length: 10 }, () => ['57P03', `the database system is ${state}`] as const),
  );
  const stopping = Array.from(
    { length: 30 },
    () => ['57P03', 'the database system is shutting down'] as const,
  );
  await using server = await openRefusingServer(...recovering, ...stopping);
  // Time passes only with connections.
  server.server.on('connection', () => void vi.advanceTimersByTime(5_000));
  const onRecovering = vi.fn<() => void>();

  const [error, connections] = await server.acquire(onRecovering);

  expect(String(error)).toContain('the embedded PostgreSQL does not start');
  expect(connections).toBe(30 + 12);
  // The first of the connections begins the ten seconds.
  expect(onRecovering).toHaveBeenCalledTimes(14);
});

test('a board that starts while a command uses the database waits for its end, and another command does not', async () => {
  await using folder = await openFolderWithServerData();
  const command = await attachEmbedded(folder.data);
  const starting = openEmbedded(folder.data);
  starting.catch(() => undefined);

  const other = await attachEmbedded(folder.data);
  await other.close();
  await command.close();
  const board = await starting;
  await board.close();

  expect([command, other, board].map(({ isAttached }) => isAttached)).toEqual([false, true, false]);
});

test('a board that has waited a minute for a command fails with its process id', async () => {
  await using folder = await openFolderWithServerData();
  const command = await attachEmbedded(folder.data);
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  let failure: unknown;
  openEmbedded(folder.data).catch((error: unknown) => (failure = error));

  // The minute begins at an unknown moment: when the board finds the command.
  const wait = () => {
    vi.advanceTimersByTime(60_000);
    return String(failure);
  };
  await expect.poll(wait).toContain(`is in use by a command (pid ${process.pid})`);
  await command.close();
});
