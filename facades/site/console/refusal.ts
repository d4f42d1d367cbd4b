import { html } from 'hono/html';
import { BoardError, type Caller, type Code } from '../../../schema/contract.ts';
import { refusalHeaders, statusOf } from '../../http/problem.ts';
import type { Reply } from '../../http/reply.ts';
import type { Exchange } from '../../http/route.ts';
import { ConsoleMe } from '../../operations/console-pages.ts';
import type { SiteDoor } from '../serve.ts';
import { forgetSession } from './cookies.ts';
import type { Fault } from './form.ts';
import { type Me, writeConsole } from './layout.ts';
import { toPageReply, toRedirect, toScriptRedirect } from './replies.ts';
import { isScripted } from './request.ts';

export interface ConsoleDoor extends SiteDoor {
  readonly siteUrl: string;
  /** Whether a browser says that a page of ours asks. */
  readonly isOurs: (headers: Headers) => boolean;
}

export const SIGN_IN_PATH = '/console/sign-in';

/** What an operator may know of a failure. What was not foreseen is not for pages: it is thrown on, and logged. */
export function readRefusal(error: unknown): BoardError {
  if (error instanceof BoardError && error.kind !== 'internal' && error.kind !== 'unavailable') return error;
  throw error;
}

/** The session has ended, or there is none; who has none shares a limit with all strangers. */
export const isStranger = (error: BoardError): boolean =>
  error.kind === 'unauthenticated' || error.standing?.policy === 'anon';

/** To the door, and back to the page afterwards. */
export function toSignIn(exchange: Exchange, next: URL, { siteUrl }: ConsoleDoor): Reply {
  const query = new URLSearchParams({ next: `${next.pathname}${next.search}` });
  const redirect = isScripted(exchange) ? toScriptRedirect : toRedirect;
  return redirect(`${SIGN_IN_PATH}?${query.toString()}`, forgetSession(siteUrl));
}

/** What was wrong, in words: field by field, and in general. */
export function faultsIn(error: BoardError): readonly Fault[] {
  if (error.issues.length === 0) return [{ field: null, text: WORDS[error.code] ?? error.message }];
  return error.issues.map(({ loc, path, msg }) => {
    const [place, name] = loc ?? path;
    return place === 'query'
      ? { field: String(name), text: msg }
      : { field: null, text: `${String(name)}: ${msg}` };
  });
}

/** What a page says otherwise than a program is told. */
const WORDS: Readonly<Partial<Record<Code, string>>> = {
  csrf: 'The form was not sent from this page, or from another session. Nothing was done: send it again.',
  precondition_failed: 'Somebody has changed it meanwhile: go back to see how it is now.',
  invalid_key: 'This is no operator token, or one that is no longer good.',
};

/** Who is signed in, for a page that tells of a failure; null where that cannot be known. */
export async function findMe(
  { openSession }: ConsoleDoor,
  { ambient: _, ...caller }: Caller,
): Promise<Me | null> {
  const session = await openSession(caller, 'creator').catch(() => null);
  const answer = await session?.execute(ConsoleMe, {}).catch(() => null);
  return (answer?.value as Me | undefined) ?? null;
}

/** A refusal as a page of the console. */
export async function toRefusalPage(error: BoardError, me: Me | null): Promise<Reply> {
  const body = html`<div class="alert" role="alert">
      ${faultsIn(error).map(({ field, text }) => html`<p>${field === null ? '' : `${field}: `}${text}</p>`)}
    </div>
    <p><a href="/console">To the overview</a></p>`;
  const text = await writeConsole({ title: TITLES[error.kind] ?? 'It was refused', body }, { at: '', me });
  return toPageReply(text, statusOf[error.kind], refusalHeaders(error));
}

const TITLES: Readonly<Partial<Record<BoardError['kind'], string>>> = {
  missing: 'There is no such thing',
  limited: 'Too many requests',
  forbidden: 'This is not open to you',
};
