import { setImmediate } from 'node:timers/promises';
import type { GraphQLError, GraphQLSchema } from 'graphql';
import { refuseSecrets } from '../schema/identity/exposure.ts';
import type { CallerContext, Context } from '../schema/context.ts';
import {
  type Answer,
  type BoardError,
  type DocumentAnswer,
  type DocumentRequest,
  type Issue,
  type Operation,
  type Policy,
  type Session,
  type Standing,
  type Variables,
} from '../schema/contract.ts';
import { toBoardError } from '../schema/errors.ts';
import { assertFreshKey } from '../schema/idempotency.ts';
import type { CompiledOperation } from '../schema/operations/compile.ts';
import { computeCost, type DocumentCost, kindOf } from '../schema/query-cost/document-cost.ts';
import { refusalOf } from '../schema/rules.ts';
import { assertBytes, type ExecutedDocument, shareDocument, writeDocument } from './documents.ts';
import type { Execution } from './execution.ts';
import type { SharedAnswers } from './shared-answers.ts';

interface SessionParts {
  readonly schema: GraphQLSchema;
  readonly context: CallerContext;
  readonly policy: Policy;
  readonly compile: (operation: Operation) => CompiledOperation;
  readonly execution: Execution;
  readonly shared: SharedAnswers;
}

/** A caller who has been let in. Everything it asks is let through here. */
export class OpenedSession implements Session {
  readonly #parts: SessionParts;
  #turn: Promise<unknown> = Promise.resolve();
  #bytes = 0;

  constructor(parts: SessionParts) {
    this.#parts = parts;
  }

  get standing(): Standing | null {
    return this.#parts.context.meter.standing;
  }

  async execute(operation: Operation, variables: Variables): Promise<Answer> {
    const { context, policy, compile, shared } = this.#parts;
    const compiled = compile(operation);
    const issues = compiled.check(variables, context.clock.now());
    if (issues.length > 0) throw await this.#refusal(compiled, variables, issues);
    // A write is counted by its own resolver, which no document gets around.
    if (compiled.description.kind === 'query') await context.meter.charge(policy);
    const own: Context = { ...context, cost: 0, outcome: { replayed: [] } };
    const work = (as: Context) => this.#work(compiled, variables, as);
    if (compiled.description.kind !== 'query') return work(own);
    return shared.answer({ question: operation, variables, context: own, share: shareAnswer }, work);
  }

  async #work(compiled: CompiledOperation, variables: Variables, context: Context): Promise<Answer> {
    const { data, errors } = await this.#parts.execution.fixed(compiled.document, variables, context);
    if (errors?.[0]) throw toVariablePaths(compiled, errors[0]);
    const value = compiled.answerPath.reduce<unknown>(
      (node, key) => (node as Record<string, unknown>)[key],
      data,
    );
    return { value, replayed: context.outcome.replayed.length > 0, isShared: false };
  }

  async run(request: DocumentRequest): Promise<DocumentAnswer> {
    const { context } = this.#parts;
    await this.#takeTurn();
    const cost = await this.#computeCost(request);
    const reservation = await context.meter.reserve(cost.points);
    const loaders = context.documentLoaders;
    const own: Context = { ...context, loaders, cost: cost.points, outcome: { replayed: [] } };
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
    return { errors, data, replayed, cost: { requested: cost.points, actual, remaining, resetSeconds } };
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
    const isQuery = kindOf(request) === 'query';
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
    assertBytes(this.#bytes + bytes, this.#parts.context.settings.maxAnswerBytes);
  }

  async #runDocument(
    request: DocumentRequest,
    { plan }: DocumentCost,
    context: Context,
  ): Promise<ExecutedDocument> {
    const { execution, shared } = this.#parts;
    let own: ExecutedDocument | undefined;
    const work = async (as: Context) => {
      const result = await execution.own(request, as);
      own = writeDocument(result, plan, (bytes) => this.#assertRoom(bytes));
      // In the same turn as it is written, so that operations of a batch that end together see each other's bytes.
      this.#bytes += bytesOf(own);
      return own;
    };
    if (kindOf(request) === 'mutation') return work(context);
    const { document: question, ...variables } = request;
    const executed = await shared.answer({ question, variables, context, share: shareDocument }, work);
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
    await assertFreshKey(this.#parts.context, compiled.rootField, variables['clientMutationId']);
    return refusalOf(issues);
  }
}

const bytesOf = ({ data }: ExecutedDocument): number => (data === null ? 0 : Buffer.byteLength(data));

const shareAnswer = (answer: Answer): Answer => ({ ...answer, isShared: true });

/** What a fixed operation failed with; issues name variables instead of arguments. */
function toVariablePaths(compiled: CompiledOperation, failure: GraphQLError): BoardError {
  const error = toBoardError(failure);
  if (error.issues.length === 0) return error;
  return error.with({
    issues: error.issues.map((issue) => ({ ...issue, path: compiled.toVariablePath(issue.path) })),
  });
}
