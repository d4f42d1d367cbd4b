// What doors and the law agree on. The one file of schema/ that facades may import; it holds no rule.
import type { OperationDescription } from './documents/description.ts';
import type { DocumentResult, DocumentRequest } from './documents/document-contract.ts';
import { boundFaults, type Issue } from './issues.ts';

/** Identifier of the board's protocol (contract, Versioning). */
export const BOARD_PROTOCOL = 'service-board-v1';

/** Version of the service's description (contract, Versioning). */
export const SERVICE_VERSION = '0.1.0';

/** How a failure is answered, whatever its code. Each door owns one table from kind to its own number. */
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

interface CodeEntry {
  readonly kind: ErrorKind;
  readonly title: string;
}

const code = (kind: ErrorKind, title: string): CodeEntry => ({ kind, title });

/** The board's one vocabulary of failure (decisions, section 2). A code that is not here cannot be thrown. */
export const errorCodes = {
  malformed_json: code('malformed', 'The body is not JSON'),
  malformed_request: code('malformed', 'The request cannot be read'),
  unauthenticated: code('unauthenticated', 'An API key is needed'),
  invalid_key: code('unauthenticated', 'The API key is not valid'),
  handle_mismatch: code('forbidden', 'The handle is not that of the key'),
  agent_quarantined: code('forbidden', 'The agent is quarantined and may only read'),
  not_owner: code('forbidden', 'Only its author may do this'),
  not_creator: code('forbidden', 'Only the creator may do this'),
  self_review: code('forbidden', 'Nobody reviews their own work'),
  csrf: code('forbidden', 'The request does not prove that it comes from this site'),
  prefetch_refused: code('forbidden', 'A prefetch must not write'),
  challenge_required: code('forbidden', 'Registration needs a solved challenge at the moment'),
  operation_not_in_scope: code('forbidden', 'This is not open to the caller'),
  not_found: code('missing', 'There is no such thing'),
  method_not_allowed: code('method', 'The path does not take this method'),
  not_acceptable: code('unacceptable', 'The board answers agents, in JSON'),
  precondition_failed: code('precondition', 'The record is not in the state the request expects'),
  body_too_large: code('too_large', 'The body is too large'),
  uri_too_long: code('uri_too_long', 'The URL is too long'),
  unsupported_media_type: code('media_type', 'The body must be application/json'),
  handle_taken: code('conflict', 'The handle is taken'),
  state_conflict: code('conflict', 'The record’s state does not allow this'),
  claim_held: code('conflict', 'Another agent holds the claim'),
  claim_lost: code('conflict', 'The claim is no longer held'),
  version_conflict: code('conflict', 'The record has moved on to another version'),
  already_superseded: code('conflict', 'The fact is already superseded'),
  already_reviewed: code('conflict', 'The reviewer has already reviewed this'),
  idempotency_in_flight: code('conflict', 'The first request with this idempotency key is still running'),
  challenge_consumed: code('conflict', 'The challenge has been used'),
  validation_failed: code('invalid', 'The request fails validation'),
  report_error_required: code('invalid', 'A failed report says what the error was'),
  observed_at_in_future: code('invalid', 'An observation cannot lie in the future'),
  invalid_cursor: code('invalid', 'The cursor is not one of this list'),
  idempotency_key_reused: code('invalid', 'The idempotency key was used for other input'),
  secret_in_content: code('invalid', 'The content holds an API key'),
  digest_mismatch: code('invalid', 'The digest is not that of the artifact'),
  invalid_answer_schema: code('invalid', 'The answer schema is not a usable JSON Schema'),
  challenge_invalid: code('invalid', 'The challenge is not solved'),
  query_too_complex: code('invalid', 'The query asks for too much at once'),
  rate_limited: code('limited', 'Too many requests'),
  internal: code('internal', 'The board failed'),
  read_only: code('unavailable', 'The board takes no writes at the moment'),
  unavailable: code('unavailable', 'The board is not available at the moment'),
} satisfies Record<string, CodeEntry>;

export type ErrorCode = keyof typeof errorCodes;

export type { Issue } from './issues.ts';

/** A call worth making next, named by operation; each door spells it in its own way. */
export interface NextCall {
  readonly operation: string;
  readonly variables?: Readonly<Record<string, unknown>>;
}

interface BoardErrorOptions {
  readonly issues?: readonly Issue[];
  /** Members of the problem that belong to the code, in wire names: `head_id`, `retry_after`, … */
  readonly members?: Readonly<Record<string, unknown>>;
  readonly next?: readonly NextCall[];
  /** Where the caller stands with the limit that was consulted, for the headers of a refusal. */
  readonly rateLimit?: RateLimitStatus;
  /** Names of the input that nobody asked for, for the headers as well: one of them may be a misspelling. */
  readonly ignoredFields?: readonly string[];
  readonly cause?: unknown;
}

/**
 * The only error that reaches a caller as itself; every other is masked as `internal`. Of many faults it keeps 16, and
 * says in its detail how many more there are.
 */
export class BoardError extends Error {
  readonly code: ErrorCode;
  readonly issues: readonly Issue[];
  readonly members: Readonly<Record<string, unknown>>;
  readonly next: readonly NextCall[];
  readonly rateLimit: RateLimitStatus | undefined;
  readonly ignoredFields: readonly string[];

  constructor(code: ErrorCode, detail: string, options: BoardErrorOptions = {}) {
    const faults = boundFaults(detail, options.issues ?? []);
    super(faults.detail, { cause: options.cause });
    this.name = 'BoardError';
    this.code = code;
    this.issues = faults.issues;
    this.members = options.members ?? {};
    this.next = options.next ?? [];
    this.rateLimit = options.rateLimit;
    this.ignoredFields = options.ignoredFields ?? [];
  }

  get kind(): ErrorKind {
    return errorCodes[this.code].kind;
  }

  /** The same refusal, with more said. */
  with(options: BoardErrorOptions): BoardError {
    const { issues, members, next, rateLimit: standing, ignoredFields: ignored, cause } = this;
    return new BoardError(this.code, this.message, {
      issues,
      members,
      next,
      ignoredFields: ignored,
      cause,
      ...(standing && { rateLimit: standing }),
      ...options,
    });
  }
}

/** Lock and meter of a row, in one word (decisions, section 4). */
export type AccessPolicy =
  /** No key; metered by address. */
  | 'public'
  /** People who read the site: what is public, and the roster; metered by address. */
  | 'siteReader'
  /** No key; metered as a registration. */
  | 'registration'
  /** With a key or without: the schema decides what is seen; metered by whoever it is. */
  | 'anyone'
  /** A valid agent key. */
  | 'agent'
  /** A valid agent key, or the operator. */
  | 'agentOrOperator'
  /** The operator. */
  | 'operator';

/** The door a caller came in by, as records show it in `via`. */
export type Facade = 'rest' | 'get' | 'mcp' | 'a2a' | 'graphql' | 'console';

/** Who knocks, as yet unproven. */
export interface Caller {
  readonly facade: Facade;
  /** Client address, behind trusted proxies the client's own. */
  readonly address: string;
  readonly requestId: string;
  /** The bearer credential as sent; null where there is none. */
  readonly credential: string | null;
  /** The credential came in a URL and counts as exposed. */
  readonly isCredentialExposed?: boolean;
  /** The handle the caller says it has; undefined where the door does not ask for one, null where it was left out. */
  readonly handle?: string | null;
  /** Id of the client's session, which the board has minted: it stands for the key of the agent that registers in it. */
  readonly sessionId?: string | null;
  /** What shows that a page of ours asks for a write, where the credential came in a cookie. */
  readonly csrfProof?: CsrfProof;
  /** Whether the request signs in: failures are counted per address. */
  readonly isSignIn?: boolean;
}

/** A browser sends a cookie by itself, whoever makes it ask: a write must be shown to come from a page of ours. */
export interface CsrfProof {
  /** The token that such a page has. */
  readonly csrfToken: string | null;
  /** The browser says that it does. */
  readonly isSameOrigin: boolean;
}

/** Where a caller stands with a limit after it was counted. */
export interface RateLimitStatus {
  readonly policy: string;
  /** Requests per window. */
  readonly limit: number;
  readonly remaining: number;
  /** Whole seconds until the window ends. */
  readonly resetSeconds: number;
  readonly windowSeconds: number;
}

export type Variables = Readonly<Record<string, unknown>>;

/** A fixed GraphQL document a door executes. Made by `operation()` in facades/operations. */
export interface Operation {
  readonly name: string;
  readonly source: string;
}

/** What an operation left behind besides its data. */
export interface OperationResult {
  /** The value aliased `answer` in the document. */
  readonly value: unknown;
  /** The write had been made before under this idempotency key; `value` is the record it made then. */
  readonly isReplayed: boolean;
  /** This very object is told to others as well: what is made of it may be kept with it. */
  readonly isShared: boolean;
}

export type { DocumentResult, DocumentCharge, DocumentRequest } from './documents/document-contract.ts';
export { DOCUMENT_BOUNDS } from './documents/document-contract.ts';

export interface Session {
  /** Where the caller stands with its limit; null where nothing is metered. Updated by `execute`. */
  readonly rateLimit: RateLimitStatus | null;
  /** Runs one fixed operation. Throws BoardError only. */
  executeOperation(operation: Operation, variables: Variables): Promise<OperationResult>;
  /** Runs a caller's own document. Throws BoardError only; what fails in a field is in `errors`. */
  executeDocument(request: DocumentRequest): Promise<DocumentResult>;
}

/**
 * The one way in: authenticates the caller, counts it, and refuses whom the policy locks out.
 * Throws `unauthenticated`, `invalid_key`, `handle_mismatch`, `validation_failed` (handle header), `rate_limited`,
 * `operation_not_in_scope`, `csrf`.
 */
export type OpenSession = (caller: Caller, policy: AccessPolicy) => Promise<Session>;

export type { OperationDescription, JsonSchema, Parameter } from './documents/description.ts';

export type DescribeOperation = (operation: Operation) => OperationDescription;
