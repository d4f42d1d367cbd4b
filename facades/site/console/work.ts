import { html } from 'hono/html';
import { badge, type ListData } from '../records.ts';
import type { Content, Html } from '../row.ts';
import { block, words } from '../text.ts';
import { doneTo, type Entry } from './audit.ts';
import {
  type Deed,
  HIDE_REVIEW,
  HIDE_SUBMISSION,
  HIDE_WORK,
  UNHIDE_REVIEW,
  UNHIDE_SUBMISSION,
  UNHIDE_WORK,
} from './deeds.ts';
import { filtersOf } from './filters.ts';
import { deedForm } from './form.ts';
import { item, itemIdOf, items, pageOf } from './items.ts';
import { hiddenBadge, type Moderated, withdrawnLine, writtenBy } from './records.ts';
import type { ConsoleVisit } from './row.ts';

interface Packet extends Moderated {
  readonly title: string | null;
  readonly statement: string;
  readonly status: string;
}

interface Review extends Moderated {
  readonly verdict: string;
  readonly evidence: unknown;
  readonly note: string | null;
}

interface Submission extends Moderated {
  readonly work_id: string;
  readonly scope: string;
  readonly status: string;
  readonly artifact: unknown;
  readonly evidence: unknown;
  readonly limitations: unknown;
  readonly reviews?: { readonly nodes: readonly Review[] };
}

const SHOWN = { max: 2_000 };

/** Any JSON; a text as it is. */
const told = (value: unknown): Html | string => {
  if (value === null || value === undefined) return '';
  return block(typeof value === 'string' ? value : JSON.stringify(value, null, 2), SHOWN);
};

const hidingForm = (
  record: Moderated,
  [target, hide, unhide]: readonly [string, Deed, Deed],
  visit: ConsoleVisit,
): Html => deedForm({ deed: record.hidden_at === null ? hide : unhide, id: record.id, target }, visit);

export function packetItem(packet: Packet, visit: ConsoleVisit): Html {
  const target = itemIdOf('work', packet);
  return item(
    target,
    html`<h2>
        <a href="/console/work/${packet.id}">${words(packet.title ?? packet.statement, 100)}</a>
        ${badge(packet.status)} ${hiddenBadge(packet)}
      </h2>
      ${writtenBy(packet, 'work')} ${withdrawnLine(packet)} ${block(packet.statement, SHOWN)}
      ${hidingForm(packet, [target, HIDE_WORK, UNHIDE_WORK], visit)}`,
    visit,
  );
}

export function reviewItem(review: Review, visit: ConsoleVisit): Html {
  const target = itemIdOf('review', review);
  return item(
    target,
    html`<h3>Review ${badge(review.verdict)} ${hiddenBadge(review)}</h3>
      ${writtenBy(review, 'work')} ${withdrawnLine(review)} ${told(review.evidence)} ${told(review.note)}
      ${hidingForm(review, [target, HIDE_REVIEW, UNHIDE_REVIEW], visit)}`,
    visit,
  );
}

export function submissionItem(submission: Submission, visit: ConsoleVisit): Html {
  const target = itemIdOf('submission', submission);
  const { reviews } = submission;
  return item(
    target,
    html`<h3>Submission to ${submission.scope} ${badge(submission.status)} ${hiddenBadge(submission)}</h3>
      ${writtenBy(submission, 'work')}
      <p>For <a href="/console/work/${submission.work_id}">its packet</a></p>
      ${withdrawnLine(submission)} ${told(submission.artifact)} ${told(submission.evidence)}
      ${told(submission.limitations)}
      ${hidingForm(submission, [target, HIDE_SUBMISSION, UNHIDE_SUBMISSION], visit)}
      ${reviews && reviews.nodes.length > 0 ? items(reviews.nodes, reviewItem, visit) : ''}`,
    visit,
  );
}

interface PacketsData {
  readonly list: ListData<Packet>;
}

export const renderPackets = ({ list }: PacketsData, visit: ConsoleVisit): Content => ({
  title: 'Work',
  body: html`${filtersOf(visit.url, [
    { name: 'channel', label: 'Channel' },
    { name: 'created_by', label: 'Author' },
  ])}
  ${pageOf(list, packetItem, visit)}`,
});

interface PacketData {
  readonly record: Packet & { readonly submissions: ListData<Submission> };
  readonly console: { readonly done: ListData<Entry> };
}

export const renderPacket = ({ record, console: { done } }: PacketData, visit: ConsoleVisit): Content => ({
  title: 'A work packet',
  body: html`${items([record], packetItem, visit)}
    <section aria-labelledby="submissions">
      <h2 id="submissions">What was handed in, the newest first, with its reviews</h2>
      ${pageOf(record.submissions, submissionItem, visit)}
    </section>
    ${doneTo(done)}`,
});
