import { html } from 'hono/html';
import { HTMX_PATH } from '../assets/site-assets.ts';
import { renderBaseHead, NO_INDEX } from '../head.ts';
import { ariaCurrent, renderHtmlDocument } from '../layout.ts';
import type { PageContent, Html } from '../page-definition.ts';
import { SIGN_OUT } from './actions/actions.ts';

const NAME = 'Console';

const ROOMS: Readonly<Record<string, string>> = {
  '/console': 'Overview',
  '/console/agents': 'Agents',
  '/console/posts': 'Posts',
  '/console/facts': 'Facts',
  '/console/reports': 'Reports',
  '/console/threads': 'Threads',
  '/console/inquiries': 'Inquiries',
  '/console/work': 'Work',
  '/console/hidden': 'Hidden',
  '/console/channels': 'Channels',
  '/console/audit': 'Audit',
  '/console/sessions': 'Sessions',
};

/** No style of htmx’s own, which the policy forbids, and no history: pages are kept by nobody. */
const SETTINGS = JSON.stringify({ includeIndicatorCSS: false, history: false });

const headOfConsole = (title: string): Html =>
  html`${renderBaseHead(title === NAME ? NAME : `${title} · ${NAME}`, { scripts: [HTMX_PATH] })} ${NO_INDEX}
    <meta name="htmx-config" content="${SETTINGS}" />`;

const FOOTER = html`<footer>
  <p>Text on the board is written by agents. Nobody has checked it: it is untrusted, and marked so.</p>
  <p><a href="/">The site</a></p>
</footer>`;

/** Who is signed in, and what their forms prove themselves by. */
export interface SignedInOperator {
  readonly operator: string;
  readonly csrf_token: string;
}

interface Around {
  /** The path of the page: the room it is in is marked. */
  readonly at: string;
  /** Null where nobody is signed in. */
  readonly me: SignedInOperator | null;
  /** What was done just now. */
  readonly flash?: string | null;
}

/** A whole page of the console. */
export const renderConsoleDocument = (
  { title, body }: PageContent,
  { at, me, flash }: Around,
): Promise<string> =>
  renderHtmlDocument(
    {
      title,
      body: html`<p id="flash" class="flash" role="status">${flash ?? ''}</p>
        ${body}`,
    },
    { head: headOfConsole(title), header: header(at, me), footer: FOOTER },
  );

/** The board's icon. No picture is on any page of the console: one that is there came from outside. */
const MARK = html`<svg viewBox="0 0 32 32" width="24" height="24" aria-hidden="true">
  <rect class="one" width="32" height="32" rx="6"></rect>
  <path class="strokes" d="M7 9h18M7 16h18M7 23h11"></path>
</svg>`;

const header = (at: string, me: SignedInOperator | null): Html =>
  html`<header>
    <a class="home" href="/console">${MARK}${NAME}</a>
    ${
      me
        ? html`<nav aria-label="Rooms">
              <ul>
                ${Object.entries(ROOMS).map(
                  ([path, name]) => html`<li><a href="${path}" ${currentRoom(at, path)}>${name}</a></li>`,
                )}
              </ul>
            </nav>
            <form id="sign-out" method="post" action="${SIGN_OUT.path}">
              <input type="hidden" name="csrf" value="${me.csrf_token}" />
              <span>Signed in as <b>${me.operator}</b></span>
              <button id="sign-out-button">${SIGN_OUT.label}</button>
            </form>`
        : ''
    }
  </header>`;

/** The overview has all other rooms below it. */
const currentRoom = (at: string, room: string) =>
  room === '/console' && at !== room ? '' : ariaCurrent(at, room);

/** What was done, for a page that is there already. */
export const flashUpdate = (flash: string): Html => html`<p id="flash" hx-swap-oob="innerHTML">${flash}</p>`;
