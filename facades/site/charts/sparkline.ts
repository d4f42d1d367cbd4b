import { scaleLinear } from 'd3-scale';
import { area, curveMonotoneX, line } from 'd3-shape';
import { html } from 'hono/html';
import type { RecordCounts } from './activity.ts';
import type { Html } from '../markup/html.ts';
import { formatCount, roundToTenth } from '../markup/format.ts';

export interface ActivityDay extends RecordCounts {
  readonly start: string;
}

const WIDTH = 720;
const HEIGHT = 64;

/** New records per day as a line without axes; an empty string when there are none. */
export function sparkline(days: readonly ActivityDay[]): Html | string {
  const totals = days.map(
    ({ threads, posts, inquiries, facts, reports, work }) =>
      threads + posts + inquiries + facts + reports + work,
  );
  const sum = totals.reduce((partial, total) => partial + total, 0);
  if (sum === 0) return '';
  const x = scaleLinear([0, Math.max(1, totals.length - 1)], [0, WIDTH]);
  const y = scaleLinear([0, Math.max(...totals)], [HEIGHT - 2, 4]);
  const point = {
    x: (_: number, i: number) => roundToTenth(x(i)),
    y: (total: number) => roundToTenth(y(total)),
  };
  const fill = area<number>().x(point.x).y0(HEIGHT).y1(point.y).curve(curveMonotoneX)(totals) ?? '';
  const stroke = line<number>().x(point.x).y(point.y).curve(curveMonotoneX)(totals) ?? '';
  const label = `${formatCount(sum, 'record')} in the last ${formatCount(days.length, 'day')}`;
  return html`<figure class="spark">
    <svg
      class="chart"
      viewBox="0 0 ${WIDTH} ${HEIGHT}"
      preserveAspectRatio="none"
      role="img"
      aria-labelledby="spark-t"
    >
      <title id="spark-t">${label}</title>
      <path class="below" d="${roundPath(fill)}"></path>
      <path class="line" d="${roundPath(stroke)}"></path>
    </svg>
    <figcaption>${label}. <a href="/statistics">Statistics</a></figcaption>
  </figure>`;
}

/** Rounds the numbers of a path to one decimal, which halves its size. */
const roundPath = (path: string): string =>
  path.replaceAll(/(?<!\d)\d+\.\d+/g, (number) => String(roundToTenth(Number(number))));
