import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { adminRouteDefinitions } from '../../../facades/admin/route-definitions.ts';
import { raw } from '../../../prisma/client.ts';
import { createOperator } from '../../../schema/operators/tokens.ts';
import type { TestAgent } from '../../support/board/agent.ts';
import { openBoard, type TestBoard } from '../../support/board/board.ts';
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
let operator: Operator;

beforeAll(async () => {
  board = await openBoardWithoutOperatorLimit();
  operator = createOperatorClient(board);
  ada = await board.join('ada');
});

afterAll(() => board[Symbol.asyncDispose]());

const requests = adminRouteDefinitions.map(({ method, path }) => {
  const filled = path.replace('{slug}', 'general').replace(/\{\w+\}/, UNKNOWN_ID);
  return [`${method} ${filled}`, method === 'GET' ? {} : { body: { note: 'x' } }] as const;
});

/** Statuses of requests whose only input is a note. Requests not listed get 404 if their path has UNKNOWN_ID, otherwise 200. */
const EXPECTED_STATUSES: Readonly<Record<string, number>> = {
  'POST /admin/board/sessions': 201,
  'PATCH /admin/board/channels/general': 422,
};

describe('the operator’s API', () => {
  test.each(requests)('allows %s only to the operator, and not as HTML', async (request, options) => {
    const replies = [
      await board.call(request, options),
      await board.call(request, {
        ...options,
        headers: { Authorization: 'Bearer sba_not-one-of-the-tokens-0123456789abcdef' },
      }),
      await ada.call(request, options),
      await operator.call(request, { ...options, headers: { Accept: 'text/html' } }),
    ];
    const allowed = await operator.call(request, options);

    expect(replies.map(({ status, body }) => [status, body.code])).toEqual([
      [401, 'unauthenticated'],
      [401, 'invalid_key'],
      [403, 'not_creator'],
      [406, 'not_acceptable'],
    ]);
    expect(allowed.status).toBe(EXPECTED_STATUSES[request] ?? (request.includes(UNKNOWN_ID) ? 404 : 200));
  });

  test('is neither cached nor readable by scripts of other origins', async () => {
    const reply = await operator.call('GET /admin/board/overview');

    expect(reply.status).toBe(200);
    expect(reply.headers.get('cache-control')).toBe('private, no-store');
    expect(reply.headers.get('access-control-allow-origin')).toBeNull();
  });

  test('refuses its GraphQL fields to callers other than the operator', async () => {
    const query = '{ console { audit { nodes { note } } } }';
    const mutation = `mutation { hidePost(input: { postId: "${UNKNOWN_ID}", note: "x" }) { post { id } } }`;
    const codeOf = ({ body }: Body) => body.errors?.[0].extensions.code;

    const replies = [
      await ada.graphql(query),
      await ada.graphql(mutation),
      await board.call('POST /graphql', { body: { query } }),
      await board.call('POST /graphql', { body: { query: mutation } }),
      await operator.graphql(mutation),
    ];

    expect(replies.map(codeOf)).toEqual([
      'not_creator',
      'not_creator',
      'unauthenticated',
      'unauthenticated',
      'not_found',
    ]);
    expect((await operator.graphql(query)).body.errors).toBeUndefined();
  });

  test('has a separate rate limit', async () => {
    await using limitedBoard = await openBoard({ LIMIT_CREATOR: '2' });
    const limitedOperator = createOperatorClient(limitedBoard);

    const replies = [];
    for (let i = 0; i < 3; i++) replies.push(await limitedOperator.call('GET /admin/board/channels'));

    expect(replies.map(({ status }) => status)).toEqual([200, 200, 429]);
    expect(replies[0]?.headers.get('ratelimit-policy')).toBe('"creator";q=2;w=60');
  });

  test('lists channels, and their threads page by page', async () => {
    for (const subject of ['one', 'two']) {
      board.clock.advance({ seconds: 1 });
      await ada.openThread(subject, 'field-reports');
    }

    const channels = await operator.call('GET /admin/board/channels');
    const page = await operator.call('GET /admin/board/channels/field-reports/threads?limit=1');
    const link = /<(.*)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1];
    const next = await operator.call(`GET ${link}`);

    expect(channels.body).toHaveLength(4);
    expect(link).toMatch(/^\/admin\/board\/channels\/field-reports\/threads\?/);
    expect([page, next].map(({ body }) => body.map(({ subject }: Body) => subject))).toEqual([
      ['two'],
      ['one'],
    ]);
  });

  test('pages through the posts of a thread', async () => {
    const { thread_id: thread } = await ada.openThread();
    for (const body of ['one', 'two']) await ada.post(thread, body);

    const page = await operator.call(`GET /admin/board/threads/${thread}?limit=1`);
    const cursor = page.headers.get('x-next-cursor') ?? '';
    const next = await operator.call(`GET /admin/board/threads/${thread}?limit=1&cursor=${cursor}`);

    expect([page, next].map(({ body }) => body.posts.map(({ body: text }: Body) => text))).toEqual([
      ['one'],
      ['two'],
    ]);
  });
});

describe('the overview', () => {
  test('contains counts, withheld records, limits and the latest actions', async () => {
    await using freshBoard = await openBoard({ LIMIT_REGISTER_GLOBAL: '20' });
    const [freshOperator, mal] = [createOperatorClient(freshBoard), await freshBoard.join('mal')];
    const { thread_id: thread } = await mal.openThread();
    const { post_id: post } = await mal.post(thread);
    const { body: fact } = await mal.call('POST /v1/facts', { body: { statement: 'it is so' } });
    await freshOperator.moderate('posts', post, 'hide');
    await freshOperator.moderate('facts', fact.fact_id, 'quarantine');
    await freshOperator.moderate('threads', thread, 'lock');
    await freshOperator.moderate('agents', mal.id, 'quarantine');

    const { body } = await freshOperator.call('GET /admin/board/overview');

    expect(body).toMatchObject({
      counts: { channels: 4, threads: 1, posts: 0, facts: 0 },
      withheld: {
        active_agents: 0,
        quarantined_agents: 1,
        hidden_posts: 1,
        quarantined_facts: 1,
        locked_threads: 1,
      },
      quarantined_agents: [{ handle: 'mal' }],
      hidden_posts: [{ post_id: post }],
      quarantined_facts: [{ fact_id: fact.fact_id }],
    });
    expect(body.limits).toMatchObject([
      { policy: 'register-global', limit: 20, remaining: 19 },
      { policy: 'creator', limit: 300 },
    ]);
    expect(new Set(body.audit.map(({ action }: Body) => action))).toEqual(
      new Set(['quarantine_agent', 'lock_thread', 'quarantine_fact', 'hide_post']),
    );
  });
});

describe('the audit', () => {
  test('records operator, action, time, target, reason, note and interface', async () => {
    const { thread_id: thread } = await ada.openThread();
    const pepper = 'a pepper for tests that is long enough';
    const token = await createOperator(board.database, { pepper, name: 'grace', now: board.clock.now() });
    board.clock.advance({ seconds: 1 });
    const lockedAt = board.clock.now();
    await operator.moderate('threads', thread, 'lock', { note: 'heated', reason: 'other' });
    board.clock.advance({ seconds: 1 });
    const query = `mutation { unlockThread(input: { threadId: "${thread}", note: "cooled", reason: spam }) { thread { id } } }`;
    await board.call('POST /graphql', { body: { query }, headers: { Authorization: `Bearer ${token}` } });

    const { body } = await operator.call(`GET /admin/board/audit?target_id=${thread}`);

    const target = { type: 'audit_entry', target_type: 'thread', target_id: thread, changes: null };
    const unlockedAt = new Date(lockedAt.getTime() + 1000);
    expect(body).toEqual([
      {
        ...target,
        action: 'unlock_thread',
        reason: 'spam',
        note: 'cooled',
        operator: 'grace',
        via: 'graphql',
        created_at: unlockedAt.toISOString(),
        id: expect.any(String),
        audit_entry_id: body[0].id,
      },
      {
        ...target,
        action: 'lock_thread',
        reason: 'other',
        note: 'heated',
        // The name of the token that OPERATOR_TOKEN sets.
        operator: 'environment',
        via: 'console',
        created_at: lockedAt.toISOString(),
        id: expect.any(String),
        audit_entry_id: body[1].id,
      },
    ]);
  });

  test('is filtered by action and type of target, and is paged', async () => {
    const { thread_id: thread } = await ada.openThread();
    const { post_id: post } = await ada.post(thread);
    await operator.moderate('posts', post, 'hide');
    await operator.moderate('posts', post, 'unhide');
    await operator.moderate('threads', thread, 'lock');
    const actionsOf = async (query: string) =>
      (await operator.call(`GET /admin/board/audit?${query}`)).body.map(({ action }: Body) => action);

    const page = await operator.call('GET /admin/board/audit?target_type=post&limit=1');

    expect(await actionsOf('action=hide_post')).toEqual(['hide_post']);
    expect((await actionsOf('target_type=post')).toSorted()).toEqual(['hide_post', 'unhide_post']);
    expect(await actionsOf(`target_type=post&target_id=${thread}`)).toEqual([]);
    expect(page.headers.get('link')).toContain('target_type=post');
  });

  test.each(['update audit_entries set note = null', 'delete from audit_entries', 'truncate audit_entries'])(
    'rejects “%s”',
    async (statement) => {
      const { thread_id: thread } = await ada.openThread();
      await operator.moderate('threads', thread, 'lock');

      const rewrite = board.database.rows(raw(statement));

      await expect(rewrite).rejects.toThrow('append-only');
      expect(await readAudit(board, thread)).toHaveLength(1);
    },
  );

  test('has no entry for a refused action', async () => {
    const before = await readAudit(board);

    await operator.moderate('posts', UNKNOWN_ID, 'hide');
    await ada.call(`POST /admin/board/agents/${ada.id}/quarantine`, { body: { note: 'x' } });

    expect(await readAudit(board)).toEqual(before);
  });
});

test('an action whose note contains an API key is refused', async () => {
  const reply = await operator.moderate('agents', ada.id, 'quarantine', { note: `it leaked ${ada.key}` });

  expect([reply.status, reply.body.code]).toEqual([422, 'secret_in_content']);
});

describe('the public moderation log', () => {
  test('contains action, target and reason, but no note, operator or key id', async () => {
    await using freshBoard = await openBoard();
    const [freshOperator, mal] = [createOperatorClient(freshBoard), await freshBoard.join('mal')];
    const { thread_id: thread } = await mal.openThread();
    const { body: keys } = await freshOperator.call(`GET /admin/board/agents/${mal.id}/keys`);
    freshBoard.clock.advance({ seconds: 1 });
    await freshOperator.moderate('threads', thread, 'lock', { note: 'confidential', reason: 'duplicate' });
    freshBoard.clock.advance({ seconds: 1 });
    await freshOperator.moderate('keys', keys[0].key_id, 'revoke', { note: 'confidential', reason: 'leak' });

    const reply = await freshBoard.call('GET /public/modlog.json');
    const page = await freshBoard.call('GET /public/modlog.json?limit=1');
    const query = '{ modlog { nodes { action targetType targetId reason } } }';
    const { body: graphql } = await freshBoard.call('POST /graphql', { body: { query } });

    const entry = { type: 'moderation', id: expect.any(String), created_at: expect.any(String) };
    expect(reply.body).toEqual([
      { ...entry, action: 'revoke_key', target_type: 'key', target_id: null, reason: 'leak' },
      { ...entry, action: 'lock_thread', target_type: 'thread', target_id: thread, reason: 'duplicate' },
    ]);
    expect(graphql.data.modlog.nodes).toHaveLength(2);
    for (const secret of ['confidential', 'environment', keys[0].key_id])
      expect(reply.text).not.toContain(secret);
    expect([page.body.length, page.headers.get('link')]).toEqual([1, expect.stringContaining('rel="next"')]);
    expect(reply.headers.get('cache-control')).toContain('public');
  });
});
