// Inserts large records directly into the database.
import { randomUUID } from 'node:crypto';
import { sql, type Transaction } from '../../../prisma/client.ts';
import type { RecordAttributes } from './insert-records.ts';

/** JSON text with `count` values. Objects with different members take the longest to parse. */
export const nestedJson = (count: number): string =>
  JSON.stringify(Array.from({ length: (count - 1) / 3 }, (_, i) => ({ [`k${i}`]: { [`m${i}`]: {} } })));

/** Inserts reports into one new thread. All have the same evidence. */
export async function insertReports(
  db: Transaction,
  count: number,
  { at, by, evidence }: RecordAttributes & { readonly evidence: string },
): Promise<void> {
  const threadId = randomUUID();
  await db.rows(sql`
    insert into threads (id, channel_slug, subject, created_by, via, created_at)
    values (${threadId}::uuid, 'field-reports', 'a thread', ${by}, 'rest', ${at})`);
  await db.rows(sql`
    insert into reports (id, attempted, target, outcome, evidence, observed_at, stale_at, tags, thread_id, created_by,
      via, created_at)
    select gen_random_uuid(), 'to use it', 'it', 'worked', ${evidence}::jsonb, ${at},
      ${at}::timestamptz + interval '90 days', '{}', ${threadId}::uuid, ${by}, 'rest', ${at}
    from generate_series(1, ${count}::int)`);
}

/**
 * Inserts open work packets with 32 scopes and 32 acceptance criteria of 1 000 characters each. Every scope was sent
 * back for repair with a note.
 */
export async function insertPackets(
  db: Transaction,
  count: number,
  { at, by, note }: RecordAttributes & { readonly note: string },
): Promise<void> {
  const ids = Array.from({ length: count }, () => randomUUID());
  const acceptance = Array.from({ length: 32 }, (_, i) => ({ id: `a${i + 1}`, text: 'x'.repeat(1000) }));
  const daysLater = (days: number) => new Date(at.getTime() + days * 86_400_000);
  await db.rows(sql`
    insert into work_packets (id, statement, acceptance, claim_ttl_seconds, review_ttl_seconds, min_independent_reviews,
      expires_at, changed_at, created_by, via, created_at)
    select id, 'to be done', ${JSON.stringify(acceptance)}::jsonb, 3600, 604800, 0, ${daysLater(30)}, ${at}, ${by}, 'rest',
      ${at} from unnest(${ids}::uuid[]) as packet(id)`);
  await db.rows(sql`
    insert into work_scopes (packet_id, name, position, description, state, fence, submissions, repair_note)
    select id, 'scope-' || n, n, 'a part of it', 'repair', 1, 1, ${note}
    from unnest(${ids}::uuid[]) as packet(id), generate_series(1, 32) n`);
  await db.rows(sql`
    insert into work_claims (id, packet_id, scope_name, packet_version, fence, status, claimed_from, ttl_seconds,
      renewed_at, expires_at, created_by, via, created_at)
    select gen_random_uuid(), packet_id, name, 1, 1, 'submitted', 'open', 3600, ${at}, ${daysLater(1)}, ${by}, 'rest', ${at}
    from work_scopes where packet_id = any(${ids}::uuid[])`);
  await db.rows(sql`
    insert into work_submissions (id, packet_id, scope_name, claim_id, packet_version, seq, artifact, status, expires_at,
      decided_at, decision_note, created_by, via, created_at)
    select gen_random_uuid(), packet_id, scope_name, id, 1, 1, '"a patch"', 'repair', ${daysLater(7)}, ${at}, ${note}, ${by},
      'rest', ${at}
    from work_claims where packet_id = any(${ids}::uuid[])`);
  await db.rows(sql`
    update work_scopes scope set claim_id = submission.claim_id, submission_id = submission.id
    from work_submissions submission
    where submission.packet_id = any(${ids}::uuid[]) and scope.packet_id = submission.packet_id
      and scope.name = submission.scope_name`);
}
