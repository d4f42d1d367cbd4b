// Operator sessions over REST and GraphQL. The tests of the console’s pages are in test/site.
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
import type { Body, CallOptions } from '../../support/board/http.ts';

let board: TestBoard;
let operator: Operator;
let ada: TestAgent;

beforeAll(async () => {
  board = await openBoardWithoutOperatorLimit();
  operator = createOperatorClient(board);
  ada = await board.join('ada');
});

afterAll(() => board[Symbol.asyncDispose]());

const SIGN_IN =
  'mutation { signIn(input: { userAgent: "a browser" }) { operatorSession { id sessionToken operator } } }';

const SIGN_OUT = 'mutation { endSession(input: {}) { operatorSession { id } } }';

const runDocument = (query: string, headers: Readonly<Record<string, string>>) =>
  board.call('POST /graphql', { body: { query }, headers });

const bearer = (credential: string) => ({ Authorization: `Bearer ${credential}` });

/** Signs in; by default with the configured token. */
async function signIn(
  headers = operator.headers,
): Promise<{ id: string; sessionToken: string; csrf: string }> {
  const { body } = await runDocument(SIGN_IN, headers);
  const session = body.data.signIn.operatorSession;
  const { body: csrf } = await runDocument('{ console { csrfToken } }', bearer(session.sessionToken));
  return { ...session, csrf: csrf.data.console.csrfToken };
}

const OVERVIEW = 'GET /admin/board/overview';

const withCookie = (cookie: string, request = OVERVIEW, { headers, ...options }: CallOptions = {}) =>
  board.call(request, { ...options, headers: { Cookie: `theme=dark; access_token=${cookie}`, ...headers } });

describe('a session', () => {
  test('sent as a bearer token or as a cookie has the rights and the name of its operator token, which may also be sent as a cookie', async () => {
    const { sessionToken } = await signIn();

    const replies = [
      await board.call(OVERVIEW, { headers: bearer(sessionToken) }),
      await withCookie(sessionToken),
      await withCookie('sba_an-operator-token-for-tests-0123456789'),
    ];
    const { body } = await runDocument(
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

  test('has a token that is stored as a hash, and is only in the response to the sign-in', async () => {
    const signInWithKey = SIGN_IN.replace('userAgent', 'idempotencyKey: "sign-in-once", userAgent');
    const { body } = await runDocument(signInWithKey, operator.headers);
    const { id, sessionToken } = body.data.signIn.operatorSession;

    const sessions = await board.database.rows(sql`select * from operator_sessions where id = ${id}::uuid`);
    const receipts = await board.database.rows(sql`select * from receipts where key = 'sign-in-once'`);
    const { text } = await operator.call('GET /admin/board/sessions');

    expect([sessions.length, receipts.length]).toEqual([1, 1]);
    expect(JSON.stringify([sessions, receipts])).not.toContain(sessionToken);
    expect(text).not.toContain('sbs_');
  });

  test('ends after twelve hours even when it is in use', async () => {
    const { id, sessionToken } = await signIn();

    board.clock.advance({ seconds: 12 * 3600 - 1 });
    const before = await withCookie(sessionToken);
    board.clock.advance({ seconds: 1 });
    const after = await withCookie(sessionToken);

    expect([before.status, after.status, after.body.code]).toEqual([200, 401, 'invalid_key']);
    const listed = await Promise.all(
      [true, false].map((active) => operator.call(`GET /admin/board/sessions?active=${active}&limit=50`)),
    );
    expect(listed.map(({ text }) => text.includes(id))).toEqual([false, true]);
  });

  test('ends at once when the operator ends it by its id, and on sign-out', async () => {
    const [ended, signedOut] = [await signIn(), await signIn()];

    const end = await operator.call(`POST /admin/board/sessions/${ended.id}/end`, { body: {} });
    const repeated = await operator.call(`POST /admin/board/sessions/${ended.id}/end`, { body: {} });
    await runDocument(SIGN_OUT, bearer(signedOut.sessionToken));
    const withoutSession = await runDocument(SIGN_OUT, operator.headers);

    const replies = [await withCookie(ended.sessionToken), await withCookie(signedOut.sessionToken)];
    expect(replies.map(({ status }) => status)).toEqual([401, 401]);
    expect(end.body).toMatchObject({ session_id: ended.id, active: false, ended_at: expect.any(String) });
    expect([repeated.status, repeated.text]).toEqual([200, end.text]);
    expect(withoutSession.body.errors[0]).toMatchObject({
      message: 'This request has no session: it was made with the operator token itself. Send sessionId',
      extensions: { code: 'operation_not_in_scope' },
    });
  });

  test('ends when its operator token is disabled', async () => {
    const pepper = 'a pepper for tests that is long enough';
    const token = await createOperator(board.database, { pepper, name: 'grace', now: board.clock.now() });
    const { sessionToken } = await signIn(bearer(token ?? ''));
    const before = await withCookie(sessionToken);

    await board.database.rows(
      sql`update operator_tokens set disabled_at = ${board.clock.now()} where name = 'grace'`,
    );

    expect([before.status, (await withCookie(sessionToken)).status]).toEqual([200, 401]);
  });

  test('has one audit entry for its sign-in and one for its end, and none in the public log', async () => {
    const pepper = 'a pepper for tests that is long enough';
    const token = await createOperator(board.database, { pepper, name: 'hopper', now: board.clock.now() });
    const query = SIGN_IN.replace('userAgent', 'idempotencyKey: "audited-1", userAgent');
    const { body: signedIn } = await runDocument(query, bearer(token ?? ''));
    await runDocument(query, bearer(token ?? ''));
    const { id } = signedIn.data.signIn.operatorSession;
    board.clock.advance({ seconds: 1 });
    await operator.call(`POST /admin/board/sessions/${id}/end`, { body: {} });
    await operator.call(`POST /admin/board/sessions/${id}/end`, { body: {} });

    const { body: audit } = await operator.call(`GET /admin/board/audit?target_type=session&target_id=${id}`);
    const modlog = await board.call('GET /public/modlog.json');

    const entry = { target_type: 'session', target_id: id, reason: null, note: null, changes: null };
    expect(audit).toMatchObject([
      { ...entry, action: 'end_session', operator: 'environment', via: 'console' },
      { ...entry, action: 'sign_in', operator: 'hopper', via: 'graphql' },
    ]);
    expect(audit).toHaveLength(2);
    expect(modlog.text).not.toMatch(/session|sign_in/);
  });

  test('cannot create another session, so that access ends with it', async () => {
    const { sessionToken } = await signIn();

    const { body } = await runDocument(SIGN_IN, bearer(sessionToken));

    expect(body.errors[0].extensions.code).toBe('operation_not_in_scope');
  });

  test('is the same for a sign-in that is retried under its idempotency key', async () => {
    const query = SIGN_IN.replace('userAgent', 'idempotencyKey: "sign-in-1", userAgent');

    const [first, retry] = [
      await runDocument(query, operator.headers),
      await runDocument(query, operator.headers),
    ];

    expect(retry.body.data.signIn).toEqual(first.body.data.signIn);
    expect((await withCookie(retry.body.data.signIn.operatorSession.sessionToken)).status).toBe(200);
  });

  test('is listed with the time of its last use, which is stored at most once a minute', async () => {
    await signIn();
    const otherUsedAt = board.clock.now();
    board.clock.advance({ seconds: 1 });
    const { id, sessionToken } = await signIn();
    const openedAt = board.clock.now();
    const readNewest = async () =>
      (await operator.call('GET /admin/board/sessions?active=true&limit=2')).body as readonly Body[];

    board.clock.advance({ seconds: 59 });
    await withCookie(sessionToken);
    const [before] = await readNewest();
    board.clock.advance({ seconds: 1 });
    await withCookie(sessionToken);

    expect(before).toMatchObject({ session_id: id, last_seen_at: openedAt.toISOString(), current: false });
    expect((await readNewest()).map(({ last_seen_at: at }) => at as string)).toEqual([
      board.clock.now().toISOString(),
      otherUsedAt.toISOString(),
    ]);
  });

  test('cannot be created, ended or listed by agents', async () => {
    const queries = [SIGN_IN, SIGN_OUT, '{ console { sessions { nodes { id } } } }'];

    const replies = await Promise.all(queries.map((query) => ada.graphql(query)));

    expect(replies.map(({ body }) => body.errors[0].extensions.code)).toEqual(Array(3).fill('not_creator'));
  });

  test('is a secret: content that contains its token is refused, and no log line has it', async () => {
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
  test('is read only if the request has no bearer token; an agent’s key gives no access as a cookie or as a bearer token', async () => {
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

  test('has no effect on /v1 and /graphql', async () => {
    const { sessionToken } = await signIn();

    const rest = await withCookie(sessionToken, 'GET /v1/channels');
    const graphql = await withCookie(sessionToken, 'POST /graphql', {
      body: { query: '{ viewer { kind } }' },
    });

    expect(rest.status).toBe(401);
    expect(graphql.body.data.viewer.kind).toBe('anonymous');
  });

  test('allows a write only with the CSRF token, from the board’s own origins, or beside a bearer token', async () => {
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

test('a write that is refused because it has a cookie without a CSRF token counts against the limit', async () => {
  await using limitedBoard = await openBoard({ LIMIT_CREATOR: '2' });
  const cookie = { Cookie: 'access_token=sba_an-operator-token-for-tests-0123456789' };
  const call = (request: string) => limitedBoard.call(request, { headers: cookie });
  const activate = 'POST /admin/board/agents/x/activate';
  const replies = [await call(activate), await call(activate), await call(OVERVIEW)];

  expect(replies.map(({ status }) => status)).toEqual([403, 403, 429]);
});

test('a session created over REST has its token in the response, which is not cached', async () => {
  const reply = await operator.call('POST /admin/board/sessions', { body: { user_agent: 'a script' } });

  const used = await board.call(OVERVIEW, { headers: bearer(reply.body.session_token) });
  expect([reply.status, reply.headers.get('cache-control'), used.status]).toEqual([201, 'no-store', 200]);
  expect(reply.body).toMatchObject({ user_agent: 'a script', operator: 'environment', active: true });
});
