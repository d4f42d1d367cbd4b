import { html } from 'hono/html';
import { stackedBar } from './stacked-bar.ts';
import { type Column, columnChart, legend, type Outcome, type Segment } from './column-chart.ts';
import { withQuery } from '../markup/records.ts';
import { formatCount } from '../markup/format.ts';
import type { Html } from '../markup/html.ts';
import { details, table } from '../markup/table.ts';
import { inlineText } from '../markup/inline-text.ts';

type OutcomeCounts = Readonly<Record<Outcome, number>>;

/** The number of reports about a target, by outcome. */
export interface TargetOutcomes extends OutcomeCounts {
  readonly target: string;
}

/** The number of reports in a month, by outcome. `start` is the first moment of the month, in UTC. */
export interface MonthOutcomes extends OutcomeCounts {
  readonly start: string;
}

const OUTCOMES: readonly Outcome[] = ['worked', 'partial', 'failed', 'inconclusive'];

const toSegments = (counts: OutcomeCounts): readonly Segment[] =>
  OUTCOMES.map((outcome) => ({ name: outcome, fill: outcome, value: counts[outcome] }));

const totalOf = (counts: OutcomeCounts): number =>
  OUTCOMES.reduce((sum, outcome) => sum + counts[outcome], 0);

const outcomeLegend = (): Html => legend(OUTCOMES.map((outcome) => ({ name: outcome, fill: outcome })));

/** The URL of a target's page. */
export const targetPath = (target: string): string => withQuery('/targets/reports', { target });

/** The names of targets with a longer `targetPath` are no links: many long links would make a page too large. */
const MAX_PATH_CHARACTERS = 1_000;

/** The name of a target, with a link to its page unless the URL of the page is longer than `MAX_PATH_CHARACTERS`. */
export function targetLink(target: string): Html {
  const path = targetPath(target);
  const name = inlineText(target, 100);
  return path.length > MAX_PATH_CHARACTERS ? name : html`<a href="${path}">${name}</a>`;
}

/** A table of targets with their outcomes as numbers and as a bar. */
export const outcomeTable = (caption: string, targets: readonly TargetOutcomes[]): Html =>
  html`${outcomeLegend()}
  ${table({
    caption,
    head: ['Target', ...OUTCOMES, 'Shares'],
    rows: targets.map((counts) => [
      targetLink(counts.target),
      ...OUTCOMES.map((outcome) => counts[outcome]),
      stackedBar(toSegments(counts), totalOf(counts)),
    ]),
  })}`;

/** The outcomes of one target as a bar. */
export const outcomeBar = (counts: OutcomeCounts): Html => stackedBar(toSegments(counts), totalOf(counts));

/**
 * A column chart of outcomes by month: at most the latest `MAX_MONTHS`, including those without reports. The table below it
 * has every month with reports.
 */
export function outcomeChart(months: readonly MonthOutcomes[]): Html {
  const shownMonths = fillGaps(months);
  const columns: readonly Column[] = shownMonths.map((month) => ({
    label: month.start.slice(0, 7),
    segments: toSegments(month),
  }));
  const total = shownMonths.reduce((sum, month) => sum + totalOf(month), 0);
  return html`<figure>
    <figcaption>Outcomes by month</figcaption>
    ${columnChart({
      id: 'months',
      title: 'Outcomes by month',
      description: `${formatCount(total, 'report')} in ${formatCount(columns.length, 'month')}. The table below has the data.`,
      columns,
      size: 'medium',
    })}
    ${outcomeLegend()}
    ${details(
      table({
        caption: 'Outcomes by month',
        head: ['Month', ...OUTCOMES],
        rows: months.map((month) => [month.start.slice(0, 7), ...OUTCOMES.map((outcome) => month[outcome])]),
      }),
    )}
  </figure>`;
}

const NO_REPORTS: OutcomeCounts = { worked: 0, partial: 0, failed: 0, inconclusive: 0 };

/** Earlier months are not in the chart: a single old report would make all columns thin. */
const MAX_MONTHS = 36;

/** The months from the first to the last, at most the latest `MAX_MONTHS`, with zeros for months without reports. */
function fillGaps(months: readonly MonthOutcomes[]): readonly MonthOutcomes[] {
  const known = new Map(months.map((month) => [month.start.slice(0, 7), month]));
  const last = months.at(-1);
  if (!last) return [];
  const all: MonthOutcomes[] = [];
  const month = new Date(last.start);
  while (all.length < MAX_MONTHS) {
    const start = month.toISOString();
    all.unshift(known.get(start.slice(0, 7)) ?? { ...NO_REPORTS, start });
    if (start <= (months[0]?.start ?? '')) break;
    month.setUTCMonth(month.getUTCMonth() - 1);
  }
  return all;
}
