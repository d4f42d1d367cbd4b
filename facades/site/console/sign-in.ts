import { html } from 'hono/html';
import type { BoardError } from '../../../schema/contract.ts';
import { toCaller } from '../../http/binding/caller.ts';
import { toOperatorCaller } from '../../http/binding/operator-session.ts';
import { toSingleLine } from '../../http/codec/single-line.ts';
import { refusalHeaders, statusOf } from '../../http/problem.ts';
import type { Reply } from '../../http/reply.ts';
import type { Exchange, Route } from '../../http/route.ts';
import { SignIn, SignOut } from '../../documents/console/api.ts';
import type { PageContent } from '../page-definition.ts';
import { clearSessionCookie, setSessionCookie } from './cookies.ts';
import { SIGN_OUT } from './actions/actions.ts';
import type { FormIssue } from './actions/form-state.ts';
import { issueAlert } from './actions/form.ts';
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
import { MAX_RETURN_URL_LENGTH, readForm, readConsoleUrl } from './request.ts';

const ROUTE_OPTIONS = { refusesHtml: false, cors: false, headers: CONSOLE_HEADERS } as const;

/** The routes of the sign-in page, the sign-in and the sign-out. */
export const createSignInRoutes = (options: ConsoleOptions): readonly Route[] => [
  {
    ...ROUTE_OPTIONS,
    method: 'GET',
    path: SIGN_IN_PATH,
    serve: ({ url }) => renderSignIn(url.searchParams, []),
  },
  { ...ROUTE_OPTIONS, method: 'POST', path: SIGN_IN_PATH, serve: (exchange) => signIn(exchange, options) },
  { ...ROUTE_OPTIONS, method: 'POST', path: SIGN_OUT.path, serve: (exchange) => signOut(exchange, options) },
];

async function renderSignIn(
  query: URLSearchParams,
  issues: readonly FormIssue[],
  error?: BoardError,
): Promise<Reply> {
  const next = query.get('next') ?? '';
  const content = toContent({
    // A longer one has no effect (`readConsoleUrl`), and would take six times its size on the page.
    next: next.length <= MAX_RETURN_URL_LENGTH ? next : '',
    hasSignedOut: query.has('left'),
    issues,
  });
  const text = await renderConsoleDocument(content, { path: SIGN_IN_PATH, signedInOperator: null });
  return error ? toPageReply(text, statusOf[error.kind], refusalHeaders(error)) : toPageReply(text);
}

/** The page. Its hidden field `as` is the user name under which password managers store the token. */
const toContent = ({
  next,
  hasSignedOut,
  issues,
}: {
  readonly next: string;
  readonly hasSignedOut: boolean;
  readonly issues: readonly FormIssue[];
}): PageContent => ({
  title: 'Sign in',
  body: html`${hasSignedOut ? html`<p role="status">${SIGN_OUT.doneMessage}</p>` : ''}
    ${issues.length > 0 ? issueAlert(issues) : ''}
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
      <p><button id="sign-in-button" class="primary-button">Sign in</button></p>
    </form>
    <p class="note">
      The token begins with <code>sba_</code>. The board prints it at its first start, unless it is set in the
      environment. <code>agent-board creator create</code> creates another token.
    </p>`,
});

/** The User-Agent header in printable ASCII and at most 160 characters, for the list of sessions. */
function readUserAgent({ request }: Exchange): string | null {
  const userAgent = (request.headers.get('user-agent') ?? '').replaceAll(/[^\x20-\x7e]/g, ' ');
  return toSingleLine(userAgent, 160) || null;
}

async function signIn(
  exchange: Exchange,
  { openSession, siteUrl, isSameOrigin }: ConsoleOptions,
): Promise<Reply> {
  const form = readForm(exchange);
  if (isCrossOrigin(exchange, isSameOrigin))
    return renderSignIn(form, [{ field: null, text: 'Sign in from this page.' }]);
  const token = form.get('token')?.trim() ?? '';
  if (token === '') return renderSignIn(form, [{ field: null, text: 'Enter the operator token.' }]);
  try {
    const caller = { ...toCaller('console', exchange), credential: token, isSignIn: true };
    const session = await openSession(caller, 'operator');
    const { value } = await session.executeOperation(SignIn, { userAgent: readUserAgent(exchange) });
    const { session_token: sessionToken } = value as { readonly session_token: string };
    const { pathname, search } = readConsoleUrl(form.get('next'), siteUrl);
    return toRedirect(`${pathname}${search}`, setSessionCookie(sessionToken, siteUrl));
  } catch (error) {
    const refusal = toDisplayableError(error);
    return renderSignIn(form, [{ field: null, text: toMessage(refusal) }], refusal);
  }
}

/**
 * Whether the browser says that another site sent the form. Some browsers send `Origin: null` for privacy:
 * `Sec-Fetch-Site` then decides. A request that has neither header is accepted.
 */
function isCrossOrigin(
  { request: { headers } }: Exchange,
  isSameOrigin: ConsoleOptions['isSameOrigin'],
): boolean {
  const [origin, site] = [headers.get('origin') ?? 'null', headers.get('sec-fetch-site') ?? 'none'];
  return !isSameOrigin(headers) && (origin !== 'null' || site !== 'none');
}

function toMessage(refusal: BoardError): string {
  const [issue] = toFormIssues(refusal);
  if (refusal.kind !== 'limited') return issue?.text ?? refusal.message;
  const minutes = Math.ceil((refusal.rateLimit?.resetSeconds ?? 60) / 60);
  return `${refusal.message}. Try again in ${minutes} minute${minutes === 1 ? '' : 's'}.`;
}

/**
 * Ends the session of the cookie and clears the cookie, also if the session has already ended. A form of another site
 * comes without the cookie, so its response must not say that the operator is signed out.
 */
async function signOut(exchange: Exchange, options: ConsoleOptions): Promise<Reply> {
  const form = readForm(exchange);
  const caller = toOperatorCaller(exchange, options.isSameOrigin, form);
  if (caller.credential === null) return toRedirect(SIGN_IN_PATH);
  try {
    const session = await options.openSession(caller, 'operator');
    await session.executeOperation(SignOut, {});
  } catch (error) {
    const refusal = toDisplayableError(error);
    if (refusal.code === 'csrf' || refusal.kind === 'limited')
      return toErrorReply(refusal, await findSignedInOperator(options, caller));
  }
  return toRedirect(`${SIGN_IN_PATH}?left=yes`, clearSessionCookie(exchange.request, options.siteUrl));
}
