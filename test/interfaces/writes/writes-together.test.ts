// Concurrent writes share a transaction. Each has the same response as a write that runs alone.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestAgent } from '../../support/board/agent.ts';
import { openBoard, type TestBoard } from '../../support/board/board.ts';
import { createOperatorClient } from '../../support/board/operator.ts';
import type { Body, Reply } from '../../support/board/http.ts';
import { UNKNOWN_ID } from '../../support/records/ids.ts';
import { createInquiry, updateInquiry } from '../../support/records/inquiries.ts';
import { runWhileLocked } from '../../support/records/overlapping-writers.ts';
import {
  callWork,
  callWorkOrThrow,
  claimAndSubmit,
  createWork,
  type WorkCall,
} from '../../support/records/work.ts';

let board: TestBoard;
let ada: TestAgent;
let bob: TestAgent;

beforeAll(async () => {
  board = await openBoard({ LIMIT_CREATOR: '0' });
  [ada, bob] = [await board.join('ada'), await board.join('bob')];
});

afterAll(() => board[Symbol.asyncDispose]());

const openThreads = (count: number) =>
  Promise.all(Array.from({ length: count }, async (_, i) => (await ada.openThread(`thread ${i}`)).thread_id));

const post = (agent: TestAgent, threadId: string, body: object, key?: string): Promise<Reply> =>
  agent.call(`POST /v1/threads/${threadId}/posts`, {
    body,
    headers: key === undefined ? {} : { 'Idempotency-Key': key },
  });

const readPosts = async (threadId: string) =>
  (await ada.call(`GET /v1/threads/${threadId}/posts`)).body as Record<'seq' | 'body' | 'post_id', unknown>[];

const statuses = (replies: readonly Reply[]) => replies.map(({ status }) => status);

test('concurrent posts are numbered without gaps in each thread, and each response has its own post', async () => {
  const threads = await openThreads(3);

  const replies = await Promise.all(
    Array.from({ length: 45 }, (_, i) =>
      post(i % 2 ? ada : bob, threads[i % 3] ?? '', { body: `post ${i}` }),
    ),
  );

  expect(statuses(replies)).toEqual(Array(45).fill(201));
  expect(replies.map(({ body }) => [body.body, body.thread_id, body.created_by])).toEqual(
    replies.map((_, i) => [`post ${i}`, threads[i % 3], i % 2 ? 'ada' : 'bob']),
  );
  for (const thread of threads) {
    const posts = await readPosts(thread);
    expect(posts.map(({ seq }) => seq)).toEqual(Array.from({ length: 15 }, (_, i) => i + 1));
    expect((await ada.call(`GET /v1/threads/${thread}`)).body.post_count).toBe(15);
  }
});

test('concurrent first posts of several threads are number one each', async () => {
  const threads = await openThreads(5);

  const replies = await Promise.all(threads.map((thread, i) => post(ada, thread, { body: `post ${i}` })));

  expect(replies.map(({ body }) => [body.thread_id, body.seq])).toEqual(threads.map((thread) => [thread, 1]));
});

test('each refused write has its own error, and the concurrent writes succeed', async () => {
  const [open = '', locked = '', other = ''] = await openThreads(3);
  await createOperatorClient(board).moderate('threads', locked, 'lock');
  const elsewhere = await bob.post(other);

  const replies = await Promise.all([
    post(ada, open, { body: 'first' }),
    post(ada, locked, { body: 'too late' }),
    post(ada, UNKNOWN_ID, { body: 'to no thread' }),
    post(bob, open, { body: 'a reply', reply_to: elsewhere.post_id }),
    post(bob, open, { body: 'second' }),
    ada.call('POST /v1/facts', { body: { statement: 'no evidence', evidence_post_id: UNKNOWN_ID } }),
    ada.call('POST /v1/facts', { body: { statement: 'it holds', tags: ['one', '{two}, "3"', '\\'] } }),
    ada.call('POST /v1/channels/nowhere/threads', { body: { subject: 'lost' } }),
    ada.call('POST /v1/channels/general/threads', { body: { subject: 'found', body: 'here' } }),
  ]);

  expect(statuses(replies)).toEqual([201, 409, 404, 422, 201, 422, 201, 404, 201]);
  expect(replies[1].body.current_state).toBe('locked');
  expect(replies[3].body.errors[0].loc).toEqual(['body', 'reply_to']);
  expect(replies[5].body.errors[0].loc).toEqual(['body', 'evidence_post_id']);
  expect(replies[6].body.tags).toEqual(['one', '{two}, "3"', '\\']);
  expect((await readPosts(open)).map(({ seq }) => seq)).toEqual([1, 2]);
  expect((await readPosts(locked)).length).toBe(0);
});

test('writes with used idempotency keys are replayed while concurrent writes with new keys run', async () => {
  const [thread = ''] = await openThreads(1);
  const first = await Promise.all([1, 2, 3].map((i) => post(ada, thread, { body: `${i}` }, `old-key-${i}`)));

  const replies = await Promise.all(
    [1, 2, 3].flatMap((i) => [
      post(ada, thread, { body: `${i}` }, `old-key-${i}`),
      post(ada, thread, { body: `${i + 3}` }, `new-key-${i}`),
      post(bob, thread, { body: `${i + 6}` }, `old-key-${i}`),
    ]),
  );
  const retries = await Promise.all(
    [1, 2, 3].map((i) => post(ada, thread, { body: `${i + 3}` }, `new-key-${i}`)),
  );

  expect(statuses(replies)).toEqual(Array(9).fill(201));
  expect([0, 3, 6].map((i) => replies[i]?.body)).toEqual(first.map(({ body }) => body as unknown));
  expect(replies.map(({ headers }) => headers.get('idempotency-replayed'))).toEqual(
    replies.map((_, i) => (i % 3 === 0 ? 'true' : null)),
  );
  expect(retries.map(({ body }) => body as unknown)).toEqual(
    [1, 4, 7].map((i) => replies[i]?.body as unknown),
  );
  expect((await readPosts(thread)).map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
});

test('concurrent requests with one idempotency key create one post, and do not block other keys', async () => {
  const [thread = ''] = await openThreads(1);

  const same = Array.from({ length: 8 }, () => post(ada, thread, { body: 'same' }, 'same-key-0001'));
  const others = Array.from({ length: 8 }, (_, i) => post(ada, thread, { body: `${i}` }, `other-key-${i}`));
  const replies = [await Promise.all(same), await Promise.all(others)];

  const bodies = (await readPosts(thread)).map(({ body }) => body);
  expect(bodies.toSorted()).toEqual(['0', '1', '2', '3', '4', '5', '6', '7', 'same']);
  expect(new Set(statuses(replies[0] ?? []))).toSatisfy((set: Set<number>) =>
    set.isSubsetOf(new Set([201, 409])),
  );
  expect(statuses(replies[1] ?? [])).toEqual(Array(8).fill(201));
});

test('an idempotency key with other input is refused, and a concurrent write succeeds', async () => {
  const [thread = ''] = await openThreads(1);
  await post(ada, thread, { body: 'once' }, 'reused-key-1');

  const [reused, created] = await Promise.all([
    post(ada, thread, { body: 'twice' }, 'reused-key-1'),
    post(bob, thread, { body: 'concurrent' }),
  ]);

  expect([reused.status, reused.body.code, created.status]).toEqual([422, 'idempotency_key_reused', 201]);
});

test('a correction is replayed under its idempotency key although the fact is superseded', async () => {
  const fact = (await ada.call('POST /v1/facts', { body: { statement: 'the sky is green' } })).body.fact_id;
  const correct = () =>
    ada.call('POST /v1/facts', {
      body: { statement: 'the sky is blue', supersede_id: fact },
      headers: { 'Idempotency-Key': 'correction-1' },
    });

  const [first, second] = [await correct(), await correct()];

  expect([first.status, second.status]).toEqual([201, 201]);
  expect(second.body).toEqual(first.body);
});

test('one of several concurrent corrections of a fact succeeds, and the refusals name it as the head', async () => {
  const fact = (await ada.call('POST /v1/facts', { body: { statement: 'the sea is dry' } })).body.fact_id;

  const replies = await Promise.all(
    Array.from({ length: 10 }, (_, i) =>
      bob.call('POST /v1/facts', { body: { statement: `the sea is wet ${i}`, supersede_id: fact } }),
    ),
  );

  const created = replies.filter(({ status }) => status === 201);
  const refused = replies.filter(({ status }) => status === 409);
  expect([created.length, refused.length]).toEqual([1, 9]);
  expect(new Set(refused.map(({ body }) => body.head_id))).toEqual(new Set([created[0]?.body.fact_id]));
});

test('records of concurrent writes are in the feed and in search, each once', async () => {
  board.clock.advance({ minutes: 1 });
  const since = board.clock.now().toISOString();
  const replies = await Promise.all([
    ...Array.from({ length: 6 }, (_, i) =>
      ada.call('POST /v1/facts', { body: { statement: `xylophones number ${i}` } }),
    ),
    ...Array.from({ length: 6 }, (_, i) => ada.openThread(`xylophones in thread ${i}`)),
  ]);

  const items = (await ada.call(`GET /v1/feed?since=${since}`)).body.items;
  const found = (await ada.call('GET /v1/search?q=xylophones&limit=50')).body;

  for (const list of [items, found.items] as { id: string }[][]) {
    expect(list).toHaveLength(replies.length);
    expect(new Set(list.map(({ id }) => id)).size).toBe(replies.length);
  }
});

const createFact = async (body: object) =>
  (await ada.call('POST /v1/facts', { body })).body.fact_id as string;

/** Creates inquiries, threads, a report, facts and packets of ada, and claims and submissions of bob in some of the packets. */
async function createRecords() {
  const inquiries = await Promise.all(Array.from({ length: 4 }, () => createInquiry(ada)));
  const threads = await Promise.all(
    Array.from({ length: 4 }, async () => (await ada.openThread()).thread_id),
  );
  const report = { attempted: 'to see', target: 'glasses', outcome: 'worked' };
  const { report_id } = (await ada.call('POST /v1/reports', { body: report })).body as { report_id: string };
  const facts = await Promise.all(Array.from({ length: 4 }, () => createFact({ statement: 'it is so' })));
  const packets = await Promise.all(
    Array.from({ length: 7 }, async () => (await createWork(ada)).work_id as string),
  );
  const claims: Body[] = [];
  for (const work_id of packets.slice(1, 4))
    claims.push(await callWorkOrThrow(bob, 'claim', { work_id, scope: 'main' }));
  const submissions: string[] = [];
  for (const work_id of packets.slice(4))
    submissions.push((await claimAndSubmit(bob, work_id)).submission_id);
  return { inquiries, threads, report, report_id, facts, packets, claims, submissions };
}

test('each write to an existing record waits until no other write locks the record, or the parent of the record', async () => {
  const operator = createOperatorClient(board);
  const { inquiries, threads, report, report_id, facts, packets, claims, submissions } =
    await createRecords();
  const work = (call: WorkCall, number: number, input: object, agent = bob) =>
    [packets[number]!, () => callWork('rest', agent, call, { work_id: packets[number], ...input })] as const;
  const moderate = (record: string, ...[collection, id, action]: Parameters<typeof operator.moderate>) =>
    [record, () => operator.moderate(collection, id, action)] as const;
  const inquire = (number: number, action: 'claim' | 'answer' | 'close', agent = bob) =>
    [inquiries[number]!, () => updateInquiry(agent, inquiries[number]!, action, { body: 'here' })] as const;
  const signal = (path: string, id: string) =>
    [id, () => bob.call(`POST /v1/${path}/${id}/signals`, { body: { kind: 'confirm' } })] as const;
  const { body: answered } = await updateInquiry(bob, inquiries[3]!, 'answer', { body: 'spam' });
  const { body: signalled } = await bob.call(`POST /v1/facts/${facts[1]}/signals`, {
    body: { kind: 'stale' },
  });
  await operator.moderate('threads', threads[1]!, 'lock');
  await operator.moderate('facts', facts[2]!, 'quarantine');
  const review = { verdict: 'approve', evidence: 'read' };
  const writes: Readonly<Record<string, readonly [string, () => Promise<{ readonly status: number }>]>> = {
    claimInquiry: inquire(0, 'claim'),
    answerInquiry: inquire(1, 'answer'),
    closeInquiry: inquire(2, 'close', ada),
    createReport: [
      threads[0]!,
      () => ada.call('POST /v1/reports', { body: { ...report, thread_id: threads[0] } }),
    ],
    signalFact: signal('facts', facts[0]!),
    signalReport: signal('reports', report_id),
    claimWork: work('claim', 0, { scope: 'main' }),
    renewClaim: work('renew', 1, claims[0]),
    releaseClaim: work('release', 2, claims[1]),
    submitWork: work('submit', 3, { ...claims[2], artifact: 'a patch' }),
    reviewSubmission: work('review', 4, { submission_id: submissions[0], ...review }, ada),
    disposeWork: work('dispose', 5, { submission_id: submissions[1], action: 'accept' }, ada),
    lockThread: moderate(threads[2]!, 'threads', threads[2]!, 'lock'),
    unlockThread: moderate(threads[1]!, 'threads', threads[1]!, 'unlock'),
    releaseFact: moderate(facts[2]!, 'facts', facts[2]!, 'release'),
    hideThread: moderate(threads[3]!, 'threads', threads[3]!, 'hide'),
    hideAnswer: moderate(inquiries[3]!, 'answers', answered.answers[0].answer_id, 'hide'),
    hideSignal: moderate(facts[1]!, 'signals', signalled.signal_id, 'hide'),
    hideSubmission: moderate(packets[6]!, 'submissions', submissions[2]!, 'hide'),
  };

  const ended: string[] = [];
  const { replies, endedEarly } = await runWhileLocked(
    board,
    Object.values(writes).map(([record]) => record),
    async () => {
      const replies = Promise.all(
        Object.entries(writes).map(([name, [, write]]) => write().finally(() => ended.push(name))),
      );
      for (let i = 0; i < 20; i += 1) await bob.openThread();
      return { replies, endedEarly: [...ended] };
    },
  );

  expect(endedEarly).toEqual([]);
  expect((await replies).map(({ status }) => status).filter((status) => status >= 300)).toEqual([]);
});
