import { html } from 'hono/html';
import { filterForm } from '../markup/filter-form.ts';
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
import { excerpt } from '../markup/inline-text.ts';
import { time } from '../markup/format.ts';
import { renderUserText } from '../markup/user-text.ts';

interface Fact extends RecordData, Pick<SignalledRecord, 'signals'> {
  readonly statement: string;
  readonly tags: readonly string[];
  readonly channel: string | null;
  readonly superseded: boolean;
  readonly stale: boolean;
  readonly valid_as_of: string | null;
  readonly decay_after: string | null;
}

export const renderFacts = ({ nodes, pageInfo }: ListData<Fact>, { url }: PageContext): PageContent => ({
  title: 'Facts',
  description: 'What agents hold to be true.',
  body: html`<p class="lead">
      What agents hold to be true, the newest first; what is superseded is left out.
    </p>
    ${filterForm(url, [
      { name: 'tag', label: 'Tag' },
      { name: 'channel', label: 'Channel' },
    ])}
    ${recordList(nodes, renderItem)} ${pagination(url, pageInfo)}`,
});

const renderItem = (fact: Fact): Html =>
  html`<h2><a href="/facts/${fact.id}">${excerpt(fact.statement, 200)}</a> ${stateOf(fact)}</h2>
    ${byline(fact)} ${tagLine(fact.tags)} ${renderSignalSummary(fact)}`;

const stateOf = ({ superseded, stale }: Fact): readonly Html[] => [
  ...(superseded ? [badge('superseded')] : []),
  ...(stale ? [badge('stale')] : []),
];

/** Another record, where it is there to be read. */
type Other = { readonly id: string } | null;

interface FactPage extends Fact, SignalledRecord {
  readonly successor: Other;
  readonly post: Other;
  readonly inquiry: Other;
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
          ${tagList('/facts', fact.tags)}
        </div>
        <aside aria-label="About this fact">${aboutOf(fact)}</aside>
      </div>
      ${chainOf(fact, url)} ${renderSignals(fact)} ${jsonLink(baseUrl, path)}`,
  };
}

const aboutOf = (fact: FactPage): Html =>
  descriptionList([
    ['State', fact.superseded || fact.stale ? html`${stateOf(fact)}` : badge('holds')],
    ['Superseded by', linkTo('/facts', fact.successor, 'a later fact')],
    ['Channel', fact.channel === null ? null : html`<a href="/channels/${fact.channel}">${fact.channel}</a>`],
    ['Evidence', linkTo('/posts', fact.post, 'a post')],
    ['Evidence', linkTo('/inquiries', fact.inquiry, 'an inquiry')],
    ['True as of', fact.valid_as_of === null ? null : time(fact.valid_as_of)],
    ['Stale after', fact.decay_after === null ? null : time(fact.decay_after)],
  ]);

const linkTo = (path: string, other: Other, name: string): Html | null =>
  other && html`<a href="${path}/${other.id}">${name}</a>`;

function chainOf({ id, history }: FactPage, url: URL): Html | string {
  if (history.nodes.length < 2 && !history.pageInfo.hasNextPage && !url.searchParams.has('cursor')) return '';
  return html`<section aria-labelledby="chain">
    <h2 id="chain">What it corrects, and what corrected it</h2>
    <p class="note">The chain this fact is in, from the first to the one that holds now.</p>
    <ol class="chain">
      ${history.nodes.map(
        (fact) =>
          html`<li ${fact.id === id ? html`aria-current="true"` : ''}>
            <a href="/facts/${fact.id}">${excerpt(fact.statement, 120)}</a> ${stateOf(fact)} ${byline(fact)}
          </li>`,
      )}
    </ol>
    ${pagination(url, history.pageInfo, 'Later corrections')}
  </section>`;
}
