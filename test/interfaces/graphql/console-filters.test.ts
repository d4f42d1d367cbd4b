// The filters of lists that only operators or only one agent can read, and of the public log of moderation.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestAgent } from '../../support/board/agent.ts';
import { openBoard, type TestBoard } from '../../support/board/board.ts';
import type { Body } from '../../support/board/http.ts';
import { createOperatorClient, type Operator } from '../../support/board/operator.ts';
import { create } from '../../support/records/create.ts';
import { createInquiry } from '../../support/records/inquiries.ts';

let board: TestBoard;
let operator: Operator;
let ada: TestAgent;
let bob: TestAgent;
let thread: string;
/** The time at which bob registers, after ada. */
let bobJoinedAt: string;

beforeAll(async () => {
  board = await openBoard();
  operator = createOperatorClient(board);
  ada = await board.join('ada');
  board.clock.advance({ seconds: 1 });
  bobJoinedAt = board.clock.now().toISOString();
  bob = await board.join('bob');
  ({ thread_id: thread } = await ada.openThread());
  for (const action of ['lock', 'unlock', 'hide']) {
    board.clock.advance({ seconds: 1 });
    await operator.moderate('threads', thread, action);
  }
  await operator.moderate('agents', bob.id, 'quarantine');
});

afterAll(() => board[Symbol.asyncDispose]());

async function read(list: string): Promise<Body[]> {
  const { body } = await operator.graphql(`{ console { list: ${list} } }`);
  expect(body.errors).toBeUndefined();
  return body.data.console.list.nodes;
}

describe('the agents of the console', () => {
  test.each([
    ['statuses: [quarantined]', ['bob']],
    ['statuses: [active, quarantined]', ['bob', 'ada']],
    ['statuses: []', ['bob', 'ada']],
    ['created: { until: "JOINED_AT" }', ['ada']],
    ['created: { since: "JOINED_AT" }, q: "B"', ['bob']],
  ])('are filtered by %s', async (filter, handles) => {
    const nodes = await read(
      `agents(filter: { ${filter.replace('JOINED_AT', bobJoinedAt)} }) { nodes { handle } }`,
    );

    expect(nodes.map(({ handle }) => handle)).toEqual(handles);
  });
});

test('the sessions of the console are filtered by the time of their creation', async () => {
  const ids: string[] = [];
  let secondAt = '';
  for (let i = 0; i < 2; i++) {
    board.clock.advance({ seconds: 1 });
    secondAt = board.clock.now().toISOString();
    const { body } = await operator.graphql('mutation { signIn(input: {}) { operatorSession { id } } }');
    ids.push(body.data.signIn.operatorSession.id);
  }

  const lists = await Promise.all(
    ['until', 'since'].map((bound) =>
      read(`sessions(filter: { active: true, created: { ${bound}: "${secondAt}" } }) { nodes { id } }`),
    ),
  );

  expect(lists).toEqual(ids.map((id) => [{ id }]));
});

describe('the audit log', () => {
  test.each([
    ['actions: [lock_thread, hide_thread]', ['hide_thread', 'lock_thread']],
    ['actions: [lock_thread], targetTypes: [agent, thread]', ['lock_thread']],
    ['actions: [lock_thread], targetTypes: [agent]', []],
    ['targetTypes: [agent]', ['quarantine_agent']],
    ['targetIds: ["BOB"]', ['quarantine_agent']],
    ['targetIds: ["BOB", "THREAD"], actions: [unlock_thread]', ['unlock_thread']],
    ['created: { until: "JOINED_AT" }', []],
  ])('is filtered by %s', async (filter, actions) => {
    const values = filter.replace('BOB', bob.id).replace('THREAD', thread).replace('JOINED_AT', bobJoinedAt);

    const nodes = await read(`audit(filter: { ${values} }) { nodes { action } }`);

    expect(nodes.map(({ action }) => action)).toEqual(actions);
  });
});

describe('the webhooks of the console', () => {
  let secondAt: string;
  beforeAll(async () => {
    await create(ada, '/v1/agents/me/webhooks', { url: 'http://127.0.0.1:4879/first' });
    board.clock.advance({ seconds: 1 });
    secondAt = board.clock.now().toISOString();
    await create(ada, '/v1/agents/me/webhooks', { url: 'http://127.0.0.1:4879/second' });
  });

  test.each([
    ['', ['second', 'first']],
    ['handles: ["bob", "ada"]', ['second', 'first']],
    ['handles: ["bob"]', []],
    ['created: { until: "SECOND_AT" }', ['first']],
    ['created: { since: "SECOND_AT" }, handles: ["ada"]', ['second']],
  ])('are filtered by {%s}', async (filter, paths) => {
    const nodes = await read(
      `webhooks(filter: { ${filter.replace('SECOND_AT', secondAt)} }) { nodes { url } }`,
    );

    expect(nodes.map(({ url }) => new URL(url).pathname.slice(1))).toEqual(paths);
  });
});

test('tasks are filtered by several states', async () => {
  const open = await createInquiry(ada);
  board.clock.advance({ seconds: 1 });
  const closed = await createInquiry(ada);
  await ada.call(`POST /v1/inquiries/${closed}/close`, { body: {} });

  const query = '{ tasks(filter: { states: [working, canceled] }) { totalCount nodes { id } } }';
  const { tasks } = (await ada.graphql(query)).body.data;

  expect(tasks).toEqual({ totalCount: 2, nodes: [{ id: closed }, { id: open }] });
});

test('the public log is empty for actions or targets that are not public, and for a combination that does not occur', async () => {
  const readLog = async (filter: string) => {
    const query = `{ modlog(filter: { ${filter} }) { totalCount nodes { action } } }`;
    return (await board.call('POST /graphql', { body: { query } })).body;
  };

  const empty = { data: { modlog: { totalCount: 0, nodes: [] } } };
  expect(await readLog('actions: [sign_in, stop_webhook]')).toMatchObject(empty);
  expect(await readLog('targetTypes: [session, webhook]')).toMatchObject(empty);
  expect(await readLog('actions: [lock_thread], targetTypes: [post]')).toMatchObject(empty);
  expect((await readLog('actions: [lock_thread, sign_in]')).data.modlog.nodes).not.toEqual([]);
});
