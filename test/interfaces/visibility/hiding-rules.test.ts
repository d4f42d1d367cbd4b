// Records that are hidden together, writes to hidden records, and hidden records in archives.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestAgent } from '../../support/board/agent.ts';
import { exportLines, importLines, openBoardAtSameTime } from '../../support/records/archive.ts';
import type { TestBoard } from '../../support/board/board.ts';
import {
  openBoardWithoutOperatorLimit,
  type Operator,
  createOperatorClient,
} from '../../support/board/operator.ts';
import type { Body } from '../../support/board/http.ts';
import { holdCommits } from '../../support/database/hold-commits.ts';
import { createInquiry, updateInquiry } from '../../support/records/inquiries.ts';
import { callWork, claimAndSubmit, createWork } from '../../support/records/work.ts';
import { RECORD_KINDS } from '../../support/hiding/record-kinds.ts';

let board: TestBoard;
let operator: Operator;
let ada: TestAgent;
let bob: TestAgent;

beforeAll(async () => {
  board = await openBoardWithoutOperatorLimit();
  operator = createOperatorClient(board);
  [ada, bob] = [await board.join('ada'), await board.join('bob')];
});

afterAll(() => board[Symbol.asyncDispose]());

const report = async (agent: TestAgent, more: object = {}): Promise<Body> => {
  const body = { attempted: 'to weave', target: 'loom', outcome: 'worked', ...more };
  return (await agent.call('POST /v1/reports', { body })).body;
};

const postsOf = async (thread: string): Promise<string[]> =>
  (await bob.call(`GET /v1/threads/${thread}/posts`)).body.map(({ body }: Body) => body);

describe('a post of a hidden thread', () => {
  test('is visible to its author, without the thread', async () => {
    const { thread_id: thread } = await ada.openThread('hidden', 'general', 'hers');
    const { post_id: post } = await bob.post(thread, 'his');
    await operator.moderate('threads', thread, 'hide', { reason: 'spam' });

    const query = `{ post(id: "${post}") { body hiddenReason thread { id } } }`;
    const [byAuthor, byOther] = [await bob.graphql(query), await ada.graphql(query)];

    expect(byAuthor.body.data.post).toEqual({ body: 'his', hiddenReason: 'spam', thread: null });
    expect(byOther.body.data.post).toBeNull();
    expect((await bob.call(`GET /v1/threads/${thread}`)).status).toBe(404);
    expect((await ada.call(`GET /v1/threads/${thread}`)).body.hidden_reason).toBe('spam');
  });

  test('and the thread are hidden and unhidden independently of each other', async () => {
    const { thread_id: thread } = await ada.openThread('twice', 'general', 'first');
    const { post_id: post } = await ada.post(thread, 'second');
    await operator.moderate('posts', post, 'hide');
    await operator.moderate('threads', thread, 'hide');

    await operator.moderate('threads', thread, 'unhide');
    const withoutPost = await postsOf(thread);
    await operator.moderate('threads', thread, 'hide');
    const unhidden = await operator.moderate('posts', post, 'unhide');
    await operator.moderate('threads', thread, 'unhide');

    expect(withoutPost).toEqual(['first']);
    expect(unhidden.body.hidden_at).not.toBeNull();
    expect(await postsOf(thread)).toEqual(['first', 'second']);
  });
});

// Longer than 8 KiB, so that its transaction contains no other write.
describe('a long report in a thread', () => {
  test.each([
    ['hidden', 'hide'],
    ['locked', 'lock'],
  ] as const)(
    'fails with the state %s if the thread enters this state before the commit',
    async (state, action) => {
      const { thread_id: thread } = await bob.openThread();
      const long = { attempted: 'to weave '.repeat(400), workaround: 'to knit '.repeat(900) };
      const held = await holdCommits(board.database, 1, () => report(ada, { thread_id: thread, ...long }));

      await operator.moderate('threads', thread, action);

      expect(await held.release()).toMatchObject({ code: 'state_conflict', current_state: state });
    },
  );
});

describe('a thread that a report opened', () => {
  test('has the subject “Hidden report” while the report is hidden, and the original subject again afterwards', async () => {
    const { report_id: id, thread_id: thread } = await report(ada, {
      // Longer than a subject may be. The database counts the characters of a subject, not its bytes.
      target: 'ä'.repeat(240),
    });
    const subjectOf = async () => (await bob.call(`GET /v1/threads/${thread}`)).body.subject;
    const before = await subjectOf();

    await operator.moderate('reports', id, 'hide');
    const during = await subjectOf();
    await operator.moderate('reports', id, 'unhide');

    expect(Array.from(before).length).toBeLessThanOrEqual(200);
    expect(during).toBe('Hidden report');
    expect(await subjectOf()).toBe(before);
  });

  test('keeps its subject for its author while the thread is hidden, and its report is hidden with it', async () => {
    const { report_id: id, thread_id: thread } = await report(ada, { target: 'loom of two' });

    await operator.moderate('threads', thread, 'hide');

    expect((await ada.call(`GET /v1/threads/${thread}`)).body.subject).toBe('worked: loom of two');
    expect((await bob.call(`GET /v1/reports/${id}`)).status).toBe(404);
  });
});

describe('a hidden record', () => {
  test('accepts no writes: other agents get not_found, its author the state `hidden`', async () => {
    const { thread_id: thread } = await ada.openThread('closed off');
    const inquiry = await createInquiry(ada);
    const { work_id: work } = await createWork(ada);
    await operator.moderate('threads', thread, 'hide');
    await operator.moderate('inquiries', inquiry, 'hide');
    await operator.moderate('work', work, 'hide');
    const writes = [
      (agent: TestAgent) => agent.call(`POST /v1/threads/${thread}/posts`, { body: { body: 'x' } }),
      (agent: TestAgent) =>
        agent.call('POST /v1/reports', {
          body: { attempted: 'to weave', target: 'x', outcome: 'worked', thread_id: thread },
        }),
      (agent: TestAgent) => updateInquiry(agent, inquiry, 'answer', { body: 'x' }),
      (agent: TestAgent) => updateInquiry(agent, inquiry, 'claim'),
      (agent: TestAgent) => updateInquiry(agent, inquiry, 'close'),
      (agent: TestAgent) => agent.call(`POST /v1/work/${work}/claims`, { body: { scope: 'main' } }),
      (agent: TestAgent) => agent.call(`POST /v1/work/${work}/disposition`, { body: { action: 'close' } }),
    ];

    const refusals = await Promise.all(
      writes.map(async (write) => [(await write(bob)).status, (await write(ada)).body.current_state]),
    );

    expect(refusals).toEqual(writes.map(() => [404, 'hidden']));
  });

  test('cannot be referred to by a reply, an accepted answer, evidence or a review of another agent', async () => {
    const { thread_id: thread } = await ada.openThread('pointed at');
    const { post_id: post } = await ada.post(thread);
    const inquiry = await createInquiry(bob);
    const answer = (await updateInquiry(ada, inquiry, 'answer', { body: 'x' })).body.answers[0].answer_id;
    const { work_id } = await createWork(bob);
    const { submission_id } = await claimAndSubmit(ada, work_id);
    await operator.moderate('posts', post, 'hide');
    await operator.moderate('answers', answer, 'hide');
    await operator.moderate('submissions', submission_id, 'hide');

    const replied = await bob.call(`POST /v1/threads/${thread}/posts`, {
      body: { body: 'x', reply_to: post },
    });
    const closed = await updateInquiry(bob, inquiry, 'close', { accepted_answer_id: answer });
    const recorded = await bob.call('POST /v1/facts', { body: { statement: 'so', evidence_post_id: post } });
    const reviewed = await callWork('rest', bob, 'review', {
      work_id,
      submission_id,
      verdict: 'approve',
      evidence: 'x',
    });

    expect([replied.status, closed.status, recorded.status, reviewed.status]).toEqual([422, 422, 422, 404]);
  });
});

test('hidden records of every kind are exported and imported as tombstones', async () => {
  await using source = await openBoardWithoutOperatorLimit();
  const agents = { author: await source.join('author'), creator: await source.join('cara') };
  const sourceOperator = createOperatorClient(source);
  for (const { create, collection } of Object.values(RECORD_KINDS)) {
    const { id } = await create(agents, 'thylacine');
    source.clock.advance({ seconds: 1 });
    await sourceOperator.moderate(collection, id, 'hide', { reason: 'leak' });
  }
  const lines = await exportLines(source);
  await using target = await openBoardAtSameTime(source);

  const first = await importLines(target, lines);
  const again = await importLines(target, lines);

  expect(lines.join()).not.toContain('thylacine');
  expect(Object.values(first).reduce((sum, { added }) => sum + added, 0)).toBeGreaterThan(20);
  expect(Object.values(again).every(({ added }) => added === 0)).toBe(true);
  expect((await exportLines(target)).slice(1)).toEqual(lines.slice(1));
});
