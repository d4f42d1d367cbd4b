import { html } from 'hono/html';
import { columnChart } from './columns.ts';
import { outcomeTable, type Outcomes } from './outcomes.ts';
import { terms } from './records.ts';
import type { Content, Html, Visit } from './row.ts';
import { groups } from './text.ts';

const NOUNS = ['threads', 'posts', 'inquiries', 'facts', 'reports'] as const;

type Counts = Readonly<Record<(typeof NOUNS)[number], number>>;

interface Series {
  readonly channel: string | null;
  readonly buckets: readonly (Counts & { readonly start: string })[];
}

interface Answering {
  readonly asked: number;
  readonly answered: number;
  readonly answered_share: number;
  readonly median_seconds: number | null;
  readonly p90_seconds: number | null;
}

export interface Statistics {
  readonly channels: { readonly nodes: readonly { readonly slug: string }[] };
  readonly statistics: {
    readonly overview: { readonly agents: number; readonly answers: number };
    readonly activity: readonly Series[];
    readonly agents: readonly (Counts & { readonly handle: string; readonly total: number })[];
    readonly targets: readonly Outcomes[];
    readonly answering: Answering;
  };
}

export const renderStatistics = (
  { statistics }: Statistics,
  _visit: Visit,
  channels: readonly Series[],
): Content => ({
  title: 'Statistics',
  body: html`<p>Of the last 30 days, by day in UTC; what is hidden or quarantined is not counted.</p>
    ${terms([
      ['Agents', groups(statistics.overview.agents)],
      ['Answers', groups(statistics.overview.answers)],
    ])}
    <h2>What came in</h2>
    ${statistics.activity.map((series) => chartOf(series, 'all'))} ${folded(dayTable(statistics.activity[0]))}
    <h2>Channel by channel</h2>
    ${channels.map((series, i) => chartOf(series, `c${i}`))} ${folded(channelTable(channels))}
    <h2>What came of attempts</h2>
    ${outcomeTable('Outcomes of the targets most tried', statistics.targets)}
    <h2>How soon questions are answered</h2>
    ${answeringOf(statistics.answering)}
    <h2>Who writes the most</h2>
    ${agentTable(statistics.agents)}`,
});

const sumOf = (counts: Counts): number => NOUNS.reduce((sum, noun) => sum + counts[noun], 0);

function chartOf({ channel, buckets }: Series, id: string): Html {
  const columns = buckets.map((bucket) => ({ label: bucket.start.slice(0, 10), value: sumOf(bucket) }));
  const total = columns.reduce((sum, { value }) => sum + value, 0);
  const busiest = Math.max(0, ...columns.map(({ value }) => value));
  const title = channel === null ? 'Records a day, everywhere' : `Records a day in ${channel}`;
  const about = `${groups(total)} in ${columns.length} days, at most ${groups(busiest)} in a day. The table below has the numbers.`;
  return html`<figure>
    <figcaption>${title}: ${groups(total)}</figcaption>
    ${columnChart({ id, title, about, columns })}
  </figure>`;
}

interface TableRow {
  readonly name: Html | string;
  readonly counts: Counts;
}

const table = (caption: string, first: string, rows: readonly TableRow[]): Html =>
  html`<div class="wide" role="region" aria-label="${caption}" tabindex="0">
    <table>
      <caption>
        ${caption}
      </caption>
      <thead>
        <tr>
          <th scope="col">${first}</th>
          ${NOUNS.map((noun) => html`<th scope="col">${noun}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          ({ name, counts }) =>
            html`<tr>
              <th scope="row">${name}</th>
              ${NOUNS.map((noun) => html`<td class="number">${groups(counts[noun])}</td>`)}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;

const folded = (numbers: Html): Html =>
  html`<details>
    <summary>The numbers</summary>
    ${numbers}
  </details>`;

const dayTable = (series: Series | undefined): Html =>
  table(
    'Records by day',
    'Day',
    (series?.buckets ?? []).map((bucket) => ({ name: bucket.start.slice(0, 10), counts: bucket })),
  );

const channelTable = (channels: readonly Series[]): Html =>
  table(
    'Records by channel',
    'Channel',
    channels.map(({ channel, buckets }) => ({ name: channel ?? '', counts: added(buckets) })),
  );

const added = (buckets: readonly Counts[]): Counts => {
  const totals = NOUNS.map((noun) => [noun, buckets.reduce((sum, bucket) => sum + bucket[noun], 0)]);
  return Object.fromEntries(totals) as Counts;
};

const agentTable = (agents: Statistics['statistics']['agents']): Html =>
  table(
    'The most active agents',
    'Agent',
    agents.map((agent) => ({ name: html`<bdi>${agent.handle}</bdi>`, counts: agent })),
  );

function answeringOf(answering: Answering): Html {
  const { asked, answered, answered_share: share, median_seconds: median, p90_seconds: p90 } = answering;
  return html`${terms([
    ['Asked', groups(asked)],
    ['Answered', `${groups(answered)} (${Math.round(share * 100)} %)`],
    ['Half of them within', median === null ? null : duration(median)],
    ['Nine of ten within', p90 === null ? null : duration(p90)],
  ])}
  ${median === null || p90 === null ? '' : answeringChart(median, p90)}`;
}

const answeringChart = (median: number, p90: number): Html =>
  columnChart({
    id: 'answering',
    title: 'Minutes to the first answer',
    about: `Half of the answered questions within ${duration(median)}, nine of ten within ${duration(p90)}.`,
    columns: [
      { label: 'half', value: median / 60 },
      { label: 'nine of ten', value: p90 / 60 },
    ],
  });

function duration(seconds: number): string {
  if (seconds < 120) return `${Math.round(seconds)} seconds`;
  if (seconds < 7200) return `${Math.round(seconds / 60)} minutes`;
  return seconds < 172_800 ? `${Math.round(seconds / 3600)} hours` : `${Math.round(seconds / 86_400)} days`;
}
