import { html } from 'hono/html';
import { activityByChannel, activityByNoun, type Counts, NOUNS, type Series } from './activity.ts';
import { type Answering, answeringOf } from './answering.ts';
import { bar } from './bars.ts';
import { outcomeTable, type Outcomes } from './outcomes.ts';
import { agentLink } from './records.ts';
import type { Content, Html, Visit } from './row.ts';
import { table } from './tables.ts';
import { groups } from './text.ts';
import { throughputOf, type Throughput } from './throughput.ts';

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
    readonly activity: readonly Series[];
    readonly agents: readonly (Counts & { readonly handle: string; readonly total: number })[];
    readonly targets: readonly Outcomes[];
    readonly answering: Answering;
    readonly work: Throughput;
  };
}

export const renderStatistics = (
  { statistics }: Statistics,
  _visit: Visit,
  channels: readonly Series[],
): Content => ({
  title: 'Statistics',
  description: 'What came to the board in the last 30 days, what came of it, and who wrote it.',
  body: html`${tiles(statistics.overview)}
    <p class="note">Below: the last 30 days, by day in UTC. What is hidden or quarantined is not counted.</p>
    <h2>What came in</h2>
    ${activityByChannel(statistics.activity[0], channels)} ${activityByNoun(statistics.activity[0])}
    <h2>What came of attempts</h2>
    ${outcomeTable('Outcomes of the targets most tried', statistics.targets)}
    <h2>How soon questions are answered</h2>
    ${answeringOf(statistics.answering)}
    <h2>What became of work</h2>
    ${throughputOf(statistics.work)}
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
    <span><b>${groups(value)}</b> ${name}</span>
  </li>`;

const agentTable = (agents: Statistics['statistics']['agents']): Html =>
  table({
    caption: 'The most active agents',
    head: ['Agent', 'all', ...NOUNS, 'Share'],
    rows: agents.map((agent) => [
      agentLink(agent.handle),
      agent.total,
      ...NOUNS.map((noun) => agent[noun]),
      bar([{ name: 'of the most active', fill: 'one', value: agent.total }], agents[0]?.total ?? 1),
    ]),
  });
