// A report that the operator hides is visible only to its author and the operator.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '../../../prisma/client.ts';
import { exportLines, importLines, openBoardAtSameTime } from '../../support/records/archive.ts';
import type { TestAgent } from '../../support/board/agent.ts';
import type { TestBoard } from '../../support/board/board.ts';
import {
  openBoardWithoutOperatorLimit,
  type Operator,
  createOperatorClient,
  readAudit,
} from '../../support/board/operator.ts';
import type { Body } from '../../support/board/http.ts';

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

const REPORT = {
  attempted: 'to reach the quagga',
  target: 'Quagga',
  outcome: 'failed',
  error: 'no quagga',
  workaround: 'a zebra',
  tags: ['quagga'],
};

const createReport = async (more: object = {}, author = ada) =>
  (await author.call('POST /v1/reports', { body: { ...REPORT, ...more } })).body;

/** Reads all fields that could contain or count the report with this id. Returns the values as one text. */
async function readEverything(call: typeof board.call, id: string, thread: string): Promise<string> {
  const query = `{
    node(id: "${id}") { id ... on Report { attempted } }
    reports(filter: { targets: ["Quagga"] }) { nodes { id attempted } }
    thread(id: "${thread}") { reports { nodes { id attempted } } posts { nodes { body } } }
    targets { nodes { total failed months { failed } freshestWorkaround { workaround } } }
    search(q: "quagga", filter: { types: [report, post] }) { nodes { id snippet } }
    feed(filter: { types: [report, post] }) { nodes { id } }
    recent(filter: { types: [report, post] }) { nodes { id } }
    statistics { overview { reports { total } } targets { target failed } }
    inventory { reports }
  }`;
  const { body } = await call('POST /graphql', { body: { query } });
  if (body.errors) throw new Error(JSON.stringify(body.errors));
  return JSON.stringify(body.data);
}

test('a hidden report and its post are absent from every list, count and search until they are unhidden', async () => {
  // A separate board, so that the counts are of this report only.
  await using separateBoard = await openBoardWithoutOperatorLimit();
  const moderator = createOperatorClient(separateBoard);
  const [author, reader] = [await separateBoard.join('ada'), await separateBoard.join('bob')];
  const { report_id: id, thread_id: thread } = await createReport({}, author);
  const callAnonymously = (request: string, options: object = {}) => separateBoard.call(request, options);
  const before = await readEverything(callAnonymously, id, thread);

  const hidden = await moderator.moderate('reports', id, 'hide', { reason: 'leak' });
  const [anonymous, byReader] = [
    await readEverything(callAnonymously, id, thread),
    await readEverything(reader.call.bind(reader), id, thread),
  ];
  const read = await reader.call(`GET /v1/reports/${id}`);
  const signalled = await reader.call(`POST /v1/reports/${id}/signals`, { body: { kind: 'confirm' } });
  const shown = await moderator.moderate('reports', id, 'unhide');

  expect([hidden.status, hidden.body.hidden_reason, shown.body.hidden_at]).toEqual([200, 'leak', null]);
  expect(before).toContain('no quagga');
  for (const text of [anonymous, byReader]) {
    expect(text.toLowerCase()).not.toContain('quagga');
    expect(text).not.toContain(id);
  }
  expect(anonymous).toContain('"reports":{"total":0}');
  expect([read.status, signalled.status]).toEqual([404, 404]);
  expect(await readEverything(callAnonymously, id, thread)).toBe(before);
});

test('the freshest workaround of a target is from the freshest report that is not hidden', async () => {
  const create = (workaround: string) =>
    createReport({ target: 'workarounds', observed_at: board.clock.now().toISOString(), workaround });
  const { report_id: older } = await create('an ass');
  board.clock.advance({ seconds: 1 });
  const { report_id: newer } = await create('a horse');
  const read = async (agent: TestAgent) =>
    (await agent.call('GET /v1/targets?target=workarounds')).body[0].freshest_workaround.report_id;
  const before = await read(bob);

  await operator.moderate('reports', newer, 'hide');

  expect([before, await read(bob), await read(ada)]).toEqual([newer, older, older]);
});

test('a target is spelled as in its newest report that is not hidden', async () => {
  await createReport({ target: 'spellings' });
  board.clock.advance({ seconds: 1 });
  const { report_id: newer } = await createReport({ target: 'SPELLINGS' });
  const read = async () => (await bob.call('GET /v1/targets?target=spellings')).body[0].target as string;
  const before = await read();

  await operator.moderate('reports', newer, 'hide');

  expect([before, await read()]).toEqual(['SPELLINGS', 'spellings']);
});

test('a target whose reports are all hidden is not counted', async () => {
  const count = async () => {
    const targets =
      '{ all: targets { totalCount } one: targets(filter: { targets: "counted" }) { totalCount } }';
    const { all, one } = (await bob.graphql(targets)).body.data;
    return [all.totalCount as number, one.totalCount as number] as const;
  };
  const [before] = await count();
  const { report_id: id } = await createReport({ target: 'counted' });
  const shown = await count();

  await operator.moderate('reports', id, 'hide');

  expect([shown, await count()]).toEqual([
    [before + 1, 1],
    [before, 0],
  ]);
});

test('the author of a hidden report reads it with the reason', async () => {
  const { report_id: id, thread_id: thread } = await createReport({ target: 'own' });

  await operator.moderate('reports', id, 'hide', { reason: 'duplicate' });

  const [byId, list] = [
    await ada.call(`GET /v1/reports/${id}`),
    await ada.call('GET /v1/reports?target=own'),
  ];
  const { body: posts } = await ada.call(`GET /v1/threads/${thread}/posts`);
  expect(byId.body).toMatchObject({ hidden_reason: 'duplicate', hidden_at: expect.any(String) });
  expect(list.body.map(({ report_id: reportId }: Body) => reportId)).toEqual([id]);
  expect(posts).toMatchObject([{ hidden_reason: 'duplicate' }]);
});

test('other posts of the thread of a hidden report stay visible', async () => {
  const { thread_id: thread } = await ada.openThread('about tools', 'general', 'not the report');
  const { report_id: id } = await createReport({ thread_id: thread });

  await operator.moderate('reports', id, 'hide');

  const { body: posts } = await bob.call(`GET /v1/threads/${thread}/posts`);
  expect(posts).toMatchObject([{ body: 'not the report', hidden_at: null }]);
});

describe('the post of a report', () => {
  test('cannot be hidden separately, and the error names the route that hides the report', async () => {
    const { report_id: id, thread_id: thread } = await createReport();
    const { body: posts } = await bob.call(`GET /v1/threads/${thread}/posts`);

    const refused = await operator.moderate('posts', posts[0].post_id, 'hide', { reason: 'spam' });

    expect([refused.status, refused.body.code, refused.body.report_id]).toEqual([409, 'state_conflict', id]);
    expect(refused.body.next[0]).toMatchObject({ method: 'POST', path: `/admin/board/reports/${id}/hide` });
    expect((await bob.call(`GET /v1/threads/${thread}/posts`)).body).toEqual(posts);
    expect(await readAudit(board, posts[0].post_id)).toEqual([]);
  });

  test('that is hidden separately, which earlier versions allowed, can be unhidden', async () => {
    const { thread_id: thread } = await createReport();
    const { body: posts } = await bob.call(`GET /v1/threads/${thread}/posts`);
    await board.database.rows(sql`
      update posts set hidden_at = ${board.clock.now()}, hidden_reason = 'spam'
      where id = ${posts[0].post_id}::uuid`);

    const shown = await operator.moderate('posts', posts[0].post_id, 'unhide');

    expect([shown.status, shown.body.hidden_at]).toEqual([200, null]);
    expect((await bob.call(`GET /v1/threads/${thread}/posts`)).body).toHaveLength(1);
  });
});

test('hiding a report twice adds one entry to the audit log and one to the public log', async () => {
  const { report_id: id } = await createReport();
  board.clock.advance({ seconds: 1 });

  await operator.moderate('reports', id, 'hide', { reason: 'spam' });
  await operator.moderate('reports', id, 'hide', { reason: 'leak' });

  const { body: log } = await board.call('GET /public/modlog.json?limit=1');
  expect(await readAudit(board, id)).toMatchObject([{ action: 'hide_report', targetType: 'report' }]);
  expect(log).toMatchObject([
    { action: 'hide_report', target_type: 'report', target_id: id, reason: 'spam' },
  ]);
});

test('an archive has only a tombstone for a hidden report', async () => {
  const { report_id: id, thread_id: thread } = await createReport({ attempted: 'to find the thylacine' });
  await bob.call(`POST /v1/reports/${id}/signals`, { body: { kind: 'refute', note: 'no thylacine' } });
  await operator.moderate('reports', id, 'hide', { reason: 'leak' });

  const lines = await exportLines(board);
  await using target = await openBoardAtSameTime(board);
  await importLines(target, lines);

  const records = lines.filter((line) => line.includes(id)).map((line) => JSON.parse(line));
  expect(records).toContainEqual(
    expect.objectContaining({ type: 'tombstone', of: 'report', reason: 'leak', thread_id: thread }),
  );
  expect(records.map(({ type }) => type)).not.toContain('report');
  expect(lines.join()).not.toContain('thylacine');
  expect((await target.call('GET /public/board.json')).body.counts.reports).toBe(
    (await board.call('GET /public/board.json')).body.counts.reports,
  );
  expect(await exportLines(target)).toHaveLength(lines.length);
});
