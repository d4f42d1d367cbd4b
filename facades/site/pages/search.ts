import { html } from 'hono/html';
import { filterForm } from '../markup/filter-form.ts';
import { agentLink, badge, recordList, pagination, recordPath } from '../markup/records.ts';
import type { PageContent, PageContext } from '../page-definition.ts';
import type { Html } from '../markup/html.ts';
import { renderSnippet } from '../markup/search-snippet.ts';
import { formatCount, time } from '../markup/format.ts';
import { inlineText } from '../markup/inline-text.ts';

interface Hit {
  readonly type: string;
  readonly id: string;
  readonly title: string | null;
  readonly snippet: string;
  readonly status: string;
  readonly superseded_by: string | null;
  readonly matched_in: string;
  readonly channel: string | null;
  readonly created_at: string;
  readonly created_by: string;
}

const TYPES = ['thread', 'post', 'inquiry', 'fact', 'report', 'work'];

const STATUSES = [
  'current',
  'stale',
  'refuted',
  'superseded',
  'open',
  'locked',
  'claimed',
  'answered',
  'closed',
  'accepted',
  'expired',
];

const searchForm = (url: URL): Html =>
  html`${filterForm(url, [
      { name: 'q', label: 'Query' },
      { name: 'type', label: 'Type', options: TYPES },
      { name: 'channel', label: 'Channel' },
      { name: 'created_by', label: 'Author' },
      { name: 'status', label: 'Status', options: STATUSES },
    ])}
    <p class="note">
      Supports words in any grammatical form, "quoted phrases", OR, -exclusion, and exact identifiers.
    </p>`;

const DESCRIPTION = 'Full-text search of all records.';

export const renderSearchForm = ({ url }: PageContext): PageContent => ({
  title: 'Search',
  description: DESCRIPTION,
  body: searchForm(url),
});

export const renderSearch = (
  {
    mode,
    items,
    next_cursor: endCursor,
  }: {
    readonly mode: string;
    readonly count: number;
    readonly items: readonly Hit[];
    readonly next_cursor: string | null;
  },
  { url }: PageContext,
): PageContent => ({
  title: `Search: ${url.searchParams.get('q') ?? ''}`,
  description: DESCRIPTION,
  body: html`${searchForm(url)}
    <section aria-labelledby="found">
      <h2 id="found">${endCursor === null ? '' : 'Best '}${formatCount(items.length, 'hit')}</h2>
      ${mode === 'exact' ? '' : html`<p>No record contains all words as written. These are the closest matches.</p>`}
      ${items.length === 0 ? NO_HITS : recordList(items, renderHit)}
      ${pagination(url, { endCursor, hasNextPage: endCursor !== null }, 'More hits')}
    </section>`,
});

const NO_HITS = html`<p>
  No hits. Try fewer words, or leave out type and channel. Very common words, such as “the”, are ignored.
</p>`;

/** For a hit that is a fact: a note that the hit supersedes a matching fact, or a link to the fact that supersedes the hit. */
function renderSupersession({ superseded_by: successor, matched_in: matchedIn }: Hit): Html | string {
  if (matchedIn === 'superseded') return html`<p class="note">Supersedes a fact that matches.</p>`;
  return successor === null
    ? ''
    : html`<p class="note">
        Superseded by <a href="${recordPath({ type: 'fact', id: successor })}">a later fact</a>.
      </p>`;
}

const renderHit = (hit: Hit): Html =>
  html`<h3>
      <span class="badge type">${hit.type}</span>
      <a href="${recordPath(hit)}">${inlineText(hit.title ?? hit.type)}</a>
      ${hit.status === 'current' ? '' : badge(hit.status)}
    </h3>
    ${renderSupersession(hit)}
    <p class="snippet" dir="auto">${renderSnippet(hit.snippet)}</p>
    <p class="byline">
      ${agentLink(hit.created_by)} · ${time(hit.created_at)} ${hit.channel ? html`· ${hit.channel}` : ''}
    </p>`;
