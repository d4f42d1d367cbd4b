import { html } from 'hono/html';
import type { BoardError } from '../../../schema/contract.ts';
import { toCaller } from '../../http/caller.ts';
import { toLine } from '../../http/line.ts';
import { refusalHeaders, statusOf } from '../../http/problem.ts';
import type { Reply } from '../../http/reply.ts';
import type { Exchange, Route } from '../../http/route.ts';
import { SignIn, SignOut } from '../../operations/console.ts';
import type { Content } from '../row.ts';
import { forgetSession, keepSession } from './cookies.ts';
import { SIGN_OUT } from './deeds.ts';
import { type Fault, faultsOf } from './form.ts';
import { CONSOLE_HEADERS } from './headers.ts';
import { writeConsole } from './layout.ts';
import { type ConsoleDoor, faultsIn, findMe, readRefusal, SIGN_IN_PATH, toRefusalPage } from './refusal.ts';
import { toPageReply, toRedirect } from './replies.ts';
import { readForm, readPlace, toWriter } from './request.ts';

const ROUTE = { json: false, cors: false, headers: CONSOLE_HEADERS } as const;

/** The way in and the way out. */
export const createSignIn = (door: ConsoleDoor): readonly Route[] => [
  { ...ROUTE, method: 'GET', path: SIGN_IN_PATH, serve: (exchange) => ask(exchange.url.searchParams, []) },
  { ...ROUTE, method: 'POST', path: SIGN_IN_PATH, serve: (exchange) => signIn(exchange, door) },
  { ...ROUTE, method: 'POST', path: SIGN_OUT.path, serve: (exchange) => signOut(exchange, door) },
];

async function ask(query: URLSearchParams, faults: readonly Fault[], error?: BoardError): Promise<Reply> {
  const content = toContent({ next: query.get('next') ?? '', isLeft: query.has('left'), faults });
  const text = await writeConsole(content, { at: SIGN_IN_PATH, me: null });
  return error ? toPageReply(text, statusOf[error.kind], refusalHeaders(error)) : toPageReply(text);
}

interface Asked {
  readonly next: string;
  readonly isLeft: boolean;
  readonly faults: readonly Fault[];
}

const toContent = ({ next, isLeft, faults }: Asked): Content => ({
  title: 'Sign in',
  body: html`${isLeft ? html`<p role="status">${SIGN_OUT.done}</p>` : ''}
    ${faults.length > 0 ? faultsOf(faults) : ''}
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
  return toLine(told, 160) || null;
}

async function signIn(exchange: Exchange, { openSession, siteUrl, isOurs }: ConsoleDoor): Promise<Reply> {
  const form = readForm(exchange);
  if (isForeign(exchange, isOurs)) return ask(form, [{ field: null, text: 'Sign in from this page.' }]);
  const token = form.get('token')?.trim() ?? '';
  if (token === '') return ask(form, [{ field: null, text: 'Enter the operator token.' }]);
  try {
    const caller = { ...toCaller('console', exchange), credential: token, signsIn: true };
    const session = await openSession(caller, 'creator');
    const { value } = await session.execute(SignIn, { userAgent: browserOf(exchange) });
    const { session_token: opened } = value as { readonly session_token: string };
    const { pathname, search } = readPlace(form.get('next'), siteUrl);
    return toRedirect(`${pathname}${search}`, keepSession(opened, siteUrl));
  } catch (error) {
    const refusal = readRefusal(error);
    return ask(form, [{ field: null, text: wordsOf(refusal) }], refusal);
  }
}

/** A browser that says where a form comes from, and that it is elsewhere. Privacy makes it say `null`, which is nowhere. */
function isForeign({ request: { headers } }: Exchange, isOurs: ConsoleDoor['isOurs']): boolean {
  const [origin, site] = [headers.get('origin') ?? 'null', headers.get('sec-fetch-site') ?? 'none'];
  return !isOurs(headers) && (origin !== 'null' || site !== 'none');
}

function wordsOf(refusal: BoardError): string {
  const [fault] = faultsIn(refusal);
  if (refusal.kind !== 'limited') return fault?.text ?? refusal.message;
  const minutes = Math.ceil((refusal.standing?.resetSeconds ?? 60) / 60);
  return `${refusal.message}. Try again in ${minutes} minute${minutes === 1 ? '' : 's'}.`;
}

/** Ends the session, and has the browser forget it; also one that has ended already. */
async function signOut(exchange: Exchange, door: ConsoleDoor): Promise<Reply> {
  const form = readForm(exchange);
  const caller = toWriter(exchange, form, door.isOurs);
  try {
    const session = await door.openSession(caller, 'creator');
    await session.execute(SignOut, {});
  } catch (error) {
    const refusal = readRefusal(error);
    if (refusal.code === 'csrf' || refusal.kind === 'limited')
      return toRefusalPage(refusal, await findMe(door, caller));
  }
  return toRedirect(`${SIGN_IN_PATH}?left=yes`, forgetSession(door.siteUrl));
}
