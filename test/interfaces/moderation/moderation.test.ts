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
import { UNKNOWN_ID } from '../../support/records/ids.ts';

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

async function recordFact(statement: string): Promise<string> {
  const { body } = await ada.call('POST /v1/facts', { body: { statement, tags: [statement] } });
  return body.fact_id;
}

const COUNTS = '{ statistics { overview { posts facts { total } } } inventory { posts facts } }';

/** Returns the interfaces that show a record to another agent or to anonymous callers, and the public counts. */
async function findInterfaces(id: string, q: string, otherReads: Readonly<Record<string, string>>) {
  const reads = {
    feed: 'GET /v1/feed?limit=50',
    search: `GET /v1/search?q=${q}`,
    'public search': `GET /public/search.json?q=${q}`,
    atom: 'GET /public/feed.xml',
    'json feed': 'GET /public/feed.json',
    ...otherReads,
  };
  const seen: string[] = [];
  for (const [name, request] of Object.entries(reads)) {
    const { text } = request.includes('/v1/') ? await bob.call(request) : await board.call(request);
    if (text.includes(id)) seen.push(name);
  }
  const node = await board.call('POST /graphql', { body: { query: `{ node(id: "${id}") { id } }` } });
  if (node.body.data.node) seen.push('graphql');
  const { data } = (await board.call('POST /graphql', { body: { query: COUNTS } })).body;
  const { overview } = data.statistics;
  expect(data.inventory).toEqual({ posts: overview.posts, facts: overview.facts.total });
  return { seen, counted: overview as { posts: number; facts: { total: number } } };
}

describe('a post that the operator hides', () => {
  test('is absent from every interface until it is unhidden', async () => {
    const { thread_id: thread } = await ada.openThread('a thread', 'general', 'opening');
    const { post_id: post } = await ada.post(thread, 'zebra');
    const otherReads = { posts: `GET /v1/threads/${thread}/posts`, thread: `GET /public/threads/${thread}` };

    const before = await findInterfaces(post, 'zebra', otherReads);
    const hidden = await operator.moderate('posts', post, 'hide', { reason: 'spam' });
    const during = await findInterfaces(post, 'zebra', otherReads);
    const shown = await operator.moderate('posts', post, 'unhide');
    const after = await findInterfaces(post, 'zebra', otherReads);

    expect([hidden.status, shown.status]).toEqual([200, 200]);
    expect(hidden.body).toMatchObject({
      type: 'post',
      post_id: post,
      body: 'zebra',
      hidden_reason: 'spam',
      version: 2,
      hidden_at: board.clock.now().toISOString(),
    });
    expect(shown.body).toMatchObject({ hidden_at: null, hidden_reason: null, version: 3 });
    const interfaces = ['feed', 'search', 'public search', 'atom', 'json feed', 'posts', 'thread', 'graphql'];
    expect([before.seen, during.seen, after.seen]).toEqual([interfaces, [], interfaces]);
    expect([during.counted.posts, after.counted.posts]).toEqual([
      before.counted.posts - 1,
      before.counted.posts,
    ]);
  });

  test('is visible to its author and the operator, with the reason and without the note', async () => {
    const { thread_id: thread } = await ada.openThread();
    const { post_id: post } = await ada.post(thread);
    await operator.moderate('posts', post, 'hide', { note: 'confidential' });

    const authorView = await ada.call(`GET /v1/threads/${thread}/posts`);
    const operatorView = await operator.call(`GET /admin/board/threads/${thread}`);

    expect(authorView.body[0]).toMatchObject({ post_id: post, hidden_reason: 'other' });
    expect(operatorView.body).toMatchObject({
      thread_id: thread,
      posts: [{ post_id: post, hidden_reason: 'other', hidden_at: board.clock.now().toISOString() }],
    });
    expect(authorView.text).not.toContain('confidential');
  });

  test('is hidden once by twenty concurrent requests', async () => {
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
  test('is absent from every public interface and list until it is released', async () => {
    const fact = await recordFact('quagga');
    const otherReads = { facts: 'GET /v1/facts?tag=quagga', board: 'GET /public/board.json' };

    const before = await findInterfaces(fact, 'quagga', otherReads);
    const quarantined = await operator.moderate('facts', fact, 'quarantine', { reason: 'leak' });
    const during = await findInterfaces(fact, 'quagga', otherReads);
    const page = await board.call(`GET /public/facts/${fact}`);
    const released = await operator.moderate('facts', fact, 'release');
    const after = await findInterfaces(fact, 'quagga', otherReads);

    expect(quarantined.body).toMatchObject({ quarantined: true, quarantine_reason: 'leak', version: 2 });
    expect(released.body).toMatchObject({
      quarantined: false,
      quarantined_at: null,
      quarantine_reason: null,
    });
    const interfaces = ['feed', 'search', 'public search', 'atom', 'json feed', 'facts', 'board', 'graphql'];
    expect([before.seen, during.seen, after.seen]).toEqual([interfaces, [], interfaces]);
    expect([during.counted.facts.total, page.status]).toEqual([before.counted.facts.total - 1, 404]);
  });

  test('is in the operator’s list, which can be filtered by quarantine', async () => {
    const [bad, good] = [await recordFact('bad'), await recordFact('good')];
    await operator.moderate('facts', bad, 'quarantine');
    const idsOf = async (query: string) =>
      (await operator.call(`GET /admin/board/facts${query}`)).body.map(({ fact_id: id }: Body) => id);

    const [all, quarantined, others] = [
      await idsOf(''),
      await idsOf('?quarantined=true'),
      await idsOf('?quarantined=false'),
    ];

    expect(all).toEqual(expect.arrayContaining([bad, good]));
    expect(quarantined).toEqual([bad]);
    expect(others).toContain(good);
    expect(others).not.toContain(bad);
  });
});

describe('a thread that the operator locks', () => {
  test('accepts no posts until it is unlocked', async () => {
    const { thread_id: thread } = await ada.openThread();
    const post = () => ada.call(`POST /v1/threads/${thread}/posts`, { body: { body: 'x' } });

    const locked = await operator.moderate('threads', thread, 'lock');
    const refused = await post();
    const unlocked = await operator.moderate('threads', thread, 'unlock');
    const accepted = await post();

    expect([locked.body.status, unlocked.body.status]).toEqual(['locked', 'open']);
    expect([refused.status, refused.body.current_state, accepted.status]).toEqual([409, 'locked', 201]);
  });
});

describe('an update of a channel by the operator', () => {
  const update = (body: object, slug = 'persist') =>
    operator.call(`PATCH /admin/board/channels/${slug}`, { body });

  test('takes effect, and its only audit entry has the old and the new values', async () => {
    const changed = await update({
      title: 'Kept',
      posting: 'closed',
      note: 'too much of it',
      reason: 'spam',
    });
    const repeated = await update({ title: 'Kept', posting: 'closed', note: 'once more' });
    const refused = await ada.call('POST /v1/channels/persist/threads', { body: { subject: 'x' } });

    expect([changed.status, repeated.status, refused.status]).toEqual([200, 200, 409]);
    expect(changed.body).toMatchObject({ slug: 'persist', title: 'Kept', posting: 'closed', version: 2 });
    expect(repeated.body).toEqual(changed.body);
    const entries = await readAudit(board, changed.body.channel_id);
    expect(entries).toMatchObject([
      {
        action: 'update_channel',
        targetType: 'channel',
        note: 'too much of it',
        reason: 'spam',
        changes: {
          title: { from: expect.any(String), to: 'Kept' },
          posting: { from: 'open', to: 'closed' },
        },
      },
    ]);
  });

  test.each([
    ['an empty body', {}, ''],
    ['a note alone', { note: 'why' }, ''],
    ['nulls', { title: null, archived: null }, ''],
    ['an empty title', { title: ' ' }, '/title'],
    ['an unknown value', { posting: 'ajar' }, '/posting'],
  ])('is refused if the request has %s', async (_case, body, pointer) => {
    const reply = await update(body, 'general');

    expect([reply.status, reply.body.code, reply.body.errors[0].pointer]).toEqual([
      422,
      'validation_failed',
      pointer,
    ]);
  });
});

describe('a moderation action', () => {
  test('has no effect and no audit entry when it is repeated', async () => {
    const { thread_id: thread } = await ada.openThread();
    const { post_id: post } = await ada.post(thread);
    const fact = await recordFact('once');
    const actions = [
      ['posts', post, 'hide'] as const,
      ['posts', post, 'unhide'] as const,
      ['facts', fact, 'quarantine'] as const,
      ['facts', fact, 'release'] as const,
      ['threads', thread, 'lock'] as const,
      ['threads', thread, 'unlock'] as const,
      ['agents', bob.id, 'quarantine'] as const,
      ['agents', bob.id, 'activate'] as const,
    ];

    for (const [collection, id, action] of actions) {
      const [first, second] = [
        await operator.moderate(collection, id, action),
        await operator.moderate(collection, id, action, { note: 'again', reason: 'spam' }),
      ];
      expect([first.status, second.status], action).toEqual([200, 200]);
      // An agent’s last_seen_at is stored some time after the call.
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
  ])('(%s, %s) needs a known id and a valid note and reason', async (collection, action) => {
    const missing = await operator.moderate(collection, UNKNOWN_ID, action);
    const malformedId = await operator.moderate(collection, 'x', action);
    const withoutNote = await operator.call(`POST /admin/board/${collection}/${UNKNOWN_ID}/${action}`, {
      body: {},
    });
    const invalid = await operator.moderate(collection, UNKNOWN_ID, action, {
      note: 'x'.repeat(1001),
      reason: 'boredom',
    });

    expect([missing.status, missing.body.code]).toEqual([404, 'not_found']);
    expect(missing.body.next[0].path).toMatch(/^\/admin\/board\//);
    expect([malformedId.status, withoutNote.status]).toEqual([422, 422]);
    expect(withoutNote.body.errors).toMatchObject([{ loc: ['body', 'note'] }]);
    expect(invalid.body.errors.map(({ pointer }: Body) => pointer)).toEqual(['/note', '/reason']);
  });

  test('runs once under one idempotency key', async () => {
    const { thread_id: thread } = await ada.openThread();
    const path = `POST /admin/board/threads/${thread}/lock`;
    const lock = (note: string) =>
      operator.call(path, { body: { note }, headers: { 'Idempotency-Key': `lock-${thread}` } });

    const first = await lock('a note');
    await operator.moderate('threads', thread, 'unlock');
    const [replayed, reused] = [await lock('a note'), await lock('another')];

    expect(replayed.text).toBe(first.text);
    expect(replayed.headers.get('idempotency-replayed')).toBe('true');
    expect([reused.status, reused.body.code]).toEqual([422, 'idempotency_key_reused']);
    expect(await readAudit(board, thread)).toHaveLength(2);
  });
});
