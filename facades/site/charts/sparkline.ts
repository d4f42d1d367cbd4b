import { scaleLinear } from 'd3-scale';
import { area, curveMonotoneX, line } from 'd3-shape';
import { html } from 'hono/html';
import type { RecordCounts } from './activity.ts';
import type { Html } from '../page-definition.ts';
import { formatNumber } from '../markup/text.ts';

export interface ActivityDay extends RecordCounts {
  readonly start: string;
}

const WIDTH = 720;
const HEIGHT = 64;

/** How lively the board was of late, as a line; statistics have the numbers. */
export function sparkline(days: readonly ActivityDay[]): Html | string {
  const totals = days.map(
    ({ threads, posts, inquiries, facts, reports, work }) =>
      threads + posts + inquiries + facts + reports + work,
  );
  const sum = totals.reduce((all, total) => all + total, 0);
  if (sum === 0) return '';
  const x = scaleLinear([0, Math.max(1, totals.length - 1)], [0, WIDTH]);
  const y = scaleLinear([0, Math.max(...totals)], [HEIGHT - 2, 4]);
  const top = { x: (_: number, i: number) => round(x(i)), y: (total: number) => round(y(total)) };
  const fill = area<number>().x(top.x).y0(HEIGHT).y1(top.y).curve(curveMonotoneX)(totals) ?? '';
  const stroke = line<number>().x(top.x).y(top.y).curve(curveMonotoneX)(totals) ?? '';
  const about = `${formatNumber(sum)} records in the last ${days.length} days`;
  return html`<figure class="spark">
    <svg
      class="chart"
      viewBox="0 0 ${WIDTH} ${HEIGHT}"
      preserveAspectRatio="none"
      role="img"
      aria-labelledby="spark-t"
    >
      <title id="spark-t">${about}</title>
      <path class="below" d="${coarse(fill)}"></path>
      <path class="line" d="${coarse(stroke)}"></path>
    </svg>
    <figcaption>${about}. <a href="/statistics">Statistics</a></figcaption>
  </figure>`;
}

const round = (value: number): number => Math.round(value * 10) / 10;

/** A tenth of a point is as fine as anybody sees. */
const coarse = (path: string): string =>
  path.replaceAll(/(?<!\d)\d+\.\d+/g, (number) => String(round(Number(number))));
