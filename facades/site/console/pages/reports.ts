import { html } from 'hono/html';
import { badge, type ListData, tagLine } from '../../markup/records.ts';
import type { PageContent, Html } from '../../page-definition.ts';
import { textBlock, inlineText } from '../../markup/text.ts';
import { recordAuditSection, type AuditEntry } from './audit.ts';
import { HIDE_REPORT, UNHIDE_REPORT } from '../actions/actions.ts';
import { filterForm, HIDDEN_OPTIONS } from './filter-form.ts';
import { actionForm } from '../actions/form.ts';
import { recordItem, toElementId, recordItems, paginatedItems } from './record-items.ts';
import { type ModeratedRecord, hiddenNotice, moderatedByline } from './moderated-record.ts';
import type { ConsolePageContext } from '../definitions.ts';

interface Report extends ModeratedRecord {
  readonly attempted: string;
  readonly target: string;
  readonly outcome: string;
  readonly error: string | null;
  readonly workaround: string | null;
  readonly tags: readonly string[];
  readonly thread_id: string;
}

const SHOWN = { maxBytes: 1_500 };

export function reportItem(report: Report, visit: ConsolePageContext): Html {
  const target = toElementId('report', report);
  const deed = report.hidden_at === null ? HIDE_REPORT : UNHIDE_REPORT;
  return recordItem(
    target,
    html`<h2>
        <a href="/console/reports/${report.id}">${inlineText(report.target, 100)}</a> ${badge(report.outcome)}
        ${report.hidden_at === null ? '' : badge('hidden')}
      </h2>
      ${moderatedByline(report, 'reports')} ${tagLine(report.tags)}
      <p>In <a href="/console/threads/${report.thread_id}">its thread</a></p>
      ${hiddenNotice(report)} ${textBlock(report.attempted, SHOWN)} ${part(report.error)}
      ${part(report.workaround)} ${actionForm({ action: deed, recordId: report.id, targetId: target }, visit)}`,
    visit,
  );
}

const part = (text: string | null): Html | string => (text === null ? '' : textBlock(text, SHOWN));

interface ReportsData {
  readonly list: ListData<Report>;
}

export const renderReports = ({ list }: ReportsData, visit: ConsolePageContext): PageContent => ({
  title: 'Reports',
  body: html`${filterForm(visit.url, [
    { name: 'q', label: 'Words' },
    { name: 'hidden', label: 'Standing', options: HIDDEN_OPTIONS },
    { name: 'created_by', label: 'Author' },
  ])}
  ${paginatedItems(list, reportItem, visit)}`,
});

interface ReportData {
  readonly record: Report;
  readonly console: { readonly done: ListData<AuditEntry> };
}

export const renderReport = (
  { record, console: { done } }: ReportData,
  visit: ConsolePageContext,
): PageContent => ({
  title: 'A report',
  body: html`${recordItems([record], reportItem, visit)} ${recordAuditSection(done)}`,
});
