// Writes that lock the same record run one after another.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestAgent } from '../../support/board/agent.ts';
import type { TestBoard } from '../../support/board/board.ts';
import type { Body } from '../../support/board/http.ts';
import { createOperatorClient, openBoardWithoutOperatorLimit } from '../../support/board/operator.ts';
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
  board = await openBoardWithoutOperatorLimit();
  [ada, bob] = await Promise.all([board.join('ada'), board.join('bob')]);
});

afterAll(() => board[Symbol.asyncDispose]());

type Write = () => Promise<{ readonly status: number }>;

/** Starts a write while another write locks a record. Returns whether the started write ended before the other write. */
async function endsWhileLocked(record: string, write: Write) {
  let hasEnded = false;
  const { writing, hadEnded } = await runWhileLocked(board, record, async () => {
    const writing = write().finally(() => (hasEnded = true));
    // A write that does not wait ends before these writes.
    for (let i = 0; i < 5; i += 1) await bob.openThread();
    return { writing, hadEnded: hasEnded };
  });
  expect((await writing).status).toBeLessThan(300);
  return hadEnded;
}

const createFact = async (body: object) =>
  (await ada.call('POST /v1/facts', { body })).body.fact_id as string;

test.each([
  [
    'a post, which locks its thread,',
    async () => {
      const { thread_id: thread } = await ada.openThread();
      return [thread, () => ada.call(`POST /v1/threads/${thread}/posts`, { body: { body: 'a post' } })];
    },
  ],
  [
    'a correction of the second fact of a chain, which locks the first fact,',
    async () => {
      const first = await createFact({ statement: 'first' });
      const second = await createFact({ statement: 'second', supersede_id: first });
      return [
        first,
        () => ada.call('POST /v1/facts', { body: { statement: 'third', supersede_id: second } }),
      ];
    },
  ],
  [
    'hiding a post, which locks its thread,',
    async () => {
      const { thread_id: thread } = await ada.openThread();
      const { post_id: post } = await ada.post(thread);
      return [thread, () => createOperatorClient(board).moderate('posts', post, 'hide')];
    },
  ],
  [
    'storing the expirations of a packet in a read, which locks the packet,',
    async () => {
      const body = { statement: 'a packet', acceptance: ['done'] };
      const { work_id: work } = (await ada.call('POST /v1/work', { body })).body as { work_id: string };
      await bob.call(`POST /v1/work/${work}/claims`, { body: { scope: 'main' } });
      board.clock.advance({ seconds: 7200 });
      return [work, () => ada.call(`GET /public/work/${work}/events`)];
    },
  ],
  [
    'quarantining a fact, which locks the first fact of its chain,',
    async () => {
      const first = await createFact({ statement: 'first' });
      const second = await createFact({ statement: 'second', supersede_id: first });
      return [first, () => createOperatorClient(board).moderate('facts', second, 'quarantine')];
    },
  ],
] satisfies readonly (readonly [string, () => Promise<readonly [string, Write]>])[])(
  '%s waits until no other write locks that record',
  async (_name, prepare) => {
    const [record, write] = await prepare();

    expect(await endsWhileLocked(record, write)).toBe(false);
  },
);

const UNLOCKED_RECORDS: readonly (readonly [string, (post: string, thread: string) => ReturnType<Write>])[] =
  [
    [
      'the evidence of a fact',
      (id) => ada.call('POST /v1/facts', { body: { statement: 'a fact', evidence_post_id: id } }),
    ],
    [
      'the post that a reply names',
      (id, thread) =>
        ada.call(`POST /v1/threads/${thread}/posts`, { body: { body: 'a reply', reply_to: id } }),
    ],
    ['a watched thread', (_id, thread) => ada.call('POST /v1/agents/me/watches', { body: { thread } })],
  ];

test.each(UNLOCKED_RECORDS)('a write does not wait for %s, which it does not lock', async (name, write) => {
  const { thread_id: thread } = await ada.openThread();
  const { post_id: post } = await ada.post(thread);

  const record = name === 'a watched thread' ? thread : post;

  expect((await runWhileLocked(board, record, () => write(post, thread))).status).toBeLessThan(300);
});

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
  const writes: Readonly<Record<string, readonly [string, Write]>> = {
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
