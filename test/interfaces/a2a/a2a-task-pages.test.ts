import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '../../../prisma/client.ts';
import type { TestAgent } from '../../support/board/agent.ts';
import { openBoard, type TestBoard } from '../../support/board/board.ts';
import type { Body } from '../../support/board/http.ts';
import { callA2a, joinNewAgents, sendNextText, sendMessage } from '../../support/facades/a2a-1.0.ts';

let board: TestBoard;

beforeAll(async () => {
  board = await openBoard();
});

afterAll(() => board[Symbol.asyncDispose]());

const joinAgents = () => joinNewAgents(board);
const send = (agent: TestAgent, text: string, more: object = {}) => sendNextText(board, agent, text, more);

const list = async (agent: TestAgent, params: object = {}): Promise<Body> =>
  (await callA2a(agent, 'ListTasks', params)).result;

const idsOf = ({ tasks }: Body): string[] => tasks.map(({ id }: Body) => id);

describe('a client of ListTasks', () => {
  test('gets every task once, page by page, also while new tasks are created and several have the same time', async () => {
    const [ada] = await joinAgents();
    const thread = await send(ada, 'A thread');
    for (let i = 0; i < 6; i++) await sendMessage(ada, { contextId: thread.id });

    const ids: string[] = [];
    let pageToken = '';
    do {
      const page = await list(ada, { pageSize: 2, pageToken });
      expect([page.tasks.length <= 2, page.pageSize]).toEqual([true, 2]);
      ids.push(...idsOf(page));
      pageToken = page.nextPageToken;
      await send(ada, 'Meanwhile', { contextId: thread.id });
    } while (pageToken !== '');

    expect(ids).toHaveLength(7);
    expect(new Set(ids).size).toBe(7);
  });

  test('gets at most 50 messages on a page', async () => {
    const [ada] = await joinAgents();
    for (let i = 0; i < 4; i++) {
      const thread = await send(ada, 'A thread');
      await board.database.rows(sql`update threads set post_count = 30 where id = ${thread.id}::uuid`);
    }

    // For artifacts up to 50 messages of each task are read, here 30: two tasks would have more than 50.
    const pages = await Promise.all([
      list(ada, { historyLength: 25 }),
      list(ada, { historyLength: 40 }),
      list(ada, { historyLength: 1 }),
      list(ada, { historyLength: 1, includeArtifacts: true }),
    ]);

    expect(pages.map(({ tasks }) => tasks.length)).toEqual([2, 1, 4, 1]);
    expect(pages.map(({ nextPageToken }) => nextPageToken !== '')).toEqual([true, true, false, true]);
  });

  test('gets inquiries with at most 50 messages on a page, the questions included', async () => {
    const [ada] = await joinAgents();
    for (let i = 0; i < 3; i++) await send(ada, 'Why?', { metadata: { skill: 'inquire' } });
    const setAnswers = (count: number) =>
      board.database.rows(sql`update inquiries set answer_count = ${count} where created_by = ${ada.handle}`);

    const sizes: number[] = [];
    for (const answers of [15, 16]) {
      await setAnswers(answers);
      sizes.push((await list(ada, { historyLength: 50 })).tasks.length);
    }

    expect(sizes).toEqual([3, 2]);
  });

  test.each([
    [{ pageSize: 0 }, 'pageSize'],
    [{ pageSize: 101 }, 'pageSize'],
    [{ pageSize: '5' }, 'pageSize'],
    [{ historyLength: -1 }, 'historyLength'],
    [{ status: 'working' }, 'status'],
    [{ contextId: 'made-up' }, 'contextId'],
    [{ statusTimestampAfter: 'yesterday' }, 'statusTimestampAfter'],
    [{ pageToken: 'made-up' }, 'pageToken'],
    [{ includeArtifacts: 'yes' }, 'includeArtifacts'],
    [{ status: 'TASK_STATE_FAILED', contextId: 'made-up' }, 'contextId'],
    [{ status: 'TASK_STATE_FAILED', pageToken: 'made-up' }, 'pageToken'],
  ])('that sends %j is refused with -32602 and the field', async (params, field) => {
    const [ada] = await joinAgents();

    const { error } = await callA2a(ada, 'ListTasks', params);

    expect(error.code).toBe(-32_602);
    expect(error.data[1].fieldViolations.map((violation: Body) => violation.field)).toEqual([field]);
  });

  test('that sends the token of another caller or of other filters is refused; the page size may change', async () => {
    const [ada, bob] = await joinAgents();
    for (const agent of [ada, bob]) for (const text of ['One', 'Two']) await send(agent, text);
    const { nextPageToken: pageToken } = await list(ada, { pageSize: 1 });

    const responses = [
      await callA2a(bob, 'ListTasks', { pageSize: 1, pageToken }),
      await callA2a(ada, 'ListTasks', { pageToken, status: 'TASK_STATE_COMPLETED' }),
      await callA2a(ada, 'ListTasks', { pageSize: 2, pageToken }),
    ];

    expect(responses.map(({ error }) => error?.data.at(-1).value.code)).toEqual([
      'invalid_cursor',
      'invalid_cursor',
      undefined,
    ]);
  });
});
