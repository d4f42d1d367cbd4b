import {
  columns,
  type Inquiry,
  type InquiryStatus,
  raw,
  selectLists,
  type Sql,
  sql,
  type Transaction,
  type Via,
} from '../../prisma/client.ts';
import { whereChannelIsWritable } from '../channels/statements.ts';
import { whereAll, whereGiven } from '../graphql/record-filters.ts';
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

/** Asks in a channel that is there. */
export const insertInquiry = createBatchInsert<NewInquiry, Inquiry>('Inquiry', 'inquiries', [
  'channelSlug',
  'question',
  'answerSchema',
  'createdBy',
  'via',
]);

/** The state at the time, as `statusOf` derives it. */
const stateAt = (now: Date) => sql`(case when status = 'claimed' and claim_expires_at <= ${now}::timestamptz
  then 'open' else status end)`;

/** Whether the lifecycle grants an operation to a role in the state at the time. */
const grants = (operation: InquiryOperation, who: InquiryRole, now: Date) =>
  sql`${stateAt(now)} = any(${statesAllowing(LIFECYCLE, operation, who)}::"InquiryStatus"[])`;

const NO_CLAIM = raw('claimed_by = null, claimed_at = null, claim_expires_at = null');

interface Step {
  readonly inquiryId: string;
  readonly now: Date;
}

/**
 * Claims an inquiry, or renews the caller’s claim. Undefined where the lifecycle does not grant it: one statement
 * decides, so that of many who claim at once one has it.
 */
export async function claimInquiry(
  db: Transaction,
  { inquiryId, by, expiresAt, now }: Step & { readonly by: string; readonly expiresAt: Date },
): Promise<Inquiry | undefined> {
  const [row] = await db.rows<Inquiry>(sql`
    update inquiries set status = 'claimed', claimed_by = ${by}, claim_expires_at = ${expiresAt}::timestamptz,
      claimed_at = case when ${stateAt(now)} = 'claimed' then claimed_at else ${now}::timestamptz end,
      version = version + 1
    where id = ${inquiryId}::uuid and hidden_at is null
      and (${grants('claim', 'agent', now)} or (claimed_by = ${by} and ${grants('claim', 'holder', now)}))
    returning ${columns('Inquiry')}`);
  return row;
}

interface NewAnswer extends Step {
  readonly body: string;
  readonly schemaValid: boolean | null;
  readonly schemaErrors: readonly object[];
  /** Whether an answer that the author of this one can see rules it out. */
  readonly onlyFirst: boolean;
  readonly createdBy: string;
  readonly via: Via;
}

/** Whether an inquiry has an answer that the agent with this handle can see. */
const isAnsweredFor = (handle: string): Sql => sql`exists (
  select from answers where answers.inquiry_id = inquiries.id and ${whereVisible({ seesAll: false, handle })})`;

/** Whether an inquiry that takes answers has one that the agent with this handle can see. */
export async function hasVisibleAnswer(db: Transaction, id: string, handle: string): Promise<boolean> {
  const found = await db.rows(sql`
    select 1 from inquiries
    where id = ${id}::uuid and hidden_at is null and status = 'answered' and ${isAnsweredFor(handle)}`);
  return found.length > 0;
}

/**
 * Appends an answer under the inquiry’s next number: who answers one inquiry at once follow one another, so numbers
 * have no gaps. Gives the inquiry; undefined where the lifecycle does not grant it, or its channel is no longer written.
 */
export async function insertAnswer(db: Transaction, answer: NewAnswer): Promise<Inquiry | undefined> {
  const { inquiryId, body, schemaValid, schemaErrors, onlyFirst, createdBy, via, now } = answer;
  // A statement that waits for the row does not see the answers committed meanwhile: wait before it begins.
  if (onlyFirst) await db.rows(sql`select 1 from inquiries where id = ${inquiryId}::uuid for no key update`);
  const [row] = await db.rows<Inquiry>(sql`
    with inquiry as (
      update inquiries set status = 'answered', answer_count = answer_count + 1, ${NO_CLAIM},
        first_answered_at = coalesce(first_answered_at, ${now}::timestamptz), version = version + 1
      where id = ${inquiryId}::uuid and hidden_at is null and ${grants('answer', 'agent', now)}
        and ${whereChannelIsWritable(raw('inquiries.channel_slug'))}
        and not (${onlyFirst}::boolean and ${isAnsweredFor(createdBy)})
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

interface Closing extends Step {
  readonly reason: string | null;
  readonly acceptedAnswerId: string | null;
  /** Handle of who closes it; null for the creator. */
  readonly by: string | null;
}

/** Closes an inquiry. Undefined where the lifecycle does not grant it, or leaves it as it is. */
export async function closeInquiry(db: Transaction, closing: Closing): Promise<Inquiry | undefined> {
  const { inquiryId, reason, acceptedAnswerId, by, now } = closing;
  const granted =
    by === null
      ? grants('close', 'creator', now)
      : sql`created_by = ${by} and ${grants('close', 'asker', now)}`;
  const [row] = await db.rows<Inquiry>(sql`
    update inquiries set status = 'closed', closed_at = ${now}::timestamptz, close_reason = ${reason},
      accepted_answer_id = ${acceptedAnswerId}::uuid, ${NO_CLAIM}, version = version + 1
    where id = ${inquiryId}::uuid and hidden_at is null and ${granted}
    returning ${columns('Inquiry')}`);
  return row;
}

/** Ends an agent’s claims, as if they had lapsed: one that is quarantined is at nothing any more. */
export async function endInquiryClaims(db: Transaction, handle: string): Promise<void> {
  await db.rows(sql`
    update inquiries set status = 'open', ${NO_CLAIM}, version = version + 1
    where claimed_by = ${handle} and status = 'claimed'`);
}

/**
 * Opens inquiries whose claims have lapsed, at most so many: as everybody has seen them since, so no version moves. The
 * lists of what is open need not look for them among all that were ever claimed.
 */
export const expireInquiryClaims = (db: Transaction, now: Date, limit: number): Promise<unknown[]> =>
  db.rows(sql`
    update inquiries set status = 'open', ${NO_CLAIM}
    where status = 'claimed' and claim_expires_at <= ${now} and id in (
      select id from inquiries where status = 'claimed' and claim_expires_at <= ${now} limit ${limit})
    returning 1`);

/** In which channel inquiries were asked, and by whom; null for any. */
export interface InquiryOriginFilter<Channel = string> {
  readonly channel: Channel | null;
  readonly createdBy: string | null;
}

/** Inquiries in some states at the time, as a list reads them. The default ones are read most: they are planned once. */
export function selectInquiries(
  states: readonly InquiryStatus[],
  { channel, createdBy }: InquiryOriginFilter<string | Sql>,
  now: Date,
) {
  return {
    narrowed: channel !== null || createdBy !== null,
    select: selectLists('Inquiry'),
    from: sql`inquiries`,
    where: whereAll([
      whereGiven(channel, (value) => sql`channel_slug = ${value}`),
      whereGiven(createdBy, (value) => sql`created_by = ${value}`),
    ]),
    ranges: rangesOf(states, now),
  };
}

/** States as they are stored: what was claimed once and has lapsed is open. */
function rangesOf(states: readonly InquiryStatus[], now: Date): readonly Sql[] {
  const stored = states
    .filter((state) => state !== 'claimed')
    .map((state) => sql`status = ${state}::"InquiryStatus"`);
  const [open, claimed] = [states.includes('open'), states.includes('claimed')];
  if (open && claimed) return [...stored, sql`status = 'claimed'`];
  if (open) return [...stored, sql`status = 'claimed' and claim_expires_at <= ${now}`];
  return claimed ? [...stored, sql`status = 'claimed' and claim_expires_at > ${now}`] : stored;
}
