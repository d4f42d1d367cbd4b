import {
  type BoardError,
  type IgnoredField,
  type Issue,
  type ErrorKind,
  type NextCall,
  errorCodes,
} from '../../schema/contract.ts';
import { ignoredFieldsHeader, rateLimitHeaders } from './codec/headers.ts';
import { redactKeys } from './codec/redact.ts';
import { toDetail } from './problem-detail.ts';
import type { HeaderRecord, Reply } from './reply.ts';

/** The HTTP status of each kind of error. */
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

/** Formats a suggested next call for each interface that offers it: `{ surface: 'rest', method, path }`, … */
export type NextCallFormatter = (call: NextCall) => readonly object[];

/** One fault of the input. `loc` starts with the part of the request; `pointer` (RFC 6901) is relative to that part. */
export interface ProblemIssue {
  readonly loc: readonly (string | number)[];
  readonly pointer: string;
  readonly msg: string;
  readonly type: string;
  readonly did_you_mean?: string;
}

/** Problem details (RFC 9457), with the members that the contract adds. */
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
  /** Finds the location in the request of an issue that has no `loc`. */
  readonly locate?: (issue: Issue) => readonly (string | number)[];
  readonly formatNextCall?: NextCallFormatter;
}

/** Formats an error as the reply to a request. */
export type RefusalWriter = (
  error: BoardError,
  context: ProblemContext,
  request: Request,
) => Reply | Promise<Reply>;

const INTERNAL_DETAIL = 'An unexpected error occurred; it is logged under the request id';

/** Converts an error to problem details. The message of an `internal` error is replaced: it is only logged. */
export function toProblem(error: BoardError, context: ProblemContext): Problem {
  const { siteUrl, requestId, locate, formatNextCall } = context;
  const next = [
    ...(formatNextCall ? error.next.flatMap(formatNextCall) : []),
    ...error.documents.map((path) => ({ surface: 'document', method: 'GET', path })),
  ];
  const errors = error.issues.map((issue) => toProblemIssue(issue, locate));
  return {
    type: `${siteUrl}/problems/${error.code}`,
    title: errorCodes[error.code].title,
    status: statusOf[error.kind],
    detail: error.kind === 'internal' ? INTERNAL_DETAIL : redactKeys(toDetail(error, errors)),
    instance: `urn:uuid:${requestId}`,
    code: error.code,
    ...(errors.length > 0 && { errors }),
    ...error.members,
    ...ignoredFieldsMember(error.ignoredFields),
    ...(next.length > 0 && { next }),
  };
}

/**
 * The member `ignored_fields` of a response in JSON: at most 16 names, each cut at 64 characters. Empty if there are no names.
 */
export const ignoredFieldsMember = (fields: readonly IgnoredField[]) =>
  fields.length === 0
    ? {}
    : {
        ignored_fields: fields.slice(0, 16).map(({ name, didYouMean }) => ({
          name: redactKeys(name.slice(0, 64).toWellFormed()),
          ...(didYouMean !== undefined && { did_you_mean: didYouMean }),
        })),
      };

function toProblemIssue(issue: Issue, locate: ProblemContext['locate']): ProblemIssue {
  const loc = (issue.loc ?? locate?.(issue) ?? issue.path).map(redactStep);
  const { msg, type, didYouMean } = issue;
  return {
    loc,
    pointer: toPointer(loc.slice(1)),
    msg: redactKeys(msg),
    type,
    ...(didYouMean !== undefined && { did_you_mean: didYouMean }),
  };
}

/** A step can be the name of unknown input. */
const redactStep = (step: string | number) => (typeof step === 'string' ? redactKeys(step) : step);

const toPointer = (steps: readonly (string | number)[]): string =>
  steps.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');

/** Converts an error to a reply. Caches must not keep the reply: the record of a 404 may be created a moment later. */
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

/**
 * Returns the headers of an error response: rate limit, ignored fields, and those of its kind, such as `Retry-After`.
 */
export const refusalHeaders = (error: BoardError): HeaderRecord => ({
  ...rateLimitHeaders(error.rateLimit),
  ...ignoredFieldsHeader(error.ignoredFields),
  ...statusHeaders(error),
});

function statusHeaders(error: BoardError): HeaderRecord {
  const { allow, site } = error.members;
  switch (error.kind) {
    case 'unauthenticated':
      return { 'www-authenticate': 'Bearer realm="board"' };
    case 'method':
      return { allow: joinMethods(allow) };
    case 'unacceptable':
      return typeof site === 'string' ? { link: `<${site}>; rel="alternate"; type="text/html"` } : {};
    case 'limited':
    case 'unavailable':
      return { 'retry-after': String(retryAfterOf(error)) };
    default:
      return {};
  }
}

const joinMethods = (methods: unknown): string => (Array.isArray(methods) ? methods.join(', ') : '');

function retryAfterOf({ members, rateLimit }: BoardError): number {
  const seconds = members['retry_after'];
  return typeof seconds === 'number' ? Math.max(0, Math.ceil(seconds)) : (rateLimit?.resetSeconds ?? 1);
}
