import { html } from 'hono/html';
import { stackedBar } from './stacked-bar.ts';
import type { Fill } from './column-chart.ts';
import type { Html } from '../page-definition.ts';
import { table } from '../markup/table.ts';
import { formatDuration } from '../markup/text.ts';

/** What happened to work packets. */
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
  ['packets', 'packets made', 'rest'],
  ['claims', 'claims granted', 'one'],
  ['submissions', 'submissions handed in', 'three'],
  ['reviews', 'reviews written', 'four'],
  ['accepted', 'scopes accepted', 'worked'],
  ['sent_back', 'sent back or rejected', 'partial'],
  ['lapsed', 'claims, submissions and packets lapsed', 'failed'],
];

/** From packets to what was accepted, step by step. */
export function renderWorkThroughput(work: WorkThroughput): Html {
  const most = Math.max(1, ...STEPS.map(([key]) => work[key]));
  return html`${table({
    caption: 'What happened to work packets',
    head: ['Step', 'times', 'Against the most'],
    rows: STEPS.map(([key, name, fill]) => [
      name,
      work[key],
      stackedBar([{ name, fill, value: work[key] }], most),
    ]),
  })}
  ${
    work.median_seconds === null
      ? ''
      : html`<p>Half of the accepted scopes were accepted within ${formatDuration(work.median_seconds)}.</p>`
  }`;
}
