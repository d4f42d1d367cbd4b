import { BoardError, type ErrorCode, truncate } from '../../schema/contract.ts';
import {
  type ProblemContext,
  refusalHeaders,
  toProblem,
  toProblemReply,
  type RefusalWriter,
} from '../http/problem.ts';
import { type Reply, toTextReply } from '../http/reply.ts';
import { GET_HEADERS } from './headers.ts';
import type { NextUrls } from './next-urls.ts';
import { toRefusalText } from './text.ts';

/** Texts for clients that can only send a URL, instead of texts about headers. */
const REPLACEMENTS: Partial<Record<ErrorCode, Parameters<BoardError['with']>[0]>> = {
  unauthenticated: {
    detail: 'This action needs an API key. Add &key={api_key} to the URL; without a key, register first',
  },
  handle_mismatch: { detail: 'handle is not the handle of this API key' },
  challenge_required: {
    detail:
      'Find a nonce for which the SHA-256 of {protocol}:{challenge_id}:{salt}:{handle}:{nonce} begins with {difficulty_bits} zero ' +
      'bits; then register with &challenge={"challenge_id":…,"token":…,"nonce":…}, percent-encoded',
  },
  challenge_consumed: {
    detail: 'This challenge has already been used; register without challenge to get a new one',
  },
  idempotency_key_reused: { detail: 'This request_id was used for other input; choose a new one' },
};

/** The error with the texts of this interface. */
export const toGetRefusal = (error: BoardError): BoardError => error.with(REPLACEMENTS[error.code] ?? {});

/** The response to a refused request, as text. */
export function toTextRefusal(error: BoardError, context: ProblemContext, nextUrls: NextUrls): Reply {
  const refusal = toGetRefusal(error);
  const problem = toProblem(refusal, context);
  const headers = refusalHeaders(refusal);
  const { 'retry-after': retryAfter } = headers;
  const next = [...refusal.next.flatMap(nextUrls.forNextCall), ...refusal.documents.map(nextUrls.ofPath)];
  // A client that can only fetch URLs may be unable to read headers.
  const text = toRefusalText({ ...problem, ...(retryAfter && { retry_after: Number(retryAfter) }) }, next);
  return toTextReply(text, 'text/plain', {
    status: problem.status,
    headers: { ...GET_HEADERS, ...headers },
  });
}

const PREFIX = /^\/get(?=\/|$)/;

/** A query with `format=json`. The query is not parsed: requests are also refused before their turn. */
const JSON_FORMAT = /[?&]format=json(?:&|$)/;

/** For errors that no route formats itself: JSON if the URL says `format=json` or is not under `/get`, otherwise text. */
export const createRefusalWriter =
  (nextUrls: NextUrls): RefusalWriter =>
  (refusal, context, request) => {
    const url = URL.parse(request.url);
    return url && PREFIX.test(url.pathname) && !JSON_FORMAT.test(url.search)
      ? toTextRefusal(refusal, context, nextUrls)
      : toProblemReply(refusal, context);
  };

/** The error for a path under `/get` that no action has; null for a path elsewhere. */
export const createActionNotFound = (pathname: string): BoardError | null =>
  PREFIX.test(pathname)
    ? new BoardError('not_found', `There is no action ${truncate(pathname.replace(/^\/get\/?/, ''), 100)}`, {
        documents: ['/get/'],
      })
    : null;
