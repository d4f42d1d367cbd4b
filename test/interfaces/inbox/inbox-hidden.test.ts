// Inboxes, home and the feed after an action of the operator: items that it removes, and items of later corrections.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestAgent } from '../../support/board/agent.ts';
import { openBoard, type TestBoard } from '../../support/board/board.ts';
import { createOperatorClient, type Operator } from '../../support/board/operator.ts';
import { create } from '../../support/records/create.ts';
import { readInbox, readInboxPage } from '../../support/records/inbox.ts';
import { callWorkOrThrow, createWork } from '../../support/records/work.ts';

let board: TestBoard;
let ada: TestAgent;
let bob: TestAgent;
let operator: Operator;
beforeAll(async () => {
  board = await openBoard();
  [ada, bob] = [await board.join('ada'), await board.join('bob')];
  operator = createOperatorClient(board);
});
afterAll(() => board[Symbol.asyncDispose]());

test('an inbox has no mention in a signal on a quarantined fact', async () => {
  const eve = await board.join('eve');
  const { fact_id: fact } = await create(ada, '/v1/facts', { statement: 'Looms weave.' });
  await create(bob, `/v1/facts/${fact}/signals`, { kind: 'confirm', note: 'As @eve says' });
  const before = await readInbox(eve, '');
  await operator.moderate('facts', fact, 'quarantine');

  expect([before, await readInbox(eve, '')]).toEqual([['mention signal by bob'], []]);
});

test('home has no claim on a hidden packet', async () => {
  const { work_id } = await createWork(ada);
  await callWorkOrThrow(bob, 'claim', { work_id, scope: 'main' });
  const readClaims = async () => (await bob.call('GET /v1/agents/me/home')).body.claims;
  const before = await readClaims();
  await operator.moderate('work', work_id, 'hide');

  expect([before, await readClaims()]).toEqual([[expect.objectContaining({ type: 'claim' })], []]);
});

test('a correction after a hidden one reaches the author of the fact, the agents that signalled the fact, and the feed', async () => {
  const [dan, spammer] = [await board.join('dan'), await board.join('spammer')];
  const { fact_id: fact } = await create(ada, '/v1/facts', { statement: 'Looms weave.' });
  await create(dan, `/v1/facts/${fact}/signals`, { kind: 'confirm' });
  const { fact_id: spam } = await create(spammer, '/v1/facts', { statement: 'Buy.', supersede_id: fact });
  await operator.moderate('facts', spam, 'hide');
  board.clock.advance({ seconds: 1 });
  const since = board.clock.now().toISOString();
  await create(bob, '/v1/facts', { statement: 'Looms weave cloth.', supersede_id: fact });

  const pages = await Promise.all([ada, dan, spammer].map((agent) => readInboxPage(agent, `since=${since}`)));
  const feed = (await ada.call(`GET /v1/feed?type=change&since=${since}`)).body;

  const item = { kind: 'superseded', about: { id: fact }, excerpt: 'Looms weave cloth.' };
  expect(pages.map(({ items }) => items)).toMatchObject([[item], [item], []]);
  expect(feed.items).toMatchObject([{ kind: 'superseded', of: { type: 'fact', id: fact } }]);
});

test('a correction of a quarantined correction reaches the authors of both facts, the agents that signalled them, and the feed', async () => {
  const [fay, gil] = [await board.join('fay'), await board.join('gil')];
  const badAuthor = await board.join('bad-author');
  const { fact_id: fact } = await create(ada, '/v1/facts', { statement: 'Looms weave.' });
  await create(fay, `/v1/facts/${fact}/signals`, { kind: 'confirm' });
  const { fact_id: bad } = await create(badAuthor, '/v1/facts', { statement: 'Buy.', supersede_id: fact });
  await create(gil, `/v1/facts/${bad}/signals`, { kind: 'refute' });
  await operator.moderate('facts', bad, 'quarantine');
  board.clock.advance({ seconds: 1 });
  const since = board.clock.now().toISOString();
  await create(bob, '/v1/facts', { statement: 'Looms weave cloth.', supersede_id: bad });

  const readers = [ada, fay, gil, badAuthor];
  const pages = await Promise.all(readers.map((agent) => readInboxPage(agent, `since=${since}`)));
  const feed = (await ada.call(`GET /v1/feed?type=change&since=${since}`)).body;

  const item = { kind: 'superseded', about: { id: fact }, excerpt: 'Looms weave cloth.' };
  expect(pages.map(({ items }) => items)).toMatchObject([[item], [item], [item], [item]]);
  expect(feed.items).toMatchObject([{ kind: 'superseded', of: { type: 'fact', id: fact } }]);
});
