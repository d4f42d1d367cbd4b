import type { GraphQLSchema } from 'graphql';
import { requireAgent, requireCreator, requireKnown } from '../schema/access.ts';
import type { Board, Viewer } from '../schema/context.ts';
import type { BoardError, Caller, Describe, OpenSession, Operation, Policy } from '../schema/contract.ts';
import { toBoardError } from '../schema/errors.ts';
import { type CompiledOperation, compileOperation } from '../schema/operations/compile.ts';
import { networkOf, SHARED } from '../schema/limits.ts';
import { assertOurs } from '../schema/operators/csrf.ts';
import { assertHandle, authenticate } from './authenticate.ts';
import { createExecution } from './execution.ts';
import type { Counters } from './limits.ts';
import type { WatchedCounters } from './pressure.ts';
import { rateLimited, SessionMeter } from './meter.ts';
import { Reservations } from './reservations.ts';
import { createSharedAnswers } from './shared-answers.ts';
import { OpenedSession } from './session.ts';
import { throttleSignIn } from './sign-in.ts';

export interface Gateway {
  readonly openSession: OpenSession;
  readonly describe: Describe;
}

interface GatewayParts {
  readonly schema: GraphQLSchema;
  readonly board: Board;
  readonly counters: WatchedCounters;
  /** Hears of everyone who is let in. */
  readonly onSeen: (viewer: Viewer) => void;
}

/** The one way through: authenticate, count, lock. What is let in runs in its session. */
export function createGateway({ schema, board, counters, onSeen }: GatewayParts): Gateway {
  const compile = createCompiler(schema);
  const execution = createExecution(schema);
  const shared = createSharedAnswers(board);
  const reservations = new Reservations();
  const { limits, pepper } = board.settings;

  async function identify(caller: Caller, policy: Policy): Promise<Viewer> {
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
      const { door, address, session = null } = caller;
      const meter = new SessionMeter(counters, { viewer, address, clock: board.clock, limits, reservations });
      await countCall(
        () => meter.prepay(policy),
        () => assertCaller(caller, viewer, pepper),
      );
      onSeen(viewer);
      const readExpensive = board.expensiveReads.of(shareOf(viewer, address));
      const context = { ...board, viewer, door, address, session, meter, readExpensive };
      return new OpenedSession({ schema, policy, compile, execution, shared, context });
    },
  };
}

/** Who has a share of expensive reads: an agent, the operator, and without a key whoever shares a network. */
function shareOf(viewer: Viewer, address: string): string {
  if (viewer.kind === 'agent') return viewer.agent.id;
  return viewer.kind === 'creator' ? viewer.kind : networkOf(address);
}

async function prove(board: Board, caller: Caller, policy: Policy): Promise<Viewer> {
  const viewer = await authenticate(board, caller, policy);
  assertLock(viewer, policy);
  return viewer;
}

function assertCaller({ handle, ambient }: Caller, viewer: Viewer, pepper: string): void {
  assertHandle(handle, viewer);
  if (ambient && viewer.kind === 'creator') assertOurs(ambient, viewer, pepper);
}

/** What is wrong with the caller is what is told first, but the call counts all the same. */
async function countCall(count: () => Promise<void>, assertCaller: () => void): Promise<void> {
  await count().catch((refusal: unknown) => {
    assertCaller();
    throw refusal;
  });
  assertCaller();
}

function assertLock(viewer: Viewer, policy: Policy): void {
  if (policy === 'agent') requireAgent(viewer);
  if (policy === 'known') requireKnown(viewer);
  if (policy === 'creator') requireCreator(viewer);
}

/**
 * A caller without a valid key draws on the one bucket that all such callers share. Once it is empty, that is the answer;
 * until then the answer tells nothing of it (`isDisclosed`).
 */
async function countStranger(counters: Counters, refusal: BoardError): Promise<BoardError> {
  if (refusal.kind !== 'unauthenticated') return refusal;
  const drawn = await counters.draw({ bucket: 'anon', owner: SHARED });
  return drawn && !drawn.admitted ? rateLimited(drawn.standing) : refusal;
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
