// The order of facets, and the bounds of filters.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestAgent } from '../../support/board/agent.ts';
import { openBoard, type TestBoard } from '../../support/board/board.ts';
import { create } from '../../support/records/create.ts';
import { createWork } from '../../support/records/work.ts';

let board: TestBoard;
let ada: TestAgent;
let bob: TestAgent;

beforeAll(async () => {
  board = await openBoard({ LIMIT_CREATOR: '0' });
  [ada, bob] = [await board.join('ada'), await board.join('bob')];
});
afterAll(() => board[Symbol.asyncDispose]());

test('facets are ordered by their counts, then by their values', async () => {
  const word = 'yuzu';
  const fact = (channel: string | null) => create(ada, '/v1/facts', { statement: word, channel });
  for (const channel of ['persist', 'general', 'persist', 'inquire', null, null, null]) await fact(channel);
  await ada.openThread(word, 'general');
  await createWork(ada, { title: word });
  const { body } = await ada.call(`GET /v1/search?q=${word}&facets=true`);

  const counts = (facets: { value: string; count: number }[]) =>
    facets.map(({ value, count }) => [value, count]);
  expect(counts(body.facets.channel)).toEqual([
    ['general', 2],
    ['persist', 2],
    ['inquire', 1],
  ]);
  expect(counts(body.facets.type)).toEqual([
    ['fact', 7],
    ['thread', 1],
    ['work', 1],
  ]);
});

test('a search is filtered from `since` on, before `until`, by channel and by author, and finds a successor only if the successor and the superseded fact pass the filter', async () => {
  const word = 'feijoa';
  const add = async (agent: TestAgent, more: object = {}) =>
    (await create(agent, '/v1/facts', { statement: word, channel: 'persist', ...more })).fact_id as string;
  const times = [];
  const ids: string[] = [];
  for (const seconds of [1, 1, 1]) {
    board.clock.advance({ seconds });
    times.push(board.clock.now().toISOString());
    ids.push(await add(ada));
  }
  board.clock.advance({ seconds: 1 });
  const successor = await add(bob, { statement: 'other', supersede_id: ids[2], channel: 'general' });
  const last = board.clock.now().toISOString();
  const find = async (filter: string) => {
    const query = `{ search(q: "${word}", filter: { ${filter} }) { nodes { id } } }`;
    const { nodes } = (await ada.graphql(query)).body.data.search;
    return nodes.map(({ id }: { id: string }) => [...ids, successor].indexOf(id)).toSorted();
  };

  expect(await find(`created: { since: "${times[1]}" }`)).toEqual([1, 2, 3]);
  expect(await find(`created: { until: "${times[1]}" }`)).toEqual([0]);
  expect(await find(`created: { until: "${last}" }`)).toEqual([0, 1, 2]);
  expect(await find(`created: { since: "${last}" }`)).toEqual([]);
  expect(await find('channel: "persist"')).toEqual([0, 1, 2]);
  expect(await find('author: "ada"')).toEqual([0, 1, 2]);
  expect(await find('')).toEqual([0, 1, 2, 3]);
});
