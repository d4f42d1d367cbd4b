// Sign-in, sign-out and sessions of the console in a real browser.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestPage } from '../support/browser/browser-page.ts';
import { openBrowserBoard, type BrowserBoard } from '../support/browser/browser.ts';
import { readAudit } from '../support/board/operator.ts';
import {
  submitAction,
  alertText,
  headingText,
  openConsolePage,
  clickAndWait,
  signIn,
  TOKEN,
} from '../support/browser/console-page.ts';

let browserBoard: BrowserBoard;
beforeAll(async () => {
  browserBoard = await openBrowserBoard();
}, 120_000);
afterAll(() => browserBoard[Symbol.asyncDispose]());

const cookieOf = async ({ tab }: TestPage) =>
  (await tab.context().cookies()).find(({ name }) => name === 'access_token');

describe.each([
  ['with scripts', true],
  ['without scripts', false],
])('%s', (_name, hasScripts) => {
  test('an operator who is not signed in is redirected to the sign-in, and then to the requested page', async () => {
    await using page = await browserBoard.openPage('/console/agents?status=active', { hasScripts });
    const redirectPath = new URL(page.tab.url()).pathname;

    await signIn(page);

    const cookie = await cookieOf(page);
    expect(redirectPath).toBe('/console/sign-in');
    expect([page.path, await headingText(page)]).toEqual(['/console/agents?status=active', 'Agents']);
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict', secure: false, path: '/' });
  });

  test('a wrong token is refused with a message', async () => {
    await using page = await browserBoard.openPage('/console', { hasScripts });

    await signIn(page, 'sba_not-one-of-the-tokens-0123456789abcdef');

    expect([new URL(page.tab.url()).pathname, await cookieOf(page)]).toEqual(['/console/sign-in', undefined]);
    expect(await alertText(page)).toContain('not a valid operator token');
    await page.expectProblem(/status of 401/);
  });

  test('sign-out ends the session: its cookie is invalid', async () => {
    await using page = await openConsolePage(browserBoard, '/console', { hasScripts });
    const cookie = (await cookieOf(page))!;

    await clickAndWait(page.tab.getByRole('button', { name: 'Sign out' }));
    const role = await page.tab.getByText('You are signed out.').getAttribute('role');
    const remainingCookie = await cookieOf(page);
    await page.tab.context().addCookies([cookie]);
    await page.visit('/console');

    expect([role, remainingCookie]).toEqual(['status', undefined]);
    expect(await headingText(page)).toBe('Sign in');
  });

  test('a session that another session ends is signed out on its next request', async () => {
    browserBoard.board.clock.advance({ seconds: 1 });
    await using page = await openConsolePage(browserBoard, '/console/facts', { hasScripts });
    browserBoard.board.clock.advance({ seconds: 1 });
    await using otherPage = await openConsolePage(browserBoard, '/console/sessions?active=true', {
      hasScripts,
    });
    const sessions = otherPage.tab.locator('li[id^="session-"]');
    const currentSession = sessions.filter({ hasText: 'current' });
    // Sessions are listed newest first.
    const otherSession = sessions.filter({ hasNotText: 'current' }).first();

    const counts = [await currentSession.count(), (await sessions.count()) > 1];
    await clickAndWait(otherSession.getByRole('button', { name: 'End' }));
    await page.tab.getByRole('link', { name: 'Agents' }).first().click();
    await page.tab.waitForURL('**/console/sign-in?**');

    expect(counts).toEqual([1, true]);
    expect(await headingText(page)).toBe('Sign in');
    expect(await headingText(otherPage)).toBe('Sessions');
  });

  test('an action after the session’s end has no effect, and leads to the sign-in', async () => {
    const mal = await browserBoard.board.join(`late-${String(hasScripts)}`);
    await using page = await openConsolePage(browserBoard, `/console/agents/${mal.id}`, {
      hasScripts,
    });
    // A session ends after 12 hours.
    browserBoard.board.clock.advance({ hours: 13 });

    await submitAction(page, ['quarantine-agent', mal.id], { note: 'too late' });
    await page.tab.waitForURL('**/console/sign-in?**');

    expect(await readAudit(browserBoard.board, mal.id)).toEqual([]);
    if (hasScripts) await page.expectProblem(/status of 401/);
  });
});

test('after five failed sign-ins a wrong token is rate limited, and a valid one signs in', async () => {
  await using other = await openBrowserBoard();
  await using page = await other.openPage('/console');
  const alerts: string[] = [];
  for (let i = 0; i < 6; i++) {
    await signIn(page, `sba_not-one-of-the-tokens-0123456789abcde${i}`);
    alerts.push(await alertText(page));
  }

  await signIn(page);

  expect(alerts).toEqual([
    ...Array<string>(5).fill('This is not a valid operator token.'),
    expect.stringMatching(/Try again in \d+ minutes/),
  ]);
  expect(await headingText(page)).toBe('Overview');
  await page.expectProblem(/status of 4(01|29)/);
});

test.each([
  ['an agent’s key', async () => (await browserBoard.board.join('key-holder')).key, /status of 403/],
  ['a text that is not a token', () => '"><script>alert(1)</script>', /status of 401/],
])('%s does not sign in, and is not repeated in the form', async (_name, tokenOf, problem) => {
  await using page = await browserBoard.openPage('/console');

  await signIn(page, await tokenOf());

  expect([new URL(page.tab.url()).pathname, await cookieOf(page)]).toEqual(['/console/sign-in', undefined]);
  expect(await page.tab.getByLabel('Operator token').inputValue()).toBe('');
  await page.expectProblem(problem);
});

describe('another site', () => {
  const formTo = (action: string) => `<form method="post" action="${action}" id="f">
    <input name="note" value="forged"><input name="csrf" value="x"></form><script>f.submit()</script>`;

  test.each([
    // The browser does not send the cookie with a form of another host.
    ['on another host', 'http://evil.test', 'Sign in'],
    ['on another port of this host', 'http://127.0.0.1:9', 'Not allowed'],
  ])('%s cannot submit a form as the operator', async (_name, origin, heading) => {
    const mal = await browserBoard.board.join(`forged-${origin.length}`);
    await using page = await openConsolePage(browserBoard, '/console');
    const action = `${browserBoard.listeningSite.site}/console/agents/${mal.id}/quarantine`;
    await page.tab.route(`${origin}/**`, (route) =>
      route.fulfill({ contentType: 'text/html', body: formTo(action) }),
    );

    await page.tab.goto(`${origin}/`);
    await page.tab.waitForURL(`${browserBoard.listeningSite.site}/**`);

    expect(await headingText(page)).toBe(heading);
    expect((await mal.call('GET /v1/agents/me')).body.status).toBe('active');
    expect(await readAudit(browserBoard.board, mal.id)).toEqual([]);
    await page.expectProblem(new RegExp(`request to ${origin}|status of 403`));
  });

  test.each([
    ['a link', (site: string) => `<a id="f" href="${site}/console">x</a><script>f.click()</script>`],
    ['a form', (site: string) => formTo(`${site}/console/sign-out`)],
  ])('cannot sign the operator out by %s', async (_name, bodyOf) => {
    await using page = await openConsolePage(browserBoard, '/console');
    const { site } = browserBoard.listeningSite;
    await page.tab.route('http://evil.test/**', (route) =>
      route.fulfill({ contentType: 'text/html', body: bodyOf(site) }),
    );

    await page.tab.goto('http://evil.test/');
    await page.tab.waitForURL(`${site}/console/sign-in**`);
    const heading = await headingText(page);
    await page.visit('/console');

    expect([heading, page.path]).toEqual(['Sign in', '/console']);
    await page.expectProblem(/request to http:\/\/evil\.test/);
  });

  test('cannot embed the console in a frame', async () => {
    await using page = await openConsolePage(browserBoard, '/console');
    const body = `<iframe src="${browserBoard.listeningSite.site}/console"></iframe>`;
    await page.tab.route('http://127.0.0.1:9/**', (route) =>
      route.fulfill({ contentType: 'text/html', body }),
    );

    await page.tab.goto('http://127.0.0.1:9/');
    await expect.poll(() => page.tab.frames()[1]?.url()).toBe('chrome-error://chromewebdata/');

    await page.expectProblem(/failed: \S+\/console$/);
    await page.expectProblem(/request to http:\/\/127\.0\.0\.1:9\//);
  });
});

test('the token is not on the page, in script-readable storage or in the log', async () => {
  await using page = await openConsolePage(browserBoard, '/console/sessions');

  const storage = await page.tab.evaluate(
    '[document.cookie, JSON.stringify(localStorage), JSON.stringify(sessionStorage)]',
  );

  expect(await page.tab.content()).not.toContain(TOKEN);
  expect(storage).toEqual(['', '{}', '{}']);
  expect(browserBoard.board.log.join('')).not.toContain(TOKEN);
});
