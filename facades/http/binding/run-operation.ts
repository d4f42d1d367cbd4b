import {
  type OperationResult,
  BoardError,
  type Caller,
  type IgnoredField,
  type Issue,
  type OpenSession,
  type Operation,
  type AccessPolicy,
  type Session,
  type Variables,
} from '../../../schema/contract.ts';
import { ignoredFieldsHeader, rateLimitHeaders } from '../codec/headers.ts';
import { dottedName, toUnknownIssue, type UnknownName } from './parameters/unknown-names.ts';
import type { ParsedInput } from './parameters/variables.ts';
import type { HeaderRecord } from '../reply.ts';

/** One call of an operation by an HTTP facade. */
export interface OperationCall {
  readonly openSession: OpenSession;
  readonly caller: Caller;
  readonly operation: Operation;
  readonly policy: AccessPolicy;
  /** Reads the variables. Called after authentication, whose errors take precedence. */
  readonly read: (session: Session) => ParsedInput;
  /** Finds the location of an issue in the request. */
  readonly locate: (issue: Issue) => Issue['path'];
  /** How to handle input that the operation does not have. `refuseInQuery` ignores unknown members of the body. */
  readonly onUnknown: 'refuse' | 'refuseInQuery' | 'ignore';
}

export interface OperationOutcome {
  readonly result: OperationResult;
  /** Rate limit, ignored fields and replay. */
  readonly headers: HeaderRecord;
  readonly ignoredFields: readonly IgnoredField[];
  readonly session: Session;
}

/**
 * Opens a session, then reads the variables and executes the operation. Errors of these two steps get the locations of their
 * issues, the ignored fields and the rate limit status.
 */
export async function runOperation(call: OperationCall): Promise<OperationOutcome> {
  const { result, session, ignoredFields } = await runInSession(call, (opened, variables, issues) =>
    opened.executeOperation(call.operation, variables, issues),
  );
  return { result, headers: headersOf(session, ignoredFields, result), ignoredFields, session };
}

/** Executes a subscription, as `runOperation` executes a query. `event` is null if there is none yet. */
export async function subscribeOperation(call: OperationCall) {
  const { result: event, session } = await runInSession(call, (opened, variables, issues) =>
    opened.subscribeOperation(call.operation, variables, issues),
  );
  return { event, session };
}

async function runInSession<Result>(
  { openSession, caller, policy, read, locate, onUnknown }: OperationCall,
  run: (session: Session, variables: Variables, issues: readonly Issue[]) => Promise<Result>,
) {
  const session = await openSession(caller, policy);
  let ignoredFields: readonly IgnoredField[] = [];
  try {
    const { variables, unknownNames } = read(session);
    const { refused = [], ignored = [] } = Object.groupBy(unknownNames, (name) =>
      onUnknown === 'refuse' || (onUnknown === 'refuseInQuery' && name.loc[0] === 'query')
        ? 'refused'
        : 'ignored',
    );
    ignoredFields = ignored.map(toIgnoredField);
    const result = await run(session, variables, refused.map(toUnknownIssue));
    return { result, session, ignoredFields };
  } catch (error) {
    throw error instanceof BoardError ? addRequestDetails(error, { session, ignoredFields, locate }) : error;
  }
}

const toIgnoredField = (name: UnknownName): IgnoredField => ({
  name: dottedName(name),
  ...(name.didYouMean !== undefined && { didYouMean: name.didYouMean }),
});

const headersOf = (
  session: Session,
  ignoredFields: readonly IgnoredField[],
  result: OperationResult,
): HeaderRecord => ({
  ...rateLimitHeaders(session.rateLimit),
  ...ignoredFieldsHeader(ignoredFields),
  ...(result.isReplayed && { 'idempotency-replayed': 'true' }),
});

function addRequestDetails(
  error: BoardError,
  {
    session,
    ignoredFields,
    locate,
  }: {
    readonly session: Session;
    readonly ignoredFields: readonly IgnoredField[];
    readonly locate: OperationCall['locate'];
  },
): BoardError {
  return error.with({
    ignoredFields,
    issues: error.issues.map((issue) => ({ ...issue, loc: locate(issue) })),
    ...(!error.rateLimit && session.rateLimit && { rateLimit: session.rateLimit }),
  });
}
