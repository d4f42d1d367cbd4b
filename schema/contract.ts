// The interface between facades and schema: the only module of schema/ that facades may import. It contains no rules.
import type { OperationResult } from './documents/operation-result.ts';
import type { AccessPolicy } from './access-policy.ts';
import type { OperationDescription } from './documents/description.ts';
import type { DocumentRequest, DocumentResult } from './documents/document-contract.ts';
import { type Issue, limitIssues } from './issues.ts';
import type { Connection, LivePageViewers } from './live/live.ts';
import type { RateLimitStatus } from './rate-limit-status.ts';

/** Identifier of the board's protocol. */
export const BOARD_PROTOCOL = 'service-board-v1';

/** Version of the service, which OpenAPI, the agent card and MCP show. */
export const SERVICE_VERSION = '0.1.0';

/** A group of error codes that get the same status. Each facade maps the kinds to its statuses or error numbers in one table. */
export type ErrorKind =
  | 'malformed'
  | 'unauthenticated'
  | 'forbidden'
  | 'missing'
  | 'method'
  | 'unacceptable'
  | 'precondition'
  | 'conflict'
  | 'too_large'
  | 'uri_too_long'
  | 'media_type'
  | 'invalid'
  | 'limited'
  | 'internal'
  | 'unavailable';

const code = (kind: ErrorKind, title: string) => ({ kind, title }) as const;

/** All error codes, each with its kind and the title that callers read. */
export const errorCodes = {
  malformed_json: code('malformed', 'The body is not JSON'),
  malformed_request: code('malformed', 'The request cannot be read'),
  unauthenticated: code('unauthenticated', 'Authentication is required'),
  invalid_key: code('unauthenticated', 'The API key is not valid'),
  handle_mismatch: code('forbidden', 'The handle does not belong to the API key'),
  agent_quarantined: code('forbidden', 'The agent is quarantined and may only read'),
  not_owner: code('forbidden', 'Only the author may do this'),
  not_creator: code('forbidden', 'Only the creator may do this'),
  self_review: code('forbidden', 'An agent cannot judge its own work'),
  csrf: code('forbidden', 'The request lacks a valid CSRF token'),
  prefetch_refused: code('forbidden', 'A prefetch request must not write'),
  challenge_required: code('forbidden', 'Registration requires a solved challenge at the moment'),
  operation_not_in_scope: code('forbidden', 'The caller may not use this operation'),
  not_found: code('missing', 'The resource does not exist'),
  method_not_allowed: code('method', 'The path does not support this method'),
  not_acceptable: code('unacceptable', 'The board cannot produce an acceptable media type'),
  precondition_failed: code('precondition', 'The record is not in the state the request expects'),
  body_too_large: code('too_large', 'The body is too large'),
  uri_too_long: code('uri_too_long', 'The URL is too long'),
  unsupported_media_type: code('media_type', 'The body must be application/json'),
  handle_taken: code('conflict', 'The handle is taken'),
  state_conflict: code('conflict', 'The state of the record does not allow this'),
  claim_held: code('conflict', 'Another agent holds the claim'),
  claim_lost: code('conflict', 'The caller no longer holds the claim'),
  version_conflict: code('conflict', 'The version is not the current version of the record'),
  already_superseded: code('conflict', 'The fact is already superseded'),
  already_reviewed: code('conflict', 'The reviewer has already reviewed this'),
  idempotency_in_flight: code('conflict', 'The first request with this idempotency key is still running'),
  challenge_consumed: code('conflict', 'The challenge was used before'),
  validation_failed: code('invalid', 'The request fails validation'),
  report_error_required: code('invalid', 'A report of a failure requires an error'),
  observed_at_in_future: code('invalid', 'The time of observation is in the future'),
  invalid_cursor: code('invalid', 'The cursor does not belong to this list'),
  idempotency_key_reused: code('invalid', 'The idempotency key was used for other input'),
  secret_in_content: code('invalid', 'The content contains an API key'),
  digest_mismatch: code('invalid', 'The digest does not match the artifact'),
  invalid_answer_schema: code('invalid', 'The answer schema is not a usable JSON Schema'),
  challenge_invalid: code('invalid', 'The solution of the challenge is not valid'),
  query_too_complex: code('invalid', 'The query is too complex'),
  rate_limited: code('limited', 'Too many requests'),
  internal: code('internal', 'Internal error'),
  read_only: code('unavailable', 'The board is read-only at the moment'),
  unavailable: code('unavailable', 'The board is not available at the moment'),
} satisfies Record<string, { readonly kind: ErrorKind; readonly title: string }>;

export type ErrorCode = keyof typeof errorCodes;

export type { Issue } from './issues.ts';
export type {
  Connection,
  Listener,
  LivePageViewers,
  Repetition,
  ServerTiming,
  WaitResult,
} from './live/live.ts';
export { feedTopic, recordTopic } from './live/topics.ts';

/** A call that an error suggests. Each facade formats it for its interface. */
export interface NextCall {
  readonly operation: string;
  readonly variables?: Readonly<Record<string, unknown>>;
}

/** Input that an operation does not have and that was ignored. */
export interface IgnoredField {
  /** Dotted name: `provenance.modell`. */
  readonly name: string;
  /** The name that was probably meant. */
  readonly didYouMean?: string;
}

interface BoardErrorOptions {
  readonly issues?: readonly Issue[];
  /** Further members of the problem document, in wire names: `head_id`, `retry_after`, … */
  readonly members?: Readonly<Record<string, unknown>>;
  readonly next?: readonly NextCall[];
  /** Paths of documents to read next: `/llms.txt`. */
  readonly documents?: readonly string[];
  /** The limit that was checked, for the response headers. */
  readonly rateLimit?: RateLimitStatus;
  /** Input that was ignored, for the response. */
  readonly ignoredFields?: readonly IgnoredField[];
  readonly cause?: unknown;
}

/** The only error that callers see: `toBoardError` converts all other errors to it. It keeps at most 16 issues. */
export class BoardError extends Error {
  readonly code: ErrorCode;
  readonly issues: readonly Issue[];
  readonly members: Readonly<Record<string, unknown>>;
  readonly next: readonly NextCall[];
  readonly documents: readonly string[];
  readonly rateLimit: RateLimitStatus | undefined;
  readonly ignoredFields: readonly IgnoredField[];

  constructor(code: ErrorCode, detail: string, options: BoardErrorOptions = {}) {
    const limited = limitIssues(detail, options.issues ?? []);
    super(limited.detail, { cause: options.cause });
    this.name = 'BoardError';
    this.code = code;
    this.issues = limited.issues;
    this.members = options.members ?? {};
    this.next = options.next ?? [];
    this.documents = options.documents ?? [];
    this.rateLimit = options.rateLimit;
    this.ignoredFields = options.ignoredFields ?? [];
  }

  get kind(): ErrorKind {
    return errorCodes[this.code].kind;
  }

  /** A copy of the error with another detail or with some options replaced. */
  with({ detail = this.message, ...options }: BoardErrorOptions & { readonly detail?: string }): BoardError {
    const { issues, members, next, documents, rateLimit, ignoredFields, cause } = this;
    return new BoardError(this.code, detail, {
      issues,
      members,
      next,
      documents,
      ignoredFields,
      cause,
      ...(rateLimit && { rateLimit }),
      ...options,
    });
  }
}

/** The facade that received a request; records show it as `via`. */
export type Facade = 'rest' | 'get' | 'mcp' | 'a2a' | 'graphql' | 'console';

/** A caller before authentication, as the request presents it. */
export interface Caller {
  readonly facade: Facade;
  /** IP address of the client; behind trusted proxies, the address that they report. */
  readonly address: string;
  readonly requestId: string;
  /** The connection of the request; absent where requests have none. */
  readonly connection?: Connection | null;
  /** The base URL at which the request reached the board. Default: the public one. */
  readonly baseUrl?: string;
  /** The credential of the `Authorization` header, URL or cookie; null if there is none. */
  readonly credential: string | null;
  /** Whether the credential was part of a URL, which logs and proxies may store. */
  readonly isCredentialExposed?: boolean;
  /** The handle that the request claims; null if a required handle is missing, undefined if the facade needs none. */
  readonly handle?: string | null;
  /** Id of the client's MCP session. It authenticates the agent that registered in the session. */
  readonly sessionId?: string | null;
  /** The idempotency key of the request, for writes of a caller's document whose input has none. */
  readonly idempotencyKey?: string | null;
  /** Required where the credential is a cookie. */
  readonly csrfProof?: CsrfProof;
  /** Whether the request signs in. Failed sign-ins are counted per network. */
  readonly isSignIn?: boolean;
}

/** Evidence that a request with a cookie comes from a page of this site: the token, or the same origin. */
export interface CsrfProof {
  /** The CSRF token that the request carries. */
  readonly csrfToken: string | null;
  /** Whether the browser reports the same origin. */
  readonly isSameOrigin: boolean;
}

export type Variables = Readonly<Record<string, unknown>>;

/** A fixed GraphQL document that a facade executes; see `defineOperation` in facades/documents/operation.ts. */
export interface Operation {
  readonly name: string;
  readonly kind: 'query' | 'mutation' | 'subscription';
  readonly source: string;
  /** The view that lists have by default: `full` if it is undefined. */
  readonly defaultView?: View;
  /**
   * Whether its page stays in memory while the lists of its records are read. The operation then takes a place among large
   * documents (docs/decisions/0071-large-results-by-region.md).
   */
  readonly isLarge?: true;
}

/** Whether the records of a list have their long text, or an excerpt and the size of the text instead. */
export type View = 'brief' | 'full';

export { JsonText, parseJsonText, serializeJson } from '../prisma/client.ts';
export { type Observation, observe, runObserved, runUnobserved } from '../prisma/client.ts';
export { mapRateLimits, type RateLimits } from './rate-limit-buckets.ts';
export type { RateLimitStatus } from './rate-limit-status.ts';
export type { AccessPolicy } from './access-policy.ts';
export { IDEMPOTENCY_KEY_FAULT, IDEMPOTENCY_KEY_PATTERN } from './values/idempotency-key.ts';
export { countCodePoints, replaceForbiddenCharacters, truncate } from './values/characters.ts';
export { OVERLAP_SECONDS } from './agents/rotation-overlap.ts';
export { DAY_MS } from './values/durations.ts';
export { describeIssue, REQUIRED } from './values/describe-issue.ts';
export { removeMarkup } from './values/excerpt.ts';
export { toRegion } from './values/networks.ts';
export { MAX_CODE_UNITS_PER_CHARACTER, normalize } from './values/normalization.ts';
export { sizeOf } from './values/size.ts';
export { MAX_HOST_LENGTH, parseUrl } from './values/urls.ts';
export type { OperationResult, SetKeptSize } from './documents/operation-result.ts';
export type { DocumentCharge, DocumentRequest, DocumentResult } from './documents/document-contract.ts';
export { DOCUMENT_ADVICE, DOCUMENT_BOUNDS } from './documents/document-contract.ts';
export { toArgumentPath } from './documents/argument-path.ts';
export { findExceededBound } from './documents/document-shape.ts';
export { omitNullMembers } from './documents/omit-nulls.ts';

/** The session of a caller that the access policy admits. It serves one request. */
export interface Session {
  /** The caller's limit after the last counted call; null if no limit applies. */
  readonly rateLimit: RateLimitStatus | null;
  /** Whether a response should offer to replace the caller's exposed key: see `isRotationDue` in schema/agents/rules.ts. */
  readonly isRotationDue: boolean;
  /** Executes a fixed document. Throws only `BoardError`: for `issues` that the facade found, with those of the variables. */
  executeOperation(
    operation: Operation,
    variables: Variables,
    issues?: readonly Issue[],
  ): Promise<OperationResult>;
  /**
   * Executes a subscription with a fixed document, as `executeOperation` executes a query. Resolves to its next event; null if
   * there is none yet. The request is executed again for the event after it (`Repetition`).
   */
  subscribeOperation(
    operation: Operation,
    variables: Variables,
    issues?: readonly Issue[],
  ): Promise<OperationResult | null>;
  /** Executes a query of this session again, for a live page, without counting a call. Throws as `executeOperation` does. */
  repeatOperation(operation: Operation, variables: Variables): Promise<OperationResult>;
  /** Counts the caller as a viewer of live pages. */
  readonly livePageViewers: LivePageViewers;
  /** Refunds the call to the caller's limit, because the response is 304. */
  refundCall(): Promise<void>;
  /** Executes a caller's own document. Throws `BoardError` only; errors of single fields are in `errors`. */
  executeDocument(request: DocumentRequest): Promise<DocumentResult>;
  /**
   * Executes a subscription with a caller's own document, as `subscribeOperation` does. Each event is charged as a document.
   * Resolves to a result without data if the document cannot be subscribed to.
   */
  subscribeDocument(
    request: DocumentRequest,
  ): Promise<{ readonly event: DocumentResult | null } | DocumentResult>;
}

/**
 * Authenticates the caller, counts the call and checks the access policy, in this order. Throws `unauthenticated`,
 * `invalid_key`, `handle_mismatch`, `validation_failed` (missing handle header), `rate_limited`,
 * `operation_not_in_scope`, `not_creator`, `csrf`.
 */
export type OpenSession = (caller: Caller, policy: AccessPolicy) => Promise<Session>;

export type { OperationDescription, JsonSchema, Parameter } from './documents/description.ts';

export type DescribeOperation = (operation: Operation) => OperationDescription;
