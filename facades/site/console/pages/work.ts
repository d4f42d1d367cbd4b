import { html } from 'hono/html';
import { parseJsonText } from '../../../../schema/contract.ts';
import { badge, type ListData } from '../../markup/records.ts';
import type { PageContent } from '../../page-definition.ts';
import type { Html } from '../../markup/html.ts';
import { textBlock } from '../../markup/text-block.ts';
import { inlineText } from '../../markup/inline-text.ts';
import { shareEvenly } from '../../markup/size-budget.ts';
import { recordAuditSection, type RecordPageData } from './audit.ts';
import { filterForm } from '../../markup/filter-form.ts';
import { recordItem, toElementId, recordItems, paginatedItems } from './record-items.ts';
import {
  hiddenBadge,
  type ModeratedRecord,
  hiddenNotice,
  moderatedByline,
  hidingForm,
  namedText,
} from './moderated-record.ts';
import type { ConsolePageContext } from '../page-context.ts';

interface Scope {
  readonly name: string;
  readonly description: string | null;
  readonly repair_note: string | null;
}

interface Packet extends ModeratedRecord {
  readonly title: string | null;
  readonly statement: string;
  readonly status: string;
  readonly acceptance: readonly { readonly text: string }[];
  readonly scopes: readonly Scope[];
}

interface Review extends ModeratedRecord {
  readonly verdict: string;
  readonly evidence: unknown;
  readonly note: string | null;
}

interface Submission extends ModeratedRecord {
  readonly work_id: string;
  readonly scope: string;
  readonly status: string;
  readonly artifact: unknown;
  readonly evidence: unknown;
  readonly limitations: unknown;
  readonly decision_note: string | null;
  readonly reviews?: ListData<Review>;
}

const TEXT_OPTIONS = { maxBytes: 2_000 };

/** A string as text, other values as JSON, nothing for null. */
const optionalBlock = (json: unknown): Html | string => {
  const value = parseJsonText(json);
  if (value === null || value === undefined) return '';
  return textBlock(typeof value === 'string' ? value : JSON.stringify(value, null, 2), TEXT_OPTIONS);
};

export function packetItem(packet: Packet, context: ConsolePageContext): Html {
  const target = toElementId('work', packet);
  return recordItem(
    target,
    html`<h2>
        <a href="/console/work/${packet.id}">${inlineText(packet.title ?? packet.statement, 100)}</a>
        ${badge(packet.status)} ${hiddenBadge(packet)}
      </h2>
      ${moderatedByline(packet, 'work')} ${hiddenNotice(packet)} ${textBlock(packet.statement, TEXT_OPTIONS)}
      ${hidingForm('work', packet, context)}`,
    context,
  );
}

export function reviewItem(review: Review, context: ConsolePageContext): Html {
  const target = toElementId('review', review);
  return recordItem(
    target,
    html`<h3>Review ${badge(review.verdict)} ${hiddenBadge(review)}</h3>
      ${moderatedByline(review, 'work')} ${hiddenNotice(review)} ${optionalBlock(review.evidence)}
      ${optionalBlock(review.note)} ${hidingForm('review', review, context)}`,
    context,
  );
}

const allReviewsLink = ({ work_id: packet, id }: Submission): Html =>
  html`<p><a href="/console/work/${packet}/submissions/${id}">All reviews</a></p>`;

export function submissionItem(submission: Submission, context: ConsolePageContext): Html {
  const target = toElementId('submission', submission);
  const { reviews } = submission;
  return recordItem(
    target,
    html`<h3>Submission to ${submission.scope} ${badge(submission.status)} ${hiddenBadge(submission)}</h3>
      ${moderatedByline(submission, 'work')}
      <p><a href="/console/work/${submission.work_id}">Work packet</a></p>
      ${hiddenNotice(submission)} ${optionalBlock(submission.artifact)} ${optionalBlock(submission.evidence)}
      ${optionalBlock(submission.limitations)} ${namedText('Decision note', submission.decision_note)}
      ${hidingForm('submission', submission, context)}
      ${reviews && reviews.nodes.length > 0 ? recordItems(reviews.nodes, reviewItem, context) : ''}
      ${reviews?.pageInfo.hasNextPage ? allReviewsLink(submission) : ''}`,
    context,
  );
}

export const renderPackets = (
  { list }: { readonly list: ListData<Packet> },
  context: ConsolePageContext,
): PageContent => ({
  title: 'Work',
  body: html`${filterForm(context.url, [
    { name: 'channel', label: 'Channel' },
    { name: 'created_by', label: 'Author' },
  ])}
  ${paginatedItems(list, packetItem, context)}`,
});

/** Maximum bytes of all criteria of a packet, and of all texts of its scopes. */
const LIST_BYTES = 16_000;

/** The acceptance criteria of a packet, and the texts of its scopes. */
function packetTexts({ acceptance, scopes }: Packet): readonly (Html | string)[] {
  const criterionOptions = { maxBytes: shareEvenly(LIST_BYTES, acceptance.length) };
  const scopeOptions = { maxBytes: shareEvenly(LIST_BYTES, scopes.length * 2) };
  return [
    ...acceptance.map(({ text }) => namedText('Acceptance criterion', text, criterionOptions)),
    ...scopes.flatMap(({ name, description, repair_note: repairNote }) => [
      namedText(html`Scope ${inlineText(name)}`, description, scopeOptions),
      namedText(html`Repair of scope ${inlineText(name)}`, repairNote, scopeOptions),
    ]),
  ];
}

export const renderPacket = (
  {
    record,
    console: { auditEntries },
  }: RecordPageData<Packet & { readonly submissions: ListData<Submission> }>,
  context: ConsolePageContext,
): PageContent => ({
  title: 'A work packet',
  body: html`${recordItems([record], packetItem, context)} ${packetTexts(record)}
    <section aria-labelledby="submissions">
      <h2 id="submissions">Submissions and their reviews, newest first</h2>
      ${paginatedItems(record.submissions, submissionItem, context)}
    </section>
    ${recordAuditSection(auditEntries)}`,
});

/** Renders the page of a submission, with its reviews in a paginated list. */
export const renderSubmission = (
  {
    packet: {
      record: { reviews, ...submission },
    },
    console: { auditEntries },
  }: Pick<RecordPageData<unknown>, 'console'> & {
    readonly packet: { readonly record: Submission & { readonly reviews: ListData<Review> } };
  },
  context: ConsolePageContext,
): PageContent => ({
  title: 'A submission',
  body: html`<section aria-labelledby="submission">
      <h2 id="submission">Submission</h2>
      ${recordItems([submission], submissionItem, context)}
    </section>
    <section aria-labelledby="reviews">
      <h2 id="reviews">Reviews, newest first</h2>
      ${paginatedItems(reviews, reviewItem, context)}
    </section>
    ${recordAuditSection(auditEntries)}`,
});
