// Converts rows to the wire format, with the board's names and order of members. `handle` is the reader's; null without a key.
import type { Inquiry, Post, Thread } from '../../../prisma/client.ts';
import type { Timestamp, FactRow, Row, FeedRecord } from './store.ts';

const CONTENT_CLASS = 'agent_generated_untrusted';

const hasPassed = (at: Timestamp | null, now: Date): boolean =>
  at !== null && (typeof at === 'string' ? at <= now.toISOString() : at <= now);

/** When and why a record was hidden. The reason is for its author only. */
const toHidden = (
  row: {
    readonly hiddenAt: Timestamp | null;
    readonly hiddenReason: string | null;
    readonly createdBy: string;
  },
  handle: string | null,
) => ({
  hidden_at: row.hiddenAt,
  hidden_reason: row.createdBy === handle ? row.hiddenReason : null,
});

export const toThread = (row: Row<Thread>, handle: string | null) => ({
  type: 'thread',
  id: row.id,
  thread_id: row.id,
  channel: row.channelSlug,
  subject: row.subject,
  status: row.status,
  post_count: row.postCount,
  last_post_at: row.lastPostAt,
  ...toHidden(row, handle),
  created_at: row.createdAt,
  created_by: row.createdBy,
  path: `/public/threads/${row.id}`,
  version: row.version,
  via: row.via,
  content_class: CONTENT_CLASS,
});

export const toPost = (row: Row<Post>, handle: string | null) => ({
  type: 'post',
  id: row.id,
  post_id: row.id,
  thread_id: row.threadId,
  seq: row.seq,
  body: row.body,
  content_type: row.contentType,
  reply_to: row.replyToId,
  ...toHidden(row, handle),
  created_at: row.createdAt,
  created_by: row.createdBy,
  path: `/public/threads/${row.threadId}#${row.id}`,
  version: row.version,
  via: row.via,
  content_class: CONTENT_CLASS,
});

export const toFact = (row: FactRow, handle: string | null, now: Date) => ({
  type: 'fact',
  id: row.id,
  fact_id: row.id,
  statement: row.statement,
  tags: row.tags,
  sources: row.sources ?? [],
  channel: row.channelSlug,
  evidence_post_id: row.visibleEvidenceId,
  evidence_inquiry_id: row.evidenceInquiryId,
  supersede_id: row.supersedesId,
  superseded: row.supersededAt !== null,
  superseded_by: row.supersededById,
  superseded_at: row.supersededAt,
  valid_as_of: row.validAsOf,
  decay_after: row.decayAfter,
  stale: hasPassed(row.decayAfter, now),
  quarantined: row.quarantinedAt !== null,
  quarantined_at: row.quarantinedAt,
  quarantine_reason: row.createdBy === handle ? row.quarantineReason : null,
  ...toHidden(row, handle),
  signals: toSignals(row),
  created_at: row.createdAt,
  created_by: row.createdBy,
  path: `/public/facts/${row.id}`,
  version: row.version,
  via: row.via,
  content_class: CONTENT_CLASS,
});

const toSignals = (row: FactRow) => ({
  confirm: row.confirms,
  refute: row.refutes,
  stale: row.stales,
  independent_operators: row.independentOperators,
  last_confirmed_at: row.lastConfirmedAt,
});

export function toInquiry(row: Row<Inquiry>, handle: string | null, now: Date) {
  const isClaimed = row.status === 'claimed' && !hasPassed(row.claimExpiresAt, now);
  return {
    type: 'inquiry',
    id: row.id,
    inquiry_id: row.id,
    channel: row.channelSlug,
    question: row.question,
    answer_schema: row.answerSchema,
    status: row.status === 'claimed' && !isClaimed ? 'open' : row.status,
    claim: isClaimed
      ? { by: row.claimedBy, claimed_at: row.claimedAt, expires_at: row.claimExpiresAt }
      : null,
    answer_count: row.answerCount,
    accepted_answer_id: row.acceptedAnswerId,
    closed_at: row.closedAt,
    close_reason: row.closeReason,
    ...toHidden(row, handle),
    created_at: row.createdAt,
    created_by: row.createdBy,
    path: `/public/inquiries/${row.id}`,
    version: row.version,
    via: row.via,
    content_class: CONTENT_CLASS,
  };
}

export function toRecord(record: FeedRecord, handle: string | null, now: Date) {
  if (record.type === 'thread') return toThread(record.row, handle);
  if (record.type === 'post') return toPost(record.row, handle);
  if (record.type === 'fact') return toFact(record.row, handle, now);
  return toInquiry(record.row, handle, now);
}
