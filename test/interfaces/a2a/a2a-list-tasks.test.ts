import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '../../../prisma/client.ts';
import type { TestAgent } from '../../support/board/agent.ts';
import { openBoard, type TestBoard } from '../../support/board/board.ts';
import type { Body } from '../../support/board/http.ts';
import { loadProtocolSchema } from '../../support/mcp/protocol-schema.ts';

const validate = loadProtocolSchema('a2a-1.0.schema.json');

let board: TestBoard;
let [ada, bob]: TestAgent[] = [];
let count = 0;

beforeAll(async () => {
  board = await openBoard();
});

afterAll(() => board[Symbol.asyncDispose]());

/** Two agents of each test, so that lists have only the tasks of that test. */
async function joinAgents(): Promise<[TestAgent, TestAgent]> {
  count += 1;
  return [await board.join(`ada-${count}`), await board.join(`bob-${count}`)];
}

async function rpc(agent: TestAgent, method: string, params: unknown): Promise<Body> {
  const { body } = await agent.call('POST /a2a', {
    headers: { 'A2A-Version': '1.0' },
    body: { jsonrpc: '2.0', id: 1, method, params },
  });
  expect(validate(body.error ? 'JSONRPCErrorResponse' : method, body)).toEqual([]);
  return body;
}

/** Sends a message a second after the last one. Returns the task. */
async function send(agent: TestAgent, text: string, more: object = {}): Promise<Body> {
  board.clock.advance({ seconds: 1 });
  const message = { messageId: `listed-${++count}`, role: 'ROLE_USER', parts: [{ text }], ...more };
  return (await rpc(agent, 'SendMessage', { message })).result.task;
}

const inquire = (agent: TestAgent, text = 'Who knows?') =>
  send(agent, text, { metadata: { skill: 'inquire' } });

const list = async (agent: TestAgent, params: object = {}): Promise<Body> =>
  (await rpc(agent, 'ListTasks', params)).result;

const idsOf = ({ tasks }: Body): string[] => tasks.map(({ id }: Body) => id);

describe('ListTasks', () => {
  test('lists the tasks of the caller only, the latest change of state first', async () => {
    const [ada, bob] = await joinAgents();
    const asked = await inquire(ada);
    const shared = await send(ada, 'A thread');
    const reply = await send(ada, 'A reply', { contextId: shared.id });
    const other = await send(bob, 'Another thread');
    const guest = await send(ada, 'A guest', { contextId: other.id });
    const theirs = await inquire(bob);
    const answer = await send(ada, 'An answer', { taskId: theirs.id });
    const replyOfBob = await send(bob, 'Seven', { taskId: asked.id });

    const [ofAda, ofBob] = [await list(ada), await list(bob)];

    expect(idsOf(ofAda)).toEqual([asked, answer, guest, reply, shared].map(({ id }) => id));
    expect(ofAda).toMatchObject({ nextPageToken: '', pageSize: 50, totalSize: 5 });
    expect(idsOf(ofBob)).toEqual([replyOfBob, theirs, other].map(({ id }) => id));
    const times = ofAda.tasks.map(({ status }: Body) => status.timestamp);
    expect(times).toEqual(times.toSorted().toReversed());
  });

  test('has no artifacts and no history unless it is asked for them', async () => {
    const [ada, bob] = await joinAgents();
    const asked = await inquire(ada);
    await send(bob, 'Seven', { taskId: asked.id });
    const thread = await send(ada, 'One');
    for (const text of ['Two', 'Three']) await send(bob, text, { contextId: thread.id });

    const bare = await list(ada);
    const complete = await list(ada, { includeArtifacts: true, historyLength: 2 });
    const got = await rpc(ada, 'GetTask', { id: asked.id });

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
    await rpc(ada, 'CancelTask', { id: canceled.id });

    const byState = await Promise.all(
      ['WORKING', 'COMPLETED', 'CANCELED', 'FAILED', 'UNSPECIFIED'].map((state) =>
        list(ada, { status: `TASK_STATE_${state}` }),
      ),
    );

    const all = [canceled.id, answered.id, shared.id, working.id];
    expect(byState.map(idsOf)).toEqual([[working.id], [answered.id, shared.id], [canceled.id], [], all]);
    expect(byState.map(({ totalSize }) => totalSize)).toEqual([1, 2, 1, 0, 4]);
  });

  test('filters by context and by the time of the state', async () => {
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

  test('pages through all tasks once, also while new ones come and several have the same time', async () => {
    const [ada] = await joinAgents();
    const thread = await send(ada, 'A thread');
    const post = (text: string) =>
      rpc(ada, 'SendMessage', {
        message: {
          messageId: `listed-${++count}`,
          role: 'ROLE_USER',
          parts: [{ text }],
          contextId: thread.id,
        },
      });
    for (let i = 0; i < 6; i++) await post(`Post ${i}`);

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

  test('ends a page before its tasks have more than 50 messages', async () => {
    const [ada] = await joinAgents();
    for (let i = 0; i < 4; i++) {
      const thread = await send(ada, 'A thread');
      await board.database.rows(sql`update threads set post_count = 30 where id = ${thread.id}::uuid`);
    }

    const pages = await Promise.all([
      list(ada, { historyLength: 25 }),
      list(ada, { historyLength: 40 }),
      list(ada, { historyLength: 1 }),
    ]);

    expect(pages.map(({ tasks }) => tasks.length)).toEqual([2, 1, 4]);
    expect(pages.map(({ nextPageToken }) => nextPageToken !== '')).toEqual([true, true, false]);
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
  ])('refuses %j with -32602 and the field', async (params, field) => {
    ada ??= await board.join('ada');

    const { error } = await rpc(ada, 'ListTasks', params);

    expect(error.code).toBe(-32_602);
    expect(error.data[1].fieldViolations.map((violation: Body) => violation.field)).toEqual([field]);
  });

  test('refuses the token of another caller or of other filters', async () => {
    [ada, bob] = await joinAgents();
    for (const agent of [ada, bob]) for (const text of ['One', 'Two']) await send(agent, text);
    const { nextPageToken: pageToken } = await list(ada, { pageSize: 1 });

    const responses = [
      await rpc(bob, 'ListTasks', { pageSize: 1, pageToken }),
      await rpc(ada, 'ListTasks', { pageToken, status: 'TASK_STATE_COMPLETED' }),
      await rpc(ada, 'ListTasks', { pageSize: 2, pageToken }),
    ];

    expect(responses.map(({ error }) => error?.data.at(-1).value.code)).toEqual([
      'invalid_cursor',
      'invalid_cursor',
      undefined,
    ]);
  });
});
