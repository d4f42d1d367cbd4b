// When the documents and operations of sessions get places among large documents. All sessions share one place.
import { setImmediate } from 'node:timers/promises';
import { type GraphQLObjectType, parse } from 'graphql';
import { expect, onTestFinished, test, vi } from 'vitest';
import { BusyError } from '../../../../prisma/client.ts';
import { A2aTasks, A2aTasksWithMessages } from '../../../../facades/documents/a2a.ts';
import type { SessionContext } from '../../../../schema/context.ts';
import type { Operation } from '../../../../schema/contract.ts';
import { compileOperation } from '../../../../schema/documents/compile.ts';
import { schema } from '../../../../schema/index.ts';
import { createExecutor } from '../../../../src/gateway/executor.ts';
import { EventTurns } from '../../../../src/gateway/load/event-turns.ts';
import { LargeDocuments } from '../../../../src/gateway/load/large-documents.ts';
import { GatewaySession } from '../../../../src/gateway/session.ts';
import type { SessionOptions } from '../../../../src/gateway/session-options.ts';

const ID = '018f0000-0000-7000-8000-000000000000';

const POSTS = '{ posts(first: 50) { nodes { body } } }';

/** The version of the inquiry is 3. */
const waitForInquiry = (knownVersion: number) =>
  `{ inquiry(id: "${ID}", wait: 50, knownVersion: ${knownVersion}) { answers(first: 50) { nodes { body } } } }`;

/**
 * Returns a function that executes a document in a new session, in its own region. The lists of the documents never arrive.
 * `mayListen`: whether a session may wait for news, which never come. `shared`: a result that another session has computed.
 */
function openSessions({ mayListen = false, shared: sharedResult = null as object | null } = {}) {
  /**
   * The reads and waits that have begun. `points` are the reserved points, without those that were returned; `resumes` counts how
   * often the time of the main thread began to count for a session since its last look for a shared result.
   */
  const counts = { lists: 0, waits: 0, points: 0, resumes: 0, addresses: 0 };
  const readList = () => {
    counts.lists += 1;
    return new Promise(() => undefined);
  };
  const { promise: endOfWaits, resolve: endWaits } = Promise.withResolvers<'ended'>();
  const wait = () => {
    counts.waits += 1;
    return endOfWaits;
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
  const sharedContext = {
    ...{ address: '192.0.2.1', connection: null, viewer: { kind: 'anonymous' } },
    settings: { maxResponseBytes: 1000 },
    meter: { charge: () => Promise.resolve(), reservePoints },
    shortLoaders: {
      columnSet: 'short',
      loadRows: readList,
      answerPage: { load: readList },
      inquiryById: { load: () => Promise.resolve(inquiry) },
    },
    loaders: { columnSet: 'full', loadRows: readList },
    live: { listen: () => Promise.resolve(mayListen ? { wait, close: () => undefined } : null) },
  };
  const largeDocuments = new LargeDocuments(1);
  const shared = {
    ...{ schema, largeDocuments, executor: createExecutor(schema, largeDocuments) },
    compile: (operation: Operation) => compileOperation(schema, operation),
    ...{ policy: 'anyone', eventTurns: new EventTurns(), resume: () => (counts.resumes += 1) },
    cache: {
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
    },
  };
  let sessions = 0;
  const open = (more: object = {}) => {
    const region = `region ${(sessions += 1)}`;
    const context = { ...sharedContext, ...more, region, queueKey: region } as unknown as SessionContext;
    return new GatewaySession({ ...shared, context } as unknown as SessionOptions);
  };
  const execute = (text: string, { isInBatch = false } = {}) => {
    const session = open();
    const request = { document: parse(text), operationName: undefined, variables: {}, isInBatch };
    const executing = session.executeDocument(request);
    // A document that gets no place is refused after 5 s.
    executing.catch(() => undefined);
    return executing;
  };
  const runAsAgent = (operation: Operation) => {
    const running = open({ viewer: { kind: 'agent', agent: { handle: 'ada' } } }).repeatOperation(
      operation,
      {},
    );
    // As above.
    running.catch(() => undefined);
    return running;
  };
  return { execute, runAsAgent, counts, endWaits: () => endWaits('ended') };
}

/** Lets the documents begin that can begin. */
async function settle() {
  for (let i = 0; i < 5; i++) await setImmediate();
}

test('a document whose non-null field has failed keeps its place until its other fields have ended', async () => {
  const { execute, counts } = openSessions();

  for (let i = 0; i < 3; i++)
    void execute('{ channels(after: "unknown") { nodes { slug } } posts(first: 50) { nodes { body } } }');
  await settle();

  expect(counts.lists).toBe(1);
});

test('a document whose field without null has failed is complete at once if its other field waits for news: that field then reads no lists', async () => {
  const { execute, counts, endWaits } = openSessions({ mayListen: true });
  const failing = 'channels(first: 1, after: "unknown") { nodes { slug } }';

  const { errors } = await execute(`{ ${failing} ${waitForInquiry(3).slice(1)}`);

  endWaits();
  await settle();
  expect(counts).toMatchObject({ waits: 1, lists: 0 });
  expect(errors).toMatchObject([{ path: ['channels'] }]);
});

test.each([
  ['large documents without a field that waits', POSTS],
  ['documents whose field waits for news, after it has found something', waitForInquiry(2)],
  ['documents whose field waits for news, after it has found nothing', waitForInquiry(3)],
])('%s read their lists one after the other', async (_name, document) => {
  const { execute, counts } = openSessions();

  for (let i = 0; i < 3; i++) void execute(document);
  await settle();

  expect(counts.lists).toBe(1);
});

test.each([A2aTasks, A2aTasksWithMessages])(
  'lists of tasks take a place, and are not shared: $name',
  async (operation) => {
    const { runAsAgent, counts } = openSessions();

    for (let i = 0; i < 3; i++) void runAsAgent(operation);
    await settle();

    // A result for which a property of the caller is read is not shared.
    expect(counts).toMatchObject({ lists: 1, addresses: 3 });
  },
);

test('the packet of a history, which has lists although no event has been found, is read in the place of its document', async () => {
  const work = (schema.getType('WorkHistoryConnection') as GraphQLObjectType).getFields()['work'];
  const place = Promise.withResolvers<null>();
  let reads = 0;
  const load = () => {
    reads += 1;
    return Promise.resolve(null);
  };
  const context = { placeAfterWait: { begin: () => place.promise }, loaders: { workById: { load } } };

  const packet = work?.resolve?.({ workId: ID }, {}, context, {} as never) as Promise<unknown>;
  await settle();
  expect(reads).toBe(0);

  place.resolve(null);
  await packet;
  expect(reads).toBe(1);
});

test('a document has no place while it waits for news, and in a batch it does not wait for news', async () => {
  const { execute, counts } = openSessions({ mayListen: true });

  void execute(waitForInquiry(3));
  void execute(waitForInquiry(3));
  await settle();
  expect(counts).toMatchObject({ waits: 2, lists: 0 });

  void execute(waitForInquiry(3), { isInBatch: true });
  await settle();
  expect(counts).toMatchObject({ waits: 2, lists: 1 });
});

test('a document that gets no place within 5 s is refused, and its points are returned', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const { execute, counts } = openSessions();
  void execute(POSTS);
  await settle();
  const { points } = counts;

  const refused = execute(POSTS);
  await settle();
  expect(counts.points).toBe(2 * points);
  vi.advanceTimersByTime(5_000);

  await expect(refused).rejects.toBeInstanceOf(BusyError);
  expect(counts.points).toBe(points);
});

test('the time that a session works with the result of another session counts for its client', async () => {
  const { execute, runAsAgent, counts } = openSessions({ shared: { value: {}, bytes: 1, points: 1 } });

  await execute(POSTS);
  expect(counts).toMatchObject({ lists: 0, resumes: 1 });

  await runAsAgent(A2aTasks);
  expect(counts).toMatchObject({ lists: 0, resumes: 1 });
});
