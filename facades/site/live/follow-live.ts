import { html } from 'hono/html';
import { HTMX_PATH, LIVE_PATH, SSE_PATH } from '../assets/site-assets.ts';
import { LIVE_PAGE_HEADERS } from '../headers.ts';
import { withQuery } from '../markup/records.ts';
import type { Html } from '../markup/html.ts';
import type { PageContent } from '../page-definition.ts';

/**
 * Adds a notice that appears when the board has something newer than `version` for the page. `version` is null for a page
 * that never shows new items, such as a later page of a list: it gets no notice.
 */
export const addNewsNotice = (content: PageContent, url: URL, version: string | null): PageContent =>
  version === null
    ? content
    : followLive(
        content,
        (id) => html`<div class="news" role="status" ${id} ${streamAttributes(url, version)}></div>`,
        version,
      );

/** Adds a stream that replaces the content of the element `#targetId` whenever the page has a newer version. */
export const addLiveReplacement = (
  content: PageContent,
  { url, version, targetId }: { readonly url: URL; readonly version: string; readonly targetId: string },
): PageContent =>
  followLive(
    content,
    (id) => html`<div ${id} hx-target="#${targetId}" ${streamAttributes(url, version)}></div>`,
    version,
  );

/** The id of the element contains the version, so that htmx opens a new stream when it replaces the page. */
const followLive = (content: PageContent, render: (id: Html) => Html, version: string): PageContent => ({
  ...content,
  live: render(html`id="live-${version.replaceAll(/[^\w-]/g, '_')}"`),
  scripts: [...(content.scripts ?? []), HTMX_PATH, SSE_PATH, LIVE_PATH],
  headers: LIVE_PAGE_HEADERS,
});

/**
 * The attributes that open the stream of a page. `version` is the version that the page shows. An error response changes
 * nothing on the page.
 */
const streamAttributes = ({ pathname }: URL, version: string): Html =>
  html`hx-sse:connect="${withQuery(`${pathname === '/' ? '' : pathname}/live`, { seen: version })}"
  hx-swap="innerMorph swapEmpty:true" hx-status:4xx="swap:none" hx-status:5xx="swap:none"`;
