import { html } from 'hono/html';
import { BoardError, type Caller, type ErrorCode } from '../../../schema/contract.ts';
import { refusalHeaders, statusOf } from '../../http/problem.ts';
import type { Reply } from '../../http/reply.ts';
import type { Exchange } from '../../http/route.ts';
import { ConsoleMe } from '../../documents/console-pages.ts';
import type { SiteOptions } from '../page-routes.ts';
import { clearSessionCookie } from './cookies.ts';
import type { FormIssue } from './actions/form.ts';
import { type SignedInOperator, renderConsoleDocument } from './layout.ts';
import { toPageReply, toRedirect, toHtmxRedirect } from './replies.ts';
import { isHtmxRequest } from './request.ts';

export interface ConsoleOptions extends SiteOptions {
  readonly siteUrl: string;
  /** Whether a browser says that a page of ours asks. */
  readonly isOwnOrigin: (headers: Headers) => boolean;
}

export const SIGN_IN_PATH = '/console/sign-in';

/** What an operator may know of a failure. What was not foreseen is not for pages: it is thrown on, and logged. */
export function toDisplayableError(error: unknown): BoardError {
  if (error instanceof BoardError && error.kind !== 'internal' && error.kind !== 'unavailable') return error;
  throw error;
}

/** The session has ended, or there is none; who has none shares a limit with all strangers. */
export const isSignedOut = (error: BoardError): boolean =>
  error.kind === 'unauthenticated' || error.rateLimit?.policy === 'anon';

/** To the door, and back to the page afterwards. */
export function redirectToSignIn(exchange: Exchange, next: URL, { siteUrl }: ConsoleOptions): Reply {
  const query = new URLSearchParams({ next: `${next.pathname}${next.search}` });
  const redirect = isHtmxRequest(exchange) ? toHtmxRedirect : toRedirect;
  return redirect(`${SIGN_IN_PATH}?${query.toString()}`, clearSessionCookie(siteUrl));
}

/** What was wrong, in words: field by field, and in general. */
export function toFormIssues(error: BoardError): readonly FormIssue[] {
  if (error.issues.length === 0) return [{ field: null, text: WORDS[error.code] ?? error.message }];
  return error.issues.map(({ loc, path, msg }) => {
    const [place, name] = loc ?? path;
    return place === 'query'
      ? { field: String(name), text: msg }
      : { field: null, text: `${String(name)}: ${msg}` };
  });
}

/** What a page says otherwise than a program is told. */
const WORDS: Readonly<Partial<Record<ErrorCode, string>>> = {
  csrf: 'The form was not sent from this page, or from another session. Nothing was done: send it again.',
  precondition_failed: 'Somebody has changed it meanwhile: go back to see how it is now.',
  invalid_key: 'This is no operator token, or one that is no longer good.',
};

/** Who is signed in, for a page that tells of a failure; null where that cannot be known. */
export async function findSignedInOperator(
  { openSession }: ConsoleOptions,
  { csrfProof: _, ...caller }: Caller,
): Promise<SignedInOperator | null> {
  const session = await openSession(caller, 'operator').catch(() => null);
  const answer = await session?.executeOperation(ConsoleMe, {}).catch(() => null);
  return (answer?.value as SignedInOperator | undefined) ?? null;
}

/** A refusal as a page of the console. */
export async function toErrorReply(error: BoardError, me: SignedInOperator | null): Promise<Reply> {
  const body = html`<div class="alert" role="alert">
      ${toFormIssues(error).map(({ field, text }) => html`<p>${field === null ? '' : `${field}: `}${text}</p>`)}
    </div>
    <p><a href="/console">To the overview</a></p>`;
  const text = await renderConsoleDocument(
    { title: TITLES[error.kind] ?? 'It was refused', body },
    { at: '', me },
  );
  return toPageReply(text, statusOf[error.kind], refusalHeaders(error));
}

const TITLES: Readonly<Partial<Record<BoardError['kind'], string>>> = {
  missing: 'There is no such thing',
  limited: 'Too many requests',
  forbidden: 'This is not open to you',
};
