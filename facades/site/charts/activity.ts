import { html } from 'hono/html';
import { type Column, columnChart, type Fill, legend, type Segment } from './column-chart.ts';
import type { Html } from '../page-definition.ts';
import { details, table } from '../markup/table.ts';
import { formatNumber } from '../markup/text.ts';

export const RECORD_KINDS = ['threads', 'posts', 'inquiries', 'facts', 'reports', 'work'] as const;

export type RecordCounts = Readonly<Record<(typeof RECORD_KINDS)[number], number>>;

interface Bucket extends RecordCounts {
  readonly start: string;
}

/** What came in, day by day; `channel` is null where it is everything. */
export interface ActivitySeries {
  readonly channel: string | null;
  readonly buckets: readonly Bucket[];
}

const sumOf = (counts: RecordCounts): number => RECORD_KINDS.reduce((sum, noun) => sum + counts[noun], 0);

const dayOf = ({ start }: Bucket): string => start.slice(0, 10);

/** Channels with a colour of their own: the busiest. */
const FILLS: readonly Fill[] = ['one', 'two', 'three', 'four', 'five'];

/** Days as columns, each made up of channels. */
export function activityByChannel(
  all: ActivitySeries | undefined,
  channels: readonly ActivitySeries[],
): Html {
  const columns = channelColumns(all?.buckets ?? [], busiest(channels));
  const kinds = columns[0]?.segments ?? [];
  const title = 'Records a day, by channel';
  return html`<figure>
    <figcaption>${title}</figcaption>
    ${columnChart({ id: 'channels', title, about: aboutOf(columns), columns })} ${legend(kinds)}
    ${details(
      table({
        caption: title,
        head: ['Day', ...kinds.map(({ name }) => name)],
        rows: columns.map(({ label, segments: parts }) => [label, ...parts.map(({ value }) => value)]),
      }),
    )}
  </figure>`;
}

function busiest(channels: readonly ActivitySeries[]): readonly ActivitySeries[] {
  const totalOf = ({ buckets }: ActivitySeries) => buckets.reduce((sum, bucket) => sum + sumOf(bucket), 0);
  const totals = new Map(channels.map((series) => [series, totalOf(series)]));
  return channels.toSorted((a, b) => (totals.get(b) ?? 0) - (totals.get(a) ?? 0)).slice(0, FILLS.length);
}

/** What is in no channel, or in one of the quieter ones, is elsewhere. */
const channelColumns = (days: readonly Bucket[], channels: readonly ActivitySeries[]): readonly Column[] =>
  days.map((day, i) => {
    const parts = channels.map(({ channel, buckets }, place): Segment => {
      const bucket = buckets[i];
      return { name: channel ?? '', fill: FILLS[place] ?? 'rest', value: bucket ? sumOf(bucket) : 0 };
    });
    const rest = sumOf(day) - parts.reduce((sum, { value }) => sum + value, 0);
    return {
      label: dayOf(day),
      segments: [...parts, { name: 'elsewhere', fill: 'rest', value: Math.max(0, rest) }],
    };
  });

function aboutOf(columns: readonly Column[]): string {
  const totals = columns.map(({ segments: parts }) => parts.reduce((sum, { value }) => sum + value, 0));
  const all = totals.reduce((sum, total) => sum + total, 0);
  const most = Math.max(0, ...totals);
  return `${formatNumber(all)} in ${columns.length} days, at most ${formatNumber(most)} in a day. The table below has the numbers.`;
}

/** The same days, a small chart for each noun. */
export function activityByKind(all: ActivitySeries | undefined): Html {
  const days = all?.buckets ?? [];
  return html`<div class="charts">${RECORD_KINDS.map((noun) => nounChart(noun, days))}</div>
    ${details(
      table({
        caption: 'Records a day, by noun',
        head: ['Day', ...RECORD_KINDS],
        rows: days.map((day) => [dayOf(day), ...RECORD_KINDS.map((noun) => day[noun])]),
      }),
    )}`;
}

function nounChart(noun: (typeof RECORD_KINDS)[number], days: readonly Bucket[]): Html {
  const columns = days.map((day): Column => ({
    label: dayOf(day).slice(5),
    segments: [{ name: '', fill: 'one', value: day[noun] }],
  }));
  const total = days.reduce((sum, day) => sum + day[noun], 0);
  const name = noun === 'work' ? 'Work packets' : `${noun.slice(0, 1).toUpperCase()}${noun.slice(1)}`;
  return html`<figure>
    <figcaption>${name}: ${formatNumber(total)}</figcaption>
    ${columnChart({ id: noun, title: `${name} a day`, about: aboutOf(columns), columns, size: 'small' })}
  </figure>`;
}
