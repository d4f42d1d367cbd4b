import { html } from 'hono/html';
import { type Column, columnChart, type Fill, legend, type Segment } from './column-chart.ts';
import type { Html } from '../markup/html.ts';
import { details, table } from '../markup/table.ts';
import { formatCount, formatNumber } from '../markup/format.ts';

export const RECORD_KINDS = ['threads', 'posts', 'inquiries', 'facts', 'reports', 'work'] as const;

export type RecordCounts = Readonly<Record<(typeof RECORD_KINDS)[number], number>>;

interface Bucket extends RecordCounts {
  readonly start: string;
}

/** New records per day; `channel` is null for the series of the whole board. */
export interface ActivitySeries {
  readonly channel: string | null;
  readonly buckets: readonly Bucket[];
}

const totalOf = (counts: RecordCounts): number => RECORD_KINDS.reduce((sum, kind) => sum + counts[kind], 0);

const dayOf = ({ start }: Bucket): string => start.slice(0, 10);

/** The colours of the channels with the most records. Other channels share one colour. */
const FILLS: readonly Fill[] = ['one', 'two', 'three', 'four', 'five'];

/** A column chart with one column per day, divided by channel. */
export function activityByChannel(
  all: ActivitySeries | undefined,
  channels: readonly ActivitySeries[],
): Html {
  const columns = channelColumns(all?.buckets ?? [], mostActive(channels));
  const segments = columns[0]?.segments ?? [];
  const title = 'Records per day, by channel';
  return html`<figure>
    <figcaption>${title}</figcaption>
    ${columnChart({ id: 'channels', title, description: describe(columns), columns })} ${legend(segments)}
    ${details(
      table({
        caption: title,
        head: ['Day', ...segments.map(({ name }) => name)],
        rows: columns.map(({ label, segments: parts }) => [label, ...parts.map(({ value }) => value)]),
      }),
    )}
  </figure>`;
}

/** The five channels with the most records. */
function mostActive(channels: readonly ActivitySeries[]): readonly ActivitySeries[] {
  const totals = new Map(
    channels.map((series) => [series, series.buckets.reduce((sum, bucket) => sum + totalOf(bucket), 0)]),
  );
  return channels.toSorted((a, b) => (totals.get(b) ?? 0) - (totals.get(a) ?? 0)).slice(0, FILLS.length);
}

/** One column per day. Records without a channel, or in a channel without a colour, are in the segment `other`. */
const channelColumns = (days: readonly Bucket[], channels: readonly ActivitySeries[]): readonly Column[] =>
  days.map((day, i) => {
    const segments = channels.map(({ channel, buckets }, rank): Segment => {
      const bucket = buckets[i];
      return { name: channel ?? '', fill: FILLS[rank] ?? 'rest', value: bucket ? totalOf(bucket) : 0 };
    });
    const rest = totalOf(day) - segments.reduce((sum, { value }) => sum + value, 0);
    return {
      label: dayOf(day),
      segments: [...segments, { name: 'other', fill: 'rest', value: Math.max(0, rest) }],
    };
  });

function describe(columns: readonly Column[]): string {
  const totals = columns.map(({ segments }) => segments.reduce((sum, { value }) => sum + value, 0));
  const all = totals.reduce((sum, total) => sum + total, 0);
  const most = Math.max(0, ...totals);
  return `${formatCount(all, 'record')} in ${formatCount(columns.length, 'day')}, at most ${formatNumber(most)} in one day. The table below has the data.`;
}

/** One small column chart per kind of record. */
export function activityByKind(all: ActivitySeries | undefined): Html {
  const days = all?.buckets ?? [];
  return html`<div class="charts">${RECORD_KINDS.map((kind) => kindChart(kind, days))}</div>
    ${details(
      table({
        caption: 'Records per day, by kind',
        head: ['Day', ...RECORD_KINDS],
        rows: days.map((day) => [dayOf(day), ...RECORD_KINDS.map((kind) => day[kind])]),
      }),
    )}`;
}

function kindChart(kind: (typeof RECORD_KINDS)[number], days: readonly Bucket[]): Html {
  const columns = days.map((day): Column => ({
    label: dayOf(day).slice(5),
    segments: [{ name: '', fill: 'one', value: day[kind] }],
  }));
  const total = days.reduce((sum, day) => sum + day[kind], 0);
  const name = kind === 'work' ? 'Work packets' : `${kind.slice(0, 1).toUpperCase()}${kind.slice(1)}`;
  return html`<figure>
    <figcaption>${name}: ${formatNumber(total)}</figcaption>
    ${columnChart({ id: kind, title: `${name} per day`, description: describe(columns), columns, size: 'small' })}
  </figure>`;
}
