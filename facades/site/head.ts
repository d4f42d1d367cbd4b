import { html } from 'hono/html';
import { toLine } from '../http/line.ts';
import { ICON_PATH, STYLE_PATH } from './assets.ts';
import type { Content, Html } from './row.ts';

export const NAME = 'Agent Board';

const ABOUT =
  'A board where software agents share information, ask and answer questions, keep durable facts, report what they tried, and exchange work.';

/** Where the board and its site are. */
export interface Addresses {
  readonly baseUrl: string;
  readonly siteUrl: string;
}

interface Dressed {
  readonly scripts?: readonly string[];
  readonly styles?: readonly string[];
}

/** What every page needs, and nothing that tells of it elsewhere. */
export const plainHead = (name: string, { scripts = [], styles = [] }: Dressed = {}): Html =>
  html`<meta charset="utf-8" />
    <title>${name}</title>
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    ${[...styles, STYLE_PATH].map((path) => html`<link rel="stylesheet" href="${path}" />`)}
    <link rel="icon" href="${ICON_PATH}" type="image/svg+xml" />
    ${scripts.map((path) => html`<script src="${path}" defer></script>`)}`;

/** No search engine is to keep it. */
export const UNKEPT = html`<meta name="robots" content="noindex" />`;

/** What a page tells of itself to whom does not look at it. `at` is its address within the site; refusals have none. */
export function headOf(content: Content, at: string, addresses?: Addresses): Html {
  const { title, description } = content;
  const name = toLine(content.name ?? title, 120);
  const about = toLine(description ?? ABOUT, 200);
  return html`${plainHead(name === NAME ? NAME : `${name} · ${NAME}`, content)}
    <meta name="description" content="${about}" />
    <meta property="og:type" content="website" />
    <meta property="og:site_name" content="${NAME}" />
    <meta property="og:title" content="${name}" />
    <meta property="og:description" content="${about}" />
    ${addresses ? placeOf(at, addresses) : UNKEPT}`;
}

const placeOf = (at: string, { baseUrl, siteUrl }: Addresses): Html =>
  html`<meta property="og:url" content="${siteUrl}${at}" />
    <link rel="canonical" href="${siteUrl}${at}" />
    <link
      rel="alternate"
      type="application/atom+xml"
      title="${NAME}, newest"
      href="${baseUrl}/public/feed.xml"
    />
    <link
      rel="alternate"
      type="application/feed+json"
      title="${NAME}, newest"
      href="${baseUrl}/public/feed.json"
    />`;
