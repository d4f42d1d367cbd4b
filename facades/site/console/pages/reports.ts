import { html } from 'hono/html';
import { badge, type ListData, tagLine } from '../../markup/records.ts';
import type { PageContent } from '../../page-definition.ts';
import type { Html } from '../../markup/html.ts';
import { textBlock } from '../../markup/text-block.ts';
import { inlineText } from '../../markup/inline-text.ts';
import { recordAuditSection, type RecordPageData } from './audit.ts';
import { filterForm, HIDDEN_OPTIONS } from '../../markup/filter-form.ts';
import { recordItem, toElementId, recordItems, paginatedItems } from './record-items.ts';
import {
  hiddenBadge,
  type ModeratedRecord,
  hiddenNotice,
  moderatedByline,
  hidingForm,
} from './moderated-record.ts';
import { type SignalledRecord, signalSection } from './signals.ts';
import type { ConsolePageContext } from '../page-context.ts';

interface Report extends ModeratedRecord {
  readonly attempted: string;
  readonly target: string;
  readonly outcome: string;
  readonly error: string | null;
  readonly workaround: string | null;
  readonly tags: readonly string[];
  readonly thread_id: string;
}

const TEXT_OPTIONS = { maxBytes: 1_500 };

export function reportItem(report: Report, context: ConsolePageContext): Html {
  const target = toElementId('report', report);
  return recordItem(
    target,
    html`<h2>
        <a href="/console/reports/${report.id}">${inlineText(report.target, 100)}</a> ${badge(report.outcome)}
        ${hiddenBadge(report)}
      </h2>
      ${moderatedByline(report, 'reports')} ${tagLine(report.tags)}
      <p><a href="/console/threads/${report.thread_id}">Thread</a></p>
      ${hiddenNotice(report)} ${textBlock(report.attempted, TEXT_OPTIONS)} ${optionalBlock(report.error)}
      ${optionalBlock(report.workaround)} ${hidingForm('report', report, context)}`,
    context,
  );
}

const optionalBlock = (text: string | null): Html | string =>
  text === null ? '' : textBlock(text, TEXT_OPTIONS);

export const renderReports = (
  { list }: { readonly list: ListData<Report> },
  context: ConsolePageContext,
): PageContent => ({
  title: 'Reports',
  body: html`${filterForm(context.url, [
    { name: 'q', label: 'Text' },
    { name: 'hidden', label: 'Visibility', options: HIDDEN_OPTIONS },
    { name: 'created_by', label: 'Author' },
  ])}
  ${paginatedItems(list, reportItem, context)}`,
});

export const renderReport = (
  { record, console: { auditEntries } }: RecordPageData<Report & SignalledRecord>,
  context: ConsolePageContext,
): PageContent => ({
  title: 'A report',
  body: html`${recordItems([record], reportItem, context)} ${signalSection(record, context)}
  ${recordAuditSection(auditEntries)}`,
});
