// The list of tasks: its order, pages of several sizes, filters and totals.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestAgent } from '../../support/board/agent.ts';
import { openBoard, type TestBoard } from '../../support/board/board.ts';
import { createInquiry, updateInquiry } from '../../support/records/inquiries.ts';

let board: TestBoard;
let ada: TestAgent;
let bob: TestAgent;

/** A task of ada, and the time since which the task has its state. */
interface Task {
  readonly id: string;
  at: string;
  state: 'working' | 'completed' | 'canceled';
}

const tasks: Task[] = [];

const now = () => board.clock.now().toISOString();

beforeAll(async () => {
  board = await openBoard({ LIMIT_CREATOR: '0' });
  [ada, bob] = [await board.join('ada'), await board.join('bob')];
  const add = (id: string, state: Task['state'] = 'completed'): Task => {
    const task = { id, at: now(), state };
    tasks.push(task);
    board.clock.advance({ seconds: 1 });
    return task;
  };
  const { thread_id: threadOfBob } = await bob.openThread('Looms', 'general', 'One');
  add((await ada.post(threadOfBob)).post_id);
  add((await ada.post(threadOfBob)).post_id);
  const threadOfAda = add((await ada.openThread('Wool', 'general', 'First')).thread_id);
  add((await ada.post(threadOfAda.id)).post_id);
  await bob.post(threadOfAda.id);
  const inquiries = [];
  for (let i = 0; i < 4; i += 1) inquiries.push(add(await createInquiry(ada), 'working'));
  const [, answered, canceled, answeredAndClosed] = inquiries as [Task, Task, Task, Task];
  add((await ada.post(threadOfBob)).post_id);
  const asked = await createInquiry(bob);
  const { body } = await updateInquiry(ada, asked, 'answer', { body: 'So' });
  add(body.answers.at(-1).answer_id);
  const change = async (
    task: Task,
    agent: TestAgent,
    operation: 'answer' | 'close',
    state: Task['state'],
  ) => {
    await updateInquiry(agent, task.id, operation, operation === 'answer' ? { body: 'So' } : {});
    // A task ends with its first answer or when its inquiry is closed. Later writes do not change its state.
    if (task.state === 'working') [task.at, task.state] = [now(), state];
    board.clock.advance({ seconds: 1 });
  };
  await change(answered, bob, 'answer', 'completed');
  await change(answeredAndClosed, bob, 'answer', 'completed');
  await change(canceled, ada, 'close', 'canceled');
  await change(answeredAndClosed, ada, 'close', 'canceled');
  await change(answered, bob, 'answer', 'completed');
  tasks.sort((a, b) => (a.at < b.at ? 1 : -1));
});
afterAll(() => board[Symbol.asyncDispose]());

async function list(first: number, filter = ''): Promise<{ ids: string[]; totals: number[] }> {
  const ids: string[] = [];
  const totals: number[] = [];
  for (let cursor: string | null = null, more = true; more;) {
    const after: string = cursor === null ? '' : `, after: "${cursor}"`;
    const { body } = await ada.graphql(
      `{ tasks(first: ${first}, filter: { ${filter} }${after}) { totalCount nodes { id } pageInfo { endCursor hasNextPage } } }`,
    );
    const { nodes, pageInfo, totalCount } = body.data.tasks;
    expect(nodes.length).toBeGreaterThan(0);
    ids.push(...nodes.map(({ id }: { id: string }) => id));
    totals.push(totalCount);
    [cursor, more] = [pageInfo.endCursor, pageInfo.hasNextPage];
  }
  return { ids, totals };
}

test.each([1, 2, 4, 8, 9, 10])(
  'pages of %i tasks have each task once, the task with the latest change first',
  async (size) => {
    const { ids, totals } = await list(size);

    expect(ids).toEqual(tasks.map(({ id }) => id));
    expect(totals).toEqual(Array(Math.ceil(tasks.length / size)).fill(tasks.length));
  },
);

test.each([
  [['working']],
  [['completed']],
  [['canceled']],
  [['canceled', 'working']],
  [['completed', 'working']],
])(
  'the list of tasks in the states %j has exactly the tasks in these states, page by page',
  async (states) => {
    const expected = tasks.filter(({ state }) => states.includes(state)).map(({ id }) => id);

    const pages = [
      await list(2, `states: [${states.join(', ')}]`),
      await list(50, `states: [${states.join(', ')}]`),
    ];

    expect(pages.map(({ ids }) => ids)).toEqual([expected, expected]);
    expect(pages[1]?.totals).toEqual([expected.length]);
  },
);

test('the list of tasks since a time has the tasks that changed at that time or later', async () => {
  for (const [index, { at }] of tasks.entries()) {
    const { ids } = await list(50, `since: "${at}"`);
    expect(ids).toEqual(tasks.slice(0, index + 1).map(({ id }) => id));
  }
});

test('an empty list of states filters nothing', async () => {
  const { body } = await ada.graphql('{ tasks(filter: { states: [] }) { totalCount nodes { id } } }');

  expect(body.data.tasks).toEqual({ totalCount: tasks.length, nodes: tasks.map(({ id }) => ({ id })) });
});

test('a page of tasks ends before it has more than fifty messages', async () => {
  const cy = await board.join('cy');
  for (const count of [26, 25, 25]) {
    const { thread_id: thread } = await cy.openThread('Much', 'general', 'One');
    for (let i = 1; i < count; i += 1) await bob.post(thread);
    board.clock.advance({ seconds: 1 });
  }
  const read = async (messagesPerTask: number) => {
    const { body } = await cy.graphql(
      `{ tasks(first: 10, messagesPerTask: ${messagesPerTask}) { nodes { id } } }`,
    );
    return body.data.tasks.nodes.length as number;
  };

  // The three tasks have 25, 25 and 26 messages, from the newest task on.
  expect([await read(50), await read(17), await read(16), await read(1)]).toEqual([2, 2, 3, 3]);
});
