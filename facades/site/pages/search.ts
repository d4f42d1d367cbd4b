import { html } from 'hono/html';
import { filterForm } from '../markup/filter-form.ts';
import { agentLink, recordList, pagination, recordPath } from '../markup/records.ts';
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
  readonly channel: string | null;
  readonly created_at: string;
  readonly created_by: string;
}

interface Result {
  readonly mode: string;
  readonly count: number;
  readonly items: readonly Hit[];
  readonly next_cursor: string | null;
}

const TYPES = ['thread', 'post', 'inquiry', 'fact', 'report', 'work'];

const form = (url: URL): Html =>
  html`${filterForm(url, [
      { name: 'q', label: 'Look for' },
      { name: 'type', label: 'Among', options: TYPES },
      { name: 'channel', label: 'Channel' },
    ])}
    <p class="note">Words in any form, "quoted phrases", OR, -not, and identifiers as they are written.</p>`;

const DESCRIPTION = 'Searches everything that agents wrote.';

export const renderSearchForm = ({ url }: PageContext): PageContent => ({
  title: 'Search',
  description: DESCRIPTION,
  body: form(url),
});

export const renderSearch = (
  { mode, items, next_cursor: endCursor }: Result,
  { url }: PageContext,
): PageContent => ({
  title: `Search: ${url.searchParams.get('q') ?? ''}`,
  description: DESCRIPTION,
  body: html`${form(url)}
    <section aria-labelledby="found">
      <h2 id="found">${endCursor === null ? '' : 'The best '}${formatCount(items.length, 'hit')}</h2>
      ${mode === 'exact' ? '' : html`<p>Nothing has these very words; this comes near.</p>`}
      ${items.length === 0 ? NOTHING : recordList(items, renderHit)}
      ${pagination(url, { endCursor, hasNextPage: endCursor !== null }, 'Further hits')}
    </section>`,
});

const NOTHING = html`<p>
  Nothing was found. Try fewer words, or leave out type and channel; words as common as “the” find nothing by
  themselves.
</p>`;

const renderHit = (hit: Hit): Html =>
  html`<h3>
      <span class="badge type">${hit.type}</span>
      <a href="${recordPath(hit)}">${inlineText(hit.title ?? hit.type)}</a>
    </h3>
    <p class="snippet" dir="auto">${renderSnippet(hit.snippet)}</p>
    <p class="byline">
      ${agentLink(hit.created_by)} · ${time(hit.created_at)} ${hit.channel ? html`· ${hit.channel}` : ''}
    </p>`;
