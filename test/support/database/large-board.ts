// A board that is large enough for the planner to prefer indexes, so that a sequential scan in a plan is a mistake. Its data is
// skewed: in most columns, a third or half of the rows have one common value, and about ten of the oldest rows have a rare value.
import { Client, type ClientConfig } from 'pg';

/**
 * Rows of each large table. With LARGE_BOARD_RECORDS=1000000 the tests take about ten minutes. The number divided by 3 must leave
 * the remainder 1: then the newest thread, which has the most posts, is in the channel `general`.
 */
export const LARGE_TABLE_ROWS = Number(process.env['LARGE_BOARD_RECORDS'] ?? 58_000);
/** Rows of each of the other tables. */
const SMALL_TABLE_ROWS = 20_000;
const POSTS = LARGE_TABLE_ROWS + SMALL_TABLE_ROWS;

/** SQL for the author of a row: `common` for half of the rows, `rare` for ten. */
const author = "case when i <= 10 then 'rare' when i % 2 = 0 then 'common' else 'agent' || i % 5000 end";
const channel =
  "case when i <= 10 then 'rare' when i % 3 = 0 then 'inquire' when i % 3 = 1 then 'general' else 'persist' end";

/** SQL for the time of row `i` of `count`. The newest row is from an hour ago. */
const at = (count = LARGE_TABLE_ROWS) => `now() - interval '1 hour' - (${count} - i) * interval '60 seconds'`;
/** SQL for the id of a row. Ids increase with the time. `prefix` is the first digit of a table's ids. */
const idOf = (prefix: number, i = 'i') =>
  `('${prefix}0000000-0000-7000-8000-' || lpad(to_hex(${i}), 12, '0'))::uuid`;
const rows = (count: number) => `generate_series(1, ${count}) i`;

const STATEMENTS = [
  `insert into channels (id, slug, title, description, created_at)
   values (gen_random_uuid(), 'rare', 'rare', 'rare', now())`,

  `insert into agents (id, handle, skeleton, declaration, via, status, framework, created_at, last_seen_at)
   select ${idOf(1)}, name, name, '{}', 'rest', (case when i <= 10 then 'quarantined' else 'active' end)::"AgentStatus",
     case when i in (11, 12) then 'rare' else 'mcp' end, ${at()}, ${at()}
   from ${rows(SMALL_TABLE_ROWS)}, lateral (select case i when 1 then 'common' when 2 then 'rare' else 'agent' || i end) named(name)`,
  `insert into agent_keys (id, handle, kid, hash, created_at)
   select ${idOf(2)}, 'agent' || i, 'kid' || i, sha256(i::text::bytea), ${at()} from ${rows(SMALL_TABLE_ROWS)} where i > 2`,

  `insert into threads (id, channel_slug, subject, status, post_count, created_by, via, created_at)
   select ${idOf(3)}, ${channel}, 'a thread', (case when i <= 10 then 'locked' else 'open' end)::"ThreadStatus", 1, ${author},
     'rest', ${at()}
   from ${rows(LARGE_TABLE_ROWS)}`,
  `insert into posts (id, thread_id, seq, body, hidden_at, created_by, via, created_at)
   select ${idOf(4)}, ${idOf(3)}, 1, 'a post', case when i <= 10 then now() end, ${author}, 'rest', ${at(POSTS)} from ${rows(LARGE_TABLE_ROWS)}`,
  // The newest thread has many posts.
  `insert into posts (id, thread_id, seq, body, created_by, via, created_at)
   select ${idOf(4)}, ${idOf(3, String(LARGE_TABLE_ROWS))}, i, 'a post', ${author}, 'rest', ${at(POSTS)}
   from generate_series(${LARGE_TABLE_ROWS + 1}, ${POSTS}) i`,

  `insert into inquiries (id, channel_slug, question, status, claimed_by, claimed_at, claim_expires_at, answer_count,
     closed_at, created_by, via, created_at)
   select ${idOf(5)}, ${channel}, 'why?', state::"InquiryStatus", case when state = 'claimed' then 'common' end,
     case when state = 'claimed' then now() end,
     case when state = 'claimed' then now() + interval '1 day' * (case when i <= 10 then 1 else -1 end) end,
     case when state = 'answered' then 1 else 0 end, case when state = 'closed' then now() end, ${author}, 'rest', ${at()}
   from ${rows(LARGE_TABLE_ROWS)}, lateral (select case when i <= 20 then 'claimed' when i <= 30 then 'open'
     when i <= 40 then 'answered' else 'closed' end) stated(state)`,
  `insert into answers (id, inquiry_id, seq, body, created_by, via, created_at)
   select ${idOf(6)}, ${idOf(5, '25')}, i, 'so', ${author}, 'rest', ${at()} from ${rows(SMALL_TABLE_ROWS)}`,

  // The agent `rare` has no fact with the tag `common`. The channel `rare` has no current fact.
  `insert into facts (id, statement, tags, channel_slug, root_id, seq, superseded_at, quarantined_at, decay_after,
     created_by, via, created_at)
   select ${idOf(7)}, 'it is so', case when i <= 10 then array['rare'] when i % 3 = 0 then array['common', 'tag' || i % 5000] else array['tag' || i % 5000] end,
     ${channel}, ${idOf(7)}, 1, case when i <= 10 or i % 10 = 0 then now() end, case when i in (11, 12) then now() end,
     case when i % 7 = 0 then now() - interval '1 day' end, ${author}, 'rest', ${at()}
   from ${rows(LARGE_TABLE_ROWS)}`,
  `insert into fact_tags (tag, channel, created_by, created_at, id, current)
   select tag, channel_slug, created_by, created_at, id, superseded_at is null and quarantined_at is null
   from facts cross join unnest(tags) tag`,

  `insert into reports (id, attempted, target, outcome, error, observed_at, workaround, stale_at, tags, thread_id,
     created_by, via, created_at)
   select ${idOf(8)}, 'to see', case when i <= 10 then 'rare' when i % 2 = 0 then 'common' else 'target' || i % 2000 end,
     (case when i <= 10 then 'inconclusive' when i <= 20 then 'failed' when i <= 22 then 'partial' else 'worked' end)::"Outcome",
     'none', ${at()}, case when i % 100 = 0 then 'again' end, now() + interval '1 day' * (case when i <= 10 then 1 else -1 end),
     case when i <= 10 then array['rare'] when i % 3 = 0 then array['common', 'tag' || i % 5000] else array['tag' || i % 5000] end,
     ${idOf(3, `(case when i % 10 = 1 then 7 else i end)`)}, ${author}, 'rest', ${at()}
   from ${rows(LARGE_TABLE_ROWS)}`,
  `insert into signals (id, fact_id, kind, created_by, via, created_at, updated_at)
   select ${idOf(9)}, ${idOf(7, String(LARGE_TABLE_ROWS))}, 'confirm', 'agent' || i, 'rest', ${at()}, now() from ${rows(SMALL_TABLE_ROWS)}`,

  // Some packets that are stored as open have expired.
  `insert into work_packets (id, statement, acceptance, channel_slug, claim_ttl_seconds, review_ttl_seconds,
     min_independent_reviews, expires_at, status, events_head, changed_at, created_by, via, created_at)
   select ${idOf(0)}, 'to be done', '[{"id":"1","text":"done"}]', ${channel}, 3600, 3600, 0,
     now() + interval '1 day' * (case when i <= 10 then 1 else -1 end),
     (case when i <= 10 then 'open' when i <= 20 then 'accepted' when i <= 30 then 'expired'
       when i <= 50 then 'open' else 'closed' end)::"WorkStatus", 1, ${at()}, ${author}, 'rest', ${at()}
   from ${rows(LARGE_TABLE_ROWS)}`,
  `insert into work_scopes (packet_id, name, position) select ${idOf(0)}, 'main', 0 from ${rows(LARGE_TABLE_ROWS)}`,
  `insert into work_claims (id, packet_id, scope_name, packet_version, fence, status, claimed_from, ttl_seconds, renewed_at,
     expires_at, created_by, via, created_at)
   select ${idOf(1)}, ${idOf(0)}, 'main', 1, 1, 'ended', 'open', 300, ${at()}, now(), ${author}, 'rest', ${at()}
   from ${rows(SMALL_TABLE_ROWS)}`,
  `insert into work_submissions (id, packet_id, scope_name, claim_id, packet_version, seq, artifact, status, created_by,
     via, created_at)
   select ${idOf(2)}, ${idOf(0, '5')}, 'main', ${idOf(1, '5')}, 1, i, '""', 'candidate', ${author}, 'rest', ${at()}
   from ${rows(SMALL_TABLE_ROWS)}`,
  `insert into work_reviews (id, submission_id, verdict, evidence, independence, counts_toward_policy, created_by, via,
     created_at)
   select ${idOf(3)}, ${idOf(2, String(SMALL_TABLE_ROWS))}, 'approve', '""', 'distinct_agent', true, 'agent' || i, 'rest', ${at()}
   from ${rows(SMALL_TABLE_ROWS)}`,
  `insert into work_events (id, packet_id, seq, kind, at, version, claim_id, prev_hash, hash)
   select ${idOf(4)}, ${idOf(0, '5')}, i, 'claim.renewed', ${at()}, 1, ${idOf(1)}, case when i > 1 then 'none' end, 'none'
   from ${rows(SMALL_TABLE_ROWS)}`,

  `insert into audit_entries (id, action, target_type, target_id, operator, via, created_at)
   select ${idOf(5)},
     (case when i <= 10 then 'lock_thread' when i <= 1000 then 'hide_post' else 'sign_in' end)::"ModerationAction",
     (case when i <= 10 then 'thread' when i <= 1000 then 'post' else 'session' end)::"ModerationTarget",
     ${idOf(3, '(case when i <= 10 then 1 else 2 end)')}, 'operator', 'console', ${at()}
   from ${rows(SMALL_TABLE_ROWS)}`,

  `insert into entries (id, type, channel_slug, created_by, created_at, ordinal, tsv)
   select ${idOf(4)}, 'post', channel, ${author}, time, i, search_marks('post', channel, time, i)
     || array_to_tsvector(array['~a' || ${author}, 'word', 'w' || i % 1000, case when i <= 10 then 'rareword' else 'other' end])
   from ${rows(LARGE_TABLE_ROWS)}, lateral (select ${channel}, ${at()}) placed(channel, time)`,
  `insert into entries (id, type, channel_slug, created_by, created_at, ordinal)
   select id, 'thread', channel_slug, created_by, created_at, ${LARGE_TABLE_ROWS} from threads where id <= ${idOf(3, String(SMALL_TABLE_ROWS))}`,
  `insert into entries (id, type, channel_slug, created_by, created_at, ordinal)
   select id, 'fact', channel_slug, created_by, created_at, ${LARGE_TABLE_ROWS} from facts where id <= ${idOf(7, String(SMALL_TABLE_ROWS))}`,
  `insert into activities (id, kind, record_type, record_id, channel_slug, feed_type, created_at)
   select id, case when feed = 'answer' then 'answer' else 'closed' end, case when feed = 'answer' then 'answer' else 'thread' end,
     case when feed = 'answer' then id else ${idOf(3, '1')} end, ${channel}, feed, ${at()}
   from ${rows(LARGE_TABLE_ROWS)}, lateral (select ${idOf(8)}, case when i % 4 = 0 then 'answer' else 'change' end) made(id, feed)`,
  `insert into activity_keys (key, kind, created_at, id)
   select case when i % 2 = 0 then 'agent:ada' else 'channel:general' end,
     case when i % 4 = 0 then 'mention' when i % 2 = 0 then 'post' else 'watch' end, ${at()}, ${idOf(8)}
   from ${rows(LARGE_TABLE_ROWS)}`,
  `select setval('entries_ordinal_seq', ${LARGE_TABLE_ROWS})`,
  `insert into words select 'w' || left(md5(i::text), 9) from ${rows(LARGE_TABLE_ROWS)}`,
];

/** Indexes that are not unique. To drop them, insert, and create them again is three times as fast as to insert with them. */
const INDEXES = `
  select indexdef, indexrelid::regclass::text as name
  from pg_index join pg_indexes on indexname = indexrelid::regclass::text
  where schemaname = 'public' and not indisunique`;

/** The timeout of `fillLargeBoard` in milliseconds. It grows with LARGE_TABLE_ROWS. */
export const FILL_TIMEOUT_MS = 120_000 + LARGE_TABLE_ROWS;

/** Fills a database that has been migrated and has no records yet. */
export async function fillLargeBoard(connection: ClientConfig): Promise<void> {
  const client = new Client(connection);
  await client.connect();
  try {
    // Skip triggers and foreign key checks.
    await client.query(`set session_replication_role = replica; set maintenance_work_mem = '256MB'`);
    const indexes = await client.query<{ indexdef: string; name: string }>(INDEXES);
    for (const { name } of indexes.rows) await client.query(`drop index ${name}`);
    for (const statement of STATEMENTS) await client.query(statement);
    for (const { indexdef } of indexes.rows) await client.query(indexdef);
    await client.query('vacuum analyze');
  } finally {
    await client.end();
  }
}

interface AddedThreads {
  readonly author: string;
  readonly count: number;
  /** One second before the first thread. A thread is created per second. */
  readonly from: Date;
  /** The hours from the creation of a thread to its first post. */
  readonly hoursToPost: number;
}

/** Adds threads to a large board, each with a first post by the same author. */
export async function addThreads(connection: ClientConfig, threads: AddedThreads): Promise<void> {
  const client = new Client(connection);
  await client.connect();
  try {
    await client.query('set session_replication_role = replica');
    await client.query(
      `with added as (
         insert into threads (id, channel_slug, subject, post_count, created_by, via, created_at)
         select gen_random_uuid(), 'general', 'a thread', 1, $1, 'rest', $3::timestamptz + interval '1 second' * i
         from generate_series(1, $2::int) i
         returning id, created_by, created_at)
       insert into posts (id, thread_id, seq, body, created_by, via, created_at)
       select gen_random_uuid(), id, 1, 'a post', created_by, 'rest', created_at + interval '1 hour' * $4::int from added`,
      [threads.author, threads.count, threads.from, threads.hoursToPost],
    );
    await client.query('vacuum analyze threads, posts');
  } finally {
    await client.end();
  }
}
