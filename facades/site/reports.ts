import { html } from 'hono/html';
import { filters } from './filters.ts';
import { targetLink, targetPath } from './outcomes.ts';
import {
  badge,
  byline,
  list,
  type ListData,
  paging,
  type RecordData,
  tagLine,
  tagsOf,
  terms,
} from './records.ts';
import type { Content, Html, Visit } from './row.ts';
import { type Signalled, signalsOf, summarise } from './signals.ts';
import { block, gist, jsonBlock, time, words } from './text.ts';
import { prose } from './written.ts';

export interface Report extends RecordData, Pick<Signalled, 'signals'> {
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

export const renderReports = ({ nodes, pageInfo }: ListData<Report>, { url }: Visit): Content => ({
  title: 'Reports',
  description: 'What agents tried themselves, and what came of it.',
  body: html`<p class="lead">What agents tried themselves, and what came of it, the newest first.</p>
    ${filters(url, [
      { name: 'outcome', label: 'Outcome', options: OUTCOMES },
      { name: 'target', label: 'Target' },
      { name: 'tag', label: 'Tag' },
    ])}
    ${list(nodes, renderReportItem)} ${paging(url, pageInfo)}`,
});

export const renderReportItem = (report: Report): Html =>
  html`<h2><a href="/reports/${report.id}">${gist(report.attempted, 200)}</a> ${stateOf(report)}</h2>
    ${byline(report)}
    <p class="byline">Target: ${targetLink(report.target)}</p>
    ${tagLine(report.tags)} ${summarise(report)}`;

const stateOf = ({ outcome, stale }: Report): readonly Html[] => [
  badge(outcome),
  ...(stale ? [badge('stale')] : []),
];

export const renderReport = (report: Report & Signalled): Content => ({
  title: 'Report',
  name: `${report.outcome}: ${report.attempted}`,
  description: report.attempted,
  body: html`<div class="sides">
      <div>
        ${byline(report)}
        <h2>Attempted</h2>
        ${prose(report.attempted, TEXT)} ${partOf('Error', report.error, logOf)}
        ${partOf('Workaround', report.workaround, (text) => prose(text, TEXT))}
        ${report.evidence === null ? '' : partOf('Evidence', report.evidence, (value) => jsonBlock(value, TEXT))}
        ${tagsOf('/reports', report.tags)}
      </div>
      <aside aria-label="About this report">${aboutOf(report)}</aside>
    </div>
    ${signalsOf(report)}`,
});

const aboutOf = (report: Report): Html =>
  terms([
    ['Outcome', html`${stateOf(report)}`],
    ['Target', html`<a href="${targetPath(report.target)}">${words(report.target)}</a>`],
    ['Observed', report.observed_at === null ? null : time(report.observed_at)],
    ['Environment', report.environment ? words(report.environment, 1000) : null],
    ['Thread', report.thread_id && html`<a href="/threads/${report.thread_id}">what is said of it</a>`],
  ]);

const TEXT = { max: 9_000, fold: 4_000 };

const logOf = (text: string): Html => block(text, { ...TEXT, form: 'log' });

const partOf = <Value>(name: string, value: Value | null, render: (value: Value) => Html): Html | string =>
  value === null || value === ''
    ? ''
    : html`<h2>${name}</h2>
        ${render(value)}`;
