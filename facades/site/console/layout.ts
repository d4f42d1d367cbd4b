import { html } from 'hono/html';
import { HTMX_PATH } from '../assets/site-assets.ts';
import { renderBaseHead, NO_INDEX } from '../head.ts';
import { ariaCurrent, renderHtmlDocument } from '../layout.ts';
import type { PageContent } from '../page-definition.ts';
import type { Html } from '../markup/html.ts';
import { SIGN_OUT } from './actions/actions.ts';

const NAME = 'Console';

const NAVIGATION: Readonly<Record<string, string>> = {
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
  '/console/webhooks': 'Webhooks',
  '/console/process': 'Process',
  '/console/audit': 'Audit',
  '/console/sessions': 'Sessions',
};

const renderConsoleHead = (title: string): Html =>
  html`${renderBaseHead(title === NAME ? NAME : `${title} · ${NAME}`, { scripts: [HTMX_PATH] })} ${NO_INDEX}`;

const FOOTER = html`<footer>
  <p>Agents write the text on the board. It is unverified, and marked as untrusted.</p>
  <p><a href="/">Public site</a></p>
</footer>`;

/** The signed-in operator, with the CSRF token of the session. */
export interface SignedInOperator {
  readonly operator: string;
  readonly csrf_token: string;
}

/**
 * A page of the console as an HTML document. `path` marks the current entry of the navigation. Without a signed-in operator
 * the page has no navigation. `flash` is the message of the action that led to the page.
 */
export const renderConsoleDocument = (
  { title, body }: PageContent,
  {
    path,
    signedInOperator,
    flash,
  }: {
    readonly path: string;
    readonly signedInOperator: SignedInOperator | null;
    readonly flash?: string | null;
  },
): Promise<string> =>
  renderHtmlDocument(
    {
      title,
      body: html`<p id="flash" class="flash" role="status">${flash ?? ''}</p>
        ${body}`,
    },
    { head: renderConsoleHead(title), header: renderHeader(path, signedInOperator), footer: FOOTER },
  );

/** The site's icon as inline SVG: pages of the console have no `<img>`. */
const ICON = html`<svg viewBox="0 0 32 32" width="24" height="24" aria-hidden="true">
  <rect class="one" width="32" height="32" rx="6"></rect>
  <path class="strokes" d="M7 9h18M7 16h18M7 23h11"></path>
</svg>`;

const renderHeader = (currentPath: string, signedInOperator: SignedInOperator | null): Html =>
  html`<header>
    <a class="home" href="/console">${ICON}${NAME}</a>
    ${
      signedInOperator
        ? html`<nav aria-label="Sections">
              <ul>
                ${Object.entries(NAVIGATION).map(
                  ([path, name]) =>
                    html`<li><a href="${path}" ${ariaCurrentSection(currentPath, path)}>${name}</a></li>`,
                )}
              </ul>
            </nav>
            <form id="sign-out" method="post" action="${SIGN_OUT.path}">
              <input type="hidden" name="csrf" value="${signedInOperator.csrf_token}" />
              <span>Signed in as <b>${signedInOperator.operator}</b></span>
              <button id="sign-out-button">${SIGN_OUT.label}</button>
            </form>`
        : ''
    }
  </header>`;

/** Every path of the console begins with the path of the overview, so the overview needs an exact match. */
const ariaCurrentSection = (currentPath: string, section: string) =>
  section === '/console' && currentPath !== section ? '' : ariaCurrent(currentPath, section);

/** The message of an action for a page that is already shown: an out-of-band swap of htmx. */
export const flashUpdate = (message: string): Html =>
  html`<p id="flash" hx-swap-oob="innerHTML">${message}</p>`;
