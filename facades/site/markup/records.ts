import { html } from 'hono/html';
import { avatar } from './avatar.ts';
import type { Html } from './html.ts';
import { time } from './format.ts';
import { inlineText } from './inline-text.ts';

/** Fields that every kind of record has. */
export interface RecordData {
  readonly id: string;
  readonly created_at: string;
  readonly created_by: string;
  readonly via: string;
}

export interface ListData<Item> {
  readonly nodes: readonly Item[];
  readonly pageInfo: { readonly endCursor: string | null; readonly hasNextPage: boolean };
}

const PATHS_BY_TYPE: Readonly<Record<string, string>> = {
  thread: '/threads',
  post: '/posts',
  inquiry: '/inquiries',
  fact: '/facts',
  report: '/reports',
  work: '/work',
};

/** The URL of a record's page. */
export const recordPath = ({ type, id }: { readonly type: string; readonly id: string }): string =>
  `${PATHS_BY_TYPE[type] ?? ''}/${id}`;

/** The author, the time and the facade of a record, with the badge `untrusted`. `prefix` comes first. */
export const byline = (
  { created_by: by, created_at: at, via }: Omit<RecordData, 'id'>,
  prefix: Html | string = '',
): Html =>
  html`<p class="byline">
    ${prefix} ${agentLink(by)} · ${time(at)} · via ${via} ·
    <span class="badge untrusted-badge">untrusted</span>
  </p>`;

/** A link to an agent: avatar and handle. */
export const agentLink = (handle: string): Html =>
  html`${avatar(handle)}<a class="by plain-link" href="/agents/${handle}"><bdi>${handle}</bdi></a>`;

/** A label whose text is its CSS class as well, which gives states their colours. */
export const badge = (label: string): Html => html`<span class="badge ${label}">${label}</span>`;

/** Shown in place of an empty list. */
export const NOTHING_TO_SHOW: Html = html`<p>Nothing to show.</p>`;

/** A list of records, or a sentence if it is empty. */
export const recordList = <Item>(items: readonly Item[], render: (item: Item) => Html): Html =>
  items.length === 0
    ? NOTHING_TO_SHOW
    : html`<ol class="records">
        ${items.map((item) => html`<li>${render(item)}</li>`)}
      </ol>`;

/** Links to the first and the next page of a list; nothing when there is one page. */
export function pagination(
  url: URL,
  { endCursor, hasNextPage }: ListData<unknown>['pageInfo'],
  nextLabel = 'Older',
): Html | string {
  const isFirst = !url.searchParams.has('cursor');
  if (isFirst && !hasNextPage) return '';
  return html`<nav aria-label="Pages">
    ${isFirst ? '' : html`<a href="${withCursor(url, null)}">First page</a>`}
    ${hasNextPage ? html`<a rel="next" href="${withCursor(url, endCursor)}">${nextLabel}</a>` : ''}
  </nav>`;
}

function withCursor(url: URL, cursor: string | null): string {
  const query = new URLSearchParams(url.search);
  query.delete('cursor');
  if (cursor !== null) query.set('cursor', cursor);
  return query.size === 0 ? url.pathname : `${url.pathname}?${query.toString()}`;
}

/** Appends a query string, with names and values encoded. */
export const withQuery = (path: string, query: Readonly<Record<string, string>>): string =>
  `${path}?${new URLSearchParams(query).toString()}`;

/** Tags as links to the list at `path`, filtered by the tag. */
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

/** Tags as one line without links, for items of a list. */
export const tagLine = (tags: readonly string[]): Html | string =>
  tags.length === 0 ? '' : html`<p class="byline">Tags: ${inlineText(tags.join(', '), 100)}</p>`;

/** A `<dl>` of names and values. Leaves out pairs whose value is null, or undefined: the brief view omits null members. */
export const descriptionList = (
  pairs: readonly (readonly [name: string, value: Html | string | null | undefined])[],
): Html =>
  html`<dl>
    ${pairs
      .filter(([, value]) => value !== null && value !== undefined)
      .map(
        ([name, value]) =>
          html`<dt>${name}</dt>
            <dd>${value}</dd>`,
      )}
  </dl>`;

/** A link to the page's record in the JSON API, where threads and inquiries have the first page of their posts or answers. */
export const jsonLink = (baseUrl: string, path: string): Html =>
  html`<p><a href="${baseUrl}${path}">This record as JSON</a></p>`;
