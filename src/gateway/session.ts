import { setImmediate } from 'node:timers/promises';
import type { GraphQLError, GraphQLSchema } from 'graphql';
import { refuseSecrets } from '../../schema/identity/exposed-keys.ts';
import type { SessionContext, Context } from '../../schema/context.ts';
import {
  type OperationResult,
  type BoardError,
  type DocumentResult,
  type DocumentRequest,
  type Issue,
  type Operation,
  type AccessPolicy,
  type Session,
  type RateLimitStatus,
  type Variables,
} from '../../schema/contract.ts';
import { toBoardError } from '../../schema/errors.ts';
import { assertUnusedKey } from '../../schema/writes/idempotency.ts';
import type { CompiledOperation } from '../../schema/documents/compile.ts';
import { computeCost, type DocumentCost, operationTypeOf } from '../../schema/query-cost/document-cost.ts';
import { toInputError } from '../../schema/writes/input-rules.ts';
import {
  assertResponseSize,
  type ExecutedDocument,
  toShareableDocument,
  serializeDocumentResult,
} from './document-result.ts';
import type { Executor } from './executor.ts';
import type { ResponseCache } from './response-cache.ts';

interface SessionParts {
  readonly schema: GraphQLSchema;
  readonly context: SessionContext;
  readonly policy: AccessPolicy;
  readonly compile: (operation: Operation) => CompiledOperation;
  readonly execution: Executor;
  readonly shared: ResponseCache;
}

/** A caller who has been let in. Everything it asks is let through here. */
export class GatewaySession implements Session {
  readonly #parts: SessionParts;
  #turn: Promise<unknown> = Promise.resolve();
  #bytes = 0;

  constructor(parts: SessionParts) {
    this.#parts = parts;
  }

  get rateLimit(): RateLimitStatus | null {
    return this.#parts.context.meter.status;
  }

  async executeOperation(operation: Operation, variables: Variables): Promise<OperationResult> {
    const { context, policy, compile, shared } = this.#parts;
    const compiled = compile(operation);
    const issues = compiled.checkVariables(variables, context.clock.now());
    if (issues.length > 0) throw await this.#refusal(compiled, variables, issues);
    // A write is counted by its own resolver, which no document gets around.
    if (compiled.description.kind === 'query') await context.meter.charge(policy);
    const own: Context = { ...context, reservedPoints: 0, outcome: { replayed: [] } };
    const work = (as: Context) => this.#work(compiled, variables, as);
    if (compiled.description.kind !== 'query') return work(own);
    return shared.getOrCompute(
      { operation: operation, variables, context: own, toShareable: shareAnswer },
      work,
    );
  }

  async #work(compiled: CompiledOperation, variables: Variables, context: Context): Promise<OperationResult> {
    const { data, errors } = await this.#parts.execution.executeOperation(
      compiled.document,
      variables,
      context,
    );
    if (errors?.[0]) throw toVariablePaths(compiled, errors[0]);
    const value = compiled.resultPath.reduce<unknown>(
      (node, key) => (node as Record<string, unknown>)[key],
      data,
    );
    return { value, isReplayed: context.outcome.replayed.length > 0, isShared: false };
  }

  async executeDocument(request: DocumentRequest): Promise<DocumentResult> {
    const { context } = this.#parts;
    await this.#takeTurn();
    const cost = await this.#computeCost(request);
    const reservation = await context.meter.reservePoints(cost.points);
    const loaders = context.documentLoaders;
    const own: Context = { ...context, loaders, reservedPoints: cost.points, outcome: { replayed: [] } };
    const { errors, data, points } = await this.#runDocument(request, cost, own).catch(
      async (error: unknown) => {
        await reservation.settle(cost.points);
        throw error;
      },
    );
    const actual = Math.min(cost.points, Math.ceil(points));
    const standing = await reservation.settle(actual);
    const { remaining = null, resetSeconds = null } = standing ?? {};
    const { replayed } = own.outcome;
    return {
      errors,
      data,
      replayedFields: replayed,
      cost: { requested: cost.points, actual, remaining, resetSeconds },
    };
  }

  /** Operations of one request are planned in turns of the event loop, so that a batch does not keep others waiting. */
  #takeTurn(): Promise<unknown> {
    const turn = this.#turn;
    this.#turn = turn.then(() => setImmediate());
    return turn;
  }

  /** Counts the call before anything is computed. A write is counted by its own fields, unless it is refused here. */
  async #computeCost(request: DocumentRequest): Promise<DocumentCost> {
    const { schema, context, policy } = this.#parts;
    const isQuery = operationTypeOf(request) === 'query';
    if (isQuery) await context.meter.charge(policy);
    try {
      return computeCost(schema, request);
    } catch (error) {
      if (!isQuery) await context.meter.charge(policy);
      throw error;
    }
  }

  /** All operations of a request are answered within one bound. Throws `query_too_complex`. */
  #assertRoom(bytes: number): void {
    assertResponseSize(this.#bytes + bytes, this.#parts.context.settings.maxResponseBytes);
  }

  async #runDocument(
    request: DocumentRequest,
    { plan }: DocumentCost,
    context: Context,
  ): Promise<ExecutedDocument> {
    const { execution, shared } = this.#parts;
    let own: ExecutedDocument | undefined;
    const work = async (as: Context) => {
      const result = await execution.executeDocument(request, as);
      own = serializeDocumentResult(result, plan, (bytes) => this.#assertRoom(bytes));
      // In the same turn as it is written, so that operations of a batch that end together see each other's bytes.
      this.#bytes += bytesOf(own);
      return own;
    };
    if (operationTypeOf(request) === 'mutation') return work(context);
    const { document: question, ...variables } = request;
    const executed = await shared.getOrCompute(
      { operation: question, variables, context, toShareable: toShareableDocument },
      work,
    );
    if (executed !== own) {
      this.#assertRoom(bytesOf(executed));
      this.#bytes += bytesOf(executed);
    }
    return executed;
  }

  async #refusal(
    compiled: CompiledOperation,
    variables: Variables,
    issues: readonly Issue[],
  ): Promise<BoardError> {
    await refuseSecrets(this.#parts.context, variables);
    await assertUnusedKey(this.#parts.context, compiled.rootField, variables['clientMutationId']);
    return toInputError(issues);
  }
}

const bytesOf = ({ data }: ExecutedDocument): number => (data === null ? 0 : Buffer.byteLength(data));

const shareAnswer = (answer: OperationResult): OperationResult => ({ ...answer, isShared: true });

/** What a fixed operation failed with; issues name variables instead of arguments. */
function toVariablePaths(compiled: CompiledOperation, failure: GraphQLError): BoardError {
  const error = toBoardError(failure);
  if (error.issues.length === 0) return error;
  return error.with({
    issues: error.issues.map((issue) => ({ ...issue, path: compiled.toVariablePath(issue.path) })),
  });
}
