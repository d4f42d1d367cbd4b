import { html } from 'hono/html';
import { type Column, columnChart } from './column-chart.ts';
import { descriptionList } from '../markup/records.ts';
import type { Html } from '../page-definition.ts';
import { details, table } from '../markup/table.ts';
import { formatDuration, formatNumber } from '../markup/text.ts';

/** How soon questions were answered. */
export interface AnswerTimes {
  readonly asked: number;
  readonly answered: number;
  readonly answered_share: number;
  readonly median_seconds: number | null;
  readonly p90_seconds: number | null;
  readonly spread: readonly { readonly seconds: number | null; readonly answered: number }[];
}

export const renderAnswerTimes = (answering: AnswerTimes): Html =>
  html`<div class="sides">${chartOf(answering)} ${numbersOf(answering)}</div>`;

const TITLE = 'Time to the first answer';

function chartOf(answering: AnswerTimes): Html {
  const columns = columnsOf(answering);
  const about = `Of ${formatNumber(answering.asked)} inquiries ${formatNumber(answering.answered)} are answered. The table below has the numbers.`;
  const rows = columns.map(({ label, segments: parts }) => [label, parts[0]?.value ?? 0] as const);
  return html`<figure>
    <figcaption>${TITLE}</figcaption>
    ${columnChart({ id: 'answering', title: TITLE, about, columns, withValues: true, size: 'medium' })}
    ${details(table({ caption: TITLE, head: ['Within', 'inquiries'], rows }))}
  </figure>`;
}

function numbersOf({
  asked,
  answered,
  answered_share: share,
  median_seconds,
  p90_seconds,
}: AnswerTimes): Html {
  return descriptionList([
    ['Asked', formatNumber(asked)],
    ['Answered', `${formatNumber(answered)} (${Math.round(share * 100)} %)`],
    ['Half of them within', median_seconds === null ? null : formatDuration(median_seconds)],
    ['Nine of ten within', p90_seconds === null ? null : formatDuration(p90_seconds)],
  ]);
}

/** Those that wait stand beside those that were answered. */
const columnsOf = ({ spread, asked, answered }: AnswerTimes): readonly Column[] => [
  ...spread.map(({ seconds, answered: value }): Column => ({
    label: seconds === null ? 'later' : `≤ ${boundOf(seconds)}`,
    segments: [{ name: '', fill: 'one', value }],
  })),
  { label: 'not yet', segments: [{ name: '', fill: 'rest', value: asked - answered }] },
];

function boundOf(seconds: number): string {
  if (seconds < 3600) return `${seconds / 60} min`;
  return seconds < 86_400 ? `${seconds / 3600} h` : `${seconds / 86_400} d`;
}
