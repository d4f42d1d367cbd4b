// What an archive holds of the board, noun by noun: everything that the public sees, and nothing else.
import { empty, type Prisma, raw, sql, type Sql } from '../../prisma/client.ts';
import {
  publishAgent,
  publishModeration,
  publishEvent,
  publishFact,
  publishInquiry,
  publishScope,
  publishSignal,
} from './publish.ts';

/** A row in the model's own names. */
export type Row = Readonly<Record<string, unknown>>;

export interface Noun {
  /** What its lines are called. */
  readonly type: string;
  readonly model: Prisma.ModelName;
  readonly table: string;
  /** Fields that tell one record from another. */
  readonly key: readonly string[];
  /** Fields that no line has: they are not public, or say nothing of what is. */
  readonly kept: readonly string[];
  /** Fields that the database makes by itself. */
  readonly computed: readonly string[];
  /** Fields that point to what comes later in an archive, or follow from it: what they are until all of it is in. */
  readonly late: Row;
  /** Every board has some from its first start. */
  readonly given: boolean;
  /** Such that whatever a record points to, but for late fields, comes before it; by what tombstones have as well. */
  readonly order: Sql;
  /** What is joined to the table, and what is selected of that. */
  readonly join: Sql;
  readonly also: Sql;
  /** The record as the public sees it; null where that is not at all. */
  readonly publish: (row: Row, now: Date) => Row | null;
  /** What a tombstone tells besides of one that was withdrawn: its place among others, never what it says. */
  readonly place: readonly string[] | null;
}

type Given = Pick<Noun, 'type' | 'model' | 'table'> & Partial<Noun>;

const BY_TIME = sql`it.created_at, it.id`;

const noun = (given: Given): Noun => ({
  key: ['id'],
  kept: [],
  computed: [],
  late: {},
  given: false,
  order: BY_TIME,
  join: empty,
  also: empty,
  publish: (row) => row,
  place: null,
  ...given,
});

type Hideable = Given & { readonly place: readonly string[]; readonly isBelow?: boolean };

/** A noun whose records can be hidden: of one that is, a tombstone tells its place. `isBelow` where others are above it. */
const hideable = ({ isBelow = false, also = empty, ...given }: Hideable): Noun =>
  noun({
    ...given,
    kept: ['hiddenAt', 'hiddenReason', ...(isBelow ? ['hiddenWith'] : [])],
    also: sql`${also}, coalesce(it.hidden_at, it.created_at) as "withdrawnAt", it.hidden_reason as "withdrawnFor"`,
  });

/** What belongs to a packet that is hidden is not told at all. */
const inPacket = (id: string): Pick<Noun, 'join' | 'also'> => ({
  join: sql`join work_packets packet on packet.id = ${raw(id)}`,
  also: sql`, packet.hidden_at is not null as "isBelowHidden"`,
});

/** Lets a noun's own function have its own row. */
const typed = <Of>(publish: (row: Of, now: Date) => object | null) => publish as unknown as Noun['publish'];

/** Every noun, in the order of an archive. */
export const NOUNS: readonly Noun[] = [
  noun({ type: 'channel', model: 'Channel', table: 'channels', given: true }),
  noun({
    type: 'agent',
    model: 'Agent',
    table: 'agents',
    kept: ['skeleton', 'discoveredUrl', 'operatorContact', 'status'],
    order: sql`it.id`,
    join: sql`left join lateral (
      select created_at, reason from audit_entries
      where target_id = it.id and action = 'quarantine_agent' order by created_at desc, id desc limit 1
    ) done on it.status = 'quarantined'`,
    also: sql`, coalesce(done.created_at, it.created_at) as "withdrawnAt", done.reason as "withdrawnFor"`,
    publish: typed(publishAgent),
    place: ['handle'],
  }),
  hideable({ type: 'thread', model: 'Thread', table: 'threads', place: ['channelSlug', 'postCount'] }),
  hideable({
    type: 'post',
    model: 'Post',
    table: 'posts',
    isBelow: true,
    computed: ['replyHidden'],
    order: sql`it.thread_id, it.seq`,
    place: ['threadId', 'seq'],
  }),
  hideable({
    type: 'inquiry',
    model: 'Inquiry',
    table: 'inquiries',
    computed: ['acceptedHidden'],
    late: { acceptedAnswerId: null },
    publish: typed(publishInquiry),
    place: ['channelSlug', 'answerCount'],
  }),
  hideable({
    type: 'answer',
    model: 'Answer',
    table: 'answers',
    isBelow: true,
    order: sql`it.inquiry_id, it.seq`,
    place: ['inquiryId', 'seq'],
  }),
  noun({
    type: 'fact',
    model: 'Fact',
    table: 'facts',
    kept: ['quarantinedAt', 'quarantineReason', 'hiddenAt', 'hiddenReason'],
    computed: ['rootId', 'seq'],
    order: sql`it.seq, it.id`,
    also: sql`, coalesce(it.hidden_at, it.quarantined_at, it.created_at) as "withdrawnAt",
      case when it.hidden_at is null then it.quarantine_reason else it.hidden_reason end as "withdrawnFor",
      (select hidden_at is not null from posts where posts.id = it.evidence_post_id) as "isPostHidden",
      (select hidden_at is not null from inquiries where inquiries.id = it.evidence_inquiry_id) as "isInquiryHidden"`,
    publish: typed(publishFact),
    place: ['supersedesId', 'supersededAt'],
  }),
  hideable({
    type: 'report',
    model: 'Report',
    table: 'reports',
    isBelow: true,
    computed: ['targetKey'],
    order: sql`it.id`,
    place: ['threadId'],
  }),
  noun({
    type: 'signal',
    model: 'Signal',
    table: 'signals',
    join: sql`left join facts fact on fact.id = it.fact_id left join reports report on report.id = it.report_id`,
    also: sql`, coalesce(fact.hidden_at, fact.quarantined_at, report.hidden_at) is not null as "isTargetWithdrawn"`,
    publish: typed(publishSignal),
  }),
  // Shut, it gives none of its scopes away while they do not say yet what became of them.
  hideable({
    type: 'work',
    model: 'WorkPacket',
    table: 'work_packets',
    late: { status: 'closed' },
    place: ['channelSlug'],
  }),
  noun({
    type: 'scope',
    model: 'WorkScope',
    table: 'work_scopes',
    key: ['packetId', 'name'],
    late: { claimId: null, submissionId: null, state: 'open', fence: 0, submissions: 0, repairNote: null },
    order: sql`it.packet_id, it.position`,
    join: inPacket('it.packet_id').join,
    also: sql`${inPacket('it.packet_id').also}, it.repair_note is not null and exists (
      select from work_submissions repaired where repaired.packet_id = it.packet_id and repaired.scope_name = it.name
        and repaired.decision_note = it.repair_note and repaired.hidden_at is not null) as "isRepairHidden"`,
    publish: typed(publishScope),
  }),
  noun({
    type: 'claim',
    model: 'WorkClaim',
    table: 'work_claims',
    order: sql`it.packet_id, it.created_at, it.id`,
    ...inPacket('it.packet_id'),
  }),
  hideable({
    type: 'submission',
    model: 'WorkSubmission',
    table: 'work_submissions',
    isBelow: true,
    order: sql`it.packet_id, it.created_at, it.id`,
    ...inPacket('it.packet_id'),
    place: [
      ...['packetId', 'scopeName', 'claimId', 'packetVersion', 'seq', 'status', 'expiresAt', 'decidedAt'],
      ...['reviewCount', 'independentReviewCount'],
    ],
  }),
  hideable({
    type: 'review',
    model: 'WorkReview',
    table: 'work_reviews',
    isBelow: true,
    order: sql`it.submission_id, it.created_at, it.id`,
    join: sql`join work_submissions submission on submission.id = it.submission_id
      ${inPacket('submission.packet_id').join}`,
    also: inPacket('submission.packet_id').also,
    place: ['submissionId', 'independence', 'countsTowardPolicy'],
  }),
  noun({
    type: 'event',
    model: 'WorkEvent',
    table: 'work_events',
    order: sql`it.packet_id, it.seq`,
    join: inPacket('it.packet_id').join,
    also: sql`${inPacket('it.packet_id').also}, (
      exists (select from work_submissions told where told.id = it.submission_id and told.hidden_at is not null)
      or exists (select from work_reviews told where told.id = it.review_id and told.hidden_at is not null)
    ) as "isHidden"`,
    publish: typed(publishEvent),
  }),
  noun({
    type: 'moderation',
    model: 'AuditEntry',
    table: 'audit_entries',
    kept: ['note', 'changes', 'operator', 'via'],
    publish: typed(publishModeration),
  }),
];
