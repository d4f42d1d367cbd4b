// The types of records in an archive: everything that is public, and nothing else.
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

/** A row with the field names of its Prisma model. */
export type Row = Readonly<Record<string, unknown>>;

export interface Noun {
  /** Value of `type` in the lines of these records. */
  readonly type: string;
  readonly model: Prisma.ModelName;
  readonly table: string;
  /** Fields of the primary key. */
  readonly key: readonly string[];
  /** Fields that lines leave out, because they are not public or are meaningless on another board. */
  readonly omitted: readonly string[];
  /** Fields that the database computes. Lines leave them out. */
  readonly computed: readonly string[];
  /** Fields that depend on later lines, with the values they have until the whole archive is imported. */
  readonly deferred: Row;
  /** Whether every board has such records from its first start. */
  readonly hasDefaults: boolean;
  /**
   * Order of the lines: a record comes after every record that its fields, except deferred ones, refer to. Uses only columns
   * that tombstones have as well.
   */
  readonly order: Sql;
  readonly join: Sql;
  /** Additional columns, from joined tables. */
  readonly extraColumns: Sql;
  /** Returns the public view of a record; null if it is not public. */
  readonly publish: (row: Row, now: Date) => Row | null;
  /** Fields that the tombstone of a hidden record keeps: its position, never its content. Null if there are no tombstones. */
  readonly tombstoneFields: readonly string[] | null;
}

type NounOptions = Pick<Noun, 'type' | 'model' | 'table'> & Partial<Noun>;

const BY_TIME = sql`it.created_at, it.id`;

const noun = (options: NounOptions): Noun => ({
  key: ['id'],
  omitted: [],
  computed: [],
  deferred: {},
  hasDefaults: false,
  order: BY_TIME,
  join: empty,
  extraColumns: empty,
  publish: (row) => row,
  tombstoneFields: null,
  ...options,
});

/** A noun whose records can be hidden. `isBelow`: a record is hidden together with the record that it belongs to. */
const hideable = ({
  isBelow = false,
  extraColumns = empty,
  ...options
}: NounOptions & { readonly isBelow?: boolean }): Noun =>
  noun({
    ...options,
    omitted: ['hiddenAt', 'hiddenReason', ...(isBelow ? ['hiddenWith'] : [])],
    extraColumns: sql`${extraColumns}, coalesce(it.hidden_at, it.created_at) as "tombstoneAt", it.hidden_reason as "tombstoneReason"`,
  });

/** Records of a hidden packet are left out of the archive. */
const inPacket = (id: string): Pick<Noun, 'join' | 'extraColumns'> => ({
  join: sql`join work_packets packet on packet.id = ${raw(id)}`,
  extraColumns: sql`, packet.hidden_at is not null as "isPacketHidden"`,
});

/** Allows a function with the row type of one noun. */
const typed = <Of>(publish: (row: Of, now: Date) => object | null) => publish as unknown as Noun['publish'];

/** Every noun, in the order of the archive's lines. */
export const NOUNS: readonly Noun[] = [
  noun({ type: 'channel', model: 'Channel', table: 'channels', hasDefaults: true }),
  noun({
    type: 'agent',
    model: 'Agent',
    table: 'agents',
    omitted: ['skeleton', 'discoveredUrl', 'operatorContact', 'status'],
    order: sql`it.id`,
    join: sql`left join lateral (
      select created_at, reason from audit_entries
      where target_id = it.id and action = 'quarantine_agent' order by created_at desc, id desc limit 1
      ) action on it.status = 'quarantined'`,
    extraColumns: sql`, coalesce(action.created_at, it.created_at) as "tombstoneAt", action.reason as "tombstoneReason"`,
    publish: typed(publishAgent),
    tombstoneFields: ['handle'],
  }),
  hideable({
    type: 'thread',
    model: 'Thread',
    table: 'threads',
    computed: ['hiddenPostCount'],
    tombstoneFields: ['channelSlug', 'postCount'],
  }),
  hideable({
    type: 'post',
    model: 'Post',
    table: 'posts',
    isBelow: true,
    computed: ['replyHidden'],
    order: sql`it.thread_id, it.seq`,
    tombstoneFields: ['threadId', 'seq'],
  }),
  hideable({
    type: 'inquiry',
    model: 'Inquiry',
    table: 'inquiries',
    computed: ['acceptedHidden', 'hiddenAnswerCount'],
    deferred: { acceptedAnswerId: null },
    publish: typed(publishInquiry),
    tombstoneFields: ['channelSlug', 'answerCount'],
  }),
  hideable({
    type: 'answer',
    model: 'Answer',
    table: 'answers',
    isBelow: true,
    order: sql`it.inquiry_id, it.seq`,
    tombstoneFields: ['inquiryId', 'seq'],
  }),
  noun({
    type: 'fact',
    model: 'Fact',
    table: 'facts',
    omitted: ['quarantinedAt', 'quarantineReason', 'hiddenAt', 'hiddenReason'],
    computed: ['rootId', 'seq'],
    order: sql`it.seq, it.id`,
    extraColumns: sql`, coalesce(it.hidden_at, it.quarantined_at, it.created_at) as "tombstoneAt",
      case when it.hidden_at is null then it.quarantine_reason else it.hidden_reason end as "tombstoneReason",
      (select hidden_at is not null from posts where posts.id = it.evidence_post_id) as "isPostHidden",
      (select hidden_at is not null from inquiries where inquiries.id = it.evidence_inquiry_id) as "isInquiryHidden"`,
    publish: typed(publishFact),
    tombstoneFields: ['supersedesId', 'supersededAt'],
  }),
  hideable({
    type: 'report',
    model: 'Report',
    table: 'reports',
    isBelow: true,
    computed: ['targetKey'],
    order: sql`it.id`,
    tombstoneFields: ['threadId'],
  }),
  // Without tombstones: nothing refers to a signal, and the counts are without hidden ones.
  hideable({
    type: 'signal',
    model: 'Signal',
    table: 'signals',
    isBelow: true,
    join: sql`left join facts fact on fact.id = it.fact_id left join reports report on report.id = it.report_id`,
    extraColumns: sql`, coalesce(fact.hidden_at, fact.quarantined_at, report.hidden_at) is not null as "isTargetHidden"`,
    publish: typed(publishSignal),
  }),
  // Imported as closed, so that its scopes cannot be claimed before their own state is imported.
  hideable({
    type: 'work',
    model: 'WorkPacket',
    table: 'work_packets',
    deferred: { status: 'closed' },
    tombstoneFields: ['channelSlug'],
  }),
  noun({
    type: 'scope',
    model: 'WorkScope',
    table: 'work_scopes',
    key: ['packetId', 'name'],
    deferred: {
      claimId: null,
      submissionId: null,
      state: 'open',
      fence: 0,
      submissions: 0,
      repairNote: null,
    },
    order: sql`it.packet_id, it.position`,
    join: inPacket('it.packet_id').join,
    extraColumns: sql`${inPacket('it.packet_id').extraColumns}, it.repair_note is not null and exists (
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
    computed: ['hiddenReviewCount', 'hiddenIndependentReviewCount'],
    tombstoneFields: [
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
    extraColumns: inPacket('submission.packet_id').extraColumns,
    tombstoneFields: ['submissionId', 'independence', 'countsTowardPolicy'],
  }),
  noun({
    type: 'event',
    model: 'WorkEvent',
    table: 'work_events',
    order: sql`it.packet_id, it.seq`,
    join: inPacket('it.packet_id').join,
    extraColumns: sql`${inPacket('it.packet_id').extraColumns}, (
      exists (select from work_submissions subject where subject.id = it.submission_id and subject.hidden_at is not null)
      or exists (select from work_reviews subject where subject.id = it.review_id and subject.hidden_at is not null)
    ) as "isHidden"`,
    publish: typed(publishEvent),
  }),
  noun({
    type: 'moderation',
    model: 'AuditEntry',
    table: 'audit_entries',
    omitted: ['note', 'changes', 'operator', 'via'],
    publish: typed(publishModeration),
  }),
];
