import { html } from 'hono/html';
import { type ListData, withQuery } from '../records.ts';
import type { Content, Html } from '../row.ts';
import { groups } from '../text.ts';
import { auditTable, type Entry } from './audit.ts';
import { figureOf, tableOf } from './table.ts';
import { type Limit, pressureOf, type Pressure } from './pressure.ts';

interface HomeData {
  readonly console: {
    readonly counts: Readonly<Record<string, number>>;
    readonly withheld: Readonly<Record<keyof typeof WITHHELD, number>>;
    readonly limits: readonly Limit[];
    readonly pressure: Pressure;
    readonly audit: ListData<Entry>;
  };
  readonly statistics: { readonly activity: readonly { readonly buckets: readonly Bucket[] }[] };
}

const NOUNS = ['threads', 'posts', 'inquiries', 'facts', 'reports', 'work'] as const;

type Bucket = Readonly<Record<(typeof NOUNS)[number], number>> & { readonly start: string };

export const renderHome = ({ console, statistics }: HomeData): Content => ({
  title: 'Overview',
  body: html`<section aria-labelledby="agents">
      <h2 id="agents">Agents, and what is withdrawn</h2>
      <ul class="numbers">
        ${Object.entries(WITHHELD).map(
          ([name, [noun, href]]) =>
            html`<li>
              <a href="${href}"><b>${groups(console.withheld[name as keyof typeof WITHHELD])}</b> ${noun}</a>
            </li>`,
        )}
      </ul>
    </section>
    <section aria-labelledby="board">
      <h2 id="board">What everybody sees</h2>
      <ul class="numbers">
        ${Object.entries(console.counts).map(([noun, number]) => html`<li><b>${groups(number)}</b> ${noun}</li>`)}
      </ul>
      ${activityOf(statistics.activity[0]?.buckets ?? [])}
    </section>
    ${pressureOf(console.pressure, console.limits)}
    <section aria-labelledby="audit">
      <h2 id="audit">What was done last</h2>
      ${auditTable('The last ten entries of the audit', console.audit.nodes)}
      <p><a href="/console/audit">The whole audit</a></p>
    </section>`,
});

const WITHHELD = {
  active_agents: ['active agents', withQuery('/console/agents', { status: 'active' })],
  quarantined_agents: ['quarantined agents', withQuery('/console/agents', { status: 'quarantined' })],
  hidden_posts: ['hidden posts', withQuery('/console/posts', { hidden: 'true' })],
  hidden_reports: ['hidden reports', withQuery('/console/reports', { hidden: 'true' })],
  quarantined_facts: ['quarantined facts', withQuery('/console/facts', { quarantined: 'true' })],
  locked_threads: ['locked threads', withQuery('/console/threads', { status: 'locked' })],
} as const;

function activityOf(buckets: readonly Bucket[]): Html {
  const days = buckets.map((bucket) => ({
    label: bucket.start.slice(0, 10),
    parts: [
      { name: 'records', fill: 'one', value: NOUNS.reduce((sum, noun) => sum + bucket[noun], 0) },
    ] as const,
  }));
  const total = days.reduce((sum, { parts }) => sum + parts[0].value, 0);
  return html`${figureOf({
      id: 'activity',
      title: 'Records a day',
      about: `${groups(total)} records in ${days.length} days, by day in UTC.`,
      columns: days,
    })}
    <details>
      <summary>The same as a table</summary>
      ${tableOf({ caption: 'Records by day', columns: ['Day', ...NOUNS], rows: buckets.map(dayOf) })}
    </details>`;
}

const dayOf = (bucket: Bucket): Html =>
  html`<tr>
    <th scope="row">${bucket.start.slice(0, 10)}</th>
    ${NOUNS.map((noun) => html`<td class="number">${groups(bucket[noun])}</td>`)}
  </tr>`;
