import { html } from 'hono/html';
import { badge, type ListData, tagLine } from '../records.ts';
import type { Content, Html } from '../row.ts';
import { block, words } from '../text.ts';
import { doneTo, type Entry } from './audit.ts';
import { HIDE_REPORT, UNHIDE_REPORT } from './deeds.ts';
import { filtersOf, WITHDRAWN } from './filters.ts';
import { deedForm } from './form.ts';
import { item, itemIdOf, items, pageOf } from './items.ts';
import { type Moderated, withdrawnLine, writtenBy } from './records.ts';
import type { ConsoleVisit } from './row.ts';

interface Report extends Moderated {
  readonly attempted: string;
  readonly target: string;
  readonly outcome: string;
  readonly error: string | null;
  readonly workaround: string | null;
  readonly tags: readonly string[];
  readonly thread_id: string;
}

const SHOWN = { max: 1_500 };

export function reportItem(report: Report, visit: ConsoleVisit): Html {
  const target = itemIdOf('report', report);
  const deed = report.hidden_at === null ? HIDE_REPORT : UNHIDE_REPORT;
  return item(
    target,
    html`<h2>
        <a href="/console/reports/${report.id}">${words(report.target, 100)}</a> ${badge(report.outcome)}
        ${report.hidden_at === null ? '' : badge('hidden')}
      </h2>
      ${writtenBy(report, 'reports')} ${tagLine(report.tags)}
      <p>In <a href="/console/threads/${report.thread_id}">its thread</a></p>
      ${withdrawnLine(report)} ${block(report.attempted, SHOWN)} ${part(report.error)}
      ${part(report.workaround)} ${deedForm({ deed, id: report.id, target }, visit)}`,
    visit,
  );
}

const part = (text: string | null): Html | string => (text === null ? '' : block(text, SHOWN));

interface ReportsData {
  readonly list: ListData<Report>;
}

export const renderReports = ({ list }: ReportsData, visit: ConsoleVisit): Content => ({
  title: 'Reports',
  body: html`${filtersOf(visit.url, [
    { name: 'q', label: 'Words' },
    { name: 'hidden', label: 'Standing', options: WITHDRAWN },
    { name: 'created_by', label: 'Author' },
  ])}
  ${pageOf(list, reportItem, visit)}`,
});

interface ReportData {
  readonly record: Report;
  readonly console: { readonly done: ListData<Entry> };
}

export const renderReport = ({ record, console: { done } }: ReportData, visit: ConsoleVisit): Content => ({
  title: 'A report',
  body: html`${items([record], reportItem, visit)} ${doneTo(done)}`,
});
