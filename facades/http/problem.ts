import {
  type BoardError,
  type Issue,
  type ErrorKind,
  type NextCall,
  errorCodes,
} from '../../schema/contract.ts';
import { ignoredFieldsHeader, rateLimitHeaders } from './codec/headers.ts';
import { redactKeys } from './codec/redact.ts';
import type { HeaderRecord, Reply } from './reply.ts';

/** What HTTP says to each kind of failure (decisions, section 2). */
export const statusOf = {
  malformed: 400,
  unauthenticated: 401,
  forbidden: 403,
  missing: 404,
  method: 405,
  unacceptable: 406,
  conflict: 409,
  precondition: 412,
  too_large: 413,
  uri_too_long: 414,
  media_type: 415,
  invalid: 422,
  limited: 429,
  internal: 500,
  unavailable: 503,
} as const satisfies Record<ErrorKind, number>;

/** Writes a next call for every surface that has it: `{ surface: 'rest', method, path }`, … */
export type NextCallFormatter = (call: NextCall) => readonly object[];

/** One fault of the input, by its place on the wire; `pointer` is RFC 6901, within that part of the request. */
export interface ProblemIssue {
  readonly loc: readonly (string | number)[];
  readonly pointer: string;
  readonly msg: string;
  readonly type: string;
}

/** RFC 9457, with the board's own members. */
export interface Problem {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly instance: string;
  readonly code: string;
  readonly errors?: readonly ProblemIssue[];
  readonly next?: readonly object[];
  readonly [member: string]: unknown;
}

export interface ProblemContext {
  readonly siteUrl: string;
  readonly requestId: string;
  /** Where on the wire an issue lies that does not say so itself. */
  readonly locate?: (issue: Issue) => readonly (string | number)[];
  readonly formatNextCall?: NextCallFormatter;
}

/** Writes a refusal as an answer to a request. */
export type RefusalWriter = (
  error: BoardError,
  context: ProblemContext,
  request: Request,
) => Reply | Promise<Reply>;

const MASK = 'Something the board did not foresee; it is logged under the request id';

/** A refusal as an object, the same at every door. What an `internal` failure said stays in the log. */
export function toProblem(error: BoardError, context: ProblemContext): Problem {
  const { siteUrl, requestId, locate, formatNextCall: spell } = context;
  const next = spell ? error.next.flatMap(spell) : [];
  return {
    type: `${siteUrl}/problems/${error.code}`,
    title: errorCodes[error.code].title,
    status: statusOf[error.kind],
    detail: error.kind === 'internal' ? MASK : redactKeys(error.message),
    instance: `urn:uuid:${requestId}`,
    code: error.code,
    ...(error.issues.length > 0 && { errors: error.issues.map((issue) => toProblemIssue(issue, locate)) }),
    ...error.members,
    ...(next.length > 0 && { next }),
  };
}

function toProblemIssue(issue: Issue, locate: ProblemContext['locate']): ProblemIssue {
  const loc = issue.loc ?? locate?.(issue) ?? issue.path;
  return { loc, pointer: toPointer(loc.slice(1)), msg: redactKeys(issue.msg), type: issue.type };
}

const toPointer = (steps: readonly (string | number)[]): string =>
  steps.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');

/** A refusal as an HTTP answer. Nobody stores it: a 404 of now may be a record soon. */
export function toProblemReply(error: BoardError, context: ProblemContext): Reply {
  const problem = toProblem(error, context);
  return {
    status: problem.status,
    headers: {
      'content-type': 'application/problem+json',
      'cache-control': 'no-store',
      ...refusalHeaders(error),
    },
    body: JSON.stringify(problem),
  };
}

/** Headers of a refusal, whatever its body: where the caller stands, and what HTTP asks for with each status. */
export const refusalHeaders = (error: BoardError): HeaderRecord => ({
  ...rateLimitHeaders(error.rateLimit),
  ...ignoredFieldsHeader(error.ignoredFields),
  ...kindHeaders(error),
});

function kindHeaders(error: BoardError): HeaderRecord {
  const { allow, site } = error.members;
  switch (error.kind) {
    case 'unauthenticated':
      return { 'www-authenticate': 'Bearer realm="board"' };
    case 'method':
      return { allow: toList(allow) };
    case 'unacceptable':
      return typeof site === 'string' ? { link: `<${site}>; rel="alternate"; type="text/html"` } : {};
    case 'limited':
    case 'unavailable':
      return { 'retry-after': String(toSeconds(error)) };
    default:
      return {};
  }
}

const toList = (methods: unknown): string => (Array.isArray(methods) ? methods.join(', ') : '');

function toSeconds({ members, rateLimit: standing }: BoardError): number {
  const told = members['retry_after'];
  return typeof told === 'number' ? Math.max(0, Math.ceil(told)) : (standing?.resetSeconds ?? 1);
}
