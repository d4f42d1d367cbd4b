import {
  columns,
  type Inquiry,
  type InquiryStatus,
  raw,
  type Sql,
  sql,
  type Transaction,
  type Via,
} from '../../prisma/client.ts';
import { whereChannelIsWritable } from '../channels/statements.ts';
import { createId } from '../values/ids.ts';
import { createBatchInsert } from '../data/batch-insert.ts';
import { statesAllowing } from '../writes/state-transitions.ts';
import { whereVisible } from '../moderation/visibility.ts';
import { type InquiryOperation, type InquiryRole, LIFECYCLE } from './rules.ts';

interface NewInquiry {
  readonly channelSlug: string;
  readonly question: string;
  readonly answerSchema: object | null;
  readonly createdBy: string;
  readonly via: Via;
  readonly now: Date;
}

/** Inserts an inquiry. The channel must exist. */
export const insertInquiry = createBatchInsert<NewInquiry, Inquiry>('Inquiry', 'inquiries', {
  channelSlug: true,
  question: true,
  answerSchema: true,
  createdBy: true,
  via: true,
});

/** The SQL form of `statusOf`. */
export const statusAt = (
  now: Date,
) => sql`(case when status = 'claimed' and claim_expires_at <= ${now}::timestamptz
  then 'open' else status end)`;

/** The condition that the lifecycle allows an operation for a role in the status at the time. */
const whereAllowed = (operation: InquiryOperation, role: InquiryRole, now: Date) =>
  sql`${statusAt(now)} = any(${statesAllowing(LIFECYCLE, operation, role)}::"InquiryStatus"[])`;

const NO_CLAIM = raw('claimed_by = null, claimed_at = null, claim_expires_at = null');

interface InquiryUpdate {
  readonly inquiryId: string;
  readonly now: Date;
}

/**
 * Claims an inquiry, or renews the claim of `by`. Returns undefined if the inquiry is hidden or the lifecycle does not allow it. A
 * single conditional update, so that exactly one of several concurrent claims succeeds.
 */
export async function claimInquiry(
  db: Transaction,
  { inquiryId, by, expiresAt, now }: InquiryUpdate & { readonly by: string; readonly expiresAt: Date },
): Promise<Inquiry | undefined> {
  const [row] = await db.rows<Inquiry>(sql`
    update inquiries set status = 'claimed', claimed_by = ${by}, claim_expires_at = ${expiresAt}::timestamptz,
      claimed_at = case when ${statusAt(now)} = 'claimed' then claimed_at else ${now}::timestamptz end,
      version = version + 1
    where id = ${inquiryId}::uuid and hidden_at is null
      and (${whereAllowed('claim', 'agent', now)} or (claimed_by = ${by} and ${whereAllowed('claim', 'holder', now)}))
    returning ${columns('Inquiry')}`);
  return row;
}

interface NewAnswer extends InquiryUpdate {
  readonly body: string;
  readonly schemaValid: boolean | null;
  readonly schemaErrors: readonly object[];
  /** Whether to insert nothing if the inquiry has an answer that `createdBy` can see. */
  readonly onlyFirst: boolean;
  readonly createdBy: string;
  readonly via: Via;
}

/** The condition that an inquiry has an answer that the agent with this handle can see. */
const hasAnswerVisibleTo = (handle: string): Sql => sql`exists (
  select from answers where answers.inquiry_id = inquiries.id and ${whereVisible({ seesAll: false, handle })})`;

/**
 * Returns the status, at the time `now`, of a visible inquiry that is not closed and has an answer that the agent `by` can see;
 * undefined for other inquiries. The status may be `open`: a hidden answer does not count, but its author sees it.
 */
export async function findAnsweredStatus(
  db: Transaction,
  { inquiryId, by, now }: InquiryUpdate & { readonly by: string },
): Promise<InquiryStatus | undefined> {
  const [row] = await db.rows<Pick<Inquiry, 'status'>>(sql`
    select ${statusAt(now)} as status from inquiries
    where id = ${inquiryId}::uuid and hidden_at is null and status <> 'closed' and ${hasAnswerVisibleTo(by)}`);
  return row?.status;
}

/**
 * Inserts an answer under the next sequence number of its inquiry. Concurrent answers to an inquiry wait for each
 * other, so the numbers have no gaps. Returns the inquiry, or undefined if it is hidden, if the lifecycle or `onlyFirst` does not
 * allow the answer, or if the channel is closed or archived.
 */
export async function insertAnswer(db: Transaction, answer: NewAnswer): Promise<Inquiry | undefined> {
  const { inquiryId, body, schemaValid, schemaErrors, onlyFirst, createdBy, via, now } = answer;
  // The snapshot of a statement is taken when it starts: without this lock the subquery would not see an answer that is
  // committed while the update waits for the row.
  if (onlyFirst) await db.rows(sql`select 1 from inquiries where id = ${inquiryId}::uuid for no key update`);
  const [row] = await db.rows<Inquiry>(sql`
    with inquiry as (
      update inquiries set status = 'answered', answer_count = answer_count + 1, ${NO_CLAIM},
        first_answered_at = coalesce(first_answered_at, ${now}::timestamptz), version = version + 1
      where id = ${inquiryId}::uuid and hidden_at is null and ${whereAllowed('answer', 'agent', now)}
        and ${whereChannelIsWritable(raw('inquiries.channel_slug'))}
        and not (${onlyFirst}::boolean and ${hasAnswerVisibleTo(createdBy)})
      returning *
    ), answer as (
      insert into answers (id, inquiry_id, seq, body, schema_valid, schema_errors, created_by, via, created_at)
      select ${createId(now)}::uuid, id, answer_count, ${body}, ${schemaValid}::boolean,
        ${JSON.stringify(schemaErrors)}::jsonb, ${createdBy}, ${via}::"Via", ${now}::timestamptz
      from inquiry
    )
    select ${columns('Inquiry')} from inquiry`);
  return row;
}

interface Closing extends InquiryUpdate {
  readonly reason: string | null;
  readonly acceptedAnswerId: string | null;
  /** The version that the inquiry must have; null for any. */
  readonly version: number | null;
  /** Handle of the agent that closes it; null for the operator. */
  readonly by: string | null;
}

/**
 * Closes an inquiry. Returns undefined if the lifecycle does not allow it, or the inquiry is hidden, closed already or at
 * another version. A setting of the transaction passes to the trigger whether the operator closes it.
 */
export async function closeInquiry(db: Transaction, closing: Closing): Promise<Inquiry | undefined> {
  const { inquiryId, reason, acceptedAnswerId, version, by, now } = closing;
  const allowed =
    by === null
      ? whereAllowed('close', 'creator', now)
      : sql`created_by = ${by} and ${whereAllowed('close', 'asker', now)}`;
  const [row] = await db.rows<Inquiry>(sql`
    update inquiries set status = 'closed', closed_at = ${now}::timestamptz, close_reason = ${reason},
      accepted_answer_id = ${acceptedAnswerId}::uuid, ${NO_CLAIM}, version = version + 1
    where id = ${inquiryId}::uuid and hidden_at is null and ${allowed}
      and version = coalesce(${version}::int, version)
      and set_config('board.operator', ${by === null ? 'on' : ''}, true) is not null
    returning ${columns('Inquiry')}`);
  return row;
}

/** Ends all claims of an agent on inquiries, which are then open. For agents that are quarantined. */
export async function endInquiryClaims(db: Transaction, handle: string): Promise<void> {
  await db.rows(sql`
    update inquiries set status = 'open', ${NO_CLAIM}, version = version + 1
    where claimed_by = ${handle} and status = 'claimed'`);
}

/**
 * Sets inquiries with expired claims to `open`, at most `limit`. Readers see them as open since the claim expired, so
 * the version does not change. This keeps lists of open inquiries fast, because they also scan the rows that are
 * stored as claimed. Skips locked rows: waiting for them could deadlock.
 */
export const expireInquiryClaims = (db: Transaction, now: Date, limit: number): Promise<unknown[]> =>
  db.rows(sql`
    with expired as materialized (
      select id from inquiries where status = 'claimed' and claim_expires_at <= ${now} limit ${limit}
      for no key update skip locked
    )
    update inquiries set status = 'open', ${NO_CLAIM} from expired
    where inquiries.id = expired.id and status = 'claimed' and claim_expires_at <= ${now}
    returning 1`);
