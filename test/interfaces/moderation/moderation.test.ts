import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestAgent } from '../../support/board/agent.ts';
import type { TestBoard } from '../../support/board/board.ts';
import {
  openBoardWithoutOperatorLimit,
  type Operator,
  createOperatorClient,
  readAudit,
} from '../../support/board/operator.ts';
import type { Body } from '../../support/board/http.ts';
import { UNKNOWN_ID } from '../../support/records/inquiries.ts';

let board: TestBoard;
let ada: TestAgent;
let bob: TestAgent;
let operator: Operator;

beforeAll(async () => {
  board = await openBoardWithoutOperatorLimit();
  operator = createOperatorClient(board);
  [ada, bob] = [await board.join('ada'), await board.join('bob')];
});

afterAll(() => board[Symbol.asyncDispose]());

async function record(statement: string): Promise<string> {
  const { body } = await ada.call('POST /v1/facts', { body: { statement, tags: [statement] } });
  return body.fact_id;
}

const counts = '{ statistics { overview { posts facts { total } } } inventory { posts facts } }';

/** Which doors tell of a record, as another agent and as nobody; and what is counted. */
async function look(id: string, q: string, places: Readonly<Record<string, string>>) {
  const lines = {
    feed: 'GET /v1/feed?limit=50',
    search: `GET /v1/search?q=${q}`,
    'public search': `GET /public/search.json?q=${q}`,
    atom: 'GET /public/feed.xml',
    'json feed': 'GET /public/feed.json',
    ...places,
  };
  const seen: string[] = [];
  for (const [name, line] of Object.entries(lines)) {
    const { text } = line.includes('/v1/') ? await bob.call(line) : await board.call(line);
    if (text.includes(id)) seen.push(name);
  }
  const node = await board.call('POST /graphql', { body: { query: `{ node(id: "${id}") { id } }` } });
  if (node.body.data.node) seen.push('graphql');
  const { data } = (await board.call('POST /graphql', { body: { query: counts } })).body;
  const { overview } = data.statistics;
  expect(data.inventory).toEqual({ posts: overview.posts, facts: overview.facts.total });
  return { seen, counted: overview as { posts: number; facts: { total: number } } };
}

describe('a post that the operator hides', () => {
  test('leaves every door, and comes back to all of them when it is shown again', async () => {
    const { thread_id: thread } = await ada.openThread('a thread', 'general', 'opening');
    const { post_id: post } = await ada.post(thread, 'zebra');
    const places = { posts: `GET /v1/threads/${thread}/posts`, thread: `GET /public/threads/${thread}` };

    const before = await look(post, 'zebra', places);
    const hidden = await operator.moderate('posts', post, 'hide', { reason: 'spam' });
    const during = await look(post, 'zebra', places);
    const shown = await operator.moderate('posts', post, 'unhide');
    const after = await look(post, 'zebra', places);

    expect([hidden.status, shown.status]).toEqual([200, 200]);
    expect(hidden.body).toMatchObject({
      ...{ type: 'post', post_id: post, body: 'zebra', hidden_reason: 'spam', version: 2 },
      hidden_at: board.clock.now().toISOString(),
    });
    expect(shown.body).toMatchObject({ hidden_at: null, hidden_reason: null, version: 3 });
    const doors = ['feed', 'search', 'public search', 'atom', 'json feed', 'posts', 'thread', 'graphql'];
    expect([before.seen, during.seen, after.seen]).toEqual([doors, [], doors]);
    expect([during.counted.posts, after.counted.posts]).toEqual([
      before.counted.posts - 1,
      before.counted.posts,
    ]);
  });

  test('is seen by its author and the operator, with the reason and without the note', async () => {
    const { thread_id: thread } = await ada.openThread();
    const { post_id: post } = await ada.post(thread);
    await operator.moderate('posts', post, 'hide', { note: 'told in confidence' });

    const hers = await ada.call(`GET /v1/threads/${thread}/posts`);
    const theirs = await operator.call(`GET /admin/board/threads/${thread}`);

    expect(hers.body[0]).toMatchObject({ post_id: post, hidden_reason: 'other' });
    expect(theirs.body).toMatchObject({
      thread_id: thread,
      posts: [{ post_id: post, hidden_reason: 'other', hidden_at: board.clock.now().toISOString() }],
    });
    expect(hers.text).not.toContain('confidence');
  });

  test('is hidden once, of twenty who hide it at the same moment', async () => {
    const { thread_id: thread } = await ada.openThread();
    const { post_id: post } = await ada.post(thread);

    const replies = await Promise.all(
      Array.from({ length: 20 }, () => operator.moderate('posts', post, 'hide')),
    );

    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(replies.map(({ text }) => text)).size).toBe(1);
    expect(await readAudit(board, post)).toHaveLength(1);
  });
});

describe('a fact that the operator quarantines', () => {
  test('leaves every public door and the lists, and comes back when it is released', async () => {
    const fact = await record('quagga');
    const places = { facts: 'GET /v1/facts?tag=quagga', board: 'GET /public/board.json' };

    const before = await look(fact, 'quagga', places);
    const quarantined = await operator.moderate('facts', fact, 'quarantine', { reason: 'leak' });
    const during = await look(fact, 'quagga', places);
    const page = await board.call(`GET /public/facts/${fact}`);
    const released = await operator.moderate('facts', fact, 'release');
    const after = await look(fact, 'quagga', places);

    expect(quarantined.body).toMatchObject({ quarantined: true, quarantine_reason: 'leak', version: 2 });
    expect(released.body).toMatchObject({
      quarantined: false,
      quarantined_at: null,
      quarantine_reason: null,
    });
    const doors = ['feed', 'search', 'public search', 'atom', 'json feed', 'facts', 'board', 'graphql'];
    expect([before.seen, during.seen, after.seen]).toEqual([doors, [], doors]);
    expect([during.counted.facts.total, page.status]).toEqual([before.counted.facts.total - 1, 404]);
  });

  test('is in the operator’s list, which can be narrowed to such', async () => {
    const [bad, good] = [await record('bad'), await record('good')];
    await operator.moderate('facts', bad, 'quarantine');
    const idsOf = async (query: string) =>
      (await operator.call(`GET /admin/board/facts${query}`)).body.map(({ fact_id: id }: Body) => id);

    const [all, such, others] = [
      await idsOf(''),
      await idsOf('?quarantined=true'),
      await idsOf('?quarantined=false'),
    ];

    expect(all).toEqual(expect.arrayContaining([bad, good]));
    expect(such).toEqual([bad]);
    expect(others).toContain(good);
    expect(others).not.toContain(bad);
  });
});

describe('a thread that the operator locks', () => {
  test('takes no posts until it is unlocked', async () => {
    const { thread_id: thread } = await ada.openThread();
    const post = () => ada.call(`POST /v1/threads/${thread}/posts`, { body: { body: 'x' } });

    const locked = await operator.moderate('threads', thread, 'lock');
    const refused = await post();
    const unlocked = await operator.moderate('threads', thread, 'unlock');
    const taken = await post();

    expect([locked.body.status, unlocked.body.status]).toEqual(['locked', 'open']);
    expect([refused.status, refused.body.current_state, taken.status]).toEqual([409, 'locked', 201]);
  });
});

describe('a channel that the operator changes', () => {
  const update = (body: object, slug = 'persist') =>
    operator.call(`PATCH /admin/board/channels/${slug}`, { body });

  test('is as it was told, and the audit says what it was', async () => {
    const changed = await update({ title: 'Kept', posting: 'closed', note: 'too much of it' });
    const again = await update({ title: 'Kept', posting: 'closed', note: 'once more' });
    const refused = await ada.call('POST /v1/channels/persist/threads', { body: { subject: 'x' } });

    expect([changed.status, again.status, refused.status]).toEqual([200, 200, 409]);
    expect(changed.body).toMatchObject({ slug: 'persist', title: 'Kept', posting: 'closed', version: 2 });
    expect(again.body).toEqual(changed.body);
    const entries = await readAudit(board, changed.body.channel_id);
    expect(entries).toMatchObject([
      {
        ...{ action: 'update_channel', targetType: 'channel', note: 'too much of it', reason: null },
        changes: {
          title: { from: expect.any(String), to: 'Kept' },
          posting: { from: 'open', to: 'closed' },
        },
      },
    ]);
  });

  test.each([
    ['nothing', {}, '/title'],
    ['a note alone', { note: 'why' }, '/title'],
    ['nulls', { title: null, archived: null }, '/title'],
    ['a title of no characters', { title: ' ' }, '/title'],
    ['a word that is none', { posting: 'ajar' }, '/posting'],
  ])('is not changed by %s', async (_case, body, pointer) => {
    const reply = await update(body, 'general');

    expect([reply.status, reply.body.code, reply.body.errors[0].pointer]).toEqual([
      422,
      'validation_failed',
      pointer,
    ]);
  });
});

describe('what the operator does', () => {
  test('is not done twice: what is so already stays as it is, without an entry', async () => {
    const { thread_id: thread } = await ada.openThread();
    const { post_id: post } = await ada.post(thread);
    const fact = await record('once');
    const acts = [
      ...[['posts', post, 'hide'] as const, ['posts', post, 'unhide'] as const],
      ...[['facts', fact, 'quarantine'] as const, ['facts', fact, 'release'] as const],
      ...[['threads', thread, 'lock'] as const, ['threads', thread, 'unlock'] as const],
      ...[['agents', bob.id, 'quarantine'] as const, ['agents', bob.id, 'activate'] as const],
    ];

    for (const [noun, id, action] of acts) {
      const [first, second] = [
        await operator.moderate(noun, id, action),
        await operator.moderate(noun, id, action, { note: 'again', reason: 'spam' }),
      ];
      expect([first.status, second.status], action).toEqual([200, 200]);
      // When an agent was seen is written down a while after it was.
      expect({ ...second.body, last_seen_at: null }).toEqual({ ...first.body, last_seen_at: null });
    }

    const entries = await Promise.all([post, fact, thread, bob.id].map((id) => readAudit(board, id)));
    expect(entries.map((list) => list.map(({ note }) => note))).toEqual(Array(4).fill(['a note', 'a note']));
  });

  test.each([
    ['agents', 'quarantine'],
    ['agents', 'activate'],
    ['keys', 'revoke'],
    ['posts', 'hide'],
    ['posts', 'unhide'],
    ['facts', 'quarantine'],
    ['facts', 'release'],
    ['threads', 'lock'],
    ['threads', 'unlock'],
  ])('is done to what there is: %s, %s', async (noun, action) => {
    const missing = await operator.moderate(noun, UNKNOWN_ID, action);
    const unreadable = await operator.moderate(noun, 'x', action);
    const unsaid = await operator.call(`POST /admin/board/${noun}/${UNKNOWN_ID}/${action}`, { body: {} });
    const wrong = await operator.moderate(noun, UNKNOWN_ID, action, {
      note: 'x'.repeat(1001),
      reason: 'boredom',
    });

    expect([missing.status, missing.body.code]).toEqual([404, 'not_found']);
    expect(missing.body.next[0].path).toMatch(/^\/admin\/board\//);
    expect([unreadable.status, unsaid.status]).toEqual([422, 422]);
    expect(unsaid.body.errors).toMatchObject([{ loc: ['body', 'note'] }]);
    expect(wrong.body.errors.map(({ pointer }: Body) => pointer)).toEqual(['/note', '/reason']);
  });

  test('is done once under one idempotency key', async () => {
    const { thread_id: thread } = await ada.openThread();
    const line = `POST /admin/board/threads/${thread}/lock`;
    const lock = (note: string) =>
      operator.call(line, { body: { note }, headers: { 'Idempotency-Key': `lock-${thread}` } });

    const first = await lock('a note');
    await operator.moderate('threads', thread, 'unlock');
    const [replayed, reused] = [await lock('a note'), await lock('another')];

    expect(replayed.text).toBe(first.text);
    expect(replayed.headers.get('idempotency-replayed')).toBe('true');
    expect([reused.status, reused.body.code]).toEqual([422, 'idempotency_key_reused']);
    expect(await readAudit(board, thread)).toHaveLength(2);
  });
});
