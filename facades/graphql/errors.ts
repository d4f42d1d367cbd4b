import { GraphQLError, type GraphQLFormattedError } from 'graphql';
import { BoardError, errorCodes, type ErrorCode, type Issue, truncate } from '../../schema/contract.ts';
import { statusOf, toProblem, type ProblemContext } from '../http/problem.ts';

/** Codes of the errors that Yoga reports before it parses a document, by HTTP status. */
const CODE_BY_STATUS: Readonly<Record<number, ErrorCode>> = {
  405: 'method_not_allowed',
  // A batch with too many operations.
  413: 'query_too_complex',
  415: 'unsupported_media_type',
};

/** Maximum characters of a message about a document. Such messages repeat its names. */
const MAX_MESSAGE_LENGTH = 500;

/**
 * Converts an error of Yoga or GraphQL to a BoardError. `toBoardError` converts errors of resolvers and unexpected errors; all
 * other errors are about the request, its document or its variables.
 */
export function toRefusal(error: unknown, toBoardError: (error: unknown) => BoardError): BoardError {
  if (!(error instanceof GraphQLError)) return toBoardError(error);
  const { originalError, path, message } = error;
  if (originalError instanceof BoardError || path) return toBoardError(originalError ?? error);
  const { status } = (error.extensions['http'] ?? {}) as { status?: number };
  return new BoardError(
    CODE_BY_STATUS[status ?? 400] ?? 'malformed_request',
    truncate(message, MAX_MESSAGE_LENGTH),
  );
}

/**
 * Returns the error for faults of the literal values or the variables of a document. `hasFurtherFaults`: whether there are more
 * faults than `issues` contains.
 */
export const createInputRefusal = (
  issues: readonly Issue[],
  { hasFurtherFaults = false }: { readonly hasFurtherFaults?: boolean } = {},
): BoardError =>
  new BoardError(
    'validation_failed',
    `${INVALID_TITLE}${hasFurtherFaults ? '; further faults are not listed' : ''}`,
    {
      issues,
    },
  );

/** Returns the GraphQL error for faults of literal values in a document: `validation_failed` with the HTTP status 400. */
export function createInputError(
  issues: readonly Issue[],
  { nodes }: Pick<GraphQLError, 'nodes'>,
): GraphQLError {
  const originalError = createInputRefusal(issues);
  return new GraphQLError(originalError.message, { nodes: nodes ?? null, originalError });
}

const INVALID_TITLE = errorCodes.validation_failed.title;

/** Formats an error for the response. `extensions` contain the code, the HTTP status and the problem details. */
export function toFormattedError(
  error: GraphQLError,
  refusal: BoardError,
  context: ProblemContext,
): GraphQLFormattedError {
  const { path } = error;
  const locations = locationsOf(error);
  const status = toStatus(error, refusal);
  const extensions = toExtensions(refusal, { ...context, status });
  return {
    message: extensions.problem.detail,
    ...(locations && { locations }),
    ...(path && { path }),
    extensions,
  };
}

/** Takes line and column from the tokens. GraphQL.js would search the source text again for each error. */
function locationsOf({ nodes = [], locations }: GraphQLError): GraphQLError['locations'] {
  const tokens = nodes.flatMap(({ loc }) => (loc ? [loc.startToken] : []));
  return tokens.length > 0 ? tokens.map(({ line, column }) => ({ line, column })) : locations;
}

/** Returns the `extensions` of an error. `status` overrides the HTTP status of the problem. */
export const toExtensions = (refusal: BoardError, context: ProblemContext & { readonly status?: number }) => {
  const problem = toProblem(refusal, { locate, ...context });
  const { status = problem.status } = context;
  return { code: refusal.code, http: { status }, problem: { ...problem, status } };
};

/** The location of an issue in the input of a field: in the `input` of a mutation, or in the arguments of another field. */
const locate = ({ path }: Issue): Issue['path'] => (path[0] === 'input' ? path : ['arguments', ...path]);

/** Returns the HTTP status of an error. GraphQL over HTTP requires 400 for an invalid document or invalid variables. */
export function toStatus(error: GraphQLError, refusal: BoardError): number {
  const isOfInput = !error.path && refusal.code === 'validation_failed';
  if (
    (error.originalError instanceof BoardError && !isOfInput) ||
    error.path ||
    refusal.code === 'query_too_complex'
  ) {
    return statusOf[refusal.kind];
  }
  return error.extensions.http?.status ?? 400;
}
