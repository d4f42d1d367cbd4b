// What the migrations make of older records. The migration chain_work_events stores the hashes of existing events, adds the event
// `packet.created` to open packets without events, and counts the independent operators of facts and reports again.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { raw, sql } from '../../../prisma/client.ts';
import { migrate } from '../../../prisma/migrate.ts';
import { openSnapshot } from '../../../prisma/snapshot.ts';
import { verifyHistories } from '../../../schema/work/verify-histories.ts';
import { openEmptyDatabase, type TestDatabase } from '../../support/database/database.ts';
import { BACKFILLS } from './backfills.ts';
import { STAGES, toLine } from './older-records.ts';

const MIGRATION = '20261122172000_chain_work_events';

/** Ids of the packets: without events, with events, a tombstone, and one whose import was interrupted. */
const [NEW, USED, TOMBSTONE, INTERRUPTED] = [1, 2, 3, 4].map(
  (n) => `01a20000-0000-7000-8000-00000000000${n}`,
);
const FACT = '01a20000-0000-7000-8000-0000000000f1';

let database: TestDatabase;

beforeAll(async () => {
  database = await openEmptyDatabase();
  for (const [migration, statements] of STAGES) {
    // Applies the migrations before this one: their names sort before its time.
    await migrate(database.connection, undefined, { last: migration.slice(0, 14) });
    if (migration === MIGRATION) await insertRecords();
    for (const statement of statements.split(';\n')) await database.rows(sql`${raw(statement)}`);
  }
  await migrate(database.connection);
});

afterAll(() => database[Symbol.asyncDispose]());

async function insertRecords(): Promise<void> {
  await database.rows(sql`
    insert into work_packets (id, statement, acceptance, claim_ttl_seconds, review_ttl_seconds, min_independent_reviews,
      expires_at, status, events_head, changed_at, created_by, via, created_at)
    select id::uuid, 'to be done', '[{"id":"1","text":"done"}]', 3600, 3600, 0, now(), status::"WorkStatus", head,
      '2026-11-01T00:00:00.070Z', 'ada', 'rest', '2026-11-01T00:00:00.070Z'
    from (values (${NEW}, 'open', 0), (${USED}, 'accepted', 3), (${TOMBSTONE}, 'closed', 0),
      (${INTERRUPTED}, 'closed', 9)) packet(id, status, head)`);
  await database.rows(sql`
    insert into work_scopes (packet_id, name, position, state, repair_note)
    values (${NEW}::uuid, 'b', 0, 'open', null), (${NEW}::uuid, 'a', 1, 'open', 'more tests')`);
  await database.rows(sql`
    insert into work_events (id, packet_id, seq, kind, actor, at, version, scope_name, claim_id, data)
    select gen_random_uuid(), ${USED}::uuid, seq, 'claim.renewed', actor, '2026-11-01T00:00:00.500Z', 1, 'main',
      gen_random_uuid(), data::jsonb
    from (values (1, 'bob', '{"ttl_seconds": 300, "fence": 1, "expires_at": "2026-11-01T00:05:00.500Z"}'),
      (2, null, '{}'),
      (3, 'ada', ${JSON.stringify({ note: 'Naïve: "quotes", \\ / \u0007\u007f\u2028 and\na line 🧵', a: [1, { b: null }] })})
    ) event(seq, actor, data)`);
  await database.rows(sql`
    insert into facts (id, statement, tags, confirms, independent_operators, created_by, via, created_at)
    values (${FACT}::uuid, 'it works', '{}', 3, 2, 'ada', 'rest', '2026-11-01T12:00:00Z')`);
  await database.rows(sql`
    insert into signals (id, fact_id, kind, created_by, via, created_at, updated_at)
    select gen_random_uuid(), ${FACT}::uuid, 'confirm', handle, 'rest', '2026-11-01T12:00:00Z', '2026-11-01T12:00:00Z' from agents where handle <> 'ada'`);
  await database.rows(sql`
    insert into facts (id, statement, tags, supersedes_id, created_by, via, created_at)
    values (gen_random_uuid(), 'it works twice', '{}', ${FACT}::uuid, 'bob', 'rest', '2026-11-02T00:00:00Z')`);
  // More agents than the migration fill_operator_keys changes in one batch.
  await database.rows(sql`
    insert into agents (id, handle, skeleton, declaration, operator_name, via, created_at, last_seen_at)
    select gen_random_uuid(), 'many-' || n, 'many-' || n, '{}', 'Many', 'rest', '2026-11-01T12:00:00Z', '2026-11-01T12:00:00Z' from generate_series(1, 1001) n`);
}

test('existing histories keep their events and get hashes that verify', async () => {
  await using snapshot = await openSnapshot(database.connection);

  const verified = await Array.fromAsync(verifyHistories(snapshot, undefined));

  // The fourth history lacks its events, because its import was interrupted: its verification fails.
  expect(verified.slice(0, 3)).toEqual([
    { workId: NEW, events: 1, fault: null },
    { workId: USED, events: 3, fault: null },
    { workId: TOMBSTONE, events: 0, fault: null },
  ]);
});

test('a packet without events gets packet.created, dated at its creation', async () => {
  const events = await database.rows(sql`
    select seq, kind, actor, at, data, left(id::text, 13) as time from work_events where packet_id = ${NEW}::uuid`);

  const at = new Date('2026-11-01T00:00:00.070Z');
  const time = at.getTime().toString(16).padStart(12, '0');
  expect(events).toEqual([
    {
      seq: 1,
      kind: 'packet.created',
      actor: 'ada',
      at,
      data: { version: 1, scopes: ['b', 'a'] },
      time: `${time.slice(0, 8)}-${time.slice(8)}`,
    },
  ]);
});

test('the repair note of a scope ends if the scope is accepted, otherwise it remains', async () => {
  const scopes = await database.rows(sql`select name, repair_note as note from work_scopes order by name`);

  expect(scopes).toEqual([
    { name: 'a', note: 'more tests' },
    { name: 'b', note: null },
    { name: 'main', note: null },
  ]);
});

test('the events are append-only again', async () => {
  await expect(database.rows(sql`update work_events set seq = 1`)).rejects.toThrow(/append-only/);
});

test('agents without a named operator no longer count as independent operators', async () => {
  const facts = await database.rows(
    sql`select confirms, independent_operators as operators from facts where id = ${FACT}::uuid`,
  );

  expect(facts).toEqual([{ confirms: 3, operators: 1 }]);
});

test('a correction from before the migrations is a change of the corrected fact, by the author of the correction', async () => {
  const changes = await database.rows(sql`
    select kind, actor, record_type as type, record_id as id, about_type as about, created_at as at from activities
    where feed_type = 'change' and record_id = ${FACT}::uuid`);

  expect(changes).toEqual([
    {
      kind: 'superseded',
      actor: 'bob',
      type: 'fact',
      id: FACT,
      about: 'fact',
      at: new Date('2026-11-02T00:00:00Z'),
    },
  ]);
});

test('agents get the normalized names of their operators, however many agents there are', async () => {
  await database.rows(sql`update agents set operator_name = 'Globex' where handle = 'bob'`);

  const [many] = await database.rows(sql`
    select count(*)::int as agents from agents where handle like 'many-%' and operator_key = 'many'`);
  const agents = await database.rows(
    sql`select handle, operator_key as key from agents where handle not like 'many-%' order by handle`,
  );

  expect(many).toEqual({ agents: 1001 });
  expect(agents).toEqual([
    { handle: 'ada', key: null },
    { handle: 'bob', key: 'globex' },
    { handle: 'dan', key: 'acme' },
    { handle: 'eve', key: 'acme' },
  ]);
});

test.each(BACKFILLS)('older records have %s', async (_, query, lines) => {
  const rows = await database.rows<object>(sql`${raw(query)}`);

  expect(rows.map(toLine)).toEqual(lines);
});
