import { BusyError } from '../../prisma/client.ts';
import { isRotationDue } from '../../schema/agents/rules.ts';
import type { Context } from '../../schema/context.ts';
import type {
  DocumentRequest,
  DocumentResult,
  Issue,
  LivePageViewers,
  Operation,
  OperationResult,
  RateLimitStatus,
  Session,
  Variables,
} from '../../schema/contract.ts';
import { BoardError, omitNullMembers } from '../../schema/contract.ts';
import { LoadedText } from '../../schema/data/loaded-text.ts';
import { RunningFields } from '../../schema/graphql/running-fields.ts';
import { describeCostliestFields } from '../../schema/query-cost/costliest-fields.ts';
import { assertMayBeKept, keptBytesOf } from '../../schema/query-cost/kept-size.ts';
import { operationTypeOf } from '../../schema/query-cost/document-cost.ts';
import { toRegion } from '../../schema/values/networks.ts';
import { checkInput } from '../../schema/writes/check-input.ts';
import { chargeCall, type ChargedDocument } from './charge-call.ts';
import { Batch } from './load/batch.ts';
import {
  assertResponseSize,
  type ExecutedDocument,
  toShareableDocument,
  serializeDocumentResult,
} from './document-result.ts';
import { toShareableResult } from './responses/response-cache.ts';
import { createOperationContext } from './operation-context.ts';
import { continueLater, endAfterFailedRead, endStreamOnError, repetitionOf } from './repetition.ts';
import type { CompiledOperation } from '../../schema/documents/compile.ts';
import type { SessionOptions } from './session-options.ts';
import { toVariablePaths } from './variable-paths.ts';
import { createLivePageViewers } from './live-page-viewers.ts';

/** A session of an admitted caller. Counts, executes and caches its operations. */
export class GatewaySession implements Session {
  readonly #options: SessionOptions;
  readonly #batch: Batch;
  /** Bytes of all document results of this session. */
  #responseBytes = 0;

  constructor(options: SessionOptions) {
    this.#options = options;
    this.#batch = new Batch(options);
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
    facadeIssues: readonly Issue[] = [],
  ): Promise<OperationResult> {
    const { context, policy } = this.#options;
    const { compiled, value } = await this.#checkVariables(operation, variables, facadeIssues);
    // The resolver counts the call: in a caller's document it counts the fields of a mutation, too.
    if (compiled.description.kind === 'mutation')
      return this.#runOperation(compiled, value, createOperationContext(context, compiled, variables));
    await context.meter.charge(policy);
    return this.repeatOperation(operation, variables);
  }

  async repeatOperation(operation: Operation, variables: Variables): Promise<OperationResult> {
    const compiled = this.#options.compile(operation);
    const context = createOperationContext(this.#options.context, compiled, variables);
    // Queries get the raw variables: the field validates and normalizes its arguments (schema/graphql/validation.ts).
    const compute = (runContext: Context) => {
      const run = () => this.#runOperation(compiled, variables, runContext);
      if (!operation.isLarge) return run();
      const { queueKey, address } = runContext;
      // Reading `address` keeps the result from being shared: equal requests of other callers must not wait for this place.
      const turn = { queueKey, region: toRegion(address), isLarge: true, keptBytes: 0 };
      return this.#options.largeDocuments.runInTurn(turn, run);
    };
    const request = { operation, variables, context, mayWait: Boolean(variables['wait']) };
    const shareable = { ...request, toShareable: toShareableResult };
    const result = await this.#options.cache.getOrCompute(shareable, compute);
    // Another request may have computed the result.
    this.#options.resume();
    return result;
  }

  get livePageViewers(): LivePageViewers {
    return createLivePageViewers(this.#options.context);
  }

  async subscribeOperation(
    operation: Operation,
    variables: Variables,
    facadeIssues: readonly Issue[] = [],
  ): Promise<OperationResult | null> {
    const { policy, executor } = this.#options;
    const { compiled } = await this.#checkVariables(operation, variables, facadeIssues);
    const context = createOperationContext(this.#options.context, compiled, variables);
    await context.meter.charge(policy);
    const { document, selectView } = compiled;
    return endStreamOnError(context.repetition, async () => {
      const { page, errors } = await executor
        .subscribe({ document, ...selectView(variables) }, context)
        .catch((error: unknown) => ({ page: null, errors: [error] }));
      if (errors) throw toVariablePaths(compiled, errors[0]);
      return page === null ? null : this.#runOperation(compiled, variables, context, page);
    });
  }

  /** Checks the variables. Throws the error for their issues together with those that the facade has found. */
  async #checkVariables(operation: Operation, variables: Variables, facadeIssues: readonly Issue[]) {
    const { context, compile } = this.#options;
    const compiled = compile(operation);
    return checkInput(context, { operation: compiled.rootField, input: variables }, (now) => {
      const { value, issues } = compiled.checkVariables(variables, now);
      return { compiled, value, issues: [...facadeIssues, ...issues] };
    });
  }

  async #runOperation(
    compiled: CompiledOperation,
    variables: Variables,
    context: Context,
    page?: unknown,
  ): Promise<OperationResult> {
    const { isBrief, variables: selected } = compiled.selectView(variables);
    const { data, errors } = await this.#options.executor.executeOperation(
      compiled.document,
      selected,
      context,
      page,
    );
    this.#options.resume();
    if (errors?.[0]) throw toVariablePaths(compiled, errors[0]);
    const value = compiled.readResult(data);
    const result = isBrief ? omitNullMembers(compiled.description, value) : value;
    return { value: result, isReplayed: context.writeOutcome.isReplayed, isShared: false };
  }

  async executeDocument(request: DocumentRequest): Promise<DocumentResult> {
    const cost = await this.#planDocument(request);
    const release = cost.mayWait ? this.#keep(request, cost) : null;
    const charged = release ? cost : { ...cost, mayWait: false, lacksRoomToWait: cost.mayWait };
    return this.#chargeDocument(request, charged, (context) =>
      this.#runDocument(request, charged, context),
    ).finally(release);
  }

  async subscribeDocument(request: DocumentRequest): ReturnType<Session['subscribeDocument']> {
    const { executor, context, eventTurns, largeDocuments } = this.#options;
    if (context.connection?.mayWait === false)
      throw new BoardError('body_too_large', 'The body of a subscription must not exceed 8 KiB');
    const cost = await this.#planDocument(request);
    assertMayBeKept(cost.kept);
    if (cost.plan?.size === 0) throw new BoardError('malformed_request', NO_FIELD);
    const repetition = repetitionOf(context);
    const documentContext = { ...this.#createDocumentContext(request, cost), repetition };
    const compute = () =>
      endStreamOnError(repetition, async () => {
        const { page, errors } = await executor.subscribe(request, documentContext);
        if (errors) {
          const refusal = serializeDocumentResult({ errors }, null, () => {});
          return this.#chargeDocument(request, cost, () => Promise.resolve(refusal));
        }
        if (page === null) return { event: null };
        const execute = (charged: Context) =>
          this.#computeDocument(request, cost, { context: charged, page });
        const event = await this.#chargeDocument(request, cost, execute);
        return { event: endAfterFailedRead(repetition, event) };
      });
    const release = this.#keep(request, cost);
    const run = async () => {
      if (!release) throw new BusyError();
      const endTurn = await eventTurns.begin(documentContext);
      return largeDocuments.runInTurn(documentContext, compute).finally(endTurn);
    };
    return run()
      .catch((error: unknown) => continueLater(repetition, error))
      .finally(release);
  }

  /** Counts a document that may wait until the returned function is called. Returns null if there is no room for it. */
  #keep(request: DocumentRequest, { kept }: ChargedDocument): (() => void) | null {
    const { context, keptDocuments } = this.#options;
    const owner = { region: context.region, isAnonymous: context.viewer.kind === 'anonymous' };
    return keptDocuments.add(request, owner, kept);
  }

  /**
   * Counts the call, and computes the cost in a turn of the session. A document of a batch must not wait for news or another host:
   * meanwhile the results of the other documents would stay in memory.
   */
  async #planDocument(request: DocumentRequest): Promise<ChargedDocument> {
    const cost = await chargeCall(this.#options, request, this.#batch);
    const mayWait = !request.isInBatch && this.#options.context.connection?.mayWait !== false;
    return mayWait ? cost : { ...cost, mayWait };
  }

  #createDocumentContext(request: DocumentRequest, cost: ChargedDocument): Context {
    const { points, isLarge, mayWait, lacksRoomToWait = false, call, kept } = cost;
    const { context } = this.#options;
    return {
      ...{ ...context, loaders: context.shortLoaders, writeOutcome: { isReplayed: false } },
      ...{ newsWaits: { count: 0 }, placeAfterWait: { begin: null }, runningFields: new RunningFields() },
      ...{ operationCall: call, isFixedDocument: false, reservedPoints: points, isLarge, repetition: null },
      loadedText: new LoadedText((bytes) => this.#assertSize(bytes, request)),
      ...{ mayWait, lacksRoomToWait, keptBytes: keptBytesOf(kept) },
    };
  }

  /** Reserves the points of the document, runs it, and refunds the points that it did not use; all of them if it did not run. */
  async #chargeDocument(
    request: DocumentRequest,
    cost: ChargedDocument,
    run: (context: Context) => Promise<ExecutedDocument>,
  ): Promise<DocumentResult> {
    const context = this.#createDocumentContext(request, cost);
    const explain = () => describeCostliestFields(cost.plan ?? new Map());
    const isWaiting = () => context.newsWaits.count > 0;
    const reservation = await context.meter.reservePoints(cost.points, explain, isWaiting);
    const counted = this.#batch.countResult(request, cost, () => run(context));
    const { points, ...executed } = await counted.catch(async (error: unknown) => {
      // A document that got no place has not been executed.
      await reservation.refundUnused(error instanceof BusyError ? 0 : cost.points);
      throw error;
    });
    const actualPoints = Math.min(cost.points, Math.ceil(points));
    const status = await reservation.refundUnused(actualPoints);
    const { remaining = null, resetSeconds = null } = status ?? {};
    return {
      ...executed,
      isReplayed: context.writeOutcome.isReplayed,
      cost: { requested: cost.points, actual: actualPoints, remaining, resetSeconds },
    };
  }

  /** Asserts that the session's results, together with a result of this size, are within the bound. Throws `query_too_complex`. */
  #assertSize(bytes: number, request: DocumentRequest): void {
    const { maxResponseBytes } = this.#options.context.settings;
    assertResponseSize(this.#responseBytes + bytes, maxResponseBytes, request);
  }

  async #runDocument(
    request: DocumentRequest,
    cost: ChargedDocument,
    context: Context,
  ): Promise<ExecutedDocument> {
    let computed: ExecutedDocument | undefined;
    const compute = async (runContext: Context) => {
      computed = await this.#computeDocument(request, cost, { context: runContext });
      return computed;
    };
    if (operationTypeOf(request) === 'mutation') return compute(context);
    const { document: operation, ...variables } = request;
    const executed = await this.#options.cache.getOrCompute(
      { operation, variables, context, mayWait: false, toShareable: toShareableDocument },
      compute,
    );
    if (!computed) {
      this.#options.resume();
      this.#assertSize(executed.bytes, request);
      this.#responseBytes += executed.bytes;
    }
    return executed;
  }

  async #computeDocument(
    request: DocumentRequest,
    { plan }: ChargedDocument,
    { context, page }: { readonly context: Context; readonly page?: unknown },
  ): Promise<ExecutedDocument> {
    const result = await this.#options.executor.executeDocument(request, context, page);
    this.#options.resume();
    context.loadedText?.assertSize();
    const executed = serializeDocumentResult(result, plan, (bytes) => this.#assertSize(bytes, request));
    // Add the bytes in the same iteration as they are checked: operations of a batch may end at the same time.
    this.#responseBytes += executed.bytes;
    return executed;
  }
}

const NO_FIELD = 'The subscription selects no field: `@skip` or `@include` leaves it out';
