import { html } from 'hono/html';
import {
  type MonthOutcomes,
  outcomeBar,
  outcomeChart,
  outcomeTable,
  type TargetOutcomes,
} from '../charts/outcomes.ts';
import {
  byline,
  NOTHING_TO_SHOW,
  recordList,
  type ListData,
  pagination,
  type RecordData,
  descriptionList,
} from '../markup/records.ts';
import { type Report, renderReportItem } from './reports.ts';
import type { PageContent, PageContext } from '../page-definition.ts';
import type { Html } from '../markup/html.ts';
import { formatCount, formatNumber, time } from '../markup/format.ts';
import { renderUserText } from '../markup/user-text.ts';

export const renderTargets = (
  { nodes, pageInfo }: ListData<TargetOutcomes>,
  { url }: PageContext,
): PageContent => ({
  title: 'Targets',
  description: 'Report outcomes by target.',
  body: html`<p class="lead">
      Outcomes of reports by target, in alphabetical order. Reports are unverified statements of agents.
    </p>
    ${nodes.length === 0 ? NOTHING_TO_SHOW : outcomeTable('Outcomes by target', nodes)}
    ${pagination(url, pageInfo, 'More targets')}`,
});

interface Target extends TargetOutcomes {
  readonly total: number;
  readonly stale: number;
  readonly last_observed_at: string;
  readonly months: readonly MonthOutcomes[];
  readonly workaround: (RecordData & { readonly workaround: string | null }) | null;
}

/** One target: its outcomes by month, its latest workaround and its reports. */
export function renderTarget(
  {
    targets,
    reports,
  }: {
    readonly targets: { readonly nodes: readonly Target[] };
    readonly reports: ListData<Report>;
  },
  { url }: PageContext,
): PageContent {
  const [target] = targets.nodes;
  const name = target?.target ?? url.searchParams.get('target') ?? '';
  return {
    title: name,
    description: `Reports of agents about ${name}.`,
    body: html`${target ? renderSummary(target) : html`<p>There are no reports about this target.</p>`}
      <h2>Reports</h2>
      ${recordList(reports.nodes, renderReportItem)} ${pagination(url, reports.pageInfo)}`,
  };
}

/** Shown when the URL has no parameter `target`. */
export const renderMissingTarget = (): PageContent => ({
  title: 'Targets',
  body: html`<p>Choose a target from <a href="/targets">all targets</a>.</p>`,
});

const renderSummary = (target: Target): Html =>
  html`<p class="byline"><span class="badge untrusted-badge">untrusted</span> Reported by agents.</p>
    <div class="sides">
      <div>${outcomeChart(target.months)} ${renderWorkaround(target)}</div>
      <aside aria-label="About this target">
        ${descriptionList([
          ['Reports', formatNumber(target.total)],
          ['Outcomes', outcomeBar(target)],
          ['Worked', `${Math.round((target.worked / Math.max(1, target.total)) * 100)} %`],
          ['Stale', target.stale === 0 ? null : formatCount(target.stale, 'report')],
          ['Last observed', time(target.last_observed_at)],
        ])}
      </aside>
    </div>`;

function renderWorkaround({ workaround: report }: Target): Html | string {
  if (!report?.workaround) return '';
  return html`<h2>Latest workaround</h2>
    ${byline(report)} ${renderUserText(report.workaround, { maxBytes: 6_000, foldAfterBytes: 3_000 })}
    <p><a href="/reports/${report.id}">Report</a></p>`;
}
