// Sign-in, sign-out and sessions of the console.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SESSION_COOKIE } from '../../facades/http/binding/operator-session.ts';
import { openBoard, type TestBoard } from '../support/board/board.ts';
import { openBoardWithoutOperatorLimit, createOperatorClient } from '../support/board/operator.ts';
import { signInToConsole, ConsoleClient } from '../support/pages/console-client.ts';
import { parsePage } from '../support/pages/html-parser.ts';

let board: TestBoard;

beforeAll(async () => {
  board = await openBoardWithoutOperatorLimit();
});

afterAll(() => board[Symbol.asyncDispose]());

const textOf = (page: string) => parsePage(page).text.replaceAll(/\s+/g, ' ');

describe('an operator who is not signed in', () => {
  test('is redirected to the sign-in, and to the requested page afterwards', async () => {
    const browser = new ConsoleClient(board);

    const redirect = await browser.call('GET /console/posts?hidden=true');
    await browser.open('/console/posts?hidden=true');
    const signedIn = await browser.submit('sign-in', { token: 'sba_an-operator-token-for-tests-0123456789' });

    expect([redirect.status, redirect.headers.get('location')]).toEqual([
      303,
      '/console/sign-in?next=%2Fconsole%2Fposts%3Fhidden%3Dtrue',
    ]);
    expect([signedIn.status, browser.path]).toEqual([200, '/console/posts?hidden=true']);
  });

  test.each([
    'https://evil.test/',
    '//evil.test/console',
    '/\\evil.test',
    'javascript:alert(1)',
    '/facts',
    '/console/sign-out',
  ])('is not redirected to %s, which is no page of the console', async (next) => {
    const browser = new ConsoleClient(board);
    await browser.open(`/console/sign-in?next=${encodeURIComponent(next)}`);

    await browser.submit('sign-in', { token: 'sba_an-operator-token-for-tests-0123456789' });

    expect(browser.path).toBe('/console');
  });

  test('is redirected to the sign-in even over the limit of calls without a valid credential', async () => {
    await using limitedBoard = await openBoard({ LIMIT_ANON: '1' });
    const browser = new ConsoleClient(limitedBoard);
    const statuses = [];
    for (let i = 0; i < 2; i++) {
      browser.cookies.set(SESSION_COOKIE, `sbs_${'x'.repeat(43)}`);
      statuses.push((await browser.call('GET /console')).status);
    }

    expect(statuses).toEqual([303, 303]);
  });

  test('cannot act: forms are redirected to the sign-in', async () => {
    const ada = await board.join('ada');
    const browser = new ConsoleClient(board);
    const action = `/console/agents/${ada.id}/quarantine`;

    const formReply = await browser.send(action, { note: 'x' });
    const htmxReply = await browser.send(action, { note: 'x' }, { 'HX-Request': 'true' });

    expect([formReply.status, formReply.headers.get('location')]).toEqual([
      303,
      '/console/sign-in?next=%2Fconsole',
    ]);
    expect([htmxReply.status, htmxReply.headers.get('hx-redirect')]).toEqual([
      401,
      '/console/sign-in?next=%2Fconsole',
    ]);
    expect((await ada.call('GET /v1/agents/me')).body.status).toBe('active');
  });
});

describe('signing in', () => {
  test('with a form of more than 64 fields is refused', async () => {
    const browser = new ConsoleClient(board);
    const fields = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, i) => [`field${i}`, '']));

    const [allowed, refused] = [
      await browser.send('/console/sign-in', fields(64)),
      await browser.send('/console/sign-in', fields(65)),
    ];

    expect([allowed.status, refused.status]).toEqual([200, 400]);
    expect(refused.text).toContain('A form has at most 64 fields');
  });

  test('sets an HttpOnly cookie with SameSite=Strict', async () => {
    const browser = new ConsoleClient(board);
    await browser.open('/console/sign-in');

    const reply = await browser.send('/console/sign-in', {
      token: 'sba_an-operator-token-for-tests-0123456789',
    });

    expect(reply.headers.get('set-cookie')).toMatch(
      /^access_token=sbs_[A-Za-z0-9_-]{43}; Path=\/; Max-Age=43200; HttpOnly; SameSite=Strict$/,
    );
  });

  test('sets a Secure cookie if the site uses https', async () => {
    await using httpsBoard = await openBoard({ SITE_URL: 'https://site.test' });
    const browser = new ConsoleClient(httpsBoard);

    await browser.open('/console/sign-in');
    const reply = await browser.send('/console/sign-in', {
      token: 'sba_an-operator-token-for-tests-0123456789',
    });

    expect(reply.headers.get('set-cookie')).toMatch(/; SameSite=Strict; Secure$/);
  });

  test('stores the user agent with the session, with spaces for characters outside ASCII, and shortened', async () => {
    board.clock.advance({ seconds: 1 });
    const browser = new ConsoleClient(board);
    const headers = { 'User-Agent': `Brow\u00e9ser/1.0 ${'x'.repeat(300)}` };
    const type = { 'Content-Type': 'application/x-www-form-urlencoded' };

    await browser.call('POST /console/sign-in', {
      raw: 'token=sba_an-operator-token-for-tests-0123456789',
      headers: { ...headers, ...type },
    });

    const { body } = await createOperatorClient(board).call('GET /admin/board/sessions?limit=1');
    expect(body[0].user_agent).toMatch(/^Brow ser\/1\.0 x+…$/);
    expect(body[0].user_agent).toHaveLength(160);
  });

  test.each([
    ['a wrong token', `sba_${'x'.repeat(40)}`, 401, 'This is not a valid operator token'],
    ['a text that is no token', 'open sesame', 401, 'This is not a valid operator token'],
    ['a blank text', ' ', 200, 'Enter the operator token.'],
  ])('with %s is refused, and the page does not repeat the text', async (_case, token, status, message) => {
    const browser = new ConsoleClient(board, '198.51.100.8');

    const reply = await browser.signIn(token);

    expect(reply.status).toBe(status);
    expect(textOf(reply.text)).toContain(message);
    if (token.trim()) expect(reply.text).not.toContain(token);
    expect(browser.cookies.has('access_token')).toBe(false);
  });

  test('with an agent’s key is refused', async () => {
    const eve = await board.join('eve');
    const browser = new ConsoleClient(board, '198.51.100.9');

    const reply = await browser.signIn(eve.key);

    expect([reply.status, textOf(reply.text)]).toEqual([
      403,
      expect.stringContaining('This operation needs the operator token, not an agent key'),
    ]);
  });

  test('is refused if the request comes from a page of another origin', async () => {
    const browser = new ConsoleClient(board);
    const fields = { token: 'sba_an-operator-token-for-tests-0123456789' };

    await browser.send('/console/sign-in', fields, { Origin: 'http://evil.test' });
    await browser.send('/console/sign-in', fields, { Origin: 'null', 'Sec-Fetch-Site': 'cross-site' });
    await browser.send('/console/sign-in', fields, { Origin: 'null', 'Sec-Fetch-Site': 'same-site' });
    const before = browser.cookies.has('access_token');
    await browser.send('/console/sign-in', fields, { Origin: 'null' });

    expect([before, browser.cookies.has('access_token')]).toEqual([false, true]);
  });
});

describe('five failures from one address', () => {
  const WRONG = `sba_${'x'.repeat(40)}`;

  test('lock out wrong tokens for 15 minutes, but not a valid token', async () => {
    await using freshBoard = await openBoard();
    const mallory = new ConsoleClient(freshBoard, '203.0.113.5');

    const replies = [];
    for (let i = 0; i < 6; i++) replies.push(await mallory.signIn(WRONG));
    const refused = replies.at(-1);
    const right = await new ConsoleClient(freshBoard, '203.0.113.5').signIn();
    const wrong = await mallory.signIn(WRONG);

    expect(replies.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401, 429]);
    // 900 s, less the time since the failures.
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(880);
    expect(textOf(refused?.text ?? '')).toContain(
      'Too many failed sign-ins from this address. Try again in 15 minutes.',
    );
    expect([right.status, wrong.status]).toEqual([200, 429]);
  });

  test('are counted exactly when requests are concurrent', async () => {
    await using freshBoard = await openBoard();
    const browser = new ConsoleClient(freshBoard, '203.0.113.7');

    const replies = await Promise.all(
      Array.from({ length: 20 }, () => browser.send('/console/sign-in', { token: WRONG })),
    );

    expect(replies.filter(({ status }) => status === 401)).toHaveLength(5);
    expect(replies.filter(({ status }) => status === 429)).toHaveLength(15);
  });

  test('are required for a lockout: ten successful sign-ins are not limited', async () => {
    const browser = new ConsoleClient(board, '203.0.113.8');

    const replies = [];
    for (let i = 0; i < 10; i++) replies.push(await browser.signIn());

    expect(replies.map(({ status }) => status)).toEqual(Array(10).fill(200));
  });
});

describe('a session', () => {
  test('that was ended in another session leads to the sign-in', async () => {
    const browser = await signInToConsole(board);
    board.clock.advance({ seconds: 1 });
    const otherBrowser = await signInToConsole(board);
    const { body } = await createOperatorClient(board).call('GET /admin/board/sessions?active=true&limit=1');
    const id = body[0].session_id as string;

    await browser.open('/console/sessions');
    const ended = await browser.submit(`end-session-${id}`);
    const pages = [await browser.call('GET /console'), await otherBrowser.call('GET /console')];

    expect(textOf(ended.text)).toContain('The session is ended.');
    expect(pages.map(({ status }) => status)).toEqual([200, 303]);
  });

  test('ends by signing out, which deletes the cookie', async () => {
    const browser = await signInToConsole(board);
    const cookie = browser.cookies.get('access_token') ?? '';

    const signedOut = await browser.submit('sign-out');
    const hasCookie = browser.cookies.has('access_token');
    browser.cookies.set('access_token', cookie);
    const afterwards = await browser.call('GET /console');

    expect(textOf(signedOut.text)).toContain('You are signed out.');
    expect([hasCookie, afterwards.status, afterwards.headers.get('set-cookie')]).toEqual([
      false,
      303,
      expect.stringMatching(/^access_token=; Path=\/; Max-Age=0/),
    ]);
  });

  test('keeps its cookie after a sign-out form of another site, which browsers send without the cookie', async () => {
    const { status, headers } = await new ConsoleClient(board).send('/console/sign-out', {});

    const sent = ['location', 'set-cookie'].map((name) => headers.get(name));
    expect([status, ...sent]).toEqual([303, '/console/sign-in', null]);
  });

  // The board serves no pages at BASE_URL, http://board.test: others may, with another path.
  test.each([[{}], [{ Origin: 'http://board.test', 'Sec-Fetch-Site': 'same-site' }]])(
    'is not ended by a form that has the headers %j and no CSRF token',
    async (headers) => {
      const browser = await signInToConsole(board);

      const refused = await browser.send('/console/sign-out', {}, headers);
      const page = await browser.call('GET /console');

      expect([refused.status, page.status]).toEqual([403, 200]);
    },
  );

  test.each([
    ['a page', 'GET /console/sessions', {}],
    ['an action', 'POST /console/sign-out', { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://evil.test' }],
  ])('is kept when another site calls %s: browsers then send no cookie', async (_what, request, headers) => {
    const browser = await signInToConsole(board);
    const raw = request.startsWith('POST') ? { raw: '' } : {};
    const type = { 'Content-Type': 'application/x-www-form-urlencoded' };

    const reply = await browser.call(request, { headers: { ...headers, ...type, Cookie: '' }, ...raw });

    expect([reply.status, reply.headers.get('set-cookie')]).toEqual([303, null]);
    expect((await browser.call('GET /console')).status).toBe(200);
  });

  test('that has expired leads to the sign-in, and from there back to the page of the form', async () => {
    const zoe = await board.join('zoe');
    const browser = await signInToConsole(board);
    await browser.open('/console/agents?q=zoe');
    board.clock.advance({ seconds: 12 * 3600 });

    const htmxReply = await browser.submitWithHtmx(`quarantine-agent-${zoe.id}`, { note: 'x' });

    expect(htmxReply.headers.get('hx-redirect')).toBe('/console/sign-in?next=%2Fconsole%2Fagents%3Fq%3Dzoe');
  });
});
