// What an operator's session is worth, at the doors that take it; pages of the console are in test/site.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '../../../prisma/client.ts';
import { createOperator } from '../../../schema/operators/tokens.ts';
import type { TestAgent } from '../../support/board/agent.ts';
import { openBoard, type TestBoard } from '../../support/board/board.ts';
import {
  openBoardWithoutOperatorLimit,
  type Operator,
  createOperatorClient,
  readAudit,
} from '../../support/board/operator.ts';
import type { CallOptions } from '../../support/board/http.ts';

let board: TestBoard;
let operator: Operator;
let ada: TestAgent;

beforeAll(async () => {
  board = await openBoardWithoutOperatorLimit();
  operator = createOperatorClient(board);
  ada = await board.join('ada');
});

afterAll(() => board[Symbol.asyncDispose]());

const SIGN_IN = 'mutation { signIn(input: { userAgent: "a browser" }) { id sessionToken operator } }';

const asking = (query: string, headers: Readonly<Record<string, string>>) =>
  board.call('POST /graphql', { body: { query }, headers });

const bearer = (credential: string) => ({ Authorization: `Bearer ${credential}` });

/** Signs in, with the configured token unless another is named. */
async function signIn(
  headers = operator.headers,
): Promise<{ id: string; sessionToken: string; csrf: string }> {
  const { body } = await asking(SIGN_IN, headers);
  const session = body.data.signIn;
  const { body: told } = await asking('{ console { csrfToken } }', bearer(session.sessionToken));
  return { ...session, csrf: told.data.console.csrfToken };
}

const OVERVIEW = 'GET /admin/board/overview';

const withCookie = (cookie: string, line = OVERVIEW, { headers, ...options }: CallOptions = {}) =>
  board.call(line, { ...options, headers: { Cookie: `theme=dark; access_token=${cookie}`, ...headers } });

describe('a session', () => {
  test('opens what its token opens, by bearer and by cookie, under the name of the token', async () => {
    const { sessionToken } = await signIn();

    const replies = [
      await board.call(OVERVIEW, { headers: bearer(sessionToken) }),
      await withCookie(sessionToken),
      await withCookie('sba_an-operator-token-for-tests-0123456789'),
    ];
    const { body } = await asking(
      '{ console { operator session { current userAgent } } }',
      bearer(sessionToken),
    );

    expect(sessionToken).toMatch(/^sbs_[A-Za-z0-9_-]{43}$/);
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(body.data.console).toEqual({
      operator: 'environment',
      session: { current: true, userAgent: 'a browser' },
    });
  });

  test('is kept as a hash, and is in no answer but the one that opened it', async () => {
    const { sessionToken } = await signIn();

    const rows = await board.database.rows(sql`select * from operator_sessions s, receipts r`);
    const { text } = await operator.call('GET /admin/board/sessions');

    expect(JSON.stringify(rows)).not.toContain(sessionToken);
    expect(text).not.toContain('sbs_');
  });

  test('ends after twelve hours, however much it is used', async () => {
    const { sessionToken } = await signIn();

    board.clock.advance({ seconds: 12 * 3600 - 1 });
    const before = await withCookie(sessionToken);
    board.clock.advance({ seconds: 1 });
    const after = await withCookie(sessionToken);

    expect([before.status, after.status, after.body.code]).toEqual([200, 401, 'invalid_key']);
  });

  test('ends at once when it is ended elsewhere, or signed out of', async () => {
    const [one, other] = [await signIn(), await signIn()];

    const ended = await operator.call(`POST /admin/board/sessions/${one.id}/end`, { body: {} });
    const again = await operator.call(`POST /admin/board/sessions/${one.id}/end`, { body: {} });
    await asking('mutation { endSession(input: {}) { id } }', bearer(other.sessionToken));

    const replies = [await withCookie(one.sessionToken), await withCookie(other.sessionToken)];
    expect(replies.map(({ status }) => status)).toEqual([401, 401]);
    expect(ended.body).toMatchObject({ session_id: one.id, active: false, ended_at: expect.any(String) });
    expect([again.status, again.text]).toEqual([200, ended.text]);
  });

  test('ends with the token that opened it', async () => {
    const pepper = 'a pepper for tests that is long enough';
    const token = await createOperator(board.database, { pepper, name: 'grace', now: board.clock.now() });
    const { sessionToken } = await signIn(bearer(token ?? ''));
    const before = await withCookie(sessionToken);

    await board.database.rows(
      sql`update operator_tokens set disabled_at = ${board.clock.now()} where name = 'grace'`,
    );

    expect([before.status, (await withCookie(sessionToken)).status]).toEqual([200, 401]);
  });

  test('is audited from its sign-in to its end, once each; the public log says nothing of it', async () => {
    const pepper = 'a pepper for tests that is long enough';
    const token = await createOperator(board.database, { pepper, name: 'hopper', now: board.clock.now() });
    const query = SIGN_IN.replace('userAgent', 'clientMutationId: "audited-1", userAgent');
    const { body: signed } = await asking(query, bearer(token ?? ''));
    await asking(query, bearer(token ?? ''));
    const { id } = signed.data.signIn;
    board.clock.advance({ seconds: 1 });
    await operator.call(`POST /admin/board/sessions/${id}/end`, { body: {} });
    await operator.call(`POST /admin/board/sessions/${id}/end`, { body: {} });

    const { body: audit } = await operator.call(`GET /admin/board/audit?target_type=session&target_id=${id}`);
    const modlog = await board.call('GET /public/modlog.json');

    const of = { target_type: 'session', target_id: id, reason: null, note: null, changes: null };
    expect(audit).toMatchObject([
      { ...of, action: 'end_session', operator: 'environment', via: 'console' },
      { ...of, action: 'sign_in', operator: 'hopper', via: 'graphql' },
    ]);
    expect(audit).toHaveLength(2);
    expect(modlog.text).not.toMatch(/session|sign_in/);
  });

  test('opens no further session, so that none lasts for ever', async () => {
    const { sessionToken } = await signIn();

    const { body } = await asking(SIGN_IN, bearer(sessionToken));

    expect(body.errors[0].extensions.code).toBe('operation_not_in_scope');
  });

  test('is the same one when a sign-in is retried under its key', async () => {
    const query = SIGN_IN.replace('userAgent', 'clientMutationId: "sign-in-1", userAgent');

    const [one, other] = [await asking(query, operator.headers), await asking(query, operator.headers)];

    expect(other.body.data).toEqual(one.body.data);
    expect((await withCookie(other.body.data.signIn.sessionToken)).status).toBe(200);
  });

  test('is listed with when it was last in use, to the minute', async () => {
    board.clock.advance({ seconds: 1 });
    const { id, sessionToken } = await signIn();
    const opened = board.clock.now();
    const seen = async () => {
      const { body } = await operator.call('GET /admin/board/sessions?active=true&limit=1');
      return body[0];
    };

    board.clock.advance({ seconds: 59 });
    await withCookie(sessionToken);
    const before = await seen();
    board.clock.advance({ seconds: 1 });
    await withCookie(sessionToken);

    expect(before).toMatchObject({ session_id: id, last_seen_at: opened.toISOString(), current: false });
    expect((await seen()).last_seen_at).toBe(board.clock.now().toISOString());
  });

  test('is for operators: an agent opens none, ends none and sees none', async () => {
    const queries = [
      SIGN_IN,
      'mutation { endSession(input: {}) { id } }',
      '{ console { sessions { nodes { id } } } }',
    ];

    const replies = await Promise.all(queries.map((query) => ada.graphql(query)));

    expect(replies.map(({ body }) => body.errors[0].extensions.code)).toEqual(Array(3).fill('not_creator'));
  });

  test('is a secret: content that holds one is refused, and no log line has it', async () => {
    const { sessionToken } = await signIn();
    const { thread_id: thread } = await ada.openThread();

    const { status, body } = await ada.call(`POST /v1/threads/${thread}/posts`, {
      body: { body: sessionToken },
    });

    expect([status, body.code]).toEqual([422, 'secret_in_content']);
    expect(board.log.join('\n')).not.toContain(sessionToken.slice(0, 12));
  });
});

describe('the cookie', () => {
  test('is read where no bearer is: an agent’s key in either opens nothing', async () => {
    const { sessionToken } = await signIn();

    const replies = [
      await withCookie(sessionToken, OVERVIEW, { headers: ada.headers }),
      await withCookie(ada.key),
      await withCookie('sbs_nothing'),
      await withCookie(''),
      await withCookie('sbs_nothing', OVERVIEW, { headers: operator.headers }),
    ];

    expect(replies.map(({ status, body }) => [status, body.code])).toEqual([
      [403, 'not_creator'],
      [403, 'not_creator'],
      [401, 'invalid_key'],
      [401, 'unauthenticated'],
      [200, undefined],
    ]);
  });

  test('opens no other door', async () => {
    const { sessionToken } = await signIn();

    const rest = await withCookie(sessionToken, 'GET /v1/channels');
    const graphql = await withCookie(sessionToken, 'POST /graphql', {
      body: { query: '{ viewer { kind } }' },
    });

    expect(rest.status).toBe(401);
    expect(graphql.body.data.viewer.kind).toBe('anonymous');
  });

  test('lets a write in where a page of ours asks, and no other', async () => {
    const { sessionToken, csrf } = await signIn();
    const other = await signIn();
    const { thread_id: thread } = await ada.openThread();
    const lock = (headers: Readonly<Record<string, string>>) =>
      withCookie(sessionToken, `POST /admin/board/threads/${thread}/lock`, { body: { note: 'x' }, headers });

    const refused = await Promise.all([
      lock({}),
      lock({ 'X-CSRF-Token': '' }),
      lock({ 'X-CSRF-Token': other.csrf }),
      lock({ Origin: 'http://evil.test' }),
      lock({ Origin: 'null' }),
      lock({ 'Sec-Fetch-Site': 'cross-site' }),
      lock({ 'Sec-Fetch-Site': 'same-site' }),
    ]);
    const before = await readAudit(board, thread);
    const allowed = [
      await lock({ 'X-CSRF-Token': csrf }),
      await lock({ Origin: 'http://board.test' }),
      await lock({ Origin: 'http://site.test' }),
      await lock({ Origin: 'null', 'Sec-Fetch-Site': 'same-origin' }),
      await lock({ ...bearer(sessionToken), Origin: 'http://evil.test' }),
    ];

    expect(refused.map(({ status, body }) => `${status} ${body.code}`)).toEqual(Array(7).fill('403 csrf'));
    expect(before).toEqual([]);
    expect(allowed.map(({ status }) => status)).toEqual(Array(5).fill(200));
  });
});

test('a write that is refused for its cookie counts all the same', async () => {
  await using limited = await openBoard({ LIMIT_CREATOR: '2' });
  const cookie = { Cookie: 'access_token=sba_an-operator-token-for-tests-0123456789' };
  const end = () => limited.call(`POST /admin/board/agents/x/activate`, { body: {}, headers: cookie });

  const replies = [await end(), await end(), await limited.call(OVERVIEW, { headers: cookie })];

  expect(replies.map(({ status }) => status)).toEqual([403, 403, 429]);
});

test('a session that is opened over REST is told once, to be kept by nobody on the way', async () => {
  const reply = await operator.call('POST /admin/board/sessions', { body: { user_agent: 'a script' } });

  const used = await board.call(OVERVIEW, { headers: bearer(reply.body.session_token) });
  expect([reply.status, reply.headers.get('cache-control'), used.status]).toEqual([201, 'no-store', 200]);
  expect(reply.body).toMatchObject({ user_agent: 'a script', operator: 'environment', active: true });
});
