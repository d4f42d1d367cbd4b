import { setImmediate } from 'node:timers/promises';
import type { GraphQLError, GraphQLSchema } from 'graphql';
import { isRotationDue } from '../../schema/agents/rules.ts';
import type { Context, SessionContext } from '../../schema/context.ts';
import type {
  AccessPolicy,
  DocumentRequest,
  DocumentResult,
  Issue,
  Operation,
  OperationResult,
  RateLimitStatus,
  Session,
  Variables,
} from '../../schema/contract.ts';
import { BoardError } from '../../schema/contract.ts';
import { toBoardError } from '../../schema/errors.ts';
import type { OpenStream } from '../../schema/live/live.ts';
import { assertStillAuthenticated, ownerOf } from '../../schema/live/wait.ts';
import type { CompiledOperation } from '../../schema/documents/compile.ts';
import { computeCost, type DocumentCost, operationTypeOf } from '../../schema/query-cost/document-cost.ts';
import { createInputError } from '../../schema/writes/input-error.ts';
import {
  assertResponseSize,
  type ExecutedDocument,
  toShareableDocument,
  serializeDocumentResult,
} from './document-result.ts';
import type { Executor } from './executor.ts';
import type { ResponseCache } from './response-cache.ts';

interface SessionOptions {
  readonly schema: GraphQLSchema;
  readonly context: SessionContext;
  readonly policy: AccessPolicy;
  readonly compile: (operation: Operation) => CompiledOperation;
  readonly executor: Executor;
  readonly cache: ResponseCache;
  /**
   * Attributes main-thread time from here on to the network of this session. Call it after each `await` that may have
   * let other requests run.
   */
  readonly resume: () => void;
}

/** A session of an admitted caller. Counts, executes and caches its operations. */
export class GatewaySession implements Session {
  readonly #options: SessionOptions;
  #nextTurn: Promise<unknown> = Promise.resolve();
  /** Bytes of all document results of this session. */
  #responseBytes = 0;

  constructor(options: SessionOptions) {
    this.#options = options;
    options.resume();
  }

  get rateLimit(): RateLimitStatus | null {
    return this.#options.context.meter.status;
  }

  get isRotationDue(): boolean {
    const { viewer, clock } = this.#options.context;
    return isRotationDue(viewer, clock.now());
  }

  refundCall(): Promise<void> {
    return this.#options.context.meter.refundCall();
  }

  async executeOperation(
    operation: Operation,
    variables: Variables,
    faults: readonly Issue[] = [],
  ): Promise<OperationResult> {
    const { context, policy, compile } = this.#options;
    const compiled = compile(operation);
    const { value, issues: invalid } = compiled.checkVariables(variables, context.clock.now());
    const issues = [...faults, ...invalid];
    if (issues.length > 0)
      throw await createInputError(context, issues, { operation: compiled.rootField, input: variables });
    // Mutations are counted by their resolvers, so that they are counted in callers' documents too.
    if (compiled.description.kind === 'mutation')
      return this.#runOperation(compiled, value, this.#createContext(compiled, variables));
    await context.meter.charge(policy);
    return this.#readCached(operation, variables);
  }

  openStream(): OpenStream {
    const { context } = this.#options;
    const stream = context.live.openStream(ownerOf(context));
    if (stream) return stream;
    throw new BoardError('rate_limited', 'The caller has too many open streams: close one', {
      members: { retry_after: 15 },
    });
  }

  async continueOperation(
    operation: Operation,
    variables: Variables,
    isCounted: boolean,
  ): Promise<OperationResult> {
    const { context, policy } = this.#options;
    await assertStillAuthenticated(context).catch((error: unknown) => {
      throw toBoardError(error);
    });
    if (isCounted) await context.meter.charge(policy);
    // The waits of one connection object are bounded together (`toDeadline`): each page of a stream has a new one.
    return this.#readCached(operation, variables, context.connection && { ...context.connection });
  }

  #readCached(
    operation: Operation,
    variables: Variables,
    connection = this.#options.context.connection,
  ): Promise<OperationResult> {
    const { compile, cache } = this.#options;
    const compiled = compile(operation);
    // Queries get the raw variables: the field validates and normalizes its arguments (schema/graphql/validation.ts).
    const compute = (as: Context) => this.#runOperation(compiled, variables, as);
    const context = { ...this.#createContext(compiled, variables), connection };
    return cache.getOrCompute({ operation, variables, context, toShareable: toShareableResult }, compute);
  }

  #createContext(compiled: CompiledOperation, variables: Variables): Context {
    const { context } = this.#options;
    const { isBrief } = compiled.selectView(variables);
    return {
      ...context,
      // The brief view reads no long text.
      loaders: isBrief ? context.documentLoaders : context.loaders,
      isInputValidated: true,
      reservedPoints: 0,
      writeOutcome: { replayed: [] },
    };
  }

  async #runOperation(
    compiled: CompiledOperation,
    variables: Variables,
    context: Context,
  ): Promise<OperationResult> {
    const { data, errors } = await this.#options.executor.executeOperation(
      compiled.document,
      compiled.selectView(variables).variables,
      context,
    );
    this.#options.resume();
    if (errors?.[0]) throw toVariablePaths(compiled, errors[0]);
    const value = compiled.resultPath.reduce<unknown>(
      (node, key) => (node as Record<string, unknown>)[key],
      data,
    );
    return { value, isReplayed: context.writeOutcome.replayed.length > 0, isShared: false };
  }

  async executeDocument(request: DocumentRequest): Promise<DocumentResult> {
    const { context } = this.#options;
    await this.#waitForTurn();
    this.#options.resume();
    const cost = await this.#computeCost(request);
    const reservation = await context.meter.reservePoints(cost.points);
    const loaders = context.documentLoaders;
    const writeOutcome: Context['writeOutcome'] = { replayed: [] };
    const documentContext: Context = {
      ...{ ...context, loaders, writeOutcome },
      isInputValidated: false,
      reservedPoints: cost.points,
    };
    const { errors, data, points } = await this.#runDocument(request, cost, documentContext).catch(
      async (error: unknown) => {
        await reservation.refundUnused(cost.points);
        throw error;
      },
    );
    const actual = Math.min(cost.points, Math.ceil(points));
    const status = await reservation.refundUnused(actual);
    const { remaining = null, resetSeconds = null } = status ?? {};
    return {
      errors,
      data,
      replayedFields: writeOutcome.replayed,
      cost: { requested: cost.points, actual, remaining, resetSeconds },
    };
  }

  /**
   * Plans one document of the session per iteration of the event loop, so that a batch does not delay other requests.
   */
  #waitForTurn(): Promise<unknown> {
    const turn = this.#nextTurn;
    this.#nextTurn = turn.then(() => setImmediate());
    return turn;
  }

  /**
   * Counts the call, then computes the cost. Mutations are counted by their resolvers, unless they are refused here.
   */
  async #computeCost(request: DocumentRequest): Promise<DocumentCost> {
    const { schema, context, policy } = this.#options;
    const isQuery = operationTypeOf(request) === 'query';
    if (isQuery) await context.meter.charge(policy);
    try {
      return computeCost(schema, request);
    } catch (error) {
      if (!isQuery) await context.meter.charge(policy);
      throw error;
    }
  }

  /** Asserts that all results of the session together are within the bound. Throws `query_too_complex`. */
  #assertSize(bytes: number): void {
    assertResponseSize(this.#responseBytes + bytes, this.#options.context.settings.maxResponseBytes);
  }

  async #runDocument(
    request: DocumentRequest,
    { plan }: DocumentCost,
    context: Context,
  ): Promise<ExecutedDocument> {
    const { executor, cache } = this.#options;
    let computed: ExecutedDocument | undefined;
    const compute = async (as: Context) => {
      const result = await executor.executeDocument(request, as);
      this.#options.resume();
      computed = serializeDocumentResult(result, plan, (bytes) => this.#assertSize(bytes));
      // Add the bytes in the same iteration as they are checked: operations of a batch may end at the same time.
      this.#responseBytes += bytesOf(computed);
      return computed;
    };
    if (operationTypeOf(request) === 'mutation') return compute(context);
    const { document: operation, ...variables } = request;
    const executed = await cache.getOrCompute(
      { operation, variables, context, toShareable: toShareableDocument },
      compute,
    );
    if (executed !== computed) {
      this.#assertSize(bytesOf(executed));
      this.#responseBytes += bytesOf(executed);
    }
    return executed;
  }
}

const bytesOf = ({ data }: ExecutedDocument): number => (data === null ? 0 : Buffer.byteLength(data));

const toShareableResult = (result: OperationResult): OperationResult => ({ ...result, isShared: true });

/** Returns the error of a fixed operation, with issue paths that name variables instead of arguments. */
function toVariablePaths(compiled: CompiledOperation, graphqlError: GraphQLError): BoardError {
  const error = toBoardError(graphqlError);
  if (error.issues.length === 0) return error;
  return error.with({
    issues: error.issues.map((issue) => ({ ...issue, path: compiled.toVariablePath(issue.path) })),
  });
}
