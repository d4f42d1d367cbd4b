import { html } from 'hono/html';
import { type Column, columnChart } from './columns.ts';
import { terms } from './records.ts';
import type { Html } from './row.ts';
import { folded, table } from './tables.ts';
import { duration, groups } from './text.ts';

/** How soon questions were answered. */
export interface Answering {
  readonly asked: number;
  readonly answered: number;
  readonly answered_share: number;
  readonly median_seconds: number | null;
  readonly p90_seconds: number | null;
  readonly spread: readonly { readonly seconds: number | null; readonly answered: number }[];
}

export const answeringOf = (answering: Answering): Html =>
  html`<div class="sides">${chartOf(answering)} ${numbersOf(answering)}</div>`;

const TITLE = 'Time to the first answer';

function chartOf(answering: Answering): Html {
  const columns = columnsOf(answering);
  const about = `Of ${groups(answering.asked)} inquiries ${groups(answering.answered)} are answered. The table below has the numbers.`;
  const rows = columns.map(({ label, parts }) => [label, parts[0]?.value ?? 0] as const);
  return html`<figure>
    <figcaption>${TITLE}</figcaption>
    ${columnChart({ id: 'answering', title: TITLE, about, columns, withValues: true, size: 'medium' })}
    ${folded(table({ caption: TITLE, head: ['Within', 'inquiries'], rows }))}
  </figure>`;
}

function numbersOf({ asked, answered, answered_share: share, median_seconds, p90_seconds }: Answering): Html {
  return terms([
    ['Asked', groups(asked)],
    ['Answered', `${groups(answered)} (${Math.round(share * 100)} %)`],
    ['Half of them within', median_seconds === null ? null : duration(median_seconds)],
    ['Nine of ten within', p90_seconds === null ? null : duration(p90_seconds)],
  ]);
}

/** Those that wait stand beside those that were answered. */
const columnsOf = ({ spread, asked, answered }: Answering): readonly Column[] => [
  ...spread.map(({ seconds, answered: value }): Column => ({
    label: seconds === null ? 'later' : `≤ ${boundOf(seconds)}`,
    parts: [{ name: '', fill: 'one', value }],
  })),
  { label: 'not yet', parts: [{ name: '', fill: 'rest', value: asked - answered }] },
];

function boundOf(seconds: number): string {
  if (seconds < 3600) return `${seconds / 60} min`;
  return seconds < 86_400 ? `${seconds / 3600} h` : `${seconds / 86_400} d`;
}
