import { raw, sql, type Sql, toSnakeCase, type Transaction } from '../../../prisma/client.ts';
import { ArchiveError, type ArchiveRecord } from './line.ts';
import type { Noun, Row } from '../nouns.ts';
import { keyRecordset, keyColumns, keyOf } from './row-sql.ts';

interface IntegrityCheck {
  /** Selects the rows of `it` that violate the rule. */
  readonly where: Sql;
  readonly issue: string;
}

const MORE_OPERATORS_THAN_CONFIRMS: IntegrityCheck = {
  where: sql`it.independent_operators > it.confirms`,
  issue: 'independent_operators: Must be at most confirms',
};

/** Rules between records that no database constraint expresses, by type of record. */
const CHECKS: Readonly<Record<string, readonly IntegrityCheck[]>> = {
  post: [
    {
      where: sql`exists (select from threads where threads.id = it.thread_id and it.seq > post_count)`,
      issue: 'seq: Must be at most the number of posts of its thread',
    },
  ],
  answer: [
    {
      where: sql`exists (select from inquiries where inquiries.id = it.inquiry_id and it.seq > answer_count)`,
      issue: 'seq: Must be at most the number of answers to its inquiry',
    },
  ],
  event: [
    {
      where: sql`exists (select from work_packets where work_packets.id = it.packet_id and it.seq > events_head)`,
      issue: 'seq: Must be at most the number of events of its packet',
    },
  ],
  review: [
    {
      // All hidden records have the same author.
      where: sql`it.hidden_at is null and exists (
        select from work_submissions of where of.id = it.submission_id and of.created_by = it.created_by)`,
      issue: 'created_by: Must not be the author of the submission',
    },
  ],
  fact: [
    {
      where: sql`it.quarantined_at is null and it.hidden_at is null
      and exists (select from facts old where old.id = it.supersedes_id and old.superseded_at is null)`,
      issue: 'supersedes_id: The superseded fact must have superseded_at',
    },
    MORE_OPERATORS_THAN_CONFIRMS,
  ],
  report: [MORE_OPERATORS_THAN_CONFIRMS],
  scope: [
    {
      where: sql`
      exists (select from work_claims of where of.id = it.claim_id
        and (of.packet_id, of.scope_name) <> (it.packet_id, it.name))
      or exists (select from work_submissions of where of.id = it.submission_id
        and (of.packet_id, of.scope_name) <> (it.packet_id, it.name))`,
      issue: 'claim_id, submission_id: Must belong to the scope',
    },
    {
      where: sql`it.fence < (
        select coalesce(max(of.fence), 0) from work_claims of where of.packet_id = it.packet_id and of.scope_name = it.name)
      or it.fence > (select events_head from work_packets where work_packets.id = it.packet_id)`,
      issue:
        'fence: Must be at least the fences of its claims and at most the number of events of its packet',
    },
    {
      where: sql`exists (select from work_submissions of
      where of.packet_id = it.packet_id and of.scope_name = it.name and of.seq > it.submissions)`,
      issue: 'submissions: Must be at least the seq of each of its submissions',
    },
    {
      // Events are imported after submissions, but before the last fields of scopes.
      where: sql`exists (
        select from work_submissions of where of.packet_id = it.packet_id and of.scope_name = it.name
          and of.status in ('accepted', 'rejected', 'repair') and not exists (
            select from work_events event where event.packet_id = of.packet_id and event.submission_id = of.id
              and event.kind = 'disposition.' || of.status))`,
      issue: 'submission_id: A submission that is accepted, rejected or sent back must have the event of it',
    },
  ],
};

/** Throws ArchiveError for the first record that violates a rule. */
export async function assertIntegrity(
  db: Transaction,
  noun: Noun,
  records: readonly ArchiveRecord[],
): Promise<void> {
  for (const { where, issue } of CHECKS[noun.type] ?? []) {
    const rows = await db.rows<Row>(sql`
      select ${raw(noun.key.map((field) => `it.${toSnakeCase(field)} as "${field}"`).join(', '))} from ${raw(noun.table)} it
      where (${keyColumns(noun, 'it')}) in (select ${keyColumns(noun, 'made')} from ${keyRecordset(noun, records)})
        and (${where})`);
    const keys = new Set(rows.map((row) => keyOf(noun, row)));
    const invalid = records.find(({ row }) => keys.has(keyOf(noun, row)));
    if (invalid) throw new ArchiveError(invalid.line, issue);
  }
}
