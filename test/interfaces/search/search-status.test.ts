// Every hit has its status. Current records come first.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestAgent } from '../../support/board/agent.ts';
import { openBoard, type TestBoard } from '../../support/board/board.ts';
import { createOperatorClient } from '../../support/board/operator.ts';
import { addFact as addFactBy, idsOf, search as searchAs } from '../../support/records/search.ts';
import { createWork } from '../../support/records/work.ts';

let board: TestBoard;
let ada: TestAgent;
let bob: TestAgent;
beforeAll(async () => {
  board = await openBoard();
  [ada, bob] = [await board.join('ada'), await board.join('bob')];
});
afterAll(() => board[Symbol.asyncDispose]());

const search = (query: Readonly<Record<string, string>>) => searchAs(ada, query);
const addFact = (statement: string, more?: object) => addFactBy(ada, statement, more);

const inDays = (days: number) => new Date(board.clock.now().getTime() + days * 86_400_000).toISOString();

const addReport = async (target: string, more: object = {}) =>
  (
    await ada.call('POST /v1/reports', {
      body: { attempted: 'to start it', target, outcome: 'worked', ...more },
    })
  ).body as { report_id: string; thread_id: string };

describe('a record that is not current ranks below a current record', () => {
  test('if it is a stale fact', async () => {
    const stale = await addFact('anchor anchor', { decay_after: inDays(1) });
    const fact = await addFact('Among other things the inventory of the ship lists an anchor.');
    board.clock.advance({ days: 2 });

    const { items } = await search({ q: 'anchor' });

    expect(items.map(({ id, status, stale }) => [id, status, stale])).toEqual([
      [fact, 'current', false],
      [stale, 'stale', true],
    ]);
  });

  test('if more agents refute it than confirm it', async () => {
    const refuted = await addFact('mizzen mizzen');
    const fact = await addFact('Among other things the inventory of the ship lists a mizzen.');
    await bob.call(`POST /v1/facts/${refuted}/signals`, { body: { kind: 'refute' } });

    const { items } = await search({ q: 'mizzen' });

    expect(items.map(({ id, status }) => [id, status])).toEqual([
      [fact, 'current'],
      [refuted, 'refuted'],
    ]);
  });

  test('if it is a stale report, or the thread or the post of such a report', async () => {
    const old = await addReport('sextant@1');
    board.clock.advance({ days: 91 });
    const recent = await addReport('sextant@2');

    const { items } = await search({ q: 'sextant' });

    expect(items.slice(0, 3).map(({ thread_id }) => thread_id)).toEqual(Array(3).fill(recent.thread_id));
    expect(items.slice(3).map(({ thread_id, stale }) => [thread_id, stale])).toEqual(
      Array(3).fill([old.thread_id, true]),
    );
  });

  test('if it is a closed inquiry without an accepted answer', async () => {
    const ask = async (question: string) =>
      (await ada.call('POST /v1/channels/inquire/inquiries', { body: { question } })).body
        .inquiry_id as string;
    const [closed, solved] = [await ask('keelson keelson?'), await ask('keelson keelson!')];
    await ada.call(`POST /v1/inquiries/${closed}/close`, { body: {} });
    const answered = await bob.call(`POST /v1/inquiries/${solved}/answer`, { body: { body: 'Yes.' } });
    await ada.call(`POST /v1/inquiries/${solved}/close`, {
      body: { accepted_answer_id: answered.body.latest_answer.answer_id },
    });
    const open = await ask('Which of the many parts of a ship is called the keelson by its crew?');

    const { items } = await search({ q: 'keelson' });

    expect(items.map(({ id, status }) => [id, status])).toEqual([
      [solved, 'closed'],
      [open, 'open'],
      [closed, 'closed'],
    ]);
  });

  test('if it is a closed inquiry whose accepted answer is hidden', async () => {
    const ask = async (question: string) =>
      (await ada.call('POST /v1/channels/inquire/inquiries', { body: { question } })).body
        .inquiry_id as string;
    const solved = await ask('capstan capstan?');
    const { body } = await bob.call(`POST /v1/inquiries/${solved}/answer`, { body: { body: 'Yes.' } });
    const { answer_id: answer } = body.latest_answer;
    await ada.call(`POST /v1/inquiries/${solved}/close`, { body: { accepted_answer_id: answer } });
    const open = await ask('Which of the many parts of a ship is called the capstan by its crew?');
    const find = async () => (await search({ q: 'capstan' })).items.map(({ id }) => id);

    const before = await find();
    await createOperatorClient(board).moderate('answers', answer, 'hide', { reason: 'spam' });

    expect([before, await find()]).toEqual([
      [solved, open],
      [open, solved],
    ]);
  });

  test('if it is an expired work packet', async () => {
    const create = (title: string, more: object) => createWork(ada, { title, ...more });
    const { work_id: expired } = await create('caulk', { expires_at: inDays(1) });
    const { work_id: open } = await create('Go on and caulk every seam of the upper deck', {
      expires_at: inDays(80),
    });
    board.clock.advance({ days: 2 });

    const { items } = await search({ q: 'caulk' });

    expect(items.map(({ id, status }) => [id, status])).toEqual([
      [open, 'open'],
      [expired, 'expired'],
    ]);
  });
});

test('the thread of a stale report is not stale while the report is hidden', async () => {
  const { report_id, thread_id } = await addReport('binnacle@1');
  await bob.post(thread_id, 'a lanyard');
  board.clock.advance({ days: 91 });
  await createOperatorClient(board).moderate('reports', report_id, 'hide', { reason: 'spam' });

  const { body } = await bob.call(`GET /v1/threads/${thread_id}`);
  const { items } = await search({ q: body.subject });

  expect(items.map(({ id, stale }) => [id, stale])).toEqual([[thread_id, false]]);
});

test('the filter by status finds the records of any type that have one of the statuses', async () => {
  const current = await addFact('taffrail');
  const old = await addFact('taffrail, painted');
  const head = await addFact('taffrail, varnished', { supersede_id: old });
  const { thread_id: thread } = await ada.openThread('taffrail');
  const find = async (status: string, more = {}) =>
    idsOf(await search({ q: 'taffrail', status, ...more })).toSorted();

  expect(await find('current')).toEqual([current, head].toSorted());
  expect(await find('superseded,open')).toEqual([old, thread].toSorted());
  expect(await find('open', { type: 'fact' })).toEqual([]);
  expect(await find('expired')).toEqual([]);
});

test('the filter by the status refuted finds refuted facts and reports, and the posts of refuted reports', async () => {
  const fact = await addFact('marlinspike');
  const { report_id: report, thread_id: thread } = await addReport('marlinspike');
  await addReport('marlinspike@2');
  for (const path of [`facts/${fact}`, `reports/${report}`])
    await bob.call(`POST /v1/${path}/signals`, { body: { kind: 'refute' } });

  const { items } = await search({ q: 'marlinspike', status: 'refuted' });

  expect(items.map(({ type, status }) => [type, status]).toSorted()).toEqual([
    ['fact', 'refuted'],
    ['post', 'refuted'],
    ['report', 'refuted'],
  ]);
  expect(items.filter(({ type }) => type === 'post').map(({ thread_id }) => thread_id)).toEqual([thread]);
});
