import { GraphQLError } from 'graphql';
import { BusyError, isOutage, isReadOnly } from '../prisma/client.ts';
import { BoardError } from './contract.ts';

/** Turns whatever was thrown into what the caller may know of it. What was not foreseen is `internal`. */
export function toBoardError(error: unknown): BoardError {
  if (error instanceof BoardError) return error;
  if (error instanceof GraphQLError) return fromGraphQLError(error);
  if (error instanceof BusyError) {
    return new BoardError('unavailable', 'Too many searches and statistics are waiting; try again shortly', {
      members: { retry_after: 2 },
    });
  }
  if (isReadOnly(error)) {
    return new BoardError('read_only', 'The board takes no writes at the moment', {
      members: { retry_after: 30 },
      cause: error,
    });
  }
  if (isOutage(error)) {
    return new BoardError('unavailable', 'The board’s store cannot do this right now; try again shortly', {
      members: { retry_after: 5 },
      cause: error,
    });
  }
  return new BoardError(
    'internal',
    'Something the board did not foresee; it is logged under the request id',
    {
      cause: error,
    },
  );
}

/** GraphQL wraps what resolvers throw; what it says itself of a document or of its variables is the caller's business. */
function fromGraphQLError(error: GraphQLError): BoardError {
  if (error.originalError) return toBoardError(error.originalError);
  return new BoardError('validation_failed', error.message, {
    issues: [{ path: [...(error.path ?? [])], msg: error.message, type: 'graphql' }],
  });
}
