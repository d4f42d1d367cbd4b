// Sessions with simulated loaders that share one place for large documents.
import { parse } from 'graphql';
import type { SessionContext } from '../../../../schema/context.ts';
import type { Operation } from '../../../../schema/contract.ts';
import { compileOperation } from '../../../../schema/documents/compile.ts';
import { schema } from '../../../../schema/index.ts';
import { createExecutor } from '../../../../src/gateway/executor.ts';
import { EventTurns } from '../../../../src/gateway/load/event-turns.ts';
import { KeptDocuments } from '../../../../src/gateway/load/kept-documents.ts';
import { LargeDocuments } from '../../../../src/gateway/load/large-documents.ts';
import { GatewaySession } from '../../../../src/gateway/session.ts';
import type { SessionOptions } from '../../../../src/gateway/session-options.ts';

export const ID = '018f0000-0000-7000-8000-000000000000';

/** The version of the inquiry is 3. */
export const waitForInquiry = (knownVersion: number) =>
  `{ inquiry(id: "${ID}", wait: 50, knownVersion: ${knownVersion}) { answers(first: 50) { nodes { body } } } }`;

interface Counts {
  /** Reads of lists that have begun. */
  lists: number;
  /** Waits for news that have begun. */
  waits: number;
  /** Reserved points, without the points that were returned. */
  points: number;
  /** Calls of `resume` since a session last looked for a shared result. */
  resumes: number;
  /** How often the address of a caller was read. */
  addresses: number;
}

/** Creates the context of the sessions. Its lists never arrive. `listening` is what `live.listen` returns. */
function createSharedContext(counts: Counts, listening: object | null) {
  const readList = () => {
    counts.lists += 1;
    return new Promise(() => undefined);
  };
  const reservePoints = (points: number) => {
    counts.points += points;
    const refundUnused = (used: number) => {
      counts.points -= points - used;
      return Promise.resolve(null);
    };
    return Promise.resolve({ refundUnused });
  };
  const inquiry = { id: ID, version: 3, answerCount: 9, hiddenAt: null };
  return {
    ...{ address: '192.0.2.1', connection: null, viewer: { kind: 'anonymous' } },
    settings: { maxResponseBytes: 1000 },
    meter: { chargeOperation: () => Promise.resolve({ bucket: undefined }), reservePoints },
    shortLoaders: {
      columnSet: 'short',
      loadRows: readList,
      answerPage: { load: readList },
      inquiryById: { load: () => Promise.resolve(inquiry) },
    },
    loaders: { columnSet: 'full', loadRows: readList },
    live: { listen: () => Promise.resolve(listening) },
  };
}

/** Creates a cache that returns `sharedResult`. If it is null, the cache computes each result and counts reads of the address. */
const createCache = (counts: Counts, sharedResult: object | null) => ({
  getOrCompute: ({ context }: { context: { address: string } }, compute: (of: unknown) => unknown) => {
    counts.resumes = 0;
    const { address } = context;
    const tracked = Object.defineProperty({ ...context }, 'address', {
      get: () => {
        counts.addresses += 1;
        return address;
      },
    });
    return sharedResult ? Promise.resolve(sharedResult) : compute(tracked);
  },
});

/**
 * Returns functions that execute a document or an operation in a new session, in its own region. `mayListen`: whether a session may
 * wait for news, which never come; `endWaits` ends the waits. `shared`: a result that another session has computed. `heapBytes`: of
 * which documents that wait may take a part.
 */
export function openSessions({
  mayListen = false,
  shared: sharedResult = null as object | null,
  heapBytes = 1_000_000_000,
} = {}) {
  const counts: Counts = { lists: 0, waits: 0, points: 0, resumes: 0, addresses: 0 };
  const { promise: endOfWaits, resolve: endWaits } = Promise.withResolvers<'ended'>();
  const wait = () => {
    counts.waits += 1;
    return endOfWaits;
  };
  const sharedContext = createSharedContext(counts, mayListen ? { wait, close: () => undefined } : null);
  const largeDocuments = new LargeDocuments(1);
  const shared = {
    ...{
      schema,
      largeDocuments,
      keptDocuments: new KeptDocuments(heapBytes),
      executor: createExecutor(schema, largeDocuments),
    },
    compile: (operation: Operation) => compileOperation(schema, operation),
    ...{ policy: 'anyone', eventTurns: new EventTurns(), resume: () => (counts.resumes += 1) },
    cache: createCache(counts, sharedResult),
  };
  let sessions = 0;
  const open = (more: object = {}) => {
    const region = `region ${(sessions += 1)}`;
    const context = { ...sharedContext, ...more, region, queueKey: region } as unknown as SessionContext;
    return new GatewaySession({ ...shared, context } as unknown as SessionOptions);
  };
  const execute = (text: string, { isInBatch = false } = {}) => {
    const request = { document: parse(text), operationName: undefined, variables: {}, isInBatch };
    const executing = open().executeDocument(request);
    // A document that gets no place is refused after 5 s.
    executing.catch(() => undefined);
    return executing;
  };
  const runAsAgent = (operation: Operation) => {
    const viewer = { kind: 'agent', agent: { handle: 'ada' } };
    const running = open({ viewer }).repeatOperation(operation, {});
    // An operation that gets no place is refused after 5 s.
    running.catch(() => undefined);
    return running;
  };
  return { execute, runAsAgent, counts, endWaits: () => endWaits('ended') };
}
