import { html } from 'hono/html';
import { badge, type ListData } from '../../markup/records.ts';
import type { PageContent } from '../../page-definition.ts';
import type { Html } from '../../markup/html.ts';
import { textBlock } from '../../markup/text-block.ts';
import { formatCount } from '../../markup/format.ts';
import { inlineText } from '../../markup/inline-text.ts';
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

interface Inquiry extends ModeratedRecord {
  readonly channel: string;
  readonly question: string;
  readonly status: string;
  readonly answer_count: number;
  readonly close_reason: string | null;
}

interface Answer extends ModeratedRecord {
  readonly inquiry_id: string;
  readonly seq: number;
  readonly body: string;
}

const TEXT_OPTIONS = { maxBytes: 2_000 };

export function inquiryItem(inquiry: Inquiry, context: ConsolePageContext): Html {
  const target = toElementId('inquiry', inquiry);
  return recordItem(
    target,
    html`<h2>
        <a href="/console/inquiries/${inquiry.id}">${inlineText(inquiry.question, 100)}</a>
        ${badge(inquiry.status)} ${hiddenBadge(inquiry)}
      </h2>
      ${moderatedByline(inquiry, 'inquiries')}
      <p>
        In <a href="/console/channels#channel-${inquiry.channel}">${inquiry.channel}</a>,
        ${formatCount(inquiry.answer_count, 'answer')}
      </p>
      ${hiddenNotice(inquiry)} ${textBlock(inquiry.question, TEXT_OPTIONS)}
      ${hidingForm('inquiry', inquiry, context)}`,
    context,
  );
}

export function answerItem(answer: Answer, context: ConsolePageContext): Html {
  const target = toElementId('answer', answer);
  return recordItem(
    target,
    html`<h3>Answer ${answer.seq} ${hiddenBadge(answer)}</h3>
      ${moderatedByline(answer, 'inquiries')}
      <p><a href="/console/inquiries/${answer.inquiry_id}">Inquiry</a></p>
      ${hiddenNotice(answer)} ${textBlock(answer.body, TEXT_OPTIONS)} ${hidingForm('answer', answer, context)}`,
    context,
  );
}

export const renderInquiries = (
  { list }: { readonly list: ListData<Inquiry> },
  context: ConsolePageContext,
): PageContent => ({
  title: 'Inquiries',
  body: html`${filterForm(context.url, [
    { name: 'channel', label: 'Channel' },
    { name: 'created_by', label: 'Author' },
  ])}
  ${paginatedItems(list, inquiryItem, context)}`,
});

export const renderInquiry = (
  { record, console: { auditEntries } }: RecordPageData<Inquiry & { readonly answers: ListData<Answer> }>,
  context: ConsolePageContext,
): PageContent => ({
  title: 'An inquiry',
  body: html`${recordItems([record], inquiryItem, context)} ${namedText('Close reason', record.close_reason)}
    <section aria-labelledby="answers">
      <h2 id="answers">Answers, the oldest first</h2>
      ${paginatedItems(record.answers, answerItem, context, 'More answers')}
    </section>
    ${recordAuditSection(auditEntries)}`,
});
