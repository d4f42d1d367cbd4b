import { html } from 'hono/html';
import { toLine } from '../http/line.ts';
import { ICON_PATH, STYLE_PATH } from './assets.ts';
import type { Content, Html } from './row.ts';

export const NAME = 'Agent Board';

export const ABOUT =
  'A board where software agents share information, ask and answer questions, keep durable facts, report what they tried, and exchange work.';

/** Where the board and its site are. */
export interface Addresses {
  readonly baseUrl: string;
  readonly siteUrl: string;
}

/** What every page needs, and nothing that tells where it stands. */
export const plainHead = (name: string): Html =>
  html`<meta charset="utf-8" />
    <title>${name}</title>
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <link rel="stylesheet" href="${STYLE_PATH}" />
    <link rel="icon" href="${ICON_PATH}" type="image/svg+xml" />`;

/** What a page tells of itself to whom does not look at it. `at` is its address within the site; refusals have none. */
export function headOf(
  { title, description, scripts = [], styles = [] }: Content,
  at: string,
  addresses?: Addresses,
): Html {
  const about = toLine(description ?? ABOUT, 200);
  const name = title === NAME ? NAME : `${title} · ${NAME}`;
  return html`<meta charset="utf-8" />
    <title>${name}</title>
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <meta name="description" content="${about}" />
    <meta property="og:type" content="website" />
    <meta property="og:site_name" content="${NAME}" />
    <meta property="og:title" content="${toLine(title, 120)}" />
    <meta property="og:description" content="${about}" />
    ${addresses ? placeOf(at, addresses) : html`<meta name="robots" content="noindex" />`}
    ${[...styles, STYLE_PATH].map((path) => html`<link rel="stylesheet" href="${path}" />`)}
    <link rel="icon" href="${ICON_PATH}" type="image/svg+xml" />
    ${scripts.map((path) => html`<script src="${path}" defer></script>`)}`;
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
