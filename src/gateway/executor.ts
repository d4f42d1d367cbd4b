import { type DocumentNode, execute, type ExecutionResult, type GraphQLSchema } from 'graphql';
import { type CompiledQuery, compileQuery, isCompiledQuery } from 'graphql-jit';
import type { Context } from '../../schema/context.ts';
import type { DocumentRequest, Variables } from '../../schema/contract.ts';

/** Runs documents that have been found valid. Nowhere else is anything executed. */
export interface Executor {
  /** One of the board's documents, with one operation, and variables that fit it. */
  executeOperation(document: DocumentNode, variables: Variables, context: Context): Promise<ExecutionResult>;
  /** A document of the caller's own. */
  executeDocument(request: DocumentRequest, context: Context): Promise<ExecutionResult>;
}

type Run = CompiledQuery['query'];

/**
 * The board's own documents are compiled to functions. A caller's never is: the compiler writes parts of a document into
 * the code it makes, so whoever writes the document would write the code.
 */
export function createExecutor(schema: GraphQLSchema): Executor {
  const compiled = new WeakMap<DocumentNode, Run>();

  function runOf(document: DocumentNode): Run {
    const run = compiled.get(document) ?? compile(schema, document);
    compiled.set(document, run);
    return run;
  }

  return {
    executeOperation: async (document, variables, context) => runOf(document)(undefined, context, variables),
    executeDocument: async ({ document, operationName, variables }, contextValue) =>
      execute({ schema, document, operationName, variableValues: variables, contextValue }),
  };
}

/** What resolvers give for GraphQL's own scalars is of their types already: TypeScript has seen to it. */
const OPTIONS = { disableLeafSerialization: true };

function compile(schema: GraphQLSchema, document: DocumentNode): Run {
  const compiled = compileQuery(schema, document, undefined, OPTIONS);
  if (isCompiledQuery(compiled)) return compiled.query;
  throw new Error('a document cannot be compiled', { cause: compiled.errors });
}
