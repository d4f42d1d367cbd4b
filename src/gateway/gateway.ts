import type { GraphQLSchema } from 'graphql';
import { currentObservation, joinObservations } from '../../prisma/client.ts';
import { authorize } from '../../schema/access.ts';
import type { Board, SessionContext } from '../../schema/context.ts';
import type {
  AccessPolicy,
  Caller,
  Connection,
  DescribeOperation,
  Observation,
  OpenSession,
  Operation,
  Session,
} from '../../schema/contract.ts';
import { compileOperation } from '../../schema/documents/compile.ts';
import type { Meter } from '../../schema/meter.ts';
import { assertSameOriginOrCsrfToken } from '../../schema/operators/csrf.ts';
import { toRegion } from '../../schema/values/networks.ts';
import type { AgentViewer, Viewer } from '../../schema/viewer.ts';
import { assertHandle, SITE_READER } from './authenticate.ts';
import { createExecutor } from './executor.ts';
import { identify } from './identify.ts';
import { EventTurns } from './load/event-turns.ts';
import type { FairShares } from './load/fair-shares.ts';
import { KeptDocuments } from './load/kept-documents.ts';
import { LargeDocuments } from './load/large-documents.ts';
import { createResultShares } from './load/result-shares.ts';
import type { MainThreadTime } from './load/main-thread-time.ts';
import type { ObservedRateLimiter } from './limits/rate-limit-pressure.ts';
import { Reservations } from './limits/reservations.ts';
import { createResponseCache, type ResponseTotals } from './responses/response-cache.ts';
import { SessionMeter } from './limits/session-meter.ts';
import { GatewaySession } from './session.ts';
import { UNCOUNTED } from './limits/uncounted-meter.ts';
import { ObservedSession } from './observed-session.ts';
import { RequestTiming } from './server-timing.ts';

/** The part of the gateway that facades use. */
export interface FacadeGateway {
  readonly openSession: OpenSession;
  readonly describe: DescribeOperation;
  /**
   * Opens a session in which the board reads for all viewers of a page. Its operations are not counted. `baseUrl` is the base of
   * links in results; by default the public URL.
   */
  readonly readForSite: (baseUrl?: string) => Session;
}

export interface Gateway extends FacadeGateway {
  readonly responseTotals: ResponseTotals;
  /** The shares of regions in the characters of results whose responses are not built yet. */
  readonly resultShares: FairShares;
  /** Opens a session in which the board reads for an agent. Its operations are not counted. */
  readonly readFor: (viewer: AgentViewer) => { readonly session: Session; readonly context: SessionContext };
}

/** The caller of `readFor` and `readForSite`, which has no network address. */
const BOARD_CALLER = { facade: 'rest', address: '0.0.0.0', requestId: 'board', credential: null } as const;

/**
 * Creates the gateway, the only access to the schema. Opening a session authenticates the caller, counts the call and checks the
 * policy; operations then run in the session. `onSeen` is called with each viewer that gets a session, but not
 * again when a request is repeated.
 */
export function createGateway({
  schema,
  board,
  rateLimiter,
  mainThreadTime,
  onSeen,
}: {
  readonly schema: GraphQLSchema;
  readonly board: Board;
  readonly rateLimiter: ObservedRateLimiter;
  readonly mainThreadTime: MainThreadTime;
  readonly onSeen: (viewer: Viewer) => void;
}): Gateway {
  const { compile, startSession, ...shared } = createSessions({ schema, board, mainThreadTime });
  const reservations = new Reservations();
  const { pepper } = board.settings;
  const startUncounted = (viewer: Viewer, policy: AccessPolicy, caller: Caller = BOARD_CALLER) => {
    const context = createSessionContext(board, caller, { viewer, meter: UNCOUNTED });
    return { session: startSession(policy, caller, context), context };
  };

  return {
    ...shared,
    describe: (operation) => compile(operation).description,
    openSession: async (caller, policy) => {
      const startedAt = performance.now();
      const viewer = await identify(board, rateLimiter, { caller, policy });
      if (caller.connection) nameCaller(caller.connection, viewer, startedAt);
      const meter = new SessionMeter(rateLimiter, {
        ...toMeteredCaller(board, caller, viewer),
        reservations,
      });
      await countCall(
        () => meter.prepay(policy),
        () => assertCaller(caller, viewer, pepper),
      );
      authorize(viewer, policy);
      if (!caller.connection?.repetition?.isRepeated) onSeen(viewer);
      const sessionCaller = toSessionCaller(caller, policy);
      return startSession(policy, caller, createSessionContext(board, sessionCaller, { viewer, meter }));
    },
    readForSite: (baseUrl = board.settings.baseUrl) =>
      startUncounted(SITE_READER, 'siteReader', { ...BOARD_CALLER, baseUrl }).session,
    readFor: (viewer) => startUncounted(viewer, 'agent'),
  };
}

const toMeteredCaller = ({ settings, clock }: Board, { address, connection }: Caller, viewer: Viewer) => ({
  ...{ viewer, address, clock },
  limits: settings.rateLimits,
  repetition: connection?.repetition ?? null,
});

/** Creates the parts that all sessions of a gateway share, and the function that starts a session. */
function createSessions({
  schema,
  board,
  mainThreadTime,
}: {
  readonly schema: GraphQLSchema;
  readonly board: Board;
  readonly mainThreadTime: MainThreadTime;
}) {
  const compile = (operation: Operation) => compileOperation(schema, operation);
  const rootFieldOf = (operation: Operation) => compile(operation).rootField;
  const largeDocuments = new LargeDocuments();
  const executor = createExecutor(schema, largeDocuments);
  const cache = createResponseCache(board);
  const keptDocuments = new KeptDocuments();
  const eventTurns = new EventTurns();
  const resultShares = createResultShares();
  const startSession = (policy: AccessPolicy, { address }: Caller, context: SessionContext): Session => {
    const resume = () => mainThreadTime.attributeTo(toRegion(address));
    const sharedParts = { schema, compile, executor, largeDocuments, keptDocuments, cache, eventTurns };
    const session = new GatewaySession({ ...sharedParts, resultShares, policy, context, resume });
    const observation = observationOf(context.connection);
    return observation ? new ObservedSession(session, { observation, rootFieldOf }) : session;
  };
  return { compile, startSession, responseTotals: cache.totals, resultShares };
}

/** Records the caller for the access log. Starts `Server-Timing` for operators. */
function nameCaller(connection: Connection, viewer: Viewer, startedAt: number): void {
  if (viewer.kind === 'anonymous') return;
  connection.caller = viewer.kind === 'agent' ? viewer.agent.handle : viewer.kind;
  if (viewer.kind === 'operator') connection.timing ??= new RequestTiming(performance.now() - startedAt);
}

function observationOf(connection: Connection | null): Observation | undefined {
  const [current, timing] = [currentObservation(), connection?.timing];
  return current && timing ? joinObservations(current, timing) : (timing ?? current);
}

/** A registration does not sign in the MCP session of a client that sends a key: later calls use that key. */
const toSessionCaller = (caller: Caller, policy: AccessPolicy): Caller =>
  policy === 'registration' && caller.credential !== null ? { ...caller, sessionId: null } : caller;

function createSessionContext(
  board: Board,
  {
    facade,
    address,
    sessionId = null,
    idempotencyKey = null,
    connection = null,
    baseUrl = board.settings.baseUrl,
  }: Caller,
  { viewer, meter }: { readonly viewer: Viewer; readonly meter: Meter },
): SessionContext {
  const region = toRegion(address);
  const queueKey = toQueueKey(viewer, region);
  const readExpensive = board.expensiveReads.forCaller(queueKey, connection);
  const settings = { ...board.settings, baseUrl };
  return {
    ...board,
    settings,
    viewer,
    facade,
    address,
    region,
    connection,
    sessionId,
    idempotencyKey,
    meter,
    queueKey,
    readExpensive,
  };
}

/** Returns the key under which reads and writes of a caller queue: the agent's id, `operator`, or the region. */
function toQueueKey(viewer: Viewer, region: string): string {
  if (viewer.kind === 'agent') return viewer.agent.id;
  return viewer.kind === 'operator' ? viewer.kind : region;
}

function assertCaller({ handle, csrfProof }: Caller, viewer: Viewer, pepper: string): void {
  assertHandle(handle, viewer);
  if (csrfProof && viewer.kind === 'operator') assertSameOriginOrCsrfToken(csrfProof, viewer, pepper);
}

/** Counts the call even if `assertCaller` throws. The error of `assertCaller` takes precedence over `rate_limited`. */
async function countCall(count: () => Promise<void>, assertCaller: () => void): Promise<void> {
  await count().catch((refusal: unknown) => {
    assertCaller();
    throw refusal;
  });
  assertCaller();
}
