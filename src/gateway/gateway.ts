import type { GraphQLSchema } from 'graphql';
import { requireAgent, requireOperator, requireAuthenticated } from '../../schema/access.ts';
import type { Board } from '../../schema/context.ts';
import type { Viewer } from '../../schema/viewer.ts';
import type {
  BoardError,
  Caller,
  DescribeOperation,
  OpenSession,
  Operation,
  AccessPolicy,
} from '../../schema/contract.ts';
import { toBoardError } from '../../schema/errors.ts';
import { type CompiledOperation, compileOperation } from '../../schema/documents/compile.ts';
import { toNetwork, SHARED_OWNER } from '../../schema/rate-limits.ts';
import { assertSameOriginOrCsrfToken } from '../../schema/operators/csrf.ts';
import { assertHandle, authenticate } from './authenticate.ts';
import { createExecutor } from './executor.ts';
import type { RateLimiter } from './rate-limiter.ts';
import type { ObservedRateLimiter } from './rate-limit-pressure.ts';
import { createRateLimitError, SessionMeter } from './session-meter.ts';
import { Reservations } from '../reservations.ts';
import { createResponseCache } from './response-cache.ts';
import { GatewaySession } from './session.ts';
import { throttleSignIn } from './throttle-sign-in.ts';

export interface Gateway {
  readonly openSession: OpenSession;
  readonly describe: DescribeOperation;
}

interface GatewayParts {
  readonly schema: GraphQLSchema;
  readonly board: Board;
  readonly counters: ObservedRateLimiter;
  /** Hears of everyone who is let in. */
  readonly onSeen: (viewer: Viewer) => void;
}

/** The one way through: authenticate, count, lock. What is let in runs in its session. */
export function createGateway({ schema, board, counters, onSeen }: GatewayParts): Gateway {
  const compile = createCompiler(schema);
  const execution = createExecutor(schema);
  const shared = createResponseCache(board);
  const reservations = new Reservations();
  const { rateLimits: limits, pepper } = board.settings;

  async function identify(caller: Caller, policy: AccessPolicy): Promise<Viewer> {
    try {
      return await throttleSignIn(counters, caller, () => prove(board, caller, policy));
    } catch (error) {
      throw await countStranger(counters, toBoardError(error));
    }
  }

  return {
    describe: (operation) => compile(operation).description,
    openSession: async (caller, policy) => {
      const viewer = await identify(caller, policy);
      const { facade, address, sessionId = null } = caller;
      const meter = new SessionMeter(counters, { viewer, address, clock: board.clock, limits, reservations });
      await countCall(
        () => meter.prepay(policy),
        () => assertCaller(caller, viewer, pepper),
      );
      onSeen(viewer);
      const readExpensive = board.expensiveReads.of(shareOf(viewer, address));
      const context = { ...board, viewer, facade, address, sessionId, meter, readExpensive };
      return new GatewaySession({ schema, policy, compile, execution, shared, context });
    },
  };
}

/** Who has a share of expensive reads: an agent, the operator, and without a key whoever shares a network. */
function shareOf(viewer: Viewer, address: string): string {
  if (viewer.kind === 'agent') return viewer.agent.id;
  return viewer.kind === 'operator' ? viewer.kind : toNetwork(address);
}

async function prove(board: Board, caller: Caller, policy: AccessPolicy): Promise<Viewer> {
  const viewer = await authenticate(board, caller, policy);
  assertLock(viewer, policy);
  return viewer;
}

function assertCaller({ handle, csrfProof: ambient }: Caller, viewer: Viewer, pepper: string): void {
  assertHandle(handle, viewer);
  if (ambient && viewer.kind === 'operator') assertSameOriginOrCsrfToken(ambient, viewer, pepper);
}

/** What is wrong with the caller is what is told first, but the call counts all the same. */
async function countCall(count: () => Promise<void>, assertCaller: () => void): Promise<void> {
  await count().catch((refusal: unknown) => {
    assertCaller();
    throw refusal;
  });
  assertCaller();
}

function assertLock(viewer: Viewer, policy: AccessPolicy): void {
  if (policy === 'agent') requireAgent(viewer);
  if (policy === 'agentOrOperator') requireAuthenticated(viewer);
  if (policy === 'operator') requireOperator(viewer);
}

/**
 * A caller without a valid key draws on the one bucket that all such callers share. Once it is empty, that is the answer;
 * until then the answer tells nothing of it (`isDisclosed`).
 */
async function countStranger(counters: RateLimiter, refusal: BoardError): Promise<BoardError> {
  if (refusal.kind !== 'unauthenticated') return refusal;
  const drawn = await counters.consume({ bucket: 'anon', owner: SHARED_OWNER });
  return drawn && !drawn.isAllowed ? createRateLimitError(drawn.status) : refusal;
}

/** Compiles each operation once. */
function createCompiler(schema: GraphQLSchema) {
  const compiled = new Map<Operation, CompiledOperation>();
  return (operation: Operation): CompiledOperation => {
    const ready = compiled.get(operation) ?? compileOperation(schema, operation);
    compiled.set(operation, ready);
    return ready;
  };
}
