import { collectDependencies, type Database, readOn } from '../../../prisma/client.ts';
import type { Board, Context } from '../../../schema/context.ts';
import type { OperationResult, SetKeptSize } from '../../../schema/contract.ts';
import type { AgentViewer } from '../../../schema/viewer.ts';
import type { CachedResponse } from './cached-response.ts';
import { CachedResponses } from './cached-responses.ts';
import { createChangeLog, type LoggedState } from './change-log.ts';

/**
 * Shares results between callers. A result is reused for up to 5 s for the same operation and variables, by callers of
 * the same kind, unless a transaction of any process has changed rows on which it depends, or computing it has read
 * a property of the caller (docs/decisions/0007-shared-responses.md and
 * 0052-responses-that-survive-writes.md). Concurrent equal requests share one computation.
 */
export interface ResponseCache {
  /** The results since the start, by how they were produced. */
  readonly totals: ResponseTotals;
  /** Returns the cached result, or computes it. `compute` must use the context that is passed to it. */
  getOrCompute<Result extends object>(
    request: CacheableRequest<Result>,
    compute: (context: Context) => Promise<Result>,
  ): Promise<Result>;
}

export interface ResponseTotals {
  /** Computed for another request. */
  readonly shared: number;
  readonly computed: number;
}

export interface CacheableRequest<Result> {
  /** An operation or a parsed document; compared by identity. */
  readonly operation: object;
  /** A JSON value. */
  readonly variables: unknown;
  readonly context: Context;
  /** Whether an operation may wait for news: it is then not shared. False for documents: a field that waits prevents sharing. */
  readonly mayWait: boolean;
  /** Returns the result as the cache keeps it; null if it must not be cached. */
  readonly toShareable: (result: Result, setKeptSize: SetKeptSize) => Result | null;
  /** Whether the request has waited for the computation of another request and got no result. */
  readonly hasWaited?: boolean;
}

/** Returns a result as several callers share it. */
export const toShareableResult = (result: OperationResult, setKeptSize: SetKeptSize): OperationResult => ({
  ...result,
  isShared: true,
  setKeptSize,
});

/** Requests with a longer cache key are not cached: such long variables are hardly ever repeated. */
const MAX_KEY_LENGTH = 1000;

/** Creates the cache of a process. */
export function createResponseCache({ database, clock }: Pick<Board, 'database' | 'clock'>): ResponseCache {
  const responses = new CachedResponses(() => clock.now().getTime());
  const changeLog = createChangeLog(database, (changes) => responses.invalidateChanged(changes));
  const runOnServer = createServerChoice(database);
  const share = createSharing(responses, createResponseComputation(database, runOnServer));
  const toKey = createKeys();
  const totals = { shared: 0, computed: 0 };
  const countShared = (result: object | null) => {
    if (result) totals.shared += 1;
    return result;
  };

  return {
    totals,
    async getOrCompute<Result extends object>(
      request: CacheableRequest<Result>,
      computeResult: (context: Context) => Promise<Result>,
    ) {
      const { operation, variables, context, toShareable } = request;
      const compute = (runContext: Context) => {
        totals.computed += 1;
        return computeResult(runContext);
      };
      const key = toKey(operation, context, variables);
      // The operator's lists are read with Prisma Client, which reads on the primary.
      if (context.viewer.kind === 'operator') return compute(context);
      const isUncacheable = isNeverShared(request, key);
      const cachedResponse = isUncacheable ? null : responses.find(key);
      if (isUncacheable || cachedResponse?.isPersonal)
        return runOnServer(changeLog.read, () => compute(context));
      const state = await changeLog.read();
      const { snapshot } = state;
      // Another request may have replaced the response during the read of the log.
      const response = cachedResponse?.isCurrent(snapshot) ? cachedResponse : responses.find(key);
      const { queueKey } = context;
      if (isAwaitable(response, snapshot, queueKey)) {
        const sharedResult = countShared(await response.computation.resultFor(queueKey)) as Result | null;
        if (sharedResult) return sharedResult;
        if (mayNotWait(response, request)) return runOnServer(state, () => compute(context));
        // The client that sent the other request has disconnected, or the computation has waited too long for a turn of its caller.
        // Now one of the waiting requests computes the result, and the others wait for it. A request waits for only two
        // computations: a client could send many requests and disconnect, and each computation may take seconds.
        return this.getOrCompute({ ...request, hasWaited: true }, computeResult);
      }
      return share({ key, state, context, toShareable }, compute);
    },
  };
}

const isNeverShared = ({ mayWait }: { readonly mayWait: boolean }, key: string): boolean =>
  mayWait || key.length > MAX_KEY_LENGTH;

/** Whether an equal request of a caller may wait for a response. */
const isAwaitable = (
  response: CachedResponse | null,
  snapshot: string,
  caller: string,
): response is CachedResponse =>
  response?.isCurrent(snapshot) === true && response.computation.isAwaitable(caller);

const mayNotWait = (
  { isPersonal }: CachedResponse,
  { hasWaited = false }: { readonly hasWaited?: boolean },
): boolean => isPersonal || hasWaited;

/** Returns a function that computes a response for a request, and for equal requests that wait for it. */
function createSharing(
  responses: CachedResponses,
  computeResponse: ReturnType<typeof createResponseComputation>,
) {
  return async <Result extends object>(
    {
      key,
      state,
      context,
      toShareable,
    }: Pick<CacheableRequest<Result>, 'context' | 'toShareable'> & {
      readonly key: string;
      readonly state: LoggedState;
    },
    compute: (context: Context) => Promise<Result>,
  ): Promise<Result> => {
    const response = responses.create(key, { snapshot: state.snapshot, caller: context.queueKey });
    const personalRead = Promise.withResolvers<null>();
    const tracked = trackPersonalReads(context, () => personalRead.resolve(null));
    const computing = computeResponse(response, state, () => compute(tracked));
    // Null as soon as a property of the caller is read: otherwise equal requests would wait as long as this one, e.g. for news.
    const setKeptSize = createSizeSetter(responses, key, response);
    const toShared = (result: Result) => toShareable(result, setKeptSize);
    const shareable = Promise.race([personalRead.promise, computing.then(toShared, () => null)]);
    responses.setResult(key, response, {
      result: shareable,
      hasClientEnded: () => context.connection?.isEnded === true,
    });
    // Return the shared object to the first caller too, so caches keyed by it hit.
    return ((await shareable) as Result | null) ?? computing;
  };
}

/** A function in the scope of a request would keep the request as long as the result. */
const createSizeSetter =
  (responses: CachedResponses, key: string, response: CachedResponse): SetKeptSize =>
  (owner, size) =>
    responses.setSize(key, response, { owner, size });

type RunOnServer = <Result>(
  state: LoggedState | (() => Promise<LoggedState>),
  compute: () => Promise<Result>,
) => Promise<Result>;

/** Returns a function that runs a computation on a standby that has replayed a given state; if there is none, on the primary. */
function createServerChoice({ chooseTarget }: Database): RunOnServer {
  if (!chooseTarget) return (_state, compute) => compute();
  return async (state, compute) => {
    const { position, server, snapshot, isStandby } = typeof state === 'function' ? await state() : state;
    return readOn(await chooseTarget({ position, server, snapshot: isStandby ? null : snapshot }), compute);
  };
}

/**
 * Returns a function that computes a response. A read on a standby may not see a change that was logged before the read began. So
 * with standbys, the response keeps all changes from the beginning of its computation until its dependencies are known.
 */
function createResponseComputation({ chooseTarget }: Database, runOnServer: RunOnServer) {
  return <Result>(
    response: CachedResponse,
    state: LoggedState,
    compute: () => Promise<Result>,
  ): Promise<Result> => {
    const endRead = chooseTarget && response.beginRead();
    const computing = runOnServer(state, () => collectDependencies(response, compute));
    const end = () => endRead?.([]);
    computing.then(end, end);
    return computing;
  };
}

/** Keys consist of a number for the operation, the kind of viewer, the base URL of links, and the variables. */
function createKeys() {
  const numbers = new WeakMap<object, number>();
  let lastNumber = 0;
  return (operation: object, { viewer, settings }: Context, variables: unknown): string => {
    const number = numbers.get(operation) ?? (lastNumber += 1);
    numbers.set(operation, number);
    const viewerKind = viewer.kind === 'anonymous' && viewer.canListAgents ? 'siteReader' : viewer.kind;
    return `${number} ${viewerKind} ${settings.baseUrl} ${JSON.stringify(variables)}`;
  };
}

/** Wraps a context so that it reports each read of a property that belongs to the caller. */
function trackPersonalReads(context: Context, onRead: () => void): Context {
  const read = <Value>(value: Value): Value => {
    onRead();
    return value;
  };
  const { viewer, facade, address, connection, sessionId, meter } = context;
  return {
    ...context,
    viewer: viewer.kind === 'agent' ? new TrackedAgent(viewer, onRead) : viewer,
    get facade() {
      return read(facade);
    },
    get address() {
      return read(address);
    },
    get connection() {
      return read(connection);
    },
    get sessionId() {
      return read(sessionId);
    },
    get meter() {
      return read(meter);
    },
  };
}

/**
 * A class, because of its getters. docs/decisions/0035-no-getters-in-object-literals.md also explains why the context above has
 * getters in a literal.
 */
class TrackedAgent implements AgentViewer {
  readonly kind = 'agent';
  readonly #viewer: AgentViewer;
  readonly #onRead: () => void;

  constructor(viewer: AgentViewer, onRead: () => void) {
    this.#viewer = viewer;
    this.#onRead = onRead;
  }

  get agent() {
    this.#onRead();
    return this.#viewer.agent;
  }

  get key() {
    this.#onRead();
    return this.#viewer.key;
  }
}
