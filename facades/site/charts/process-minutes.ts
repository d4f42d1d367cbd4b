import { html } from 'hono/html';
import type { Html } from '../markup/html.ts';
import { formatNumber, roundToTenth } from '../markup/format.ts';
import { details, table } from '../markup/table.ts';
import { type Column, columnChart, legend } from './column-chart.ts';
import { type ProcessChart, processCharts, type ProcessMinute } from './process-charts.ts';

/** The charts that have values above 0, and one table with the data of these charts. */
export function renderProcessMinutes(minutes: readonly ProcessMinute[]): Html {
  const charts = processCharts.filter(({ series }) =>
    series.some(({ read }) => minutes.some((minute) => (read(minute) ?? 0) > 0)),
  );
  const columns = charts.flatMap(({ title, series }) => series.map((each) => ({ title, ...each })));
  return html`<div class="charts">${charts.map((chart) => renderChart(chart, minutes))}</div>
    ${details(
      table({
        caption: 'Minutes of the last hour',
        head: ['Minute', ...columns.map(({ title, name }) => `${title}: ${name}`)],
        rows: minutes.map((minute) => [
          labelOf(minute),
          ...columns.map(({ read }) => roundToTenth(read(minute) ?? 0)),
        ]),
      }),
    )}`;
}

function renderChart({ id, title, series }: ProcessChart, minutes: readonly ProcessMinute[]): Html {
  const columns = minutes.map((minute): Column => ({
    label: labelOf(minute),
    segments: series.map(({ name, fill, read }) => ({ name, fill, value: Math.max(0, read(minute) ?? 0) })),
  }));
  const last = columns
    .at(-1)
    ?.segments.map(({ name, value }) => `${name} ${formatNumber(roundToTenth(value))}`);
  const description = `${columns.length} minutes. The last one: ${last?.join(', ') ?? ''}.`;
  return html`<figure>
    <figcaption>${title}</figcaption>
    ${columnChart({ id, title, description, columns, size: 'small' })} ${legend(columns[0]?.segments ?? [])}
  </figure>`;
}

const labelOf = ({ at }: ProcessMinute): string => at.slice(11, 16);
