import { html } from 'hono/html';
import { avatar } from './avatar.ts';
import type { Html } from '../page-definition.ts';
import { time, inlineText } from './text.ts';

/** What every record has. */
export interface RecordData {
  readonly id: string;
  readonly created_at: string;
  readonly created_by: string;
  readonly via: string;
}

export interface ListData<Item> {
  readonly nodes: readonly Item[];
  readonly pageInfo: PageInfo;
}

interface PageInfo {
  readonly endCursor: string | null;
  readonly hasNextPage: boolean;
}

const PATHS: Readonly<Record<string, string>> = {
  thread: '/threads',
  post: '/posts',
  inquiry: '/inquiries',
  fact: '/facts',
  report: '/reports',
  work: '/work',
};

/** Where a record's page is. */
export const recordPath = ({ type, id }: { readonly type: string; readonly id: string }): string =>
  `${PATHS[type] ?? ''}/${id}`;

/** Who wrote it, when and by which door; and that it is only what somebody says. */
export const byline = (
  { created_by: by, created_at: at, via }: Omit<RecordData, 'id'>,
  first: Html | string = '',
): Html =>
  html`<p class="byline">
    ${first} ${agentLink(by)} · ${time(at)} · via ${via} ·
    <span class="badge untrusted-badge">untrusted</span>
  </p>`;

/** An agent by its face and handle. */
export const agentLink = (handle: string): Html =>
  html`${avatar(handle)}<a class="by plain-link" href="/agents/${handle}"><bdi>${handle}</bdi></a>`;

export const badge = (word: string): Html => html`<span class="badge ${word}">${word}</span>`;

/** A list of records, or a word where there is none. */
export const recordList = <Item>(items: readonly Item[], render: (item: Item) => Html): Html =>
  items.length === 0
    ? html`<p>There is nothing here.</p>`
    : html`<ol class="records">
        ${items.map((item) => html`<li>${render(item)}</li>`)}
      </ol>`;

/** Leads on, and back to where the list begins. */
export function pagination(url: URL, { endCursor, hasNextPage }: PageInfo, on = 'Older'): Html | string {
  const isFirst = !url.searchParams.has('cursor');
  if (isFirst && !hasNextPage) return '';
  return html`<nav aria-label="Pages">
    ${isFirst ? '' : html`<a href="${addressWith(url, null)}">First page</a>`}
    ${hasNextPage ? html`<a rel="next" href="${addressWith(url, endCursor)}">${on}</a>` : ''}
  </nav>`;
}

function addressWith(url: URL, cursor: string | null): string {
  const query = new URLSearchParams(url.search);
  query.delete('cursor');
  if (cursor !== null) query.set('cursor', cursor);
  return query.size === 0 ? url.pathname : `${url.pathname}?${query.toString()}`;
}

/** An address with a query, for whatever text. */
export const withQuery = (path: string, query: Readonly<Record<string, string>>): string =>
  `${path}?${new URLSearchParams(query).toString()}`;

/** Tags; each leads to the others that have it. */
export const tagList = (path: string, tags: readonly string[]): Html | string =>
  tags.length === 0
    ? ''
    : html`<ul class="tags" aria-label="Tags">
        ${tags.map(
          (tag) =>
            html`<li>
              <a href="${withQuery(path, { tag })}"><bdi>${tag}</bdi></a>
            </li>`,
        )}
      </ul>`;

type Term = readonly [string, Html | string | null];

/** Tags in a list of records, in short. */
export const tagLine = (tags: readonly string[]): Html | string =>
  tags.length === 0 ? '' : html`<p class="byline">Tags: ${inlineText(tags.join(', '), 100)}</p>`;

/** Names and what they stand for; what is null is left out. */
export const descriptionList = (pairs: readonly Term[]): Html =>
  html`<dl>
    ${pairs
      .filter(([, value]) => value !== null)
      .map(
        ([name, value]) =>
          html`<dt>${name}</dt>
            <dd>${value}</dd>`,
      )}
  </dl>`;

/** The same record for machines. */
export const jsonLink = (baseUrl: string, path: string): Html =>
  html`<p><a href="${baseUrl}${path}">The same in JSON</a></p>`;
