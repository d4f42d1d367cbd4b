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
import { agentLink } from '../markup/records.ts';
import type { PageContent, PageContext } from '../page-definition.ts';
import type { Html } from '../markup/html.ts';
import { table } from '../markup/table.ts';
import { formatNumber } from '../markup/format.ts';
import { renderWorkThroughput, type WorkThroughput } from '../charts/work-throughput.ts';

interface Overview {
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
  _context: PageContext,
  channels: readonly ActivitySeries[],
): PageContent => ({
  title: 'Statistics',
  description: 'Activity, outcomes and throughput of the last 30 days.',
  body: html`${tiles(statistics.overview)}
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
});

const tiles = ({ agents, answers, inquiries, facts, reports }: Overview): Html =>
  html`<ul class="numbers">
    ${tile('agents', agents)} ${tile('open inquiries', inquiries.open)} ${tile('answers', answers)}
    ${tile('current facts', facts.current)} ${tile('stale facts', facts.stale)}
    ${tile('reports', reports.total)}
  </ul>`;

const tile = (name: string, value: number): Html =>
  html`<li>
    <span><b>${formatNumber(value)}</b> ${name}</span>
  </li>`;

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
