import { Pool } from 'pg';
import { expect, test } from 'vitest';
import { isOutage } from '../../../prisma/client.ts';
import { createAbort } from '../../../prisma/replicas/abort-queries.ts';
import { openTestDatabase } from '../../support/database/database.ts';

test('statements on connections that are broken fail at once as an outage, and the pool removes the connections', async () => {
  await using database = await openTestDatabase();
  const pool = new Pool({ ...database.connection, max: 3 });
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  const abort = createAbort([pool]);
  await Promise.all([pool.query('select 1'), pool.query('select 2'), pool.query('select 3')]);

  const running = pool.query('select pg_sleep(20)');
  await new Promise((resolve) => void setImmediate(resolve));
  abort();
  const idle = pool.query('select 3');
  const outcomes = await Promise.allSettled([running, idle]);

  expect(outcomes.map((outcome) => outcome.status === 'rejected' && isOutage(outcome.reason))).toEqual([
    true,
    true,
  ]);
  await new Promise((resolve) => void setImmediate(resolve));

  // The pool has removed all three connections.
  expect((await pool.query('select 4')).rowCount).toBe(1);
  await pool.end();
});
