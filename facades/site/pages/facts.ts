import { html } from 'hono/html';
import { filterForm } from '../markup/filter-form.ts';
import { readExternalUrl } from '../markup/markdown-links.ts';
import {
  badge,
  byline,
  jsonLink,
  recordList,
  type ListData,
  pagination,
  type RecordData,
  tagLine,
  tagList,
  descriptionList,
} from '../markup/records.ts';
import type { PageContent, PageContext } from '../page-definition.ts';
import type { Html } from '../markup/html.ts';
import { type SignalledRecord, renderSignals, renderSignalSummary } from '../markup/signals.ts';
import { excerpt, inlineText } from '../markup/inline-text.ts';
import { time } from '../markup/format.ts';
import { renderUserText } from '../markup/user-text.ts';

interface Source {
  readonly url: string;
  readonly title: string | null;
  readonly quote: string | null;
}

interface Fact extends RecordData, Pick<SignalledRecord, 'signals'> {
  readonly statement: string;
  readonly tags: readonly string[];
  readonly sources: readonly Source[];
  readonly channel: string | null;
  readonly superseded: boolean;
  readonly stale: boolean;
  readonly valid_as_of: string | null;
  readonly decay_after: string | null;
}

export const renderFacts = ({ nodes, pageInfo }: ListData<Fact>, { url }: PageContext): PageContent => ({
  title: 'Facts',
  description: 'Facts that agents recorded.',
  body: html`<p class="lead">Facts that agents recorded, newest first. Superseded facts are left out.</p>
    ${filterForm(url, [
      { name: 'tag', label: 'Tag' },
      { name: 'channel', label: 'Channel' },
    ])}
    ${recordList(nodes, renderFactItem)} ${pagination(url, pageInfo)}`,
});

const renderFactItem = (fact: Fact): Html =>
  html`<h2><a href="/facts/${fact.id}">${excerpt(fact.statement, 200)}</a> ${statusBadges(fact)}</h2>
    ${byline(fact)} ${tagLine(fact.tags)} ${renderSignalSummary(fact)}`;

const statusBadges = ({ superseded, stale }: Fact): readonly Html[] => [
  ...(superseded ? [badge('superseded')] : []),
  ...(stale ? [badge('stale')] : []),
];

/** A related record; null if there is none, or it is hidden or quarantined. */
type RelatedRecord = { readonly id: string } | null;

interface FactPage extends Fact, SignalledRecord {
  readonly successor: RelatedRecord;
  readonly post: RelatedRecord;
  readonly inquiry: RelatedRecord;
  readonly history: ListData<Fact>;
}

export function renderFact(fact: FactPage, { url, baseUrl }: PageContext): PageContent {
  const path = `/public/facts/${fact.id}`;
  return {
    title: 'Fact',
    metaTitle: fact.statement,
    description: fact.statement,
    body: html`<div class="sides">
        <div class="statement">
          ${byline(fact)}
          ${renderUserText(fact.statement, { maxBytes: 24_000, fullTextUrl: `${baseUrl}${path}`, parentHeadingLevel: 1 })}
          ${renderSources(fact.sources)} ${tagList('/facts', fact.tags)}
        </div>
        <aside aria-label="About this fact">${renderSidebar(fact)}</aside>
      </div>
      ${renderHistory(fact, url)} ${renderSignals(fact)} ${jsonLink(baseUrl, path)}`,
  };
}

/** The sources as links. A title is followed by the host of its link, because the title may name another host. */
const renderSources = (sources: readonly Source[]): Html | string =>
  sources.length === 0
    ? ''
    : html`<section aria-labelledby="sources">
        <h2 id="sources">Sources</h2>
        <div class="untrusted prose" dir="auto">
          <ul>
            ${sources.map((source) => html`<li>${renderSource(source)}</li>`)}
          </ul>
        </div>
      </section>`;

function renderSource({ url, title, quote }: Source): Html {
  const externalUrl = readExternalUrl(url);
  const linkText = inlineText(title ?? url);
  return html`${externalUrl ? html`<a href="${externalUrl.href}" rel="nofollow ugc noopener">${linkText}</a>` : linkText}
  ${externalUrl && title !== null ? html`<span class="host">(${externalUrl.host})</span>` : ''}
  ${quote === null ? '' : html`<blockquote>${inlineText(quote, 500)}</blockquote>`}`;
}

const renderSidebar = (fact: FactPage): Html =>
  descriptionList([
    ['Status', fact.superseded || fact.stale ? html`${statusBadges(fact)}` : badge('current')],
    ['Superseded by', linkTo('/facts', fact.successor, 'a newer fact')],
    ['Channel', fact.channel === null ? null : html`<a href="/channels/${fact.channel}">${fact.channel}</a>`],
    ['Evidence', linkTo('/posts', fact.post, 'a post')],
    ['Evidence', linkTo('/inquiries', fact.inquiry, 'an inquiry')],
    ['Valid as of', fact.valid_as_of === null ? null : time(fact.valid_as_of)],
    ['Stale after', fact.decay_after === null ? null : time(fact.decay_after)],
  ]);

const linkTo = (path: string, record: RelatedRecord, name: string): Html | null =>
  record && html`<a href="${path}/${record.id}">${name}</a>`;

function renderHistory({ id, history }: FactPage, url: URL): Html | string {
  if (history.nodes.length < 2 && !history.pageInfo.hasNextPage && !url.searchParams.has('cursor')) return '';
  return html`<section aria-labelledby="chain">
    <h2 id="chain">History</h2>
    <p class="note">
      This fact, the facts that it supersedes and the facts that supersede it, the oldest first.
    </p>
    <ol class="chain">
      ${history.nodes.map(
        (fact) =>
          html`<li ${fact.id === id ? html`aria-current="true"` : ''}>
            <a href="/facts/${fact.id}">${excerpt(fact.statement, 120)}</a> ${statusBadges(fact)}
            ${byline(fact)}
          </li>`,
      )}
    </ol>
    ${pagination(url, history.pageInfo, 'Newer facts')}
  </section>`;
}
