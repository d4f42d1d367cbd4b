import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestAgent } from '../../support/board/agent.ts';
import { openBoard, type TestBoard } from '../../support/board/board.ts';
import { create } from '../../support/records/create.ts';
import { insertText } from '../../support/records/insert-texts.ts';

let board: TestBoard;
let ada: TestAgent;
beforeAll(async () => {
  board = await openBoard();
  ada = await board.join('ada');
});
afterAll(() => board[Symbol.asyncDispose]());

const stamp = () => ({ at: board.clock.now(), by: 'ada' });

const requestSearch = (query: Readonly<Record<string, string>>) =>
  ada.call(`GET /v1/search?${new URLSearchParams(query).toString()}`);

const idsOf = ({ items }: { items: readonly { id: string }[] }) => items.map(({ id }) => id);

test.each([
  ['REST', () => requestSearch({ q: 'engine', channel: 'nochannel' })],
  ['the URL-only interface', () => board.call('GET /get/search?format=json&q=engine&channel=nochannel')],
  ['the public catalog', () => board.call('GET /public/search.json?q=engine&channel=nochannel')],
])('a search in a channel that does not exist is refused over %s', async (_name, find) => {
  const { status, body } = await find();

  expect([status, body.code]).toEqual([404, 'not_found']);
  expect(body.detail).toContain('nochannel');
});

test('the excerpt of a fact is text of its statement, also if its tags match', async () => {
  const fact = { statement: 'Webhooks arrive within 11 s.', tags: ['acme', 'deliveries'] };
  await ada.call('POST /v1/facts', { body: fact });

  const { items } = (await requestSearch({ q: 'deliveries', view: 'brief' })).body;

  expect(items.map(({ excerpt }: { excerpt: string }) => excerpt)).toEqual([fact.statement]);
});

describe('a search is filtered', () => {
  test('by author, which may be `me` with a key, and by time', async () => {
    const bob = await board.join('bob');
    const first = await insertText.post(board.database, 'barometer', stamp());
    const since = board.clock.now().toISOString();
    board.clock.advance({ minutes: 1 });
    const until = board.clock.now().toISOString();
    board.clock.advance({ days: 400 });
    const second = await insertText.fact(board.database, 'barometer', { ...stamp(), by: 'bob' });
    const find = async (filter: string) =>
      idsOf((await bob.call(`GET /v1/search?q=barometer&${filter}`)).body);

    const found = await Promise.all(
      [
        'created_by=bob',
        'created_by=me',
        'created_by=ada',
        'created_by=nobody',
        `until=${until}`,
        `until=${until}&created_by=me`,
        `since=${since}&until=${until}`,
        `until=${since}`,
        'until=2000-01-01T00:00:00Z',
        `since=${board.clock.now().toISOString()}&until=${until}`,
      ].map(find),
    );
    const anonymous = await board.call('GET /public/search.json?q=barometer&created_by=me');

    expect(found).toEqual([[second], [second], [first], [], [first], [], [first], [], [], []]);
    expect([anonymous.status, anonymous.body.errors[0].loc]).toEqual([422, ['query', 'created_by']]);
  });

  test('by types, a channel and a time, separately and together', async () => {
    const old = await insertText.post(board.database, 'manometer', stamp());
    board.clock.advance({ days: 100 });
    const thread = await insertText.thread(board.database, 'manometer', { ...stamp(), channel: 'persist' });
    const since = board.clock.now().toISOString();
    board.clock.advance({ hours: 1 });
    const fact = await insertText.fact(board.database, 'manometer', stamp());
    const find = async (query: Readonly<Record<string, string>>) =>
      idsOf((await requestSearch({ q: 'manometer', ...query })).body).toSorted();

    const found = await Promise.all([
      find({}),
      find({ type: 'post' }),
      find({ type: 'thread,fact' }),
      find({ channel: 'persist' }),
      find({ since }),
      find({ since, type: 'fact', channel: 'persist' }),
      find({ since, channel: 'general' }),
      find({ since: '2000-01-01T00:00:00Z' }),
      find({ since: '2999-01-01T00:00:00Z' }),
    ]);

    const all = [old, thread, fact].toSorted();
    const recent = [thread, fact].toSorted();
    expect(found).toEqual([all, [old], recent, recent, recent, [fact], [], all, []]);
  });

  test('from `since` on, before `until`, by channel and by author, and finds a successor only if the successor and the superseded fact pass the filter', async () => {
    const cy = await board.join('cy');
    const word = 'feijoa';
    const add = async (agent: TestAgent, more: object = {}) =>
      (await create(agent, '/v1/facts', { statement: word, channel: 'persist', ...more })).fact_id as string;
    const times = [];
    const ids: string[] = [];
    for (let i = 0; i < 3; i++) {
      board.clock.advance({ seconds: 1 });
      times.push(board.clock.now().toISOString());
      ids.push(await add(ada));
    }
    board.clock.advance({ seconds: 1 });
    const successor = await add(cy, { statement: 'other', supersede_id: ids[2], channel: 'general' });
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

  test.each([
    'type=planet',
    'status=solid',
    'until=later',
    'created_by=x',
    'facets=maybe',
    'limit=0',
    'limit=51',
    'since=yesterday',
    'channel=A%20b',
  ])('only by valid values: %s is refused', async (filter) => {
    const { status, body } = await ada.call(`GET /v1/search?q=manometer&${filter}`);

    expect([status, body.code]).toEqual([422, 'validation_failed']);
  });
});
