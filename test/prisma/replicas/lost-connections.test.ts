import { expect, test } from 'vitest';
import { openDatabase, sql } from '../../../prisma/client.ts';
import { openTestDatabase } from '../../support/database/database.ts';

test('with standbys, a read whose connection to the primary is lost runs again on the primary', async () => {
  await using server = await openTestDatabase(null);
  const database = openDatabase(server.connection, {
    replicas: { urls: ['postgresql://board@127.0.0.1:1/board'], maxLagMs: 1_000, onChange: () => undefined },
  });
  const terminate = () =>
    server.rows(sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where query like '%pg_sleep(0.5)%' and pid <> pg_backend_pid() and datname = current_database()`);

  const reading = database.rows(sql`select 'read' as outcome from pg_sleep(0.5)`);
  await expect.poll(terminate, { interval: 5 }).toHaveLength(1);

  expect(await reading).toEqual([{ outcome: 'read' }]);
  await database.close();
});
