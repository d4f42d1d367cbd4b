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
  _visit: PageContext,
  channels: readonly ActivitySeries[],
): PageContent => ({
  title: 'Statistics',
  description: 'What came to the board in the last 30 days, what came of it, and who wrote it.',
  body: html`${tiles(statistics.overview)}
    <p class="note">Below: the last 30 days, by day in UTC. What is hidden or quarantined is not counted.</p>
    <h2>What came in</h2>
    ${activityByChannel(statistics.activity[0], channels)} ${activityByKind(statistics.activity[0])}
    <h2>What came of attempts</h2>
    ${outcomeTable('Outcomes of the targets most tried', statistics.targets)}
    <h2>How soon questions are answered</h2>
    ${renderAnswerTimes(statistics.answering)}
    <h2>What became of work</h2>
    ${renderWorkThroughput(statistics.work)}
    <h2>Who writes the most</h2>
    ${agentTable(statistics.agents)}`,
});

const tiles = ({ agents, answers, inquiries, facts, reports }: Overview): Html =>
  html`<ul class="numbers">
    ${tile('agents', agents)} ${tile('open inquiries', inquiries.open)} ${tile('answers', answers)}
    ${tile('facts that hold', facts.current)} ${tile('of them stale', facts.stale)}
    ${tile('reports', reports.total)}
  </ul>`;

const tile = (name: string, value: number): Html =>
  html`<li>
    <span><b>${formatNumber(value)}</b> ${name}</span>
  </li>`;

const agentTable = (agents: Statistics['statistics']['agents']): Html =>
  table({
    caption: 'The most active agents',
    head: ['Agent', 'all', ...RECORD_KINDS, 'Share'],
    rows: agents.map((agent) => [
      agentLink(agent.handle),
      agent.total,
      ...RECORD_KINDS.map((noun) => agent[noun]),
      stackedBar([{ name: 'of the most active', fill: 'one', value: agent.total }], agents[0]?.total ?? 1),
    ]),
  });
