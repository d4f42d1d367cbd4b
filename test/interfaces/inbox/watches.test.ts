// Watches: their items, and how many watches an agent may have.
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { sql } from '../../../prisma/client.ts';
import type { TestAgent } from '../../support/board/agent.ts';
import { openBoard, type TestBoard } from '../../support/board/board.ts';
import type { Body } from '../../support/board/http.ts';
import { readInbox } from '../../support/records/inbox.ts';
import { createInquiry, updateInquiry } from '../../support/records/inquiries.ts';
import { callTool } from '../../support/mcp/session.ts';
import { callWorkOrThrow, createWork } from '../../support/records/work.ts';
import { create } from '../../support/records/create.ts';

let board: TestBoard;
let ada: TestAgent;
let bob: TestAgent;
let eve: TestAgent;
beforeAll(async () => {
  board = await openBoard();
  [ada, bob, eve] = [await board.join('ada'), await board.join('bob'), await board.join('eve')];
});
afterAll(() => board[Symbol.asyncDispose]());

/** The start of the test, so that the test reads only items that were created since. */
let since: string;
beforeEach(() => {
  board.clock.advance({ hours: 1 });
  since = board.clock.now().toISOString();
});

const read = (agent: TestAgent) => readInbox(agent, `since=${since}`);

describe('a watch', () => {
  const unwatch = (agent: TestAgent, id: string) => agent.call(`DELETE /v1/agents/me/watches/${id}`);
  /** Adds a watch, which is deleted at the end of the test, because other tests read the inbox of the same agent. */
  const watch = async (topic: object, agent = eve): Promise<Body> => {
    const added = await create(agent, '/v1/agents/me/watches', topic);
    onTestFinished(async () => {
      await unwatch(agent, added['watch_id']);
    });
    return added;
  };
  /**
   * Calls `act` before and after eve begins to watch a topic. Returns the items in eve’s inbox, and expects that they are gone when
   * the watch is deleted.
   */
  const readWatchedItems = async (topic: object, act: () => Promise<unknown>): Promise<string[]> => {
    await act();
    const { watch_id } = await watch(topic);
    board.clock.advance({ seconds: 1 });
    await act();
    const items = await read(eve);
    await unwatch(eve, watch_id);
    expect(await read(eve)).toEqual([]);
    return items;
  };

  test('of a thread has the posts that follow the watch, until the watch is deleted', async () => {
    const { thread_id: thread } = await ada.openThread();

    expect(await readWatchedItems({ thread }, () => bob.post(thread))).toEqual(['post post by bob']);
  });

  test('of a thread that was opened without a post has its first post', async () => {
    const { thread_id: thread } = await ada.openThread();
    await watch({ thread });
    board.clock.advance({ seconds: 1 });

    await ada.post(thread);

    expect(await read(eve)).toEqual(['post post by ada']);
  });

  test('of a channel has its threads, without their first posts, and other records', async () => {
    const act = () => ada.openThread('x', 'persist', 'first').then(() => createInquiry(bob, {}, 'persist'));

    expect((await readWatchedItems({ channel: 'persist' }, act)).toSorted()).toEqual([
      'watch inquiry by bob',
      'watch thread by ada',
    ]);
  });

  test('of a tag has facts', async () => {
    const act = () => create(ada, '/v1/facts', { statement: 'Looms weave.', tags: ['looms'] });

    expect(await readWatchedItems({ tag: 'looms' }, act)).toEqual(['watch fact by ada']);
  });

  test('of a target has reports, whatever the letter case of the target', async () => {
    const act = () => create(ada, '/v1/reports', { attempted: 'To see', target: 'LOOM', outcome: 'worked' });

    expect(await readWatchedItems({ target: 'Loom' }, act)).toEqual(['watch report by ada']);
  });

  test('of a work packet has the claims on it', async () => {
    const { work_id: work } = await createWork(ada, { scopes: ['one', 'two'] });
    const scopes = ['one', 'two'];
    const act = () => callWorkOrThrow(bob, 'claim', { work_id: work, scope: scopes.pop() ?? '' });

    expect(await readWatchedItems({ work }, act)).toEqual(['watch claim by bob']);
  });

  test('of an agent has its threads, whatever the letter case of the handle', async () => {
    expect(await readWatchedItems({ agent: 'BOB' }, () => bob.openThread())).toEqual(['watch thread by bob']);
  });

  test('of an agent has the inquiries that it claims', async () => {
    const act = async () => updateInquiry(bob, await createInquiry(ada), 'claim');

    expect(await readWatchedItems({ agent: 'bob' }, act)).toEqual(['watch inquiry by bob']);
  });

  test('of a query has new records with all its words, in any inflection, once for a thread and its first post', async () => {
    const act = async () => {
      await ada.openThread('Weaving', 'general', 'Zebra looms were oiled.');
      await ada.openThread('The oiled zebra loom', 'general', 'Nothing more.');
      const { thread_id: thread } = await ada.openThread('Other');
      await bob.post(thread, 'Oil for the zebra looms');
      await bob.post(thread, 'Looms without the animal, oiled');
      await createInquiry(ada, { question: 'Who has oiled the zebra’s loom?' });
      await create(bob, '/v1/facts', { statement: 'A zebra oils looms.' });
      await createWork(bob, { statement: 'Oil the loom of the zebra', scopes: ['one'] });
      const report = { attempted: 'Oil', target: 'zebra', outcome: 'worked', workaround: 'oil zebra looms' };
      await create(ada, '/v1/reports', report);
      await create(ada, '/v1/reports', { ...report, thread_id: thread });
    };

    const types = (await readWatchedItems({ query: 'zebra looms oiled' }, act)).map(
      (item) => item.split(' ')[1],
    );
    expect(types.toSorted().join(' ')).toBe('fact inquiry post report thread thread thread work');
  });

  test('of a query finds its words in any order, also in scripts without spaces', async () => {
    const { thread_id: thread } = await ada.openThread();
    const act = () => bob.post(thread, 'The loom is narrow, 織機は狭い');

    expect(await readWatchedItems({ query: 'narrow looms 織機 狭い' }, act)).toEqual(['watch post by bob']);
  });

  test('of a query is stored as its distinct words, without their positions', async () => {
    const { watch_id: glyphs } = await watch({ query: '中'.repeat(200) });
    const { watch_id: letters } = await watch({ query: 'b '.repeat(99) + 'c' });

    const stored = await board.database.rows<{ query: string }>(sql`
      select watched_queries.query::text as query from watched_queries join watches using (key)
      where watches.id in (${glyphs}::uuid, ${letters}::uuid) order by 1`);

    expect(stored.map(({ query }) => query)).toEqual(["'b' & 'c'", "'中中'"]);
  });

  test('of a query, beside a watch of the channel, adds no second item for a record', async () => {
    await watch({ query: 'shuttle' });
    await watch({ channel: 'persist' });

    await bob.post((await ada.openThread('Both', 'persist')).thread_id, 'Shuttles');

    expect((await read(eve)).toSorted()).toEqual(['watch post by bob', 'watch thread by ada']);
  });

  test('of a query ends for the agent that deletes it, and stays for other agents', async () => {
    const [{ thread_id: thread }, carl] = [await ada.openThread(), await board.join('carl')];
    await watch({ query: 'bobbin' }, bob);
    const { watch_id } = await watch({ query: 'bobbin' });
    await unwatch(eve, watch_id);

    await carl.post(thread, 'Bobbins');

    expect(await read(eve)).toEqual([]);
    expect(await read(bob)).toEqual(['watch post by carl']);
  });

  test('of a thread does not change the kind of an item that an earlier watch has added', async () => {
    const { thread_id: thread } = await ada.openThread('x', 'persist');
    await watch({ channel: 'persist' });
    await watch({ thread }, bob);
    board.clock.advance({ seconds: 1 });
    await bob.post(thread);
    board.clock.advance({ seconds: 1 });
    await watch({ thread });
    const readKind = (kind: string) => readInbox(eve, `since=${since}&kind=${kind}`);

    expect([await readKind('watch'), await readKind('post')]).toEqual([['watch post by bob'], []]);
  });

  test('of a query is the same for any order, inflection and letter case of its words', async () => {
    const first = await watch({ query: 'Heddle reed' });
    const again = await watch({ query: 'reeds HEDDLES heddle' });
    await watch({ query: 'REED heddle' }, bob);

    const stored = await board.database.rows(
      sql`select 1 from watched_queries where query::text like '%heddl%'`,
    );

    expect([again.watch_id, again.query]).toEqual([first.watch_id, 'Heddle reed']);
    expect(stored).toHaveLength(1);
  });

  test('of a query is one of at most twenty; search operators, stop words and too many words are refused', async () => {
    const dora = await board.join('dora');
    const add = async (query: string) => {
      const { status, body } = await dora.call('POST /v1/agents/me/watches', { body: { query } });
      return status === 201 ? body.query : `${status} ${body.code}`;
    };
    const long = Array.from({ length: 21 }, (_, i) => `warp${i}`).join(' ');
    const glyphs = Array.from({ length: 20 }, (_, i) => String.fromCodePoint(0x4e00 + i)).join(' ');
    const refused = ['the', '!?', 'warp OR weft', 'warp -weft', '"warp"', '猫', 'x', long, `warp ${glyphs}`];

    expect(new Set(await Promise.all(refused.map(add)))).toEqual(new Set(['422 validation_failed']));
    expect(await add(' 猫\n  warp ')).toBe('猫 warp');
    const added = Array.from({ length: 19 }, (_, i) => `warp${i}`);
    expect(await Promise.all(added.map(add))).toEqual(added);
    expect(await add('weft')).toBe('409 state_conflict');
  });

  test('adds no second item for a record that mentions the reader', async () => {
    await watch({ channel: 'general' });

    await ada.openThread('For @eve');

    expect(await read(eve)).toEqual(['mention thread by ada']);
  });

  test.each([{}, { tag: 'x', agent: 'ada' }])(
    'without exactly one topic is refused, with the whole input as location: %j',
    async (input) => {
      const { body: rest } = await eve.call('POST /v1/agents/me/watches', { body: input });
      const graphql = await eve.graphql('mutation ($i: WatchInput!) { watch(input: $i) { watch { id } } }', {
        i: { topic: input },
      });

      const topics = ['thread', 'channel', 'tag', 'target', 'work', 'agent', 'query'];
      const type = 'value_error';
      expect([rest.detail, rest.errors]).toEqual([
        `Give exactly one of ${topics.join(', ')}`,
        [{ loc: ['body'], pointer: '', msg: `Give exactly one of ${topics.join(', ')}`, type }],
      ]);
      expect(graphql.body.errors[0].extensions.problem.errors).toMatchObject([
        {
          pointer: '/variables/i/topic',
          msg: `Must have exactly one of ${topics.toSorted().join(', ')}`,
          type,
        },
      ]);
    },
  );

  test('of two topics is refused over MCP and /get, where a call without a topic lists the watches and one with an id deletes the watch', async () => {
    const nina = await board.join('nina');
    const topics = { tag: 'x', agent: 'ada' };
    const getWatch = (query: string) => board.call(`GET /get/watch?key=${nina.key}&format=json&${query}`);

    const refused = [await callTool(nina, 'board_watch', topics), (await getWatch('tag=x&agent=ada')).body];
    const { watch_id: first } = await callTool(nina, 'board_watch', { tag: 'x' });
    board.clock.advance({ seconds: 1 });
    const { watch_id: second } = (await getWatch('agent=ada')).body;
    const listed = [await callTool(nina, 'board_watch', {}), (await getWatch('limit=2')).body];
    await getWatch(`watch_id=${first}`);
    await callTool(nina, 'board_watch', { watch_id: second });

    expect(refused.map(({ detail }) => detail)).toEqual(
      Array(2).fill('Give exactly one of thread, channel, tag, target, work, agent, query'),
    );
    for (const { items } of listed)
      expect(items.map((item: Body) => item['watch_id'])).toEqual([second, first]);
    expect((await callTool(nina, 'board_watch', {}))['items']).toEqual([]);
  });

  test('is one of at most a hundred, and has exactly one topic, which exists', async () => {
    const carla = await board.join('carla');
    const add = async (body: object) => {
      const { status, body: watched } = await carla.call('POST /v1/agents/me/watches', { body });
      return status === 201 ? status : `${status} ${watched.code}`;
    };
    const first = await create(carla, '/v1/agents/me/watches', { tag: 'tag-0' });
    const again = await create(carla, '/v1/agents/me/watches', { tag: 'tag-0' });

    const refusals = [
      await add({}),
      await add({ tag: 'x', agent: 'ada' }),
      await add({ channel: 'none' }),
      await add({ agent: 'none' }),
      await add({ thread: '00000000-0000-7000-8000-000000000000' }),
    ];
    const added = await Promise.all(Array.from({ length: 99 }, (_, i) => add({ tag: `tag-${i + 1}` })));

    expect(again.watch_id).toBe(first.watch_id);
    expect(refusals).toEqual([
      '422 validation_failed',
      '422 validation_failed',
      '404 not_found',
      '404 not_found',
      '404 not_found',
    ]);
    expect(new Set(added)).toEqual(new Set([201]));
    const { status, body } = await carla.call('POST /v1/agents/me/watches', { body: { tag: 'one-more' } });
    expect([status, body]).toMatchObject([409, { code: 'state_conflict', current_state: '100 watches' }]);
  });
});
