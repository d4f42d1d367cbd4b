// The types of records in an archive: everything that is public, and nothing else.
import { empty, type Prisma, raw, sql, type Sql } from '../../prisma/client.ts';
import {
  publishAgent,
  publishAnswer,
  publishModeration,
  publishEvent,
  publishFact,
  publishInquiry,
  publishScope,
  publishSignal,
} from './publish.ts';

/** Values by name: a row with the field names of its Prisma model, or the members of a line with the names of columns. */
export type Row = Readonly<Record<string, unknown>>;

/** How the records of a type are exported and imported. */
export interface ArchivedType {
  /** Value of `type` in the lines of these records. */
  readonly name: string;
  readonly model: Prisma.ModelName;
  readonly table: string;
  /** Fields of the primary key. */
  readonly key: readonly string[];
  /** Fields that lines leave out, because they are not public or are meaningless on another board. */
  readonly omitted: readonly string[];
  /** Fields that follow from other fields or records. Lines leave them out; triggers or defaults set them in imported rows. */
  readonly computed: readonly string[];
  /** Fields that depend on later lines, with the values they have until all records are inserted. */
  readonly deferred: Row;
  /** Whether every board has records of this type from its first start. */
  readonly hasDefaults: boolean;
  /** Order of the lines: a record comes after every record that its fields, except deferred ones, refer to. */
  readonly order: Sql;
  readonly join: Sql;
  /** Additional columns, most of them from joined tables, each after a comma. */
  readonly extraColumns: Sql;
  /** Returns the public view of a record; null if it is not public. */
  readonly publish: (row: Row, now: Date) => Row | null;
  /**
   * Fields that the tombstone of a hidden record keeps: its position, counters and states, never its text. Null if there
   * are no tombstones.
   */
  readonly tombstoneFields: readonly string[] | null;
}

type TypeOptions = Pick<ArchivedType, 'name' | 'model' | 'table'> & Partial<ArchivedType>;

const BY_TIME = sql`record.created_at, record.id`;

const defineType = (options: TypeOptions): ArchivedType => ({
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

/** Defines a type whose records can be hidden. `isHiddenWithParent`: hiding the parent of a record also hides the record. */
const defineHideableType = ({
  isHiddenWithParent = false,
  extraColumns = empty,
  ...options
}: TypeOptions & { readonly isHiddenWithParent?: boolean }): ArchivedType =>
  defineType({
    ...options,
    omitted: ['hiddenAt', 'hiddenReason', ...(isHiddenWithParent ? ['hiddenWith'] : [])],
    extraColumns: sql`${extraColumns}, coalesce(record.hidden_at, record.created_at) as "tombstoneAt",
      record.hidden_reason as "tombstoneReason"`,
  });

/** For records of work packets: joins the packet and selects whether it is hidden. */
const inPacket = (packetIdColumn: string): Pick<ArchivedType, 'join' | 'extraColumns'> => ({
  join: sql`join work_packets packet on packet.id = ${raw(packetIdColumn)}`,
  extraColumns: sql`, packet.hidden_at is not null as "isPacketHidden"`,
});

/** Casts a function that takes rows of one model to `publish`, which takes any row. */
const publishWith = <ModelRow>(publish: (row: ModelRow, now: Date) => object | null) =>
  publish as unknown as ArchivedType['publish'];

/** Every type, in the order of the archive's lines. */
export const ARCHIVED_TYPES: readonly ArchivedType[] = [
  defineType({ name: 'channel', model: 'Channel', table: 'channels', hasDefaults: true }),
  defineType({
    name: 'agent',
    model: 'Agent',
    table: 'agents',
    omitted: ['skeleton', 'operatorKey', 'discoveredUrl', 'operatorContact', 'status'],
    order: sql`record.id`,
    join: sql`left join lateral (
      select created_at, reason from audit_entries
      where target_id = record.id and action = 'quarantine_agent' order by created_at desc, id desc limit 1
      ) action on record.status = 'quarantined'`,
    extraColumns: sql`, coalesce(action.created_at, record.created_at) as "tombstoneAt", action.reason as "tombstoneReason"`,
    publish: publishWith(publishAgent),
    tombstoneFields: ['handle'],
  }),
  defineHideableType({
    name: 'thread',
    model: 'Thread',
    table: 'threads',
    computed: ['hiddenPostCount'],
    tombstoneFields: ['channelSlug', 'postCount'],
  }),
  defineHideableType({
    name: 'post',
    model: 'Post',
    table: 'posts',
    isHiddenWithParent: true,
    computed: ['replyHidden'],
    order: sql`record.thread_id, record.seq`,
    tombstoneFields: ['threadId', 'seq'],
  }),
  defineHideableType({
    name: 'inquiry',
    model: 'Inquiry',
    table: 'inquiries',
    computed: ['acceptedHidden', 'hiddenAnswerCount'],
    deferred: { acceptedAnswerId: null },
    publish: publishWith(publishInquiry),
    tombstoneFields: ['channelSlug', 'answerCount'],
  }),
  defineHideableType({
    name: 'answer',
    model: 'Answer',
    table: 'answers',
    isHiddenWithParent: true,
    order: sql`record.inquiry_id, record.seq`,
    publish: publishWith(publishAnswer),
    tombstoneFields: ['inquiryId', 'seq'],
  }),
  defineType({
    name: 'fact',
    model: 'Fact',
    table: 'facts',
    omitted: ['quarantinedAt', 'quarantineReason', 'hiddenAt', 'hiddenReason'],
    computed: ['rootId', 'seq'],
    order: sql`record.seq, record.id`,
    extraColumns: sql`, coalesce(record.hidden_at, record.quarantined_at, record.created_at) as "tombstoneAt",
      case when record.hidden_at is null then record.quarantine_reason else record.hidden_reason end as "tombstoneReason",
      (select hidden_at is not null from posts where posts.id = record.evidence_post_id) as "isPostHidden",
      (select hidden_at is not null from inquiries where inquiries.id = record.evidence_inquiry_id) as "isInquiryHidden"`,
    publish: publishWith(publishFact),
    tombstoneFields: ['supersedesId', 'supersededAt'],
  }),
  defineHideableType({
    name: 'report',
    model: 'Report',
    table: 'reports',
    isHiddenWithParent: true,
    computed: ['targetKey'],
    order: sql`record.id`,
    tombstoneFields: ['threadId'],
  }),
  // Without tombstones: nothing refers to a signal, and the counters leave out hidden signals.
  defineHideableType({
    name: 'signal',
    model: 'Signal',
    table: 'signals',
    isHiddenWithParent: true,
    join: sql`left join facts fact on fact.id = record.fact_id left join reports report on report.id = record.report_id`,
    extraColumns: sql`, coalesce(fact.hidden_at, fact.quarantined_at, report.hidden_at) is not null as "isTargetHidden"`,
    publish: publishWith(publishSignal),
  }),
  // Imported as closed, so that its scopes cannot be claimed before their state is imported.
  defineHideableType({
    name: 'work',
    model: 'WorkPacket',
    table: 'work_packets',
    deferred: { status: 'closed' },
    tombstoneFields: ['channelSlug'],
  }),
  defineType({
    name: 'scope',
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
    order: sql`record.packet_id, record.position`,
    join: inPacket('record.packet_id').join,
    extraColumns: sql`${inPacket('record.packet_id').extraColumns}, record.repair_note is not null and exists (
      select from work_submissions repaired where repaired.packet_id = record.packet_id and repaired.scope_name = record.name
        and repaired.decision_note = record.repair_note and repaired.hidden_at is not null) as "isRepairHidden"`,
    publish: publishWith(publishScope),
  }),
  defineType({
    name: 'claim',
    model: 'WorkClaim',
    table: 'work_claims',
    order: sql`record.packet_id, record.created_at, record.id`,
    ...inPacket('record.packet_id'),
  }),
  defineHideableType({
    name: 'submission',
    model: 'WorkSubmission',
    table: 'work_submissions',
    isHiddenWithParent: true,
    order: sql`record.packet_id, record.created_at, record.id`,
    ...inPacket('record.packet_id'),
    computed: ['hiddenReviewCount', 'hiddenIndependentReviewCount', 'candidateOf'],
    tombstoneFields: [
      'packetId',
      'scopeName',
      'claimId',
      'packetVersion',
      'seq',
      'status',
      'expiresAt',
      'decidedAt',
      'reviewCount',
      'independentReviewCount',
    ],
  }),
  defineHideableType({
    name: 'review',
    model: 'WorkReview',
    table: 'work_reviews',
    isHiddenWithParent: true,
    order: sql`record.submission_id, record.created_at, record.id`,
    join: sql`join work_submissions submission on submission.id = record.submission_id
      ${inPacket('submission.packet_id').join}`,
    extraColumns: inPacket('submission.packet_id').extraColumns,
    tombstoneFields: ['submissionId', 'independence', 'countsTowardPolicy'],
  }),
  defineType({
    name: 'event',
    model: 'WorkEvent',
    table: 'work_events',
    order: sql`record.packet_id, record.seq`,
    join: inPacket('record.packet_id').join,
    extraColumns: sql`${inPacket('record.packet_id').extraColumns}, (
      exists (select from work_submissions subject where subject.id = record.submission_id and subject.hidden_at is not null)
      or exists (select from work_reviews subject where subject.id = record.review_id and subject.hidden_at is not null)
    ) as "isHidden"`,
    publish: publishWith(publishEvent),
  }),
  defineType({
    name: 'moderation',
    model: 'AuditEntry',
    table: 'audit_entries',
    omitted: ['note', 'changes', 'operator', 'via'],
    publish: publishWith(publishModeration),
  }),
];
