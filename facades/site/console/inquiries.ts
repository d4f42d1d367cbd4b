import { html } from 'hono/html';
import { badge, type ListData } from '../records.ts';
import type { Content, Html } from '../row.ts';
import { block, count, words } from '../text.ts';
import { doneTo, type Entry } from './audit.ts';
import { HIDE_ANSWER, HIDE_INQUIRY, UNHIDE_ANSWER, UNHIDE_INQUIRY } from './deeds.ts';
import { filtersOf } from './filters.ts';
import { deedForm } from './form.ts';
import { item, itemIdOf, items, pageOf } from './items.ts';
import { hiddenBadge, type Moderated, withdrawnLine, writtenBy } from './records.ts';
import type { ConsoleVisit } from './row.ts';

interface Inquiry extends Moderated {
  readonly channel: string;
  readonly question: string;
  readonly status: string;
  readonly answer_count: number;
}

interface Answer extends Moderated {
  readonly inquiry_id: string;
  readonly seq: number;
  readonly body: string;
}

const SHOWN = { max: 2_000 };

export function inquiryItem(inquiry: Inquiry, visit: ConsoleVisit): Html {
  const target = itemIdOf('inquiry', inquiry);
  const deed = inquiry.hidden_at === null ? HIDE_INQUIRY : UNHIDE_INQUIRY;
  return item(
    target,
    html`<h2>
        <a href="/console/inquiries/${inquiry.id}">${words(inquiry.question, 100)}</a>
        ${badge(inquiry.status)} ${hiddenBadge(inquiry)}
      </h2>
      ${writtenBy(inquiry, 'inquiries')}
      <p>
        In <a href="/console/channels#channel-${inquiry.channel}">${inquiry.channel}</a>,
        ${count(inquiry.answer_count, 'answer')}
      </p>
      ${withdrawnLine(inquiry)} ${block(inquiry.question, SHOWN)}
      ${deedForm({ deed, id: inquiry.id, target }, visit)}`,
    visit,
  );
}

export function answerItem(answer: Answer, visit: ConsoleVisit): Html {
  const target = itemIdOf('answer', answer);
  const deed = answer.hidden_at === null ? HIDE_ANSWER : UNHIDE_ANSWER;
  return item(
    target,
    html`<h3>Answer ${answer.seq} ${hiddenBadge(answer)}</h3>
      ${writtenBy(answer, 'inquiries')}
      <p>To <a href="/console/inquiries/${answer.inquiry_id}">its inquiry</a></p>
      ${withdrawnLine(answer)} ${block(answer.body, SHOWN)}
      ${deedForm({ deed, id: answer.id, target }, visit)}`,
    visit,
  );
}

interface InquiriesData {
  readonly list: ListData<Inquiry>;
}

export const renderInquiries = ({ list }: InquiriesData, visit: ConsoleVisit): Content => ({
  title: 'Inquiries',
  body: html`${filtersOf(visit.url, [
    { name: 'channel', label: 'Channel' },
    { name: 'created_by', label: 'Author' },
  ])}
  ${pageOf(list, inquiryItem, visit)}`,
});

interface InquiryData {
  readonly record: Inquiry & { readonly answers: ListData<Answer> };
  readonly console: { readonly done: ListData<Entry> };
}

export const renderInquiry = ({ record, console: { done } }: InquiryData, visit: ConsoleVisit): Content => ({
  title: 'An inquiry',
  body: html`${items([record], inquiryItem, visit)}
    <section aria-labelledby="answers">
      <h2 id="answers">Its answers, the oldest first</h2>
      ${pageOf(record.answers, answerItem, visit)}
    </section>
    ${doneTo(done)}`,
});
