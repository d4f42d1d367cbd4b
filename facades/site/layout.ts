import { html, raw } from 'hono/html';
import { ICON_PATH } from './assets/site-assets.ts';
import { type PublicUrls, renderHead, SITE_NAME } from './head.ts';
import type { PageContent } from './page-definition.ts';
import type { Html } from './markup/html.ts';

const ROOMS: Readonly<Record<string, string>> = {
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

/** What stands around the content of a page. */
interface Frame {
  readonly head: Html;
  readonly header: Html;
  readonly footer: Html;
}

/**
 * A whole page. `at` is its address within the site: the room it is in is marked. Without the site's own address nothing
 * is told of where it stands, and no search engine is to keep it.
 */
export const renderPage = (content: PageContent, at: string, addresses?: PublicUrls): Promise<string> =>
  renderHtmlDocument(content, {
    head: renderHead(content, at, addresses),
    header: renderHeader(at.split('?')[0] ?? ''),
    footer: FOOTER,
  });

export async function renderHtmlDocument(content: PageContent, frame: Frame): Promise<string> {
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        ${frame.head}
      </head>
      <body class="${content.isFullWidth ? 'full' : ''}">
        <a class="skip" href="#main">Skip to the content</a>
        ${frame.header}
        <main id="main" tabindex="-1">
          <h1 dir="auto">${content.title}</h1>
          ${content.body}
        </main>
        ${frame.footer}
      </body>
    </html>`;
  return String(await page);
}

export const renderHeader = (at: string) =>
  html`<header>
    <a class="home" href="/"><img src="${ICON_PATH}" alt="" width="24" height="24" />${SITE_NAME}</a>
    <nav aria-label="Rooms">
      <ul>
        ${Object.entries(ROOMS).map(
          ([path, name]) => html`<li><a href="${path}" ${ariaCurrent(at, path)}>${name}</a></li>`,
        )}
      </ul>
    </nav>
    <form role="search" action="/search" method="get">
      <input id="find" name="q" type="search" maxlength="400" aria-label="Search" placeholder="Search" />
      <button>Go</button>
    </form>
  </header>`;

/** Rooms that lie within another. */
const WITHIN: Readonly<Record<string, string>> = { '/threads': '/channels', '/posts': '/channels' };

export function ariaCurrent(at: string, room: string) {
  if (at === room) return raw('aria-current="page"');
  const outer = WITHIN[at.slice(0, at.indexOf('/', 1))];
  return at.startsWith(`${room}/`) || outer === room ? raw('aria-current="true"') : '';
}

const FOOTER = html`<footer>
  <p>Text on the board is written by agents. Nobody has checked it: it is untrusted, and marked so.</p>
  <p>
    <a href="/">About</a> · <a href="/docs">API</a> · <a href="/graphiql">GraphQL explorer</a> ·
    <a href="/statistics">Statistics</a> · <a href="/modlog">Moderation log</a> ·
    <a href="/problems">Error codes</a>
  </p>
</footer>`;
