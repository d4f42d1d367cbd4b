// Shared responses to equal reads: docs/decisions/0007-shared-responses.md.
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { sql } from '../../../prisma/client.ts';
import type { TestAgent } from '../../support/board/agent.ts';
import { insertText } from '../../support/records/insert-texts.ts';
import { openBoard, type TestBoard } from '../../support/board/board.ts';
import { createOperatorClient } from '../../support/board/operator.ts';
import { recordStatements } from '../../support/database/record-statements.ts';

let board: TestBoard;
let [ada, ben]: [TestAgent, TestAgent] = [] as never;
let thread: string;

beforeAll(async () => {
  board = await openBoard();
  [ada, ben] = [await board.join('ada'), await board.join('ben')];
  ({ thread_id: thread } = await ada.openThread('A thread', 'general', 'first'));
});

afterAll(() => board[Symbol.asyncDispose]());

const RETRY = { timeout: 20_000, interval: 1 };

/** Counts the statements that read records, without the checks for new writes. */
async function countReads<Value>(run: () => Promise<Value>) {
  const { sent, value } = await recordStatements(board.database, run);
  return { reads: sent.filter(({ text }) => !text.includes('pg_current_snapshot')).length, value };
}

describe('a response', () => {
  test.each([
    ['with a list over REST', () => (agent: TestAgent) => agent.call(`GET /v1/threads/${thread}/posts`)],
    ['with a record over REST', () => (agent: TestAgent) => agent.call(`GET /v1/threads/${thread}`)],
    [
      'to a GraphQL document',
      () => (agent: TestAgent) => agent.graphql('{ threads { nodes { id subject } } }'),
    ],
    ['to an anonymous caller', () => () => board.call('GET /public/board.json')],
  ])('%s is computed once for all callers until the next write', async (_name, createCall) => {
    const call = createCall();
    await ada.post(thread, 'a post');

    // Other tests write to the same server, so this repeats until there is no write between the two reads.
    const [first, second] = await vi.waitFor(async () => {
      const results = [await countReads(() => call(ada)), await countReads(() => call(ben))] as const;
      expect(results[1].reads).toBe(0);
      return results;
    }, RETRY);
    await ada.post(thread, 'another');
    const third = await countReads(() => call(ben));

    expect(second.value.body).toEqual(first.value.body);
    expect(third.reads).toBeGreaterThan(0);
  });

  test('with the number of replies to a post is computed again after a reply', async () => {
    const { post_id: post } = await ada.post(thread, 'answer me');
    const body = { query: `{ post(id: "${post}") { replies { totalCount } } }` };
    const call = () => board.call('POST /graphql', { body });
    await vi.waitFor(async () => {
      await call();
      expect((await countReads(call)).reads).toBe(0);
    }, RETRY);

    await ada.call(`POST /v1/threads/${thread}/posts`, { body: { body: 'a reply', reply_to: post } });

    expect((await call()).body.data.post.replies.totalCount).toBe(1);
  });

  test.each([5, -1])('is computed again when the clock moves by %i s', async (seconds) => {
    const call = () => board.call('GET /public/board.json');
    await vi.waitFor(async () => {
      await call();
      expect((await countReads(call)).reads).toBe(0);
    }, RETRY);

    board.clock.advance({ seconds });

    expect((await countReads(call)).reads).toBeGreaterThan(0);
  });

  test('for a variable of 1e999 is not shared with the response for null', async () => {
    const query = (n: string) =>
      board.call('POST /graphql', {
        raw: `{"query":"query ($n: Int) { facts(first: $n) { nodes { id } } }","variables":{"n":${n}}}`,
        headers: { 'Content-Type': 'application/json' },
      });

    for (let time = 0; time < 10; time++) {
      const [nullReply, infiniteReply] = [await query('null'), await query('1e999')];
      expect([nullReply.body.errors, infiniteReply.body.errors?.length]).toEqual([undefined, 1]);
    }
  });

  test('contains a change that SQL has just committed', async () => {
    const call = () => ada.call(`GET /v1/threads/${thread}`);
    const before = await call();

    await board.database.rows(sql`update threads set subject = 'Another subject' where id = ${thread}::uuid`);

    expect([before.body.subject, (await call()).body.subject]).toEqual(['A thread', 'Another subject']);
  });

  test('with a full page of the feed contains a record that is committed afterwards with an earlier time', async () => {
    await ada.openThread('Now');
    const readFirst = async () =>
      (await ada.call('GET /v1/feed?type=thread&limit=1')).body.items[0].subject as string;
    const before = await readFirst();

    await insertText.thread(board.database, 'Late', { at: new Date(0), by: 'ada' });

    expect([before === 'Late', await readFirst()]).toEqual([false, 'Late']);
  });

  test('contains every write that was acknowledged before the request, also with concurrent requests', async () => {
    const read = () => ben.call(`GET /v1/threads/${thread}/posts?limit=50`);
    const [concurrent, missing]: [Promise<unknown>[], string[]] = [[], []];

    for (let i = 0; i < 20; i++) {
      concurrent.push(...Array.from({ length: 8 }, read));
      const { post_id: id } = await ada.post(thread, `post ${i}`);
      if (!(await read()).body.some((post: { id: string }) => post.id === id)) missing.push(`post ${i}`);
    }
    await Promise.all(concurrent);

    expect(missing).toEqual([]);
  });

  test('has `stale` computed from the current time', async () => {
    const decay_after = new Date(board.clock.now().getTime() + 60_000).toISOString();
    const { body } = await ada.call('POST /v1/facts', { body: { statement: 'for a minute', decay_after } });
    const read = () => ben.call(`GET /v1/facts/${body.id}`);
    const before = await read();

    board.clock.advance({ minutes: 2 });

    expect([before.body.stale, (await read()).body.stale]).toEqual([false, true]);
  });

  test('has the present status of an agent after an earlier read of the agent, or of a record of the agent', async () => {
    const dot = await board.join('dot');
    const { post_id: id } = await dot.post(thread, 'by dot');
    const documents = ['{ agent(handle: "dot") { status } }', `{ post(id: "${id}") { author { status } } }`];
    const read = async () => {
      const [agent, record] = await Promise.all(documents.map((text) => ben.graphql(text)));
      return [agent?.body.data.agent.status, record?.body.data.post.author.status];
    };
    const before = [await read(), await read()];

    await createOperatorClient(board).moderate('agents', dot.id, 'quarantine');

    expect([...before, await read()]).toEqual(
      ['active', 'active', 'quarantined'].map((status) => [status, status]),
    );
  });

  test('is evicted when later responses, with their JSON, take 48 MiB', async () => {
    const { thread_id: long } = await ada.openThread('A thread of long posts', 'general', 'first');
    await board.database.rows(sql`
      insert into posts (id, thread_id, seq, body, created_by, via, created_at)
      select gen_random_uuid(), ${long}::uuid, seq, repeat('x', 20000), 'ada', 'rest', ${board.clock.now()}
      from generate_series(2, 60) seq`);
    const read = (since: number) =>
      countReads(() =>
        cal.call(`GET /v1/threads/${long}/posts?limit=50&since=${new Date(since).toISOString()}`),
      );
    const cal = await board.join('cal');

    await vi.waitFor(async () => {
      // 26 pages of 0.98 MiB, and their JSON.
      for (let page = 1; page <= 26; page++) await read(page);
      // Writes of other tests invalidate all responses.
      expect((await read(26)).reads).toBe(0);
    }, RETRY);

    expect((await read(1)).reads).toBeGreaterThan(0);
  });

  test('to a read of a post with its replies has a reply that was written after an earlier read', async () => {
    const { post_id: id } = await ada.post(thread, 'a question');
    const query = 'query ($id: ID!) { post(id: $id) { replies(first: 5) { nodes { body } } } }';
    const read = async () => (await ben.graphql(query, { id })).body.data.post.replies.nodes;
    const before = [await read(), await read()];

    await ada.call(`POST /v1/threads/${thread}/posts`, { body: { body: 'an answer', reply_to: id } });

    expect([...before, await read()]).toEqual([[], [], [{ body: 'an answer' }]]);
  });

  test('has one ETag for equal reads, and is 304 if the caller’s ETag matches', async () => {
    const call = (headers = {}) => ben.call(`GET /v1/threads/${thread}`, { headers });
    const tags = [await call(), await call(), await call()].map(({ headers }) => headers.get('etag') ?? '');

    expect(new Set(tags).size).toBe(1);
    expect((await call({ 'if-none-match': tags[0] })).status).toBe(304);
  });
});

describe('a response that depends on its caller', () => {
  test('is not shared: a hidden post is only in its author’s lists, in any order of requests', async () => {
    // A separate thread: once a thread has a hidden post, the author of the post and other agents share no lists of the thread.
    const { thread_id: own } = await ada.openThread();
    const hidden = await ada.post(own, 'a post to be hidden');
    await createOperatorClient(board).moderate('posts', hidden.post_id, 'hide');
    const read = async (agent: TestAgent) =>
      (await agent.call(`GET /v1/threads/${own}/posts?limit=50`)).text.includes('a post to be hidden');

    const sequential = [];
    for (const agent of [ben, ada, ben, ada, ada, ben]) sequential.push(await read(agent));
    const concurrent = await Promise.all([ada, ben, ada, ben, ben, ada].map(read));

    expect(sequential).toEqual([false, true, false, true, true, false]);
    expect(concurrent).toEqual([true, false, true, false, false, true]);
  });

  test('is not shared: `viewer` is the caller of each request', async () => {
    const query = '{ viewer { agent { handle } } rateLimit { remaining } }';
    const replies = await Promise.all([ada, ben, ada, ben].map((agent) => agent.graphql(query)));

    expect(replies.map(({ body }) => body.data.viewer.agent.handle)).toEqual(['ada', 'ben', 'ada', 'ben']);
  });

  test('is not shared: a post that one caller may not see is returned to its author', async () => {
    const { thread_id: own } = await ada.openThread();
    const hidden = await ada.post(own, 'another to be hidden');
    await createOperatorClient(board).moderate('posts', hidden.post_id, 'hide');
    const read = (agent: TestAgent) =>
      agent.graphql('query ($id: ID!) { post(id: $id) { body } }', { id: hidden.post_id });

    const replies = await Promise.all([ben, ada, ben, ada].map(read));

    expect(replies.map(({ body }) => body.data.post?.body ?? null)).toEqual([
      null,
      'another to be hidden',
      null,
      'another to be hidden',
    ]);
  });
});

test('a call with a shared response is counted against its caller’s limit', async () => {
  await using smallBoard = await openBoard({ LIMIT_KEY_FIRST_HOUR: '5' });
  const agents = [await smallBoard.join('ada'), await smallBoard.join('ben')];

  const replies = await Promise.all(
    agents.flatMap((agent) => Array.from({ length: 6 }, () => agent.call('GET /v1/inquiries'))),
  );

  const statuses = replies.map(({ status }) => status);
  expect([statuses.slice(0, 6).toSorted(), statuses.slice(6).toSorted()]).toEqual([
    [200, 200, 200, 200, 200, 429],
    [200, 200, 200, 200, 200, 429],
  ]);
});
