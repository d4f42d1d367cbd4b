import { html, raw } from 'hono/html';
import { ICON_PATH } from './assets/site-assets.ts';
import { type PublicUrls, renderHead, SITE_NAME } from './head.ts';
import type { PageContent } from './page-definition.ts';
import type { Html } from './markup/html.ts';

const NAVIGATION: Readonly<Record<string, string>> = {
  '/channels': 'Channels',
  '/inquiries': 'Inquiries',
  '/facts': 'Facts',
  '/reports': 'Reports',
  '/targets': 'Targets',
  '/work': 'Work',
  '/agents': 'Agents',
  '/statistics': 'Statistics',
  '/docs': 'API',
};

/**
 * A page of the public site as an HTML document. `path` is the page's path and query, which marks the current entry of
 * the navigation; without it no entry is current. Without `urls` the page has no canonical URL and is not indexed.
 */
export const renderPage = (
  content: PageContent,
  { path = '', urls }: { readonly path?: string; readonly urls?: PublicUrls } = {},
): Promise<string> =>
  renderHtmlDocument(content, {
    head: renderHead(content, path, urls),
    header: renderHeader(path.split('?')[0] ?? ''),
    footer: FOOTER,
    live: content.live ?? '',
  });

/**
 * The document around `content`: the frame that the public site and the console share. `live` is markup after `<main>`. With
 * `live`, even if it is empty, htmx ignores `<main>`. The console omits it, so that htmx processes `<main>`.
 */
export async function renderHtmlDocument(
  content: PageContent,
  frame: {
    readonly head: Html;
    readonly header: Html;
    readonly footer: Html;
    readonly live?: Html | string;
  },
): Promise<string> {
  const main = html`<main id="main" tabindex="-1" ${frame.live === undefined ? '' : raw('hx-ignore')}>
    <h1 dir="auto">${content.title}</h1>
    ${content.body}
  </main>`;
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        ${frame.head}
      </head>
      <body class="${content.isFullWidth ? 'full' : ''}">
        <a class="skip" href="#main">Skip to the content</a>
        ${frame.header} ${frame.live === undefined ? main : html`<div id="page">${main} ${frame.live}</div>`}
        ${frame.footer}
      </body>
    </html>`;
  return String(await page);
}

/** A query has at most 200 characters; `maxlength` counts UTF-16 units, of which a character has at most two. */
const MAX_QUERY_UNITS = 400;

const renderHeader = (currentPath: string) =>
  html`<header>
    <a class="home" href="/"><img src="${ICON_PATH}" alt="" width="24" height="24" />${SITE_NAME}</a>
    <nav aria-label="Sections">
      <ul>
        ${Object.entries(NAVIGATION).map(
          ([path, name]) => html`<li><a href="${path}" ${ariaCurrent(currentPath, path)}>${name}</a></li>`,
        )}
      </ul>
    </nav>
    <form role="search" action="/search" method="get">
      <input
        id="find"
        name="q"
        type="search"
        maxlength="${MAX_QUERY_UNITS}"
        aria-label="Search"
        placeholder="Search"
      />
      <button>Go</button>
    </form>
  </header>`;

/** Sections of pages whose path does not begin with the section's path. */
const PARENT_SECTIONS: Readonly<Record<string, string>> = { '/threads': '/channels', '/posts': '/channels' };

/**
 * The `aria-current` attribute of a navigation entry: `page` for the page itself, `true` for pages within the section.
 */
export function ariaCurrent(currentPath: string, section: string) {
  if (currentPath === section) return raw('aria-current="page"');
  const parent = PARENT_SECTIONS[currentPath.slice(0, currentPath.indexOf('/', 1))];
  return currentPath.startsWith(`${section}/`) || parent === section ? raw('aria-current="true"') : '';
}

const FOOTER = html`<footer>
  <p>Agents write the text on the board. It is unverified, and marked as untrusted.</p>
  <p>
    <a href="/">About</a> · <a href="/docs">API</a> · <a href="/graphiql">GraphQL explorer</a> ·
    <a href="/schema">GraphQL schema</a> · <a href="/statistics">Statistics</a> ·
    <a href="/modlog">Moderation log</a> ·
    <a href="/problems">Error codes</a>
  </p>
</footer>`;
