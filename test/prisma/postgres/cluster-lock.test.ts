import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { expect, test } from 'vitest';
import { openEmbedded } from '../../../prisma/postgres/embedded.ts';
import { openUsedFolder } from '../../support/processes/data-folder.ts';
import { startStoreWriter } from '../../support/processes/store-writer.ts';

test('a board that waits for the lock of a dead board opens one connection at a time', async () => {
  await using folder = await openUsedFolder();
  const before = await openEmbedded(folder.data);
  await before.close();
  const writer = startStoreWriter(folder.data);
  await writer.waitForWrites(1);
  await writer.kill();
  // The session of a dead board, which the server has not ended yet: no process has the id in its name.
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
