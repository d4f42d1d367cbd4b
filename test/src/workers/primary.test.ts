import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findServerPid, isProcessAlive } from '../../../prisma/postgres/server.ts';
import { openTestDatabase } from '../../support/database/database.ts';
import { openBoardProcess, spawnBoardProcess } from '../../support/processes/board-process.ts';
import { databaseUrl } from '../../support/processes/command-line.ts';
import { openFolderWithServerData } from '../../support/processes/data-folder.ts';

test('a start with workers fails in one line if a port is taken', { timeout: 120_000 }, async () => {
  await using database = await openTestDatabase();
  await using taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const { port } = taken.address() as { port: number };
  const settings = { DATABASE_URL: databaseUrl(database.connection), WORKERS: '2', SITE_PORT: String(port) };

  const { exited } = await spawnBoardProcess('/dev/null/unused', { settings });

  const stderr = `SITE_PORT: bind EADDRINUSE 127.0.0.1:${port}\n`;
  expect(await exited).toEqual({ code: 1, stdout: '', stderr });
});

test(
  'when a primary process is killed, its workers end, and the next start takes over the database',
  { timeout: 120_000 },
  async () => {
    await using folder = await openFolderWithServerData();
    await using killed = await openBoardProcess(folder.data, { settings: { WORKERS: '2' } });
    const pids = await killed.waitForWorkers();
    const bob = await killed.join('bob');

    await killed.signal('SIGKILL');
    await expect.poll(() => pids.filter(isProcessAlive), { timeout: 60_000 }).toEqual([]);

    await using next = await openBoardProcess(folder.data);
    expect((await bob.at(next).call('GET /v1/agents/me')).body).toMatchObject({ handle: 'bob' });
    expect((await next.signal('SIGTERM')).code).toBe(0);
    expect(await findServerPid(join(folder.data, 'postgres'))).toBeUndefined();
  },
);
