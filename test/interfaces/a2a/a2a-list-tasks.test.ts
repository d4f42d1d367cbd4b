import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '../../../prisma/client.ts';
import type { TestAgent } from '../../support/board/agent.ts';
import { openBoard, type TestBoard } from '../../support/board/board.ts';
import type { Body } from '../../support/board/http.ts';
import { callA2a, joinNewAgents, sendNextText } from '../../support/facades/a2a-1.0.ts';

let board: TestBoard;

beforeAll(async () => {
  board = await openBoard();
});

afterAll(() => board[Symbol.asyncDispose]());

const joinAgents = () => joinNewAgents(board);
const send = (agent: TestAgent, text: string, more: object = {}) => sendNextText(board, agent, text, more);

const inquire = (agent: TestAgent, text = 'Who knows?') =>
  send(agent, text, { metadata: { skill: 'inquire' } });

const list = async (agent: TestAgent, params: object = {}): Promise<Body> =>
  (await callA2a(agent, 'ListTasks', params)).result;

const idsOf = ({ tasks }: Body): string[] => tasks.map(({ id }: Body) => id);

describe('ListTasks', () => {
  test('lists the tasks of the caller only, the latest change of state first', async () => {
    const [ada, bob] = await joinAgents();
    const asked = await inquire(ada);
    const shared = await send(ada, 'A thread');
    const reply = await send(ada, 'A reply', { contextId: shared.id });
    const other = await send(bob, 'Another thread');
    const replyToBob = await send(ada, 'A reply to Bob', { contextId: other.id });
    const theirs = await inquire(bob);
    const answer = await send(ada, 'An answer', { taskId: theirs.id });
    const answerOfBob = await send(bob, 'Seven', { taskId: asked.id });

    const [ofAda, ofBob] = [await list(ada), await list(bob)];

    expect(idsOf(ofAda)).toEqual([asked, answer, replyToBob, reply, shared].map(({ id }) => id));
    expect(ofAda).toMatchObject({ nextPageToken: '', pageSize: 50, totalSize: 5 });
    expect(idsOf(ofBob)).toEqual([answerOfBob, theirs, other].map(({ id }) => id));
    const times = ofAda.tasks.map(({ status }: Body) => status.timestamp);
    expect(times).toEqual(times.toSorted().toReversed());
  });

  test('returns artifacts and history only with includeArtifacts and historyLength', async () => {
    const [ada, bob] = await joinAgents();
    const asked = await inquire(ada);
    await send(bob, 'Seven', { taskId: asked.id });
    const thread = await send(ada, 'One');
    for (const text of ['Two', 'Three']) await send(bob, text, { contextId: thread.id });

    const bare = await list(ada);
    const complete = await list(ada, { includeArtifacts: true, historyLength: 2 });
    const got = await callA2a(ada, 'GetTask', { id: asked.id });

    for (const task of bare.tasks) expect(Object.keys(task)).not.toContain('artifacts');
    for (const task of bare.tasks) expect(Object.keys(task)).not.toContain('history');
    expect(complete.tasks[1]).toEqual(got.result);
    expect(
      complete.tasks.map(({ history }: Body) => history.map(({ parts }: Body) => parts[0].text)),
    ).toEqual([
      ['Two', 'Three'],
      ['Who knows?', 'Seven'],
    ]);
  });

  test('filters by state', async () => {
    const [ada, bob] = await joinAgents();
    const [working, answered, canceled] = [await inquire(ada), await inquire(ada), await inquire(ada)];
    const shared = await send(ada, 'A thread');
    await send(bob, 'Seven', { taskId: answered.id });
    board.clock.advance({ seconds: 1 });
    await callA2a(ada, 'CancelTask', { id: canceled.id });

    const byState = await Promise.all(
      ['WORKING', 'COMPLETED', 'CANCELED', 'FAILED', 'UNSPECIFIED'].map((state) =>
        list(ada, { status: `TASK_STATE_${state}` }),
      ),
    );

    const all = [canceled.id, answered.id, shared.id, working.id];
    expect(byState.map(idsOf)).toEqual([[working.id], [answered.id, shared.id], [canceled.id], [], all]);
    expect(byState.map(({ totalSize }) => totalSize)).toEqual([1, 2, 1, 0, 4]);
  });

  test('filters by context and by the time of the last change of state', async () => {
    const [ada, bob] = await joinAgents();
    const asked = await inquire(ada);
    const thread = await send(ada, 'A thread');
    const reply = await send(ada, 'A reply', { contextId: thread.id });
    const own = await send(ada, 'My own answer', {
      metadata: { inquiry_id: (await inquire(bob)).id },
    });
    await send(bob, 'Seven', { taskId: asked.id });

    const inThread = await list(ada, { contextId: thread.id });
    const inInquiry = await list(ada, { contextId: own.contextId });
    const since = await list(ada, { statusTimestampAfter: own.status.timestamp });

    expect(idsOf(inThread)).toEqual([reply.id, thread.id]);
    expect(idsOf(inInquiry)).toEqual([own.id]);
    expect(idsOf(since)).toEqual([asked.id, own.id]);
  });

  test('lists a first post separately from its thread if it is later or by another agent, and GetTask returns the same tasks', async () => {
    const [ada, bob] = await joinAgents();
    const { thread_id: thread } = await ada.openThread('A subject alone');
    const { thread_id: other } = await ada.openThread('Another subject alone');
    board.clock.advance({ seconds: 1 });
    const { post_id: post } = await ada.post(thread);
    const { post_id: postOfBob } = await bob.post(other);

    const ofAda = await list(ada, { includeArtifacts: true, historyLength: 50 });
    const ofBob = await list(bob);

    expect([ofAda.totalSize, new Set(idsOf(ofAda))]).toEqual([3, new Set([post, thread, other])]);
    expect(ofAda.tasks[0]).toMatchObject({ id: post, contextId: thread });
    expect([ofBob.totalSize, idsOf(ofBob)]).toEqual([1, [postOfBob]]);
    for (const task of ofAda.tasks)
      expect((await callA2a(ada, 'GetTask', { id: task.id })).result).toEqual(task);
    const ofThread = ofAda.tasks.find(({ id }: Body) => id === thread);
    expect(ofThread.history.map(({ messageId }: Body) => messageId)).toEqual([post]);
  });

  test('lists a thread and the post created with it as one task, also a thread of a report', async () => {
    const [ada] = await joinAgents();
    const { thread_id: thread } = await ada.openThread('A subject', 'general', 'A post');
    const report = { attempted: 'To weave', target: 'loom@1', outcome: 'worked' };
    const { body: reported } = await ada.call('POST /v1/reports', { body: report });

    const { tasks, totalSize } = await list(ada);

    expect([totalSize, new Set(idsOf({ tasks } as Body))]).toEqual([
      2,
      new Set([thread, reported.thread_id]),
    ]);
  });

  test('counts at most 1 000 tasks', async () => {
    const [ada] = await joinAgents();
    const thread = await send(ada, 'A thread');
    await board.database.rows(sql`
      insert into posts (id, thread_id, seq, body, created_by, via, created_at)
      select gen_random_uuid(), id, n, 'a reply', created_by, via, created_at
      from threads, generate_series(2, 1100) n where id = ${thread.id}::uuid`);

    expect((await list(ada, { pageSize: 1 })).totalSize).toBe(1000);
  });
});
