import { html } from 'hono/html';
import { BoardError, type Caller, type ErrorCode } from '../../../schema/contract.ts';
import { refusalHeaders, statusOf } from '../../http/problem.ts';
import type { Reply } from '../../http/reply.ts';
import type { Exchange } from '../../http/route.ts';
import { ConsoleMe } from '../../documents/console/pages.ts';
import type { SiteOptions } from '../page-routes.ts';
import { clearSessionCookie } from './cookies.ts';
import type { FormIssue } from './actions/form-state.ts';
import { type SignedInOperator, renderConsoleDocument } from './layout.ts';
import { toPageReply, toRedirect, toHtmxRedirect } from './replies.ts';
import { isHtmxRequest } from './request.ts';

export interface ConsoleOptions extends SiteOptions {
  /** Whether a page of the site or of the API sent the request. */
  readonly isSameOrigin: (headers: Headers) => boolean;
  /** Converts any error to one that the caller gets. Logs outages and unexpected errors with the request id. */
  readonly toRefusal: (error: unknown, requestId: string) => BoardError;
}

export const SIGN_IN_PATH = '/console/sign-in';

/** Returns an error that a page may show. Rethrows unexpected, `internal` and `unavailable` errors, which the router formats. */
export function toDisplayableError(error: unknown): BoardError {
  if (error instanceof BoardError && !isFailure(error)) return error;
  throw error;
}

/** Whether the board failed, for example because the database is not available. Further reads are then likely to fail as well. */
export const isFailure = ({ kind }: BoardError): boolean => kind === 'internal' || kind === 'unavailable';

/** Whether the caller has no valid session. Callers without one may also hit the limit for anonymous callers. */
export const isSignedOut = (error: BoardError): boolean =>
  error.kind === 'unauthenticated' || error.rateLimit?.policy === 'anon';

/** Redirects to the sign-in, which then redirects to `next`. Clears a session cookie that was refused. */
export function redirectToSignIn(exchange: Exchange, next: URL, { siteUrl }: ConsoleOptions): Reply {
  const query = new URLSearchParams({ next: `${next.pathname}${next.search}` });
  const redirect = isHtmxRequest(exchange) ? toHtmxRedirect : toRedirect;
  return redirect(`${SIGN_IN_PATH}?${query.toString()}`, clearSessionCookie(exchange.request, siteUrl));
}

/**
 * The issues of an error for a form. An issue of a form field has the location `query`, because forms are read as queries
 * (`readVariables`). Issues of path parameters and of the whole input belong to no field.
 */
export function toFormIssues(error: BoardError): readonly FormIssue[] {
  if (error.issues.length === 0) return [{ field: null, text: PAGE_TEXTS[error.code] ?? error.message }];
  return error.issues.map(({ loc, path, msg }) => {
    const [location, name] = loc ?? path;
    if (name === undefined) return { field: null, text: msg };
    return location === 'query'
      ? { field: String(name), text: msg }
      : { field: null, text: `${String(name)}: ${msg}` };
  });
}

/** Messages that pages show instead of the messages for API clients. */
const PAGE_TEXTS: Readonly<Partial<Record<ErrorCode, string>>> = {
  csrf: 'The form was sent from another page or another session. Nothing was done. Go back, reload the page and send the form again.',
  precondition_failed:
    'Another operator has changed the record meanwhile. Go back to see the current values.',
  invalid_key: 'This is not a valid operator token.',
  internal:
    'An unexpected error occurred. It is logged. Open the page again to see whether the action took effect.',
};

/** The signed-in operator, after a refusal; null if there is none or the query fails. Needs no CSRF proof, as it only reads. */
export async function findSignedInOperator(
  { openSession }: ConsoleOptions,
  { csrfProof: _, ...caller }: Caller,
): Promise<SignedInOperator | null> {
  const session = await openSession(caller, 'operator').catch(() => null);
  const result = await session?.executeOperation(ConsoleMe, {}).catch(() => null);
  return (result?.value as SignedInOperator | undefined) ?? null;
}

/** The response that shows an error as a page of the console. */
export async function toErrorReply(
  error: BoardError,
  signedInOperator: SignedInOperator | null,
): Promise<Reply> {
  const body = html`<div class="alert" role="alert">
      ${toFormIssues(error).map(({ field, text }) => html`<p>${field === null ? '' : `${field}: `}${text}</p>`)}
    </div>
    <p><a href="/console">Back to the overview</a></p>`;
  const text = await renderConsoleDocument(
    { title: TITLES[error.kind] ?? 'The request was refused', body },
    { path: '', signedInOperator },
  );
  return toPageReply(text, statusOf[error.kind], refusalHeaders(error));
}

const TITLES: Readonly<Partial<Record<BoardError['kind'], string>>> = {
  missing: 'Not found',
  limited: 'Too many requests',
  forbidden: 'Not allowed',
};
