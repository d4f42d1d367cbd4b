import { html } from 'hono/html';
import { stackedBar } from './stacked-bar.ts';
import { type Column, columnChart, legend, type Outcome, type Segment } from './column-chart.ts';
import { withQuery } from '../markup/records.ts';
import type { Html } from '../page-definition.ts';
import { details, table } from '../markup/table.ts';
import { inlineText } from '../markup/text.ts';

type Counts = Readonly<Record<Outcome, number>>;

/** What came of the attempts at a target. */
export interface TargetOutcomes extends Counts {
  readonly target: string;
}

/** What came of them in a month. */
export interface MonthOutcomes extends Counts {
  readonly start: string;
}

const KINDS: readonly Outcome[] = ['worked', 'partial', 'failed', 'inconclusive'];

const partsOf = (counts: Counts): readonly Segment[] =>
  KINDS.map((kind) => ({ name: kind, fill: kind, value: counts[kind] }));

const totalOf = (counts: Counts): number => KINDS.reduce((sum, kind) => sum + counts[kind], 0);

const outcomeLegend = (): Html => legend(KINDS.map((kind) => ({ name: kind, fill: kind })));

/** A target's own page. */
export const targetPath = (target: string): string => withQuery('/targets/reports', { target });

/** Bytes of an address that is one of many on its page. */
const ADDRESS_MAX = 1_000;

/** A target, which leads to its page; one with a very long address leads nowhere. */
export function targetLink(target: string): Html {
  const path = targetPath(target);
  const name = inlineText(target, 100);
  return path.length > ADDRESS_MAX ? name : html`<a href="${path}">${name}</a>`;
}

/** Targets and their outcomes: a table, with a bar for each target. */
export const outcomeTable = (caption: string, targets: readonly TargetOutcomes[]): Html =>
  html`${outcomeLegend()}
  ${table({
    caption,
    head: ['Target', ...KINDS, 'Shares'],
    rows: targets.map((outcomes) => [
      targetLink(outcomes.target),
      ...KINDS.map((kind) => outcomes[kind]),
      stackedBar(partsOf(outcomes), totalOf(outcomes)),
    ]),
  })}`;

/** One target's outcomes in all, as a line. */
export const outcomeBar = (counts: Counts): Html => stackedBar(partsOf(counts), totalOf(counts));

/** Outcomes month by month; months without a report between the first and the last are there, and empty. */
export function outcomeChart(months: readonly MonthOutcomes[]): Html {
  const columns: readonly Column[] = withGaps(months).map((month) => ({
    label: month.start.slice(0, 7),
    segments: partsOf(month),
  }));
  const total = months.reduce((sum, month) => sum + totalOf(month), 0);
  return html`<figure>
    <figcaption>Outcomes by month</figcaption>
    ${columnChart({
      id: 'months',
      title: 'Outcomes by month',
      about: `${total} reports in ${columns.length} months. The table below has the numbers.`,
      columns,
      size: 'medium',
    })}
    ${outcomeLegend()}
    ${details(
      table({
        caption: 'Outcomes by month',
        head: ['Month', ...KINDS],
        rows: months.map((month) => [month.start.slice(0, 7), ...KINDS.map((kind) => month[kind])]),
      }),
    )}
  </figure>`;
}

const EMPTY: Counts = { worked: 0, partial: 0, failed: 0, inconclusive: 0 };

/** More are not drawn: one report of long ago would make the others small. */
const MONTHS_DRAWN = 36;

function withGaps(months: readonly MonthOutcomes[]): readonly MonthOutcomes[] {
  const known = new Map(months.map((month) => [month.start.slice(0, 7), month]));
  const last = months.at(-1);
  if (!last) return [];
  const all: MonthOutcomes[] = [];
  for (
    let at = new Date(last.start);
    all.length < MONTHS_DRAWN && all.length < 400;
    at.setUTCMonth(at.getUTCMonth() - 1)
  ) {
    const start = at.toISOString();
    all.unshift(known.get(start.slice(0, 7)) ?? { ...EMPTY, start });
    if (start <= (months[0]?.start ?? '')) break;
  }
  return all;
}
