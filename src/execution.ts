import {
  type DocumentNode,
  execute,
  type ExecutionResult,
  getOperationAST,
  getVariableValues,
  GraphQLError,
  type GraphQLSchema,
  type SourceLocation,
} from 'graphql';
import { type CompiledQuery, compileQuery, isCompiledQuery } from 'graphql-jit';
import type { Context } from '../schema/context.ts';
import type { DocumentRequest, Variables } from '../schema/contract.ts';

/** Runs documents that have been found valid. Nowhere else is anything executed. */
export interface Execution {
  /** A fixed document with one operation, and variables that fit it. */
  fixed(document: DocumentNode, variables: Variables, context: Context): Promise<ExecutionResult>;
  /** A document of the caller's own. */
  own(request: DocumentRequest, context: Context): Promise<ExecutionResult>;
}

/** Dashboards ask the same again and again: a document of a caller's own is compiled when it comes once more than this. */
const OWN_RUNS = 2;

type Run = CompiledQuery['query'];

/** Compiles documents to functions; what is known of one is forgotten with it. */
export function createExecution(schema: GraphQLSchema): Execution {
  const compiled = new WeakMap<DocumentNode, Map<string, Run>>();
  const runs = new WeakMap<DocumentNode, number>();

  function runOf(document: DocumentNode, operationName = ''): Run {
    const known = compiled.get(document) ?? new Map<string, Run>();
    const run = known.get(operationName) ?? compile(schema, document, operationName);
    compiled.set(document, known.set(operationName, run));
    return run;
  }

  function isWorthCompiling(document: DocumentNode): boolean {
    const count = (runs.get(document) ?? 0) + 1;
    runs.set(document, count);
    return count > OWN_RUNS;
  }

  return {
    fixed: async (document, variables, context) => runOf(document)(undefined, context, variables),
    own: async (request, contextValue) => {
      const { document, operationName, variables } = request;
      const isCompiled = isWorthCompiling(document) && isSound(schema, request);
      if (!isCompiled)
        return execute({ schema, document, operationName, variableValues: variables, contextValue });
      const run = runOf(document, operationName ?? undefined);
      return toResult(await run(undefined, contextValue, variables ?? {}), document);
    },
  };
}

/** What resolvers give for GraphQL's own scalars is of their types already: TypeScript has seen to it. */
const OPTIONS = { disableLeafSerialization: true };

function compile(schema: GraphQLSchema, document: DocumentNode, operationName: string): Run {
  const compiled = compileQuery(schema, document, operationName === '' ? undefined : operationName, OPTIONS);
  if (isCompiledQuery(compiled)) return compiled.query;
  throw new Error('a document cannot be compiled', { cause: compiled.errors });
}

/** What is wrong with a request is told in the words of graphql-js. */
function isSound(schema: GraphQLSchema, { document, operationName, variables }: DocumentRequest): boolean {
  const operation = getOperationAST(document, operationName);
  if (!operation) return false;
  return !getVariableValues(schema, operation.variableDefinitions ?? [], variables ?? {}).errors;
}

/** Errors of compiled documents have no extensions; whoever writes them down expects those of graphql-js. */
function toResult(result: ExecutionResult, { loc }: DocumentNode): ExecutionResult {
  if (!result.errors) return result;
  const errors = result.errors.map(
    ({ message, path, originalError, locations = [] }) =>
      new GraphQLError(message, {
        path,
        originalError,
        source: loc?.source,
        positions: locations.map((location) => offsetOf(loc?.source.body ?? '', location)),
      }),
  );
  return { ...result, errors };
}

const LINE_ENDS = /\r\n|\n|\r/g;

function offsetOf(text: string, { line, column }: SourceLocation): number {
  const end = [...text.matchAll(LINE_ENDS)][line - 2];
  return (end ? end.index + end[0].length : 0) + column - 1;
}
