import { raw, sql, type Sql, toColumnName, type Transaction } from '../../../prisma/client.ts';
import { ArchiveError, type ArchiveRecord } from './line.ts';
import type { Noun, Row } from '../nouns.ts';
import { keyRecordset, keyColumns, keyOf } from './row-sql.ts';

interface Misfit {
  readonly where: Sql;
  readonly fault: string;
}

const TOO_INDEPENDENT: Misfit = {
  where: sql`it.independent_operators > it.confirms`,
  fault: 'independent_operators: Are more than confirm it',
};

/** What no constraint says of records and what they belong to: which of `it` say otherwise. */
const MISFITS: Readonly<Record<string, readonly Misfit[]>> = {
  post: [
    {
      where: sql`exists (select from threads where threads.id = it.thread_id and it.seq > post_count)`,
      fault: 'seq: Is beyond the posts of its thread',
    },
  ],
  answer: [
    {
      where: sql`exists (select from inquiries where inquiries.id = it.inquiry_id and it.seq > answer_count)`,
      fault: 'seq: Is beyond the answers to its inquiry',
    },
  ],
  event: [
    {
      where: sql`exists (select from work_packets where work_packets.id = it.packet_id and it.seq > events_head)`,
      fault: 'seq: Is beyond the events of its packet',
    },
  ],
  fact: [
    {
      where: sql`it.quarantined_at is null and it.hidden_at is null
      and exists (select from facts old where old.id = it.supersedes_id and old.superseded_at is null)`,
      fault: 'supersedes_id: That fact does not say that it was superseded',
    },
    TOO_INDEPENDENT,
  ],
  report: [TOO_INDEPENDENT],
  scope: [
    {
      where: sql`
      exists (select from work_claims of where of.id = it.claim_id
        and (of.packet_id, of.scope_name) <> (it.packet_id, it.name))
      or exists (select from work_submissions of where of.id = it.submission_id
        and (of.packet_id, of.scope_name) <> (it.packet_id, it.name))`,
      fault: 'claim_id, submission_id: Are another scope’s',
    },
    {
      where: sql`it.fence < (
        select coalesce(max(of.fence), 0) from work_claims of where of.packet_id = it.packet_id and of.scope_name = it.name)
      or it.fence > (select events_head from work_packets where work_packets.id = it.packet_id)`,
      fault: 'fence: Must be at least those of its claims, and at most the events of its packet',
    },
    {
      where: sql`exists (select from work_submissions of
      where of.packet_id = it.packet_id and of.scope_name = it.name and of.seq > it.submissions)`,
      fault: 'submissions: Are fewer than the seq of one of them',
    },
  ],
};

/** Throws ArchiveFault for the first record that does not fit what it belongs to. */
export async function assertIntegrity(
  db: Transaction,
  noun: Noun,
  entries: readonly ArchiveRecord[],
): Promise<void> {
  for (const { where, fault } of MISFITS[noun.type] ?? []) {
    const rows = await db.rows<Row>(sql`
      select ${raw(noun.key.map((field) => `it.${toColumnName(field)} as "${field}"`).join(', '))} from ${raw(noun.table)} it
      where (${keyColumns(noun, 'it')}) in (select ${keyColumns(noun, 'made')} from ${keyRecordset(noun, entries)})
        and (${where})`);
    const names = new Set(rows.map((row) => keyOf(noun, row)));
    const found = entries.find(({ row }) => names.has(keyOf(noun, row)));
    if (found) throw new ArchiveError(found.line, fault);
  }
}
