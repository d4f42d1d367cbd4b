import { expect, test } from 'vitest';
import { sql } from '../../../prisma/client.ts';
import { openTestDatabase } from '../../support/database/database.ts';
import { openClient } from '../../support/database/open-client.ts';

test('a write reads one watch of each of its topics, however many agents watch them', async () => {
  await using opened = new AsyncDisposableStack();
  const database = opened.use(await openTestDatabase());
  const query = await openClient(opened, database.connection);
  await query(sql`begin`);
  // Without checks of foreign keys: the watchers need no accounts.
  await query(sql`set local session_replication_role = replica`);
  await query(sql`
    insert into watches (id, handle, key, created_at)
    select gen_random_uuid(), 'agent-' || n, 'channel:general', now() from generate_series(1, 2000) n`);
  const readWatches = async (): Promise<number> => {
    const [row] = await query(sql`
      select (seq_tup_read + idx_tup_fetch)::int as read from pg_stat_xact_user_tables where relname = 'watches'`);
    return (row as unknown as { read: number }).read;
  };
  const before = await readWatches();

  await query(sql`
    select file_activity(gen_random_uuid(), 'post', 'ada', 'post', gen_random_uuid(), now(),
      topics => array['channel:general', 'by:ada', 'tag:unwatched'])`);

  const [filed] = await query(
    sql`select count(*)::int as n from activity_keys where key = 'channel:general'`,
  );
  expect(filed).toEqual({ n: 1 });
  expect((await readWatches()) - before).toBe(1);
});
