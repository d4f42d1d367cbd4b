// Sign-in, sign-out and sessions of the console.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
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

describe('who is not signed in', () => {
  test('is led to the sign-in, and back to the page afterwards', async () => {
    const browser = new ConsoleClient(board);

    const asked = await browser.call('GET /console/posts?hidden=true');
    await browser.open('/console/posts?hidden=true');
    const entered = await browser.submit('sign-in', { token: 'sba_an-operator-token-for-tests-0123456789' });

    expect([asked.status, asked.headers.get('location')]).toEqual([
      303,
      '/console/sign-in?next=%2Fconsole%2Fposts%3Fhidden%3Dtrue',
    ]);
    expect([entered.status, browser.path]).toEqual([200, '/console/posts?hidden=true']);
  });

  test.each([
    'https://evil.test/',
    '//evil.test/console',
    '/\\evil.test',
    'javascript:alert(1)',
    '/facts',
    '/console/sign-out',
  ])('is led to the console alone: not to %s', async (next) => {
    const browser = new ConsoleClient(board);
    await browser.open(`/console/sign-in?next=${encodeURIComponent(next)}`);

    await browser.submit('sign-in', { token: 'sba_an-operator-token-for-tests-0123456789' });

    expect(browser.path).toBe('/console');
  });

  test('cannot act: its forms are redirected to the sign-in', async () => {
    const ada = await board.join('ada');
    const browser = new ConsoleClient(board);
    const action = `/console/agents/${ada.id}/quarantine`;

    const sent = await browser.send(action, { note: 'x' });
    const pressed = await browser.send(action, { note: 'x' }, { 'HX-Request': 'true' });

    expect([sent.status, sent.headers.get('location')]).toEqual([303, '/console/sign-in?next=%2Fconsole']);
    expect([pressed.status, pressed.headers.get('hx-redirect')]).toEqual([
      401,
      '/console/sign-in?next=%2Fconsole',
    ]);
    expect((await ada.call('GET /v1/agents/me')).body.status).toBe('active');
  });
});

describe('signing in', () => {
  test('sets a cookie that no script reads and no other site’s page makes a browser send', async () => {
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
    await using safe = await openBoard({ SITE_URL: 'https://site.test' });
    const browser = new ConsoleClient(safe);

    await browser.open('/console/sign-in');
    const reply = await browser.send('/console/sign-in', {
      token: 'sba_an-operator-token-for-tests-0123456789',
    });

    expect(reply.headers.get('set-cookie')).toMatch(/; SameSite=Strict; Secure$/);
  });

  test('stores the shortened user agent with the session', async () => {
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
    ['no token at all', 'open sesame', 401, 'This is not a valid operator token'],
    ['nothing', ' ', 200, 'Enter the operator token.'],
  ])('takes not %s, and says so without repeating it', async (_case, token, status, words) => {
    const browser = new ConsoleClient(board, `198.51.100.${status % 250}`);

    const reply = await browser.signIn(token);

    expect(reply.status).toBe(status);
    expect(textOf(reply.text)).toContain(words);
    if (token.trim()) expect(reply.text).not.toContain(token);
    expect(browser.cookies.has('access_token')).toBe(false);
  });

  test('refuses an agent’s key', async () => {
    const eve = await board.join('eve');
    const browser = new ConsoleClient(board, '198.51.100.9');

    const reply = await browser.signIn(eve.key);

    expect([reply.status, textOf(reply.text)]).toEqual([
      403,
      expect.stringContaining('This operation needs the operator token, not an agent key'),
    ]);
  });

  test('is refused where a browser says that another site’s page asks', async () => {
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

  test('lock out wrong tokens for 15 minutes, but not a right one', async () => {
    await using own = await openBoard();
    const mallory = new ConsoleClient(own, '203.0.113.5');

    const replies = [];
    for (let i = 0; i < 6; i++) replies.push(await mallory.signIn(WRONG));
    const refused = replies.at(-1);
    const right = await new ConsoleClient(own, '203.0.113.5').signIn();
    const still = await mallory.signIn(WRONG);

    expect(replies.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401, 429]);
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(880);
    expect(textOf(refused?.text ?? '')).toContain(
      'Too many failed sign-ins from this address. Try again in 15 minutes.',
    );
    expect([right.status, still.status]).toEqual([200, 429]);
  });

  test('are counted exactly when requests are concurrent', async () => {
    await using own = await openBoard();
    const browser = new ConsoleClient(own, '203.0.113.7');

    const replies = await Promise.all(
      Array.from({ length: 20 }, () => browser.send('/console/sign-in', { token: WRONG })),
    );

    expect(replies.filter(({ status }) => status === 401)).toHaveLength(5);
    expect(replies.filter(({ status }) => status === 429)).toHaveLength(15);
  });

  test('are failures: who signs in ten times is let in ten times', async () => {
    const browser = new ConsoleClient(board, '203.0.113.8');

    const replies = [];
    for (let i = 0; i < 10; i++) replies.push(await browser.signIn());

    expect(replies.map(({ status }) => status)).toEqual(Array(10).fill(200));
  });
});

describe('a session', () => {
  test('that was ended elsewhere opens no page any more', async () => {
    const one = await signInToConsole(board);
    board.clock.advance({ seconds: 1 });
    const other = await signInToConsole(board);
    const { body } = await createOperatorClient(board).call('GET /admin/board/sessions?active=true&limit=1');
    const id = body[0].session_id as string;

    await one.open('/console/sessions');
    const ended = await one.submit(`end-session-${id}`);
    const pages = [await one.call('GET /console'), await other.call('GET /console')];

    expect(textOf(ended.text)).toContain('The session is ended.');
    expect(pages.map(({ status }) => status)).toEqual([200, 303]);
  });

  test('is left by signing out, and forgotten by the browser', async () => {
    const browser = await signInToConsole(board);
    const cookie = browser.cookies.get('access_token') ?? '';

    const left = await browser.submit('sign-out');
    const kept = browser.cookies.has('access_token');
    browser.cookies.set('access_token', cookie);
    const back = await browser.call('GET /console');

    expect(textOf(left.text)).toContain('You are signed out.');
    expect([kept, back.status, back.headers.get('set-cookie')]).toEqual([
      false,
      303,
      expect.stringMatching(/^access_token=; Path=\/; Max-Age=0/),
    ]);
  });

  test('is left by a page of ours alone', async () => {
    const browser = await signInToConsole(board);

    const refused = await browser.send('/console/sign-out', {});
    const page = await browser.call('GET /console');

    expect([refused.status, page.status]).toEqual([403, 200]);
  });

  test.each([
    ['a page', 'GET /console/sessions', {}],
    ['an action', 'POST /console/sign-out', { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://evil.test' }],
  ])('is kept when another site leads to %s: browsers then send no cookie', async (_what, line, headers) => {
    const browser = await signInToConsole(board);
    const raw = line.startsWith('POST') ? { raw: '' } : {};
    const type = { 'Content-Type': 'application/x-www-form-urlencoded' };

    const led = await browser.call(line, { headers: { ...headers, ...type, Cookie: '' }, ...raw });

    expect([led.status, led.headers.get('set-cookie')]).toEqual([303, null]);
    expect((await browser.call('GET /console')).status).toBe(200);
  });

  test('that expired redirects to the sign-in, and then to the page of the form', async () => {
    const zoe = await board.join('zoe');
    const browser = await signInToConsole(board);
    await browser.open('/console/agents?q=zoe');
    board.clock.advance({ seconds: 12 * 3600 });

    const pressed = await browser.submitWithHtmx(`quarantine-agent-${zoe.id}`, { note: 'x' });

    expect(pressed.headers.get('hx-redirect')).toBe('/console/sign-in?next=%2Fconsole%2Fagents%3Fq%3Dzoe');
  });
});
