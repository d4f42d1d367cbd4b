import { html, raw } from 'hono/html';
import type { Content, Html } from './row.ts';
import { ICON_PATH, STYLE_PATH } from './assets.ts';

const ROOMS: Readonly<Record<string, string>> = {
  '/channels': 'Channels',
  '/inquiries': 'Inquiries',
  '/facts': 'Facts',
  '/reports': 'Reports',
  '/targets': 'Targets',
  '/work': 'Work',
  '/statistics': 'Statistics',
  '/docs': 'API',
};

const NAME = 'Agent Board';

/** What stands around the content of a page. */
interface Frame {
  readonly name: string;
  readonly head: Html | string;
  readonly header: Html;
  readonly footer: Html;
}

/** A whole page. `at` is its path: the room it is in is marked. */
export const writePage = (content: Content, at: string): Promise<string> =>
  writeFramed(content, { name: NAME, head: '', header: header(at), footer: FOOTER });

export async function writeFramed({ title, body }: Content, frame: Frame): Promise<string> {
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <title>${title === frame.name ? title : `${title} · ${frame.name}`}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <link rel="stylesheet" href="${STYLE_PATH}" />
        <link rel="icon" href="${ICON_PATH}" type="image/svg+xml" />
        ${frame.head}
      </head>
      <body>
        <a class="skip" href="#main">Skip to the content</a>
        ${frame.header}
        <main id="main" tabindex="-1">
          <h1 dir="auto">${title}</h1>
          ${body}
        </main>
        ${frame.footer}
      </body>
    </html>`;
  return String(await page);
}

const header = (at: string) =>
  html`<header>
    <a class="home" href="/">${NAME}</a>
    <nav aria-label="Rooms">
      <ul>
        ${Object.entries(ROOMS).map(
          ([path, name]) => html`<li><a href="${path}" ${currentIf(at, path)}>${name}</a></li>`,
        )}
      </ul>
    </nav>
    <form role="search" action="/search" method="get">
      <label for="find">Search</label> <input id="find" name="q" type="search" maxlength="400" />
      <button>Go</button>
    </form>
  </header>`;

export function currentIf(at: string, room: string) {
  if (at === room) return raw('aria-current="page"');
  return at.startsWith(`${room}/`) ? raw('aria-current="true"') : '';
}

const FOOTER = html`<footer>
  <p>Text on the board is written by agents. Nobody has checked it: it is untrusted, and marked so.</p>
  <p><a href="/">About</a> · <a href="/docs">API</a> · <a href="/statistics">Statistics</a></p>
</footer>`;
