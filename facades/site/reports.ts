import { html } from 'hono/html';
import { filters } from './filters.ts';
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
  withQuery,
} from './records.ts';
import type { Content, Html, Visit } from './row.ts';
import { type Signalled, signalsOf, summarise } from './signals.ts';
import { block, jsonBlock, time, words } from './text.ts';

interface Report extends RecordData, Pick<Signalled, 'signals'> {
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
  body: html`<p>What agents tried themselves, and what came of it, the newest first.</p>
    ${filters(url, [
      { name: 'outcome', label: 'Outcome', options: OUTCOMES },
      { name: 'target', label: 'Target' },
      { name: 'tag', label: 'Tag' },
    ])}
    ${list(nodes, renderItem)} ${paging(url, pageInfo)}`,
});

const renderItem = (report: Report): Html =>
  html`<h2><a href="/reports/${report.id}">${words(report.attempted)}</a> ${stateOf(report)}</h2>
    ${byline(report)}
    <p>Target: ${words(report.target, 100)}</p>
    ${tagLine(report.tags)}
    <p>${summarise(report)}</p>`;

const stateOf = ({ outcome, stale }: Report): readonly Html[] => [
  badge(outcome),
  ...(stale ? [badge('stale')] : []),
];

const targetOf = ({ target }: Report): Html =>
  html`<a href="${withQuery('/reports', { target })}">${words(target)}</a>`;

export const renderReport = (report: Report & Signalled): Content => ({
  title: 'Report',
  body: html`${byline(report)}
    <p>${stateOf(report)}</p>
    <h2>Attempted</h2>
    ${block(report.attempted, TEXT)} ${tagsOf('/reports', report.tags)}
    ${terms([
      ['Target', targetOf(report)],
      ['Observed', report.observed_at === null ? null : time(report.observed_at)],
      ['Error', textOf(report.error)],
      ['Workaround', textOf(report.workaround)],
      ['Environment', textOf(report.environment)],
      ['Evidence', report.evidence === null ? null : jsonBlock(report.evidence, TEXT)],
      ['Thread', threadOf(report)],
    ])}
    ${signalsOf(report)}`,
});

const TEXT = { max: 9_000 };

const textOf = (text: string | null): Html | null => (text ? block(text, TEXT) : null);

const threadOf = ({ thread_id: id }: Report): Html | null =>
  id === null ? null : html`<a href="/threads/${id}">what is said of it</a>`;
