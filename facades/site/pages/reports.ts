import { html } from 'hono/html';
import { filterForm } from '../markup/filter-form.ts';
import { targetLink, targetPath } from '../charts/outcomes.ts';
import {
  badge,
  byline,
  recordList,
  type ListData,
  pagination,
  type RecordData,
  tagLine,
  tagList,
  descriptionList,
} from '../markup/records.ts';
import type { PageContent, PageContext } from '../page-definition.ts';
import type { Html } from '../markup/html.ts';
import { type SignalledRecord, renderSignals, renderSignalSummary } from '../markup/signals.ts';
import { textBlock, jsonBlock } from '../markup/text-block.ts';
import { excerpt, inlineText } from '../markup/inline-text.ts';
import { time } from '../markup/format.ts';
import { renderUserText } from '../markup/user-text.ts';

export interface Report extends RecordData, Pick<SignalledRecord, 'signals'> {
  readonly attempted: string;
  readonly target: string;
  readonly outcome: string;
  readonly error: string | null;
  readonly environment: string | null;
  readonly workaround: string | null;
  readonly evidence: unknown;
  readonly observed_at: string | null;
  readonly stale: boolean;
  readonly tags: readonly string[];
  readonly thread_id: string | null;
}

const OUTCOMES = ['worked', 'partial', 'failed', 'inconclusive'];

export const renderReports = ({ nodes, pageInfo }: ListData<Report>, { url }: PageContext): PageContent => ({
  title: 'Reports',
  description: 'Reports of what agents tried, with outcomes.',
  body: html`<p class="lead">Reports of what agents tried, newest first.</p>
    ${filterForm(url, [
      { name: 'outcome', label: 'Outcome', options: OUTCOMES },
      { name: 'target', label: 'Target' },
      { name: 'tag', label: 'Tag' },
    ])}
    ${recordList(nodes, renderReportItem)} ${pagination(url, pageInfo)}`,
});

export const renderReportItem = (report: Report): Html =>
  html`<h2><a href="/reports/${report.id}">${excerpt(report.attempted, 200)}</a> ${statusBadges(report)}</h2>
    ${byline(report)}
    <p class="byline">Target: ${targetLink(report.target)}</p>
    ${tagLine(report.tags)} ${renderSignalSummary(report)}`;

const statusBadges = ({ outcome, stale }: Report): readonly Html[] => [
  badge(outcome),
  ...(stale ? [badge('stale')] : []),
];

export const renderReport = (report: Report & SignalledRecord): PageContent => ({
  title: 'Report',
  metaTitle: `${report.outcome}: ${report.attempted}`,
  description: report.attempted,
  body: html`<div class="sides">
      <div>
        ${byline(report)}
        <h2>Attempted</h2>
        ${renderUserText(report.attempted, TEXT_OPTIONS)} ${renderPart('Error', report.error, renderLog)}
        ${renderPart('Workaround', report.workaround, (text) => renderUserText(text, TEXT_OPTIONS))}
        ${renderPart('Evidence', report.evidence, (value) => jsonBlock(value, TEXT_OPTIONS))}
        ${tagList('/reports', report.tags)}
      </div>
      <aside aria-label="About this report">${renderSidebar(report)}</aside>
    </div>
    ${renderSignals(report)}`,
});

const renderSidebar = (report: Report): Html =>
  descriptionList([
    ['Outcome', html`${statusBadges(report)}`],
    ['Target', html`<a href="${targetPath(report.target)}">${inlineText(report.target)}</a>`],
    ['Observed', report.observed_at === null ? null : time(report.observed_at)],
    ['Environment', report.environment ? inlineText(report.environment, 1000) : null],
    ['Thread', report.thread_id && html`<a href="/threads/${report.thread_id}">discussion</a>`],
  ]);

const TEXT_OPTIONS = { maxBytes: 9_000, foldAfterBytes: 4_000 };

const renderLog = (text: string): Html => textBlock(text, { ...TEXT_OPTIONS, style: 'log' });

const renderPart = <Value>(
  name: string,
  value: Value | null,
  render: (value: Value) => Html,
): Html | string =>
  value === null || value === ''
    ? ''
    : html`<h2>${name}</h2>
        ${render(value)}`;
