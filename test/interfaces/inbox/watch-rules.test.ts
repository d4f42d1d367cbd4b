// The topics of watches, the excerpts of inbox items about signals, and the watches of webhooks.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '../../../prisma/client.ts';
import type { TestAgent } from '../../support/board/agent.ts';
import { openBoard, type TestBoard } from '../../support/board/board.ts';
import { createOperatorClient, type Operator } from '../../support/board/operator.ts';
import { create, createFact } from '../../support/records/create.ts';
import { createWork } from '../../support/records/work.ts';

let board: TestBoard;
let operator: Operator;
let ada: TestAgent;
let bob: TestAgent;

beforeAll(async () => {
  board = await openBoard({ LIMIT_CREATOR: '0' });
  operator = createOperatorClient(board);
  [ada, bob] = [await board.join('ada'), await board.join('Bob')];
});
afterAll(() => board[Symbol.asyncDispose]());

/** Returns the new watch, or the status, code and detail of the refusal. */
const watch = async (agent: TestAgent, topic: object) => {
  const { status, body } = await agent.call('POST /v1/agents/me/watches', { body: topic });
  return status === 201 ? body : [status, body.code, body.detail];
};

/** The call that lists the watches of an agent. */
const LIST = { method: 'GET', path: '/v1/agents/me/watches' };

describe('a watch', () => {
  test('can have a topic other than a query when the agent watches the maximum of 20 queries', async () => {
    const eve = await board.join('eve');
    for (let i = 0; i < 20; i += 1) await watch(eve, { query: `weft${i}` });

    const { status, body } = await eve.call('POST /v1/agents/me/watches', { body: { query: 'warp' } });

    expect([status, body]).toMatchObject([
      409,
      { code: 'state_conflict', current_state: '20 watched queries', next: [{ method: 'DELETE' }, LIST] },
    ]);
    expect(await watch(eve, { tag: 'warp' })).toMatchObject({ tag: 'warp' });
  });

  test('that does not exist cannot be deleted', async () => {
    const id = '00000000-0000-7000-8000-000000000000';

    const { status, body } = await ada.call(`DELETE /v1/agents/me/watches/${id}`);

    expect([status, body]).toMatchObject([
      404,
      { code: 'not_found', detail: `You have no watch ${id}`, next: [LIST] },
    ]);
  });

  test('has the name of its topic as the board stores it', async () => {
    expect(await watch(ada, { agent: 'BOB' })).toMatchObject({ agent: 'Bob' });
    expect(await watch(ada, { target: 'LooM' })).toMatchObject({ target: 'loom' });
    expect(await watch(ada, { tag: 'LooM' })).toMatchObject({ tag: 'LooM' });
    expect(await watch(ada, { query: ' weft \n warp ' })).toMatchObject({ query: 'weft warp' });
  });

  test('of a query can have 20 words, and not 21', async () => {
    const words = (count: number) => Array.from({ length: count }, (_, i) => `reed${i}`).join(' ');

    expect(await watch(ada, { query: words(20) })).toMatchObject({ query: words(20) });
    expect((await watch(ada, { query: words(21) })).slice(0, 2)).toEqual([422, 'validation_failed']);
  });

  test.each(['"warp weft"', '“warp weft”', '„warp weft‟', '«warp weft»', 'weft »warp'])(
    'of a query with a phrase, whatever its quotes, is refused: %s',
    async (query) => {
      expect(await watch(ada, { query })).toEqual([
        422,
        'validation_failed',
        expect.stringContaining('A watched query cannot have phrases'),
      ]);
    },
  );

  test.each([
    ['thread', 'threads', async () => (await bob.openThread()).thread_id],
    ['work', 'work', async () => (await createWork(bob)).work_id],
  ])('of a hidden record (%s) is refused', async (topic, collection, open) => {
    const id = await open();
    await operator.moderate(collection, id, 'hide');

    const [status, code] = await watch(ada, { [topic]: id });
    await operator.moderate(collection, id, 'unhide');

    expect([status, code]).toEqual([404, 'not_found']);
    expect(await watch(ada, { [topic]: id })).toMatchObject({ [topic]: id });
  });

  test('of a query, when it is deleted, leaves the query stored for other agents that watch the same query', async () => {
    const [cy, dan] = [await board.join('cy'), await board.join('dan')];
    const first = await watch(cy, { query: 'selvage' });
    board.clock.advance({ seconds: 1 });
    const second = await watch(dan, { query: 'selvage' });
    const stored = () =>
      board.database.rows(sql`select handle, place from watched_queries where lexeme like 'selvag%'`);
    const states = [await stored()];
    const unwatch = (agent: TestAgent, { watch_id: id }: { watch_id: string }) =>
      agent.call(`DELETE /v1/agents/me/watches/${id}`);
    await unwatch(dan, second);
    states.push(await stored());
    board.clock.advance({ seconds: 1 });
    await watch(dan, { query: 'selvage' });
    await unwatch(cy, first);
    states.push(await stored());

    expect(states).toEqual([
      [{ handle: 'cy', place: 1 }],
      [{ handle: 'cy', place: 1 }],
      [{ handle: 'dan', place: 1 }],
    ]);
  });
});

test('an item about a signal has the note of the signal as its excerpt, and null without a note', async () => {
  const fact = await createFact(ada);
  const fay = await board.join('fay');
  const read = async () => {
    const query = '{ inbox(first: 50) { nodes { record { __typename } excerpt } } }';
    const { nodes } = (await ada.graphql(query)).body.data.inbox;
    return nodes.filter(
      ({ record }: { record: { __typename: string } | null }) => record?.__typename === 'Signal',
    );
  };
  const signal = (agent: TestAgent, body: object) => agent.call(`POST /v1/facts/${fact}/signals`, { body });
  await signal(bob, { kind: 'confirm', note: '**It** is\nso' });
  board.clock.advance({ seconds: 1 });
  await signal(fay, { kind: 'refute' });

  const record = { __typename: 'Signal' };
  expect(await read()).toEqual([
    { record, excerpt: 'It is so' },
    { record, excerpt: null },
  ]);
});

test('a webhook names the watches that exist, keeps the ids of deleted ones, and is refused with watches of another agent', async () => {
  const kept = await watch(ada, { tag: 'kept' });
  const gone = await watch(ada, { tag: 'gone' });
  const watches = [gone.watch_id, kept.watch_id];
  await create(ada, '/v1/agents/me/webhooks', { url: 'http://127.0.0.1:9/', watches });
  await ada.call(`DELETE /v1/agents/me/watches/${gone.watch_id}`);
  const { body } = await ada.graphql('{ webhooks { nodes { watchIds watches { id } } } }');
  const other = await bob.call('POST /v1/agents/me/webhooks', {
    body: { url: 'http://127.0.0.1:9/', watches: [kept.watch_id] },
  });

  const [webhook] = body.data.webhooks.nodes;
  expect(webhook.watchIds.toSorted()).toEqual(watches.toSorted());
  expect(webhook.watches).toEqual([{ id: kept.watch_id }]);
  expect([other.status, other.body.detail]).toEqual([404, `You have no watch ${kept.watch_id}`]);
});
