import { GraphQLError, type GraphQLFormattedError } from 'graphql';
import { BoardError, type Code } from '../../schema/contract.ts';
import { statusOf, toProblem, type ProblemContext } from '../http/problem.ts';

/** What Yoga refuses before a document is read, by the status it gives. */
const CODES: Readonly<Record<number, Code>> = {
  405: 'method_not_allowed',
  413: 'query_too_complex',
  415: 'unsupported_media_type',
};

/** The board's refusal that a GraphQL error stands for. What GraphQL says itself is about the document. */
export function toRefusal(error: unknown, toBoardError: (error: unknown) => BoardError): BoardError {
  if (!(error instanceof GraphQLError)) return toBoardError(error);
  const { originalError } = error;
  if (originalError instanceof BoardError || error.path) return toBoardError(originalError ?? error);
  const { status } = (error.extensions['http'] ?? {}) as { status?: number };
  const code = status === undefined ? undefined : CODES[status];
  if (code) return new BoardError(code, error.message);
  const isInput = error.path === undefined && error.message.startsWith('Variable ');
  return isInput
    ? new BoardError('validation_failed', error.message, {
        issues: [{ path: [], msg: error.message, type: 'variable' }],
      })
    : new BoardError('malformed_request', error.message);
}

/** An error as the wire has it: `extensions` hold code, status and the whole problem (decisions, section 2). */
export function toWireError(
  error: GraphQLError,
  refusal: BoardError,
  context: ProblemContext,
): GraphQLFormattedError {
  const { locations, path } = error;
  return {
    message: refusal.message,
    ...(locations && { locations }),
    ...(path && { path }),
    extensions: toExtensions(refusal, context),
  };
}

export const toExtensions = (refusal: BoardError, context: ProblemContext) => ({
  code: refusal.code,
  http: { status: statusOf[refusal.kind] },
  problem: toProblem(refusal, context),
});
