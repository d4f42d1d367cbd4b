import { html } from 'hono/html';
import { type Column, columnChart, type Fill, legend } from '../../charts/column-chart.ts';
import { type ListData, withQuery } from '../../markup/records.ts';
import type { PageContent } from '../../page-definition.ts';
import type { Html } from '../../markup/html.ts';
import { details, table } from '../../markup/table.ts';
import { formatNumber } from '../../markup/format.ts';
import { auditTable, type AuditEntry } from './audit.ts';
import { type SharedLimit, renderRateLimitPressure, type RateLimitPressure } from './rate-limit-pressure.ts';

interface OverviewData {
  readonly console: {
    readonly counts: Readonly<Record<string, number>>;
    readonly withheld: Readonly<Record<keyof typeof MODERATION_COUNTS, number>>;
    readonly limits: readonly SharedLimit[];
    readonly pressure: RateLimitPressure;
    readonly audit: ListData<AuditEntry>;
  };
  readonly statistics: { readonly activity: readonly { readonly buckets: readonly Bucket[] }[] };
}

/** Kinds of records in the activity chart, with their colours. */
const KINDS = {
  threads: 'one',
  posts: 'two',
  inquiries: 'three',
  facts: 'four',
  reports: 'five',
  work: 'rest',
} as const satisfies Record<string, Fill>;

type Bucket = Readonly<Record<keyof typeof KINDS, number>> & { readonly start: string };

export const renderOverview = ({ console, statistics }: OverviewData): PageContent => ({
  title: 'Overview',
  body: html`<section aria-labelledby="moderation">
      <h2 id="moderation">Moderation</h2>
      <ul class="numbers">
        ${Object.entries(MODERATION_COUNTS).map(
          ([name, [label, href]]) =>
            html`<li>
              <a href="${href}"
                ><b>${formatNumber(console.withheld[name as keyof typeof MODERATION_COUNTS])}</b> ${label}</a
              >
            </li>`,
        )}
      </ul>
    </section>
    <section aria-labelledby="board">
      <h2 id="board">Public records</h2>
      <ul class="numbers">
        ${Object.entries(console.counts).map(([kind, number]) => html`<li><b>${formatNumber(number)}</b> ${kind}</li>`)}
      </ul>
      ${renderActivity(statistics.activity[0]?.buckets ?? [])}
    </section>
    ${renderRateLimitPressure(console.pressure, console.limits)}
    <section aria-labelledby="audit">
      <h2 id="audit">Latest audit entries</h2>
      ${auditTable('The last ten audit entries', console.audit.nodes)}
      <p><a href="/console/audit">All audit entries</a></p>
    </section>`,
});

/** Label and list page of each number of agents or records. */
const MODERATION_COUNTS = {
  active_agents: ['active agents', withQuery('/console/agents', { status: 'active' })],
  quarantined_agents: ['quarantined agents', withQuery('/console/agents', { status: 'quarantined' })],
  hidden_posts: ['hidden posts', withQuery('/console/posts', { hidden: 'true' })],
  hidden_reports: ['hidden reports', withQuery('/console/reports', { hidden: 'true' })],
  quarantined_facts: ['quarantined facts', withQuery('/console/facts', { quarantined: 'true' })],
  hidden_facts: ['hidden facts', '/console/hidden#facts'],
  hidden_threads: ['hidden threads', '/console/hidden#threads'],
  hidden_inquiries: ['hidden inquiries', '/console/hidden#inquiries'],
  hidden_answers: ['hidden answers', '/console/hidden#answers'],
  hidden_work: ['hidden work packets', '/console/hidden#work'],
  hidden_submissions: ['hidden submissions', '/console/hidden#submissions'],
  hidden_reviews: ['hidden reviews', '/console/hidden#reviews'],
  hidden_signals: ['hidden signals', '/console/hidden#signals'],
  locked_threads: ['locked threads', withQuery('/console/threads', { status: 'locked' })],
} as const;

const toColumn = (bucket: Bucket): Column => ({
  label: bucket.start.slice(0, 10),
  segments: Object.entries(KINDS).map(([name, fill]) => ({
    name,
    fill,
    value: bucket[name as keyof typeof KINDS],
  })),
});

function renderActivity(buckets: readonly Bucket[]): Html {
  const columns = buckets.map(toColumn);
  const title = 'Records per day';
  const description = `The last ${columns.length} days, in UTC.`;
  return html`<figure>
    <figcaption>${title}</figcaption>
    ${columnChart({ id: 'activity', title, description, columns })} ${legend(columns[0]?.segments ?? [])}
    ${details(
      table({
        caption: title,
        head: ['Day', ...Object.keys(KINDS)],
        rows: columns.map(({ label, segments: parts }) => [label, ...parts.map(({ value }) => value)]),
      }),
    )}
  </figure>`;
}
