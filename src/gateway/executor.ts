import {
  createSourceEventStream,
  type DocumentNode,
  execute,
  type ExecutionArgs,
  type ExecutionResult,
  type GraphQLSchema,
} from 'graphql';
import type { CompiledQuery } from 'graphql-jit';
import { loadOnce } from '../../facades/http/once.ts';
import type { Context } from '../../schema/context.ts';
import type { DocumentRequest, Variables } from '../../schema/contract.ts';
import { operationTypeOf } from '../../schema/query-cost/document-cost.ts';
import { InputShares } from './load/input-shares.ts';
import { LargeDocuments } from './load/large-documents.ts';

interface SubscribedPage {
  readonly page: unknown;
  readonly errors?: ExecutionResult['errors'];
}

/** Executes valid GraphQL documents. No other file executes documents. */
export interface Executor {
  /**
   * Executes one of the board's own documents, with one operation. The variables must be valid. `page` is a page of a
   * subscription.
   */
  executeOperation(
    document: DocumentNode,
    variables: Variables,
    context: Context,
    page?: unknown,
  ): Promise<ExecutionResult>;
  /** Executes a document that a caller wrote. `page` is a page of a subscription. */
  executeDocument(request: DocumentRequest, context: Context, page?: unknown): Promise<ExecutionResult>;
  /** Executes a subscription up to its next page, which is null if there is none yet. */
  subscribe(request: DocumentRequest, context: Context): Promise<SubscribedPage>;
}

/** The lowest limit: `assertVariables` and `checkVariables` have already reported all faults of the variables. */
const MAX_COERCION_ERRORS = 1;

type CompiledFunction = CompiledQuery['query'];

/** Loaded by `App.prepare` or by the first operation. */
export const loadJit = loadOnce(() => import('graphql-jit'));

/** The board's own documents, compiled on first use for all boards of the process. */
const compiled = new WeakMap<DocumentNode, CompiledFunction>();

/**
 * Creates the executor. The board's own documents are compiled to functions (graphql-jit). Callers' documents are
 * interpreted: the compiler writes parts of a document into the code it generates, so a caller could inject code.
 */
export function createExecutor(
  schema: GraphQLSchema,
  largeDocuments = new LargeDocuments(),
  largeMutations = LargeDocuments.forMutations(),
  inputShares = new InputShares(),
): Executor {
  async function compileOnce(document: DocumentNode): Promise<CompiledFunction> {
    const run = await compile(schema, document);
    compiled.set(document, run);
    return run;
  }

  const toArguments = (
    { document, operationName, variables }: DocumentRequest,
    contextValue: Context,
  ): ExecutionArgs => ({
    ...{ schema, document, operationName, variableValues: variables, contextValue },
    options: { maxCoercionErrors: MAX_COERCION_ERRORS },
  });

  return {
    executeOperation: (document, variables, context, page) =>
      inputShares.run({ variables, keptBytes: 0, region: context.region }, async () => {
        const run = compiled.get(document) ?? (await compileOnce(document));
        return run(page, context, variables);
      }),
    executeDocument: (request, context, page) => {
      const args = { ...toArguments(request, context), rootValue: page };
      const type = operationTypeOf(request);
      // Errors of other fields must not wait until the field that waits for news has ended.
      const waits = context.mayWait && type !== 'subscription';
      const run = async () => (waits ? execute(args) : executeToEnd(args, context));
      // A subscription has had a place since before its page was read.
      if (type === 'subscription') return largeDocuments.pauseAfter(context, run);
      const documents = type === 'mutation' ? largeMutations : largeDocuments;
      // The session has already counted the input of a document that may wait for news (`KeptDocuments`).
      if (waits) return documents.run(context, run);
      const { keptBytes, region } = context;
      const input = { variables: request.variables, keptBytes, region };
      return inputShares.run(input, () => documents.run(context, run));
    },
    subscribe: async (request, context) => {
      const pages = await createSourceEventStream(toArguments(request, context));
      if (!(Symbol.asyncIterator in pages)) return { page: null, ...pages };
      // An execution reads one page (schema/live/stream.ts).
      const next: IteratorResult<unknown> = await pages[Symbol.asyncIterator]().next();
      return { page: next.done ? null : next.value };
    },
  };
}

/**
 * Executes a document. After an error the result may be complete while fields continue to read: the request keeps its slot, and its
 * place among large documents, until they have ended.
 */
async function executeToEnd(args: ExecutionArgs, { runningFields }: Context): Promise<ExecutionResult> {
  const result = await execute(args);
  if (result.errors) await runningFields?.ended();
  return result;
}

/** Values of built-in scalars and enums are not serialized: TypeScript checks them. Values of other scalars are serialized. */
const COMPILER_OPTIONS = { disableLeafSerialization: true };

async function compile(schema: GraphQLSchema, document: DocumentNode): Promise<CompiledFunction> {
  const { compileQuery, isCompiledQuery } = await loadJit();
  const result = compileQuery(schema, document, undefined, COMPILER_OPTIONS);
  if (isCompiledQuery(result)) return result.query;
  throw new Error('a document cannot be compiled', { cause: result.errors });
}
