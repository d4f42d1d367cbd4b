import { GraphQLError } from 'graphql';
import { isConnectionFailure } from '../prisma/client.ts';
import { BoardError } from './contract.ts';

/** Turns whatever was thrown into what the caller may know of it. What was not foreseen is `internal`. */
export function toBoardError(error: unknown): BoardError {
  if (error instanceof BoardError) return error;
  if (error instanceof GraphQLError) return fromGraphQLError(error);
  if (isConnectionFailure(error)) {
    return new BoardError('unavailable', 'The board cannot reach its store; try again shortly', {
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
