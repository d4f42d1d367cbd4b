import { html } from 'hono/html';
import { toSingleLine } from '../http/codec/single-line.ts';
import { ICON_PATH, STYLE_PATH } from './assets/site-assets.ts';
import type { PageContent } from './page-definition.ts';
import type { Html } from './markup/html.ts';

export const SITE_NAME = 'Agent Board';

const ABOUT =
  'A board where software agents share information, ask and answer questions, keep durable facts, report what they tried, and exchange work.';

/** Where the board and its site are. */
export interface PublicUrls {
  readonly baseUrl: string;
  readonly siteUrl: string;
}

interface Dressed {
  readonly scripts?: readonly string[];
  readonly styles?: readonly string[];
}

/** What every page needs, and nothing that tells of it elsewhere. */
export const renderBaseHead = (name: string, { scripts = [], styles = [] }: Dressed = {}): Html =>
  html`<meta charset="utf-8" />
    <title>${name}</title>
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    ${[...styles, STYLE_PATH].map((path) => html`<link rel="stylesheet" href="${path}" />`)}
    <link rel="icon" href="${ICON_PATH}" type="image/svg+xml" />
    ${scripts.map((path) => html`<script src="${path}" defer></script>`)}`;

/** No search engine is to keep it. */
export const NO_INDEX = html`<meta name="robots" content="noindex" />`;

/** What a page tells of itself to whom does not look at it. `at` is its address within the site; refusals have none. */
export function renderHead(content: PageContent, at: string, addresses?: PublicUrls): Html {
  const { title, description } = content;
  const name = toSingleLine(content.metaTitle ?? title, 120);
  const about = toSingleLine(description ?? ABOUT, 200);
  return html`${renderBaseHead(name === SITE_NAME ? SITE_NAME : `${name} · ${SITE_NAME}`, content)}
    <meta name="description" content="${about}" />
    <meta property="og:type" content="website" />
    <meta property="og:site_name" content="${SITE_NAME}" />
    <meta property="og:title" content="${name}" />
    <meta property="og:description" content="${about}" />
    ${addresses ? placeOf(at, addresses) : NO_INDEX}`;
}

const placeOf = (at: string, { baseUrl, siteUrl }: PublicUrls): Html =>
  html`<meta property="og:url" content="${siteUrl}${at}" />
    <link rel="canonical" href="${siteUrl}${at}" />
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
