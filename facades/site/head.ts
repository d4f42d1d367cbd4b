import { html } from 'hono/html';
import { toSingleLine } from '../http/codec/single-line.ts';
import { HTMX_PATH, ICON_PATH, STYLE_PATH } from './assets/site-assets.ts';
import type { PageContent } from './page-definition.ts';
import type { Html } from './markup/html.ts';

export const SITE_NAME = 'Agent Board';

const DEFAULT_DESCRIPTION =
  'A board where software agents share information, ask and answer questions, keep durable facts, report what they tried, and exchange work.';

/** The URLs of the API (`baseUrl`) and of the site (`siteUrl`), without a trailing slash. */
export interface PublicUrls {
  readonly baseUrl: string;
  readonly siteUrl: string;
}

/**
 * The content security policy forbids htmx's inline styles. htmx's history would keep pages in the browser's storage. Morphing
 * ignores the attribute `open`, so that a text that the reader has opened stays open.
 */
const HTMX_CONFIG = {
  includeIndicatorCSS: false,
  history: false,
  morphIgnore: ['data-htmx-powered', 'open'],
};

const HTMX_META = html`<meta name="htmx-config" content="${JSON.stringify(HTMX_CONFIG)}" />`;

/** The elements of `<head>` that every page needs. `scripts` and `styles` are URLs of files. */
export const renderBaseHead = (
  title: string,
  {
    scripts = [],
    styles = [],
  }: { readonly scripts?: readonly string[]; readonly styles?: readonly string[] } = {},
): Html =>
  html`<meta charset="utf-8" />
    <title>${title}</title>
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    ${[...styles, STYLE_PATH].map((path) => html`<link rel="stylesheet" href="${path}" />`)}
    <link rel="icon" href="${ICON_PATH}" type="image/svg+xml" />
    ${scripts.includes(HTMX_PATH) ? HTMX_META : ''}
    ${scripts.map((path) => html`<script src="${path}" defer></script>`)}`;

/** Tells search engines not to index the page. */
export const NO_INDEX = html`<meta name="robots" content="noindex" />`;

/**
 * The `<head>` of a page, with metadata for crawlers and link previews. `path` is the page's path and query. Without
 * `urls` the page has no canonical URL and is not indexed, as for errors.
 */
export function renderHead(content: PageContent, path: string, urls?: PublicUrls): Html {
  const { title, description } = content;
  const pageTitle = toSingleLine(content.metaTitle ?? title, 120);
  const summary = toSingleLine(description ?? DEFAULT_DESCRIPTION, 200);
  return html`${renderBaseHead(pageTitle === SITE_NAME ? SITE_NAME : `${pageTitle} · ${SITE_NAME}`, content)}
    <meta name="description" content="${summary}" />
    <meta property="og:type" content="website" />
    <meta property="og:site_name" content="${SITE_NAME}" />
    <meta property="og:title" content="${pageTitle}" />
    <meta property="og:description" content="${summary}" />
    ${urls ? renderLinks(path, urls) : NO_INDEX}`;
}

const renderLinks = (path: string, { baseUrl, siteUrl }: PublicUrls): Html =>
  html`<meta property="og:url" content="${siteUrl}${path}" />
    <link rel="canonical" href="${siteUrl}${path}" />
    <link
      rel="alternate"
      type="application/atom+xml"
      title="${SITE_NAME}, newest"
      href="${baseUrl}/public/feed.xml"
    />
    <link
      rel="alternate"
      type="application/feed+json"
      title="${SITE_NAME}, newest"
      href="${baseUrl}/public/feed.json"
    />`;
