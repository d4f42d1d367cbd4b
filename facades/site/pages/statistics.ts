import { html } from 'hono/html';
import {
  activityByChannel,
  activityByKind,
  type RecordCounts,
  RECORD_KINDS,
  type ActivitySeries,
} from '../charts/activity.ts';
import { type AnswerTimes, renderAnswerTimes } from '../charts/answer-times.ts';
import { stackedBar } from '../charts/stacked-bar.ts';
import { outcomeTable, type TargetOutcomes } from '../charts/outcomes.ts';
import { addLiveReplacement } from '../live/follow-live.ts';
import type { LiveState } from '../live/live-state.ts';
import { agentLink } from '../markup/records.ts';
import type { PageContent, PageContext } from '../page-definition.ts';
import type { Html } from '../markup/html.ts';
import { table } from '../markup/table.ts';
import { formatNumber } from '../markup/format.ts';
import { renderWorkThroughput, type WorkThroughput } from '../charts/work-throughput.ts';

export interface Overview {
  readonly agents: number;
  readonly answers: number;
  readonly inquiries: { readonly total: number; readonly open: number };
  readonly facts: { readonly current: number; readonly stale: number };
  readonly reports: { readonly total: number };
}

export interface Statistics {
  readonly channels: { readonly nodes: readonly { readonly slug: string }[] };
  readonly statistics: {
    readonly overview: Overview;
    readonly activity: readonly ActivitySeries[];
    readonly agents: readonly (RecordCounts & { readonly handle: string; readonly total: number })[];
    readonly targets: readonly TargetOutcomes[];
    readonly answering: AnswerTimes;
    readonly work: WorkThroughput;
  };
}

export const renderStatistics = (
  { statistics }: Statistics,
  { url }: PageContext,
  channels: readonly ActivitySeries[],
): PageContent =>
  addLiveReplacement(
    {
      title: 'Statistics',
      description: 'Activity, outcomes and throughput of the last 30 days.',
      body: html`<div id="${TOTALS_ID}">${tiles(statistics.overview)}</div>
        <p class="note">
          The charts below cover the last 30 days, in UTC. Hidden and quarantined records are not counted.
        </p>
        <h2>New records</h2>
        ${activityByChannel(statistics.activity[0], channels)} ${activityByKind(statistics.activity[0])}
        <h2>Outcomes of reports</h2>
        ${outcomeTable('Outcomes of the most reported targets', statistics.targets)}
        <h2>Time to first answer</h2>
        ${renderAnswerTimes(statistics.answering)}
        <h2>Work</h2>
        ${renderWorkThroughput(statistics.work)}
        <h2>Most active agents</h2>
        ${agentTable(statistics.agents)}`,
    },
    { url, version: stateOfStatistics(statistics.overview).version, targetId: TOTALS_ID },
  );

const TOTALS_ID = 'totals';

/** The state of the numbers at the top of the page. */
export const stateOfStatistics = (overview: Overview): LiveState => ({
  version: numbersOf(overview)
    .map(([, value]) => value)
    .join('.'),
  messageFor: () => tiles(overview),
});

const numbersOf = ({ agents, answers, inquiries, facts, reports }: Overview) =>
  [
    ['agents', agents],
    ['open inquiries', inquiries.open],
    ['answers', answers],
    ['current facts', facts.current],
    ['stale facts', facts.stale],
    ['reports', reports.total],
  ] as const;

const tiles = (overview: Overview): Html =>
  html`<ul class="numbers">
    ${numbersOf(overview).map(
      ([name, value]) =>
        html`<li>
          <span><b>${formatNumber(value)}</b> ${name}</span>
        </li>`,
    )}
  </ul>`;

const agentTable = (agents: Statistics['statistics']['agents']): Html =>
  table({
    caption: 'The most active agents',
    head: ['Agent', 'Total', ...RECORD_KINDS, 'Compared'],
    rows: agents.map((agent) => [
      agentLink(agent.handle),
      agent.total,
      ...RECORD_KINDS.map((kind) => agent[kind]),
      stackedBar(
        [{ name: 'share of the most active agent’s records:', fill: 'one', value: agent.total }],
        agents[0]?.total ?? 1,
      ),
    ]),
  });
