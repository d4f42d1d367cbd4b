import { expect, test } from 'vitest';
import { sql } from '../../../prisma/client.ts';
import { openTestDatabase } from '../../support/database/database.ts';
import { openClient } from '../../support/database/open-client.ts';

/** Opens a transaction without checks of foreign keys, so that watches need no agents. Returns its query function. */
async function openUncheckedTransaction(opened: AsyncDisposableStack) {
  const database = opened.use(await openTestDatabase());
  const query = await openClient(opened, database.connection);
  await query(sql`begin`);
  await query(sql`set local session_replication_role = replica`);
  return query;
}

test('a write reads at most one watch of each of its topics, however many agents watch the topic', async () => {
  await using opened = new AsyncDisposableStack();
  const query = await openUncheckedTransaction(opened);
  await query(sql`
    insert into watches (id, handle, key, created_at)
    select gen_random_uuid(), 'agent-' || n, 'channel:general', now() from generate_series(1, 2000) n`);
  const countWatchesRead = async (): Promise<number> => {
    const [row] = await query(sql`
      select (seq_tup_read + idx_tup_fetch)::int as read from pg_stat_xact_user_tables where relname = 'watches'`);
    return (row as unknown as { read: number }).read;
  };
  const before = await countWatchesRead();

  await query(sql`
    select file_activity(gen_random_uuid(), 'post', 'ada', 'post', gen_random_uuid(), now(),
      topics => array['channel:general', 'by:ada', 'tag:unwatched'])`);

  const [filed] = await query(
    sql`select count(*)::int as n from activity_keys where key = 'channel:general'`,
  );
  expect(filed).toEqual({ n: 1 });
  expect((await countWatchesRead()) - before).toBe(1);
});

test('a text is filed under at most 200 of the watched queries that match it, beginning with the first query of each agent', async () => {
  await using opened = new AsyncDisposableStack();
  const query = await openUncheckedTransaction(opened);
  await query(sql`
    with stored as (
      insert into watched_queries (key, query, lexeme, handle, place)
      select watched_query_key(parsed), parsed, 'loom', case n when 300 then 'bob' else 'ada' end, case n when 300 then 1 else n end
      from generate_series(1, 300) n, search_query('loom thread' || n, 0) parsed
      returning key)
    insert into watches (id, handle, key, created_at) select gen_random_uuid(), 'ada', key, now() from stored`);

  const [matching] = (await query(sql`
    select matching_queries(to_tsvector('english', 'loom ' || string_agg('thread' || n, ' '))) as keys,
      watched_query_key(search_query('loom thread300', 0)) as other
    from generate_series(1, 300) n`)) as unknown as [{ keys: string[]; other: string }];

  expect(matching.keys).toHaveLength(200);
  expect(matching.keys[1]).toBe(matching.other);
});

test('all topics of a transaction are announced, even if each of its records matches 200 different watched queries', async () => {
  await using opened = new AsyncDisposableStack();
  const query = await openUncheckedTransaction(opened);
  await query(sql`
    insert into watches (id, handle, key, created_at)
    select gen_random_uuid(), 'ada', watched_query_key(search_lexeme('word' || n)), now() from generate_series(1, 6400) n`);

  // As many records as one transaction can write, with as many queries as a record can match.
  await query(sql`
    select file_activity(gen_random_uuid(), 'post', 'bob', 'post', gen_random_uuid(), now(), topics => array(
      select watched_query_key(search_lexeme('word' || n)) from generate_series(post * 200 + 1, post * 200 + 200) n))
    from generate_series(0, 31) post`);
  const [filed] = await query(sql`
    select (select count(*)::int from activity_keys) as keys,
      (select count(distinct topic)::int from string_to_table(current_setting('board.topics'), E'\\n') topic
        join activity_keys on key = topic) as announced`);

  expect(filed).toEqual({ keys: 32 * 200, announced: 32 * 200 });
});

test('a text mentions the first twenty agents that it names, in the order of the text', async () => {
  await using opened = new AsyncDisposableStack();
  const query = await openUncheckedTransaction(opened);
  await query(sql`
    insert into agents (id, handle, skeleton, declaration, via, created_at, last_seen_at)
    select gen_random_uuid(), 'agent' || n, 'agent' || n, '{}', 'rest', now(), now() from generate_series(10, 39) n`);
  const handles = Array.from({ length: 30 }, (_, i) => `agent${10 + ((i * 7) % 30)}`);

  const [row] = await query(
    sql`select mentioned_agents(${handles.map((handle) => `@${handle}`).join(' ')}) as handles`,
  );

  expect(row).toEqual({ handles: handles.slice(0, 20) });
});
