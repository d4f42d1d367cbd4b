// When the documents and operations of sessions get places among large documents. All sessions share one place.
import { setImmediate } from 'node:timers/promises';
import type { GraphQLObjectType } from 'graphql';
import { expect, onTestFinished, test, vi } from 'vitest';
import { BusyError } from '../../../../prisma/client.ts';
import { A2aTasks, A2aTasksWithMessages } from '../../../../facades/documents/a2a.ts';
import { schema } from '../../../../schema/index.ts';
import { ID, openSessions, waitForInquiry } from './test-sessions.ts';

const POSTS = '{ posts(first: 50) { nodes { body } } }';

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

test('a document whose non-null field has failed ends at once if its other field waits for news, and that field reads no lists later', async () => {
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

test('a document does not wait for news if the documents that wait would take too much memory', async () => {
  const { execute, counts } = openSessions({ mayListen: true, heapBytes: 16 * 40_000 });

  // Each takes 15 KB. Callers without a key have half of an eighth.
  void execute(waitForInquiry(3));
  void execute(waitForInquiry(3));
  await settle();

  expect(counts).toMatchObject({ waits: 1, lists: 1 });
});

test('a document that has ended leaves its memory to the next one that waits', async () => {
  const { execute, counts } = openSessions({ mayListen: true, heapBytes: 16 * 50_000 });

  await execute(`{ channels(first: 1, after: "unknown") { nodes { slug } } ${waitForInquiry(3).slice(1)}`);
  void execute(waitForInquiry(3));
  await settle();

  expect(counts.waits).toBe(2);
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

test('the time that a session spends on the result of another session is attributed to the session', async () => {
  const { execute, runAsAgent, counts } = openSessions({ shared: { value: {}, bytes: 1, points: 1 } });

  await execute(POSTS);
  expect(counts).toMatchObject({ lists: 0, resumes: 1 });

  await runAsAgent(A2aTasks);
  expect(counts).toMatchObject({ lists: 0, resumes: 1 });
});
