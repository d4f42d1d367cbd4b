import {
  type Answer,
  BoardError,
  type Caller,
  type Issue,
  type OpenSession,
  type Operation,
  type Policy,
  type Session,
} from '../../schema/contract.ts';
import { ignoredHeader, rateLimitHeaders } from './headers.ts';
import type { WireReading } from './parameters.ts';
import type { HeaderRecord } from './reply.ts';

/** One call of a door that speaks HTTP. */
export interface Call {
  readonly openSession: OpenSession;
  readonly caller: Caller;
  readonly operation: Operation;
  readonly policy: Policy;
  /** Reads the variables, once it is known who calls. */
  readonly read: () => WireReading;
  /** Where the door has what the schema found fault with. */
  readonly locate: (issue: Issue) => Issue['path'];
}

export interface Performed {
  readonly answer: Answer;
  readonly headers: HeaderRecord;
}

/** Lets the caller in, reads, runs. A refusal says where its faults lie, what was ignored, and where the caller stands. */
export async function perform(call: Call): Promise<Performed> {
  const { openSession, caller, operation, policy, read, locate } = call;
  const session = await openSession(caller, policy);
  let ignored: readonly string[] = [];
  try {
    const reading = read();
    ignored = reading.ignored;
    const answer = await session.execute(operation, reading.variables);
    return { answer, headers: headersOf(session, ignored, answer) };
  } catch (error) {
    throw error instanceof BoardError ? toRefusal(error, { session, ignored, locate }) : error;
  }
}

const headersOf = (session: Session, ignored: readonly string[], answer: Answer): HeaderRecord => ({
  ...rateLimitHeaders(session.standing),
  ...ignoredHeader(ignored),
  ...(answer.replayed && { 'idempotency-replayed': 'true' }),
});

interface Refused {
  readonly session: Session;
  readonly ignored: readonly string[];
  readonly locate: Call['locate'];
}

function toRefusal(error: BoardError, { session, ignored, locate }: Refused): BoardError {
  return error.with({
    ignored,
    issues: error.issues.map((issue) => ({ ...issue, loc: locate(issue) })),
    ...(!error.standing && session.standing && { standing: session.standing }),
  });
}
