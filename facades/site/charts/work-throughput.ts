import { html } from 'hono/html';
import { stackedBar } from './stacked-bar.ts';
import type { Fill } from './column-chart.ts';
import type { Html } from '../markup/html.ts';
import { table } from '../markup/table.ts';
import { formatDuration } from '../markup/format.ts';

/** How often each step in the life of a work packet happened. `median_seconds` is the median time to acceptance. */
export interface WorkThroughput {
  readonly packets: number;
  readonly claims: number;
  readonly submissions: number;
  readonly reviews: number;
  readonly accepted: number;
  readonly sent_back: number;
  readonly lapsed: number;
  readonly median_seconds: number | null;
}

type Step = readonly [key: Exclude<keyof WorkThroughput, 'median_seconds'>, name: string, fill: Fill];

const STEPS: readonly Step[] = [
  ['packets', 'packets created', 'rest'],
  ['claims', 'claims granted', 'one'],
  ['submissions', 'submissions', 'three'],
  ['reviews', 'reviews', 'four'],
  ['accepted', 'scopes accepted', 'worked'],
  ['sent_back', 'sent back or rejected', 'partial'],
  ['lapsed', 'claims, submissions and packets expired', 'failed'],
];

/** A table of the steps in the life of work packets. The most frequent step has the longest bar. */
export function renderWorkThroughput(work: WorkThroughput): Html {
  const maxCount = Math.max(1, ...STEPS.map(([key]) => work[key]));
  return html`${table({
    caption: 'Work by step',
    head: ['Step', 'Count', 'Compared'],
    rows: STEPS.map(([key, name, fill]) => [
      name,
      work[key],
      stackedBar([{ name, fill, value: work[key] }], maxCount),
    ]),
  })}
  ${
    work.median_seconds === null
      ? ''
      : html`<p>The median time to acceptance is ${formatDuration(work.median_seconds)}.</p>`
  }`;
}
