import { GraphQLError } from 'graphql';
import { BusyError, isOutage, isReadOnly } from '../prisma/client.ts';
import { BoardError } from './contract.ts';

/**
 * Converts anything thrown to the error that the caller gets; an unexpected error becomes `internal`.
 * Each `retry_after` is an estimate.
 */
export function toBoardError(error: unknown): BoardError {
  if (error instanceof BoardError) return error;
  if (error instanceof GraphQLError) return fromGraphQLError(error);
  if (error instanceof BusyError) {
    return new BoardError('unavailable', 'Too many reads or writes are running; try again shortly', {
      members: { retry_after: 2 },
    });
  }
  if (isReadOnly(error)) {
    return createReadOnlyError(error);
  }
  if (isOutage(error)) {
    return new BoardError('unavailable', 'The database is not available; try again shortly', {
      members: { retry_after: 5 },
      cause: error,
    });
  }
  return new BoardError('internal', 'Unexpected error', {
    cause: error,
  });
}

export const createReadOnlyError = (cause?: unknown): BoardError =>
  new BoardError('read_only', 'The board is read-only at the moment', {
    members: { retry_after: 30 },
    cause,
  });

/** The error of a stream or live page that is opened while the process shuts down. Another process may serve a repetition. */
export const createClosingError = (): BoardError =>
  new BoardError('unavailable', 'The board is shutting down or restarting; try again shortly', {
    members: { retry_after: 1 },
  });

/**
 * Ignores that a write failed because the database is read-only, busy or unavailable. Throws other errors. For reads that also
 * write: they must not fail because the write has failed. If the database is down, the next statement reports it.
 */
export function ignoreUnavailable(error: unknown): void {
  if (!isReadOnly(error) && !isOutage(error) && !(error instanceof BusyError)) throw error;
}

/** Unwraps an error that a resolver threw. Errors of GraphQL itself are about the document or its variables. */
function fromGraphQLError(error: GraphQLError): BoardError {
  if (error.originalError) return toBoardError(error.originalError);
  return new BoardError('validation_failed', error.message, {
    issues: [{ path: [...(error.path ?? [])], msg: error.message, type: 'graphql' }],
  });
}
