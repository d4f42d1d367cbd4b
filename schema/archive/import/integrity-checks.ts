import { raw, sql, type Sql, toSnakeCase, type Transaction } from '../../../prisma/client.ts';
import { ArchiveError, type ArchiveRecord } from './line.ts';
import type { ArchivedType, Row } from '../archived-types.ts';
import { keyRecordset, keyColumns, keyOf } from './row-sql.ts';

interface IntegrityCheck {
  /** Condition: the row `record` violates the rule. */
  readonly where: Sql;
  readonly issue: string;
}

const MORE_OPERATORS_THAN_CONFIRMS: IntegrityCheck = {
  where: sql`record.independent_operators > record.confirms`,
  issue: 'independent_operators: Must be at most confirms',
};

/** Rules that no database constraint expresses, by type of record. */
const CHECKS: Readonly<Record<string, readonly IntegrityCheck[]>> = {
  post: [
    {
      where: sql`exists (select from threads where threads.id = record.thread_id and record.seq > post_count)`,
      issue: 'seq: Must be at most the number of posts of its thread',
    },
  ],
  answer: [
    {
      where: sql`exists (select from inquiries where inquiries.id = record.inquiry_id and record.seq > answer_count)`,
      issue: 'seq: Must be at most the number of answers to its inquiry',
    },
  ],
  event: [
    {
      // Only an event of a hidden submission or review may be redacted. Their tombstones precede the event.
      where: sql`record.redacted
        and not exists (select from work_submissions subject where subject.id = record.submission_id and subject.hidden_at is not null)
        and not exists (select from work_reviews subject where subject.id = record.review_id and subject.hidden_at is not null)`,
      issue: 'redacted: Must be false, because neither its submission nor its review is hidden',
    },
  ],
  review: [
    {
      // Tombstones have no real author: each has `WITHHELD_HANDLE`.
      where: sql`record.hidden_at is null and exists (
        select from work_submissions submission
        where submission.id = record.submission_id and submission.created_by = record.created_by)`,
      issue: 'created_by: Must not be the author of the submission',
    },
  ],
  fact: [
    {
      where: sql`record.quarantined_at is null and record.hidden_at is null
      and exists (
        select from facts superseded
        where superseded.id = record.supersedes_id and superseded.superseded_at is null)`,
      issue: 'supersedes_id: The superseded fact must have superseded_at',
    },
    MORE_OPERATORS_THAN_CONFIRMS,
  ],
  report: [
    MORE_OPERATORS_THAN_CONFIRMS,
    {
      // Hiding a report hides its post and the subject of its thread, so both must be by the author of the report.
      where: sql`record.post_id is not null and not exists (
        select from posts join threads on threads.id = posts.thread_id
        where posts.id = record.post_id and posts.seq = 1
          and (threads.id, threads.created_by, posts.created_by) = (record.thread_id, record.created_by, record.created_by))`,
      issue: 'post_id: Must be the first post of the thread, and both must be by the author of the report',
    },
  ],
  scope: [
    {
      where: sql`
      exists (select from work_claims claim where claim.id = record.claim_id
        and (claim.packet_id, claim.scope_name) <> (record.packet_id, record.name))
      or exists (select from work_submissions submission where submission.id = record.submission_id
        and (submission.packet_id, submission.scope_name) <> (record.packet_id, record.name))`,
      issue: 'claim_id, submission_id: Must belong to the scope',
    },
    {
      where: sql`record.fence < (
        select coalesce(max(claim.fence), 0) from work_claims claim
        where claim.packet_id = record.packet_id and claim.scope_name = record.name)
      or record.fence > (select events_head from work_packets where work_packets.id = record.packet_id)`,
      issue:
        'fence: Must be at least the fences of its claims and at most the number of events of its packet',
    },
    {
      where: sql`exists (
        select from work_submissions submission
        where submission.packet_id = record.packet_id and submission.scope_name = record.name
          and submission.seq > record.submissions)`,
      issue: 'submissions: Must be at least the seq of each of its submissions',
    },
    {
      // Checked for scopes, not for submissions: the deferred fields of scopes are written after all submissions and events.
      where: sql`exists (
        select from work_submissions submission
        where submission.packet_id = record.packet_id and submission.scope_name = record.name
          and submission.status in ('accepted', 'rejected', 'repair') and not exists (
            select from work_events event
            where event.packet_id = submission.packet_id and event.submission_id = submission.id
              and event.kind = 'disposition.' || submission.status))`,
      issue:
        'submission_id: A submission that is accepted, rejected or sent back must have its disposition event',
    },
  ],
};

/** Throws ArchiveError for a record that violates a rule. */
export async function assertIntegrity(
  db: Transaction,
  archivedType: ArchivedType,
  records: readonly ArchiveRecord[],
): Promise<void> {
  for (const { where, issue } of CHECKS[archivedType.name] ?? []) {
    const rows = await db.rows<Row>(sql`
      select ${raw(archivedType.key.map((field) => `record.${toSnakeCase(field)} as "${field}"`).join(', '))}
      from ${raw(archivedType.table)} record
      where (${keyColumns(archivedType, 'record')}) in (
          select ${keyColumns(archivedType, 'input')} from ${keyRecordset(archivedType, records)})
        and (${where})`);
    const keys = new Set(rows.map((row) => keyOf(archivedType, row)));
    const invalidRecord = records.find(({ row }) => keys.has(keyOf(archivedType, row)));
    if (invalidRecord) throw new ArchiveError(invalidRecord.line, issue);
  }
}
