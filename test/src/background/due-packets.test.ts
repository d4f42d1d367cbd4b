// Which packets with due expirations are found first, and how many rows that reads.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../../prisma/client.ts';
import { findDueExpirations } from '../../../schema/work/packets/statements.ts';
import { Explainer } from '../../support/database/explain.ts';
import { openTestDatabase, type TestDatabase } from '../../support/database/database.ts';
import { recordStatements } from '../../support/database/record-statements.ts';

let database: TestDatabase;
const NOW = new Date('2026-11-21T12:00:00.000Z');
const PACKETS = 3000;

/** Packets whose expiration is due, each with two claims that expired a day earlier. The last packet was due first. */
beforeAll(async () => {
  database = await openTestDatabase();
  await database.transaction(async (tx) => {
    await tx.rows(sql`set local session_replication_role = replica`);
    await tx.rows(sql`
      insert into work_packets (id, statement, acceptance, claim_ttl_seconds, review_ttl_seconds, min_independent_reviews,
        expires_at, changed_at, created_by, via, created_at)
      select ('90000000-0000-7000-8000-' || lpad(i::text, 12, '0'))::uuid, 'weave', '[{"id": "woven", "text": "is woven"}]', 300, 300, 0,
        ${NOW}::timestamptz - i * interval '1 minute', ${NOW}, 'ada', 'rest', ${NOW}
      from generate_series(1, ${PACKETS}::int) i`);
    await tx.rows(sql`
      insert into work_claims (id, packet_id, scope_name, packet_version, fence, claimed_from, ttl_seconds, renewed_at,
        expires_at, created_by, via, created_at)
      select gen_random_uuid(), id, scope, 1, 1, 'open', 300, started_at,
        started_at + interval '5 minutes', 'ada', 'rest', started_at
      from work_packets cross join (values ('first'), ('second')) scopes (scope)
        cross join lateral (select expires_at - interval '1 day' as started_at) claimed`);
  });
  await database.rows(sql`analyze work_packets, work_claims`);
});
afterAll(() => database[Symbol.asyncDispose]());

const idOf = (i: number) => `90000000-0000-7000-8000-${String(i).padStart(12, '0')}`;

test('the expirations that were due first are found first, and few rows are read of those that are due later', async () => {
  await using explainer = await Explainer.open(database.connection);
  const { sent, value } = await recordStatements(database, () =>
    findDueExpirations(database, NOW, { limit: 10 }),
  );

  expect([...new Set(value.map(({ id }) => id))]).toEqual(
    [0, 1, 2, 3, 4].map((earlier) => idOf(PACKETS - earlier)),
  );
  const plan = await explainer.explain(sent[0]!, 'custom');
  expect(plan.maxRowsRead).toBeLessThan(50);
  expect(plan.buffers).toBeLessThan(300);
});
