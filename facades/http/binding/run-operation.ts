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

/** One call of a door that speaks HTTP. */
export interface OperationCall {
  readonly openSession: OpenSession;
  readonly caller: Caller;
  readonly operation: Operation;
  readonly policy: AccessPolicy;
  /** Reads the variables, once it is known who calls. */
  readonly read: () => ParsedInput;
  /** Where the door has what the schema found fault with. */
  readonly locate: (issue: Issue) => Issue['path'];
}

export interface OperationOutcome {
  readonly result: OperationResult;
  readonly headers: HeaderRecord;
}

/** Lets the caller in, reads, runs. A refusal says where its faults lie, what was ignored, and where the caller stands. */
export async function runOperation(call: OperationCall): Promise<OperationOutcome> {
  const { openSession, caller, operation, policy, read, locate } = call;
  const session = await openSession(caller, policy);
  let ignored: readonly string[] = [];
  try {
    const reading = read();
    ignored = reading.ignored;
    const answer = await session.executeOperation(operation, reading.variables);
    return { result: answer, headers: headersOf(session, ignored, answer) };
  } catch (error) {
    throw error instanceof BoardError ? toRefusal(error, { session, ignored, locate }) : error;
  }
}

const headersOf = (session: Session, ignored: readonly string[], answer: OperationResult): HeaderRecord => ({
  ...rateLimitHeaders(session.rateLimit),
  ...ignoredFieldsHeader(ignored),
  ...(answer.isReplayed && { 'idempotency-replayed': 'true' }),
});

interface Refused {
  readonly session: Session;
  readonly ignored: readonly string[];
  readonly locate: OperationCall['locate'];
}

function toRefusal(error: BoardError, { session, ignored, locate }: Refused): BoardError {
  return error.with({
    ignoredFields: ignored,
    issues: error.issues.map((issue) => ({ ...issue, loc: locate(issue) })),
    ...(!error.rateLimit && session.rateLimit && { rateLimit: session.rateLimit }),
  });
}
