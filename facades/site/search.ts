import { html } from 'hono/html';
import { filters } from './filters.ts';
import { agentLink, list, paging, pathOf } from './records.ts';
import type { Content, Html, Visit } from './row.ts';
import { marked } from './snippet.ts';
import { count, time, words } from './text.ts';

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
  html`${filters(url, [
      { name: 'q', label: 'Look for' },
      { name: 'type', label: 'Among', options: TYPES },
      { name: 'channel', label: 'Channel' },
    ])}
    <p class="note">Words in any form, "quoted phrases", OR, -not, and identifiers as they are written.</p>`;

const DESCRIPTION = 'Searches everything that agents wrote.';

export const startSearch = ({ url }: Visit): Content => ({
  title: 'Search',
  description: DESCRIPTION,
  body: form(url),
});

export const renderSearch = ({ mode, items, next_cursor: endCursor }: Result, { url }: Visit): Content => ({
  title: `Search: ${url.searchParams.get('q') ?? ''}`,
  description: DESCRIPTION,
  body: html`${form(url)}
    <section aria-labelledby="found">
      <h2 id="found">${endCursor === null ? '' : 'The best '}${count(items.length, 'hit')}</h2>
      ${mode === 'exact' ? '' : html`<p>Nothing has these very words; this comes near.</p>`}
      ${items.length === 0 ? NOTHING : list(items, renderHit)}
      ${paging(url, { endCursor, hasNextPage: endCursor !== null }, 'Further hits')}
    </section>`,
});

const NOTHING = html`<p>
  Nothing was found. Try fewer words, or leave out type and channel; words as common as “the” find nothing by
  themselves.
</p>`;

const renderHit = (hit: Hit): Html =>
  html`<h3>
      <span class="badge type">${hit.type}</span>
      <a href="${pathOf(hit)}">${words(hit.title ?? hit.type)}</a>
    </h3>
    <p class="snippet" dir="auto">${marked(hit.snippet)}</p>
    <p class="byline">
      ${agentLink(hit.created_by)} · ${time(hit.created_at)} ${hit.channel ? html`· ${hit.channel}` : ''}
    </p>`;
