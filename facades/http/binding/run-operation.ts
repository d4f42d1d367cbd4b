import {
  type OperationResult,
  BoardError,
  type Caller,
  type Issue,
  type OpenSession,
  type Operation,
  type AccessPolicy,
  type Session,
} from '../../../schema/contract.ts';
import { ignoredFieldsHeader, rateLimitHeaders } from '../codec/headers.ts';
import type { ParsedInput } from './variables.ts';
import type { HeaderRecord } from '../reply.ts';

/** One call of an operation by an HTTP facade. */
export interface OperationCall {
  readonly openSession: OpenSession;
  readonly caller: Caller;
  readonly operation: Operation;
  readonly policy: AccessPolicy;
  /** Reads the variables. Called after authentication, whose errors take precedence. */
  readonly read: () => ParsedInput;
  /** Finds the location of an issue in the request. */
  readonly locate: (issue: Issue) => Issue['path'];
}

export interface OperationOutcome {
  readonly result: OperationResult;
  /** Rate limit, ignored fields and replay. */
  readonly headers: HeaderRecord;
}

/**
 * Opens a session, reads the variables and executes the operation. Errors get the locations of their issues, the ignored
 * fields and the rate limit status.
 */
export async function runOperation(call: OperationCall): Promise<OperationOutcome> {
  const { openSession, caller, operation, policy, read, locate } = call;
  const session = await openSession(caller, policy);
  let ignored: readonly string[] = [];
  try {
    const input = read();
    ignored = input.ignored;
    const result = await session.executeOperation(operation, input.variables);
    return { result, headers: headersOf(session, ignored, result) };
  } catch (error) {
    throw error instanceof BoardError ? addRequestDetails(error, { session, ignored, locate }) : error;
  }
}

const headersOf = (session: Session, ignored: readonly string[], result: OperationResult): HeaderRecord => ({
  ...rateLimitHeaders(session.rateLimit),
  ...ignoredFieldsHeader(ignored),
  ...(result.isReplayed && { 'idempotency-replayed': 'true' }),
});

function addRequestDetails(
  error: BoardError,
  {
    session,
    ignored,
    locate,
  }: {
    readonly session: Session;
    readonly ignored: readonly string[];
    readonly locate: OperationCall['locate'];
  },
): BoardError {
  return error.with({
    ignoredFields: ignored,
    issues: error.issues.map((issue) => ({ ...issue, loc: locate(issue) })),
    ...(!error.rateLimit && session.rateLimit && { rateLimit: session.rateLimit }),
  });
}
