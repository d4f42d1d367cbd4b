import { type ExecutionArgs, GraphQLError, parse, type ParseOptions, type Source } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { BoardError, DOCUMENT_BOUNDS, type Session } from '../../schema/contract.ts';
import type { Spell } from '../http/problem.ts';
import { toRefusal, toStatus, toWireError } from './errors.ts';

/** What the door hands to Yoga with each request. */
export interface DoorContext {
  readonly session: Session;
  readonly requestId: string;
  /** Left behind for the headers. */
  readonly outcome: { replayed: boolean };
}

/** Runs what Yoga has parsed and validated in the caller's session: the door executes nothing itself. */
export const useSession = ({
  toRefusal: refuse,
}: Pick<ProblemOptions, 'toRefusal'>): Plugin<DoorContext> => ({
  onExecute({ args, setExecuteFn }) {
    const { document, operationName, variableValues, contextValue } = args as ExecutionArgs & {
      contextValue: DoorContext;
    };
    setExecuteFn(async () => {
      try {
        const request = { document, operationName, variables: variableValues ?? null };
        const result = await contextValue.session.run(request);
        contextValue.outcome.replayed ||= result.extensions !== undefined;
        return result;
      } catch (error) {
        return { errors: [wrap(refuse(error, contextValue.requestId))] };
      }
    });
  },
});

const wrap = (error: BoardError): GraphQLError => new GraphQLError(error.message, { originalError: error });

/** Stops reading a document that is too long while it is read. */
export const useTokenBound = (): Plugin => ({
  onParse({ setParseFn }) {
    setParseFn((source: string | Source, options?: ParseOptions) => {
      const { tokens: max } = DOCUMENT_BOUNDS;
      try {
        return parse(source, { ...options, maxTokens: max });
      } catch (error) {
        if (!(error instanceof GraphQLError) || !error.message.includes('more that')) throw error;
        const members = { bound: 'tokens', max };
        throw wrap(
          new BoardError('query_too_complex', `The document has more than ${max} tokens`, { members }),
        );
      }
    });
  },
});

interface ProblemOptions {
  readonly siteUrl: string;
  readonly spell: Spell;
  readonly toRefusal: (error: unknown, requestId: string) => BoardError;
}

interface Result {
  readonly data?: unknown;
  readonly errors?: readonly GraphQLError[];
  stringify?: () => string;
}

/** Writes errors as the board has them (decisions, section 2); and what is without, once, however many are told it. */
export const useProblems = (options: ProblemOptions): Plugin<DoorContext> => ({
  onResultProcess({ result, serverContext }) {
    const { requestId } = serverContext as unknown as DoorContext;
    for (const one of [result].flat() as Result[]) {
      if (one.errors) writeErrors(one, one.errors, { ...options, requestId });
      else one.stringify ??= once(() => JSON.stringify(one));
    }
  },
});

function once(write: () => string): () => string {
  let text: string | undefined;
  return () => (text ??= write());
}

/**
 * Yoga takes the HTTP status from `extensions.http`, and keeps that member to itself: so it is told a status only
 * where nothing of the data came about, as GraphQL over HTTP asks, and the wire gets errors of our writing.
 */
function writeErrors(
  result: Result,
  errors: readonly GraphQLError[],
  options: ProblemOptions & { requestId: string },
): void {
  const { requestId } = options;
  const wire = errors.map((error) => {
    const refusal = toRefusal(error, (cause) => options.toRefusal(cause, requestId));
    if (!result.data) {
      const given = error.extensions['http'] ?? { spec: true };
      error.extensions['http'] = { ...given, status: toStatus(error, refusal) };
    }
    return toWireError(error, refusal, options);
  });
  const answer = { ...result, errors: wire };
  result.stringify = () => JSON.stringify(answer);
}
