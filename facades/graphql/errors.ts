import { GraphQLError, type GraphQLFormattedError } from 'graphql';
import { BoardError, type ErrorCode } from '../../schema/contract.ts';
import { statusOf, toProblem, type ProblemContext } from '../http/problem.ts';
import { redactKeys } from '../http/codec/redact.ts';

/** What Yoga refuses before a document is read, by the status it gives. */
const CODES: Readonly<Record<number, ErrorCode>> = {
  405: 'method_not_allowed',
  413: 'query_too_complex',
  415: 'unsupported_media_type',
};

/** The board's refusal that a GraphQL error stands for. What GraphQL says itself is about the document. */
export function toRefusal(error: unknown, toBoardError: (error: unknown) => BoardError): BoardError {
  if (!(error instanceof GraphQLError)) return toBoardError(error);
  const { originalError, path, message } = error;
  if (!path && message.startsWith('Variable ')) return variableRefusal(message);
  if (originalError instanceof BoardError || path) return toBoardError(originalError ?? error);
  const { status } = (error.extensions['http'] ?? {}) as { status?: number };
  return new BoardError(CODES[status ?? 400] ?? 'malformed_request', message);
}

const variableRefusal = (message: string): BoardError => {
  const name = /^Variable "\$(\w+)"/.exec(message)?.[1] ?? '';
  const issue = { path: [name], loc: ['body', 'variables', name], msg: message, type: 'variable' };
  return new BoardError('validation_failed', message, { issues: [issue] });
};

/** An error as the wire has it: `extensions` hold code, status and the whole problem (decisions, section 2). */
export function toFormattedError(
  error: GraphQLError,
  refusal: BoardError,
  context: ProblemContext,
): GraphQLFormattedError {
  const { path } = error;
  const locations = locationsOf(error);
  const status = toStatus(error, refusal);
  return {
    message: redactKeys(refusal.message),
    ...(locations && { locations }),
    ...(path && { path }),
    extensions: toExtensions(refusal, { ...context, status }),
  };
}

/** Lines and columns as the lexer counted them: GraphQL.js would search the source anew for each error. */
function locationsOf({ nodes = [], locations }: GraphQLError): GraphQLError['locations'] {
  const tokens = nodes.flatMap(({ loc }) => (loc ? [loc.startToken] : []));
  return tokens.length > 0 ? tokens.map(({ line, column }) => ({ line, column })) : locations;
}

interface ExtensionContext extends ProblemContext {
  /** Where it is not that of the code. */
  readonly status?: number;
}

export const toExtensions = (refusal: BoardError, context: ExtensionContext) => {
  const { status = statusOf[refusal.kind] } = context;
  return { code: refusal.code, http: { status }, problem: { ...toProblem(refusal, context), status } };
};

/** What HTTP is told. Of a document that is no good, or of its variables, GraphQL over HTTP says 400 itself. */
export function toStatus(error: GraphQLError, refusal: BoardError): number {
  if (error.originalError instanceof BoardError || error.path || refusal.code === 'query_too_complex') {
    return statusOf[refusal.kind];
  }
  return (error.extensions['http'] as { status?: number } | undefined)?.status ?? 400;
}
