import { html } from 'hono/html';
import type { BoardError } from '../../../schema/contract.ts';
import { toCaller } from '../../http/binding/caller.ts';
import { toSingleLine } from '../../http/codec/single-line.ts';
import { refusalHeaders, statusOf } from '../../http/problem.ts';
import type { Reply } from '../../http/reply.ts';
import type { Exchange, Route } from '../../http/route.ts';
import { SignIn, SignOut } from '../../documents/console.ts';
import type { PageContent } from '../page-definition.ts';
import { clearSessionCookie, setSessionCookie } from './cookies.ts';
import { SIGN_OUT } from './actions/actions.ts';
import { type FormIssue, issueAlert } from './actions/form.ts';
import { CONSOLE_HEADERS } from './headers.ts';
import { renderConsoleDocument } from './layout.ts';
import {
  type ConsoleOptions,
  toFormIssues,
  findSignedInOperator,
  toDisplayableError,
  SIGN_IN_PATH,
  toErrorReply,
} from './errors.ts';
import { toPageReply, toRedirect } from './replies.ts';
import { readForm, readConsoleUrl, toWritingCaller } from './request.ts';

const ROUTE = { json: false, cors: false, headers: CONSOLE_HEADERS } as const;

/** The way in and the way out. */
export const createSignInRoutes = (door: ConsoleOptions): readonly Route[] => [
  { ...ROUTE, method: 'GET', path: SIGN_IN_PATH, serve: (exchange) => ask(exchange.url.searchParams, []) },
  { ...ROUTE, method: 'POST', path: SIGN_IN_PATH, serve: (exchange) => signIn(exchange, door) },
  { ...ROUTE, method: 'POST', path: SIGN_OUT.path, serve: (exchange) => signOut(exchange, door) },
];

async function ask(query: URLSearchParams, faults: readonly FormIssue[], error?: BoardError): Promise<Reply> {
  const content = toContent({ next: query.get('next') ?? '', isLeft: query.has('left'), faults });
  const text = await renderConsoleDocument(content, { at: SIGN_IN_PATH, me: null });
  return error ? toPageReply(text, statusOf[error.kind], refusalHeaders(error)) : toPageReply(text);
}

interface Asked {
  readonly next: string;
  readonly isLeft: boolean;
  readonly faults: readonly FormIssue[];
}

const toContent = ({ next, isLeft, faults }: Asked): PageContent => ({
  title: 'Sign in',
  body: html`${isLeft ? html`<p role="status">${SIGN_OUT.doneMessage}</p>` : ''}
    ${faults.length > 0 ? issueAlert(faults) : ''}
    <form id="sign-in" class="card" method="post" action="${SIGN_IN_PATH}">
      <input type="hidden" name="next" value="${next}" />
      <input name="as" value="operator" autocomplete="username" readonly hidden />
      <p>
        <label for="token">Operator token</label>
        <input
          id="token"
          name="token"
          type="password"
          required
          maxlength="400"
          autocomplete="current-password"
          spellcheck="false"
        />
      </p>
      <p><button id="sign-in-button" class="main-act">Sign in</button></p>
    </form>
    <p class="note">
      The token begins with <code>sba_</code>: the first start of the board shows it, or its operator has set
      it, or made it with <code>agent-board creator create</code>.
    </p>`,
});

/** The browser, in so many characters that everybody can read. */
function browserOf({ request }: Exchange): string | null {
  const told = (request.headers.get('user-agent') ?? '').replaceAll(/[^\x20-\x7e]/g, ' ');
  return toSingleLine(told, 160) || null;
}

async function signIn(
  exchange: Exchange,
  { openSession, siteUrl, isOwnOrigin: isOurs }: ConsoleOptions,
): Promise<Reply> {
  const form = readForm(exchange);
  if (isForeign(exchange, isOurs)) return ask(form, [{ field: null, text: 'Sign in from this page.' }]);
  const token = form.get('token')?.trim() ?? '';
  if (token === '') return ask(form, [{ field: null, text: 'Enter the operator token.' }]);
  try {
    const caller = { ...toCaller('console', exchange), credential: token, isSignIn: true };
    const session = await openSession(caller, 'operator');
    const { value } = await session.executeOperation(SignIn, { userAgent: browserOf(exchange) });
    const { session_token: opened } = value as { readonly session_token: string };
    const { pathname, search } = readConsoleUrl(form.get('next'), siteUrl);
    return toRedirect(`${pathname}${search}`, setSessionCookie(opened, siteUrl));
  } catch (error) {
    const refusal = toDisplayableError(error);
    return ask(form, [{ field: null, text: wordsOf(refusal) }], refusal);
  }
}

/** A browser that says where a form comes from, and that it is elsewhere. Privacy makes it say `null`, which is nowhere. */
function isForeign({ request: { headers } }: Exchange, isOurs: ConsoleOptions['isOwnOrigin']): boolean {
  const [origin, site] = [headers.get('origin') ?? 'null', headers.get('sec-fetch-site') ?? 'none'];
  return !isOurs(headers) && (origin !== 'null' || site !== 'none');
}

function wordsOf(refusal: BoardError): string {
  const [fault] = toFormIssues(refusal);
  if (refusal.kind !== 'limited') return fault?.text ?? refusal.message;
  const minutes = Math.ceil((refusal.rateLimit?.resetSeconds ?? 60) / 60);
  return `${refusal.message}. Try again in ${minutes} minute${minutes === 1 ? '' : 's'}.`;
}

/** Ends the session, and has the browser forget it; also one that has ended already. */
async function signOut(exchange: Exchange, door: ConsoleOptions): Promise<Reply> {
  const form = readForm(exchange);
  const caller = toWritingCaller(exchange, form, door.isOwnOrigin);
  try {
    const session = await door.openSession(caller, 'operator');
    await session.executeOperation(SignOut, {});
  } catch (error) {
    const refusal = toDisplayableError(error);
    if (refusal.code === 'csrf' || refusal.kind === 'limited')
      return toErrorReply(refusal, await findSignedInOperator(door, caller));
  }
  return toRedirect(`${SIGN_IN_PATH}?left=yes`, clearSessionCookie(door.siteUrl));
}
