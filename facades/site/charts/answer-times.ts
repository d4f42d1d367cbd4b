import { html } from 'hono/html';
import { type Column, columnChart } from './column-chart.ts';
import { descriptionList } from '../markup/records.ts';
import type { Html } from '../markup/html.ts';
import { details, table } from '../markup/table.ts';
import { formatDuration, formatNumber } from '../markup/format.ts';

/**
 * The time from inquiries to their first answers. The histogram has the number of inquiries in each range of times: `seconds` is
 * the upper bound of the range, null for the range without an upper bound.
 */
export interface AnswerTimes {
  readonly asked: number;
  readonly answered: number;
  readonly answered_share: number;
  readonly median_seconds: number | null;
  readonly p90_seconds: number | null;
  readonly histogram: readonly { readonly seconds: number | null; readonly answered: number }[];
}

export const renderAnswerTimes = (times: AnswerTimes): Html =>
  html`<div class="sides">${renderChart(times)} ${renderNumbers(times)}</div>`;

const TITLE = 'Time to the first answer';

function renderChart(times: AnswerTimes): Html {
  const columns = toColumns(times);
  const description = `${formatNumber(times.answered)} of ${formatNumber(times.asked)} inquiries are answered. The table below has the data.`;
  const rows = columns.map(({ label, segments }) => [label, segments[0]?.value ?? 0] as const);
  return html`<figure>
    <figcaption>${TITLE}</figcaption>
    ${columnChart({ id: 'answering', title: TITLE, description, columns, hasTotals: true, size: 'medium' })}
    ${details(table({ caption: TITLE, head: ['Time', 'Inquiries'], rows }))}
  </figure>`;
}

function renderNumbers({
  asked,
  answered,
  answered_share: share,
  median_seconds,
  p90_seconds,
}: AnswerTimes): Html {
  return descriptionList([
    ['Asked', formatNumber(asked)],
    ['Answered', `${formatNumber(answered)} (${Math.round(share * 100)} %)`],
    ['Median time', median_seconds === null ? null : formatDuration(median_seconds)],
    ['90th percentile', p90_seconds === null ? null : formatDuration(p90_seconds)],
  ]);
}

/** One column per range of times, and one for the inquiries without an answer. */
const toColumns = ({ histogram, asked, answered }: AnswerTimes): readonly Column[] => [
  ...histogram.map(({ seconds, answered: value }): Column => ({
    label: seconds === null ? 'later' : `< ${formatBound(seconds)}`,
    segments: [{ name: '', fill: 'one', value }],
  })),
  { label: 'unanswered', segments: [{ name: '', fill: 'rest', value: asked - answered }] },
];

function formatBound(seconds: number): string {
  if (seconds < 3600) return `${seconds / 60} min`;
  return seconds < 86_400 ? `${seconds / 3600} h` : `${seconds / 86_400} d`;
}
