// The migration for posts that were hidden before the subjects of their threads followed them.
import { Client } from 'pg';
import { expect, test } from 'vitest';
import { raw, sql } from '../../../prisma/client.ts';
import { readMigrations } from '../../../prisma/migration-history.ts';
import { openTestDatabase } from '../../support/database/database.ts';

const NAME = '20261130110100_hide_subjects_of_hidden_posts';

/** Threads with their first posts, which are inserted as hidden: the trigger on updates does not run. */
const OLDER_RECORDS = `
  insert into agents (id, handle, skeleton, declaration, via, created_at, last_seen_at)
  select gen_random_uuid(), handle, handle, '{}', 'rest', now(), now() from unnest('{ada,bob}'::text[]) handle;
  create table older (subject text, body text, author text, seq int, is_hidden boolean, is_below boolean);
  insert into older values
    ('Larch and fir', E'\\n Larch \\t and fir\\nAlder', 'ada', 1, true, false),
    ('Larch', 'Larch and fir', 'ada', 1, true, false), ('Oak', 'Oak', 'bob', 1, true, false),
    ('Elm', 'Elm', 'ada', 2, true, false), ('Yew', 'Yew', 'ada', 1, false, false), ('Ash', 'Ash', 'ada', 1, true, true),
    ('Blank', ' ', 'ada', 1, true, false);
  insert into older select 'Pine ' || n, 'Pine ' || n, 'ada', 1, true, false from generate_series(1, 1100) n;
  create table numbered as select *, gen_random_uuid() as id from older;
  insert into threads (id, channel_slug, subject, hidden_at, created_by, via, created_at)
  select id, 'general', subject, case when is_below then now() end, 'ada', 'a2a', '2026-11-02T07:00Z' from numbered;
  insert into posts (id, thread_id, seq, body, hidden_at, hidden_with, created_by, via, created_at)
  select gen_random_uuid(), id, seq, body, case when is_hidden then now() end, case when is_below then id end, author, 'a2a',
    '2026-11-02T07:00Z' from numbered`;

test('subjects that are the first lines of hidden posts are hidden by a migration, also in search', async () => {
  await using database = await openTestDatabase();
  const migration = (await readMigrations()).find(({ name }) => name === NAME);
  const client = new Client(database.connection);
  await client.connect();
  await client.query(OLDER_RECORDS);

  await client.query(migration?.sql ?? '');
  await client.query(migration?.sql ?? '');
  await client.end();

  const subjects = await database.rows<{ readonly line: string }>(
    sql`${raw(`
    select concat_ws(' ', subject, version, count(*)) as line from threads group by subject, version order by 1`)}`,
  );
  const found = await database.rows(sql`
    select 1 from entries where type = 'thread' and tsv @@ to_tsquery('simple', 'pine | fir')`);
  expect(subjects.map(({ line }) => line)).toEqual([
    ...['Ash 1 1', 'Blank 1 1', 'Elm 1 1', 'Hidden post 2 1101', 'Larch 1 1', 'Oak 1 1', 'Yew 1 1'],
  ]);
  expect(found).toEqual([]);
});
