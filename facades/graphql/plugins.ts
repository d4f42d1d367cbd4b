import { type ExecutionArgs, GraphQLError, parse, type ParseOptions, type Source } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { BoardError, DOCUMENT_BOUNDS, type Session } from '../../schema/contract.ts';

/** What the door hands to Yoga with each request. */
export interface DoorContext {
  readonly session: Session;
}

/** Runs what Yoga has parsed and validated in the caller's session: the door executes nothing itself. */
export const useSession = (): Plugin<DoorContext> => ({
  onExecute({ args, setExecuteFn }) {
    const { document, operationName, variableValues, contextValue } = args as ExecutionArgs & {
      contextValue: DoorContext;
    };
    setExecuteFn(async () => {
      try {
        return await contextValue.session.run({ document, operationName, variables: variableValues ?? null });
      } catch (error) {
        return { errors: [new GraphQLError('refused', { originalError: error as Error })] };
      }
    });
  },
});

/** Stops reading a document that is too long while it is read. */
export const useTokenBound = (): Plugin => ({
  onParse({ setParseFn }) {
    setParseFn((source: string | Source, options?: ParseOptions) => {
      try {
        return parse(source, { ...options, maxTokens: DOCUMENT_BOUNDS.tokens });
      } catch (error) {
        if (!(error instanceof GraphQLError) || !error.message.includes('tokens')) throw error;
        const { tokens: max } = DOCUMENT_BOUNDS;
        const refusal = new BoardError('query_too_complex', `The document has more than ${max} tokens`, {
          members: { bound: 'tokens', max },
        });
        throw new GraphQLError(refusal.message, { originalError: refusal });
      }
    });
  },
});
