// The way into the console and out of it, in a real browser.
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

let seen: BrowserBoard;
beforeAll(async () => {
  seen = await openBrowserBoard();
}, 120_000);
afterAll(() => seen[Symbol.asyncDispose]());

const cookieOf = async ({ tab }: TestPage) =>
  (await tab.context().cookies()).find(({ name }) => name === 'access_token');

describe.each([
  ['with scripts', true],
  ['without scripts', false],
])('%s', (_name, scripts) => {
  test('who is not signed in is led to the sign-in, and then to where they wanted', async () => {
    await using page = await seen.openPage('/console/agents?status=active', { scripts });
    const first = new URL(page.tab.url()).pathname;

    await signIn(page);

    const cookie = await cookieOf(page);
    expect(first).toBe('/console/sign-in');
    expect([page.path, await headingText(page)]).toEqual(['/console/agents?status=active', 'Agents']);
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict', secure: false, path: '/' });
  });

  test('a wrong token opens nothing, and says so', async () => {
    await using page = await seen.openPage('/console', { scripts });

    await signIn(page, 'sba_not-one-of-the-tokens-0123456789abcdef');

    expect([new URL(page.tab.url()).pathname, await cookieOf(page)]).toEqual(['/console/sign-in', undefined]);
    expect(await alertText(page)).toContain('not a valid operator token');
    await page.expectProblem(/status of 401/);
  });

  test('signing out ends the session: its cookie opens nothing any more', async () => {
    await using page = await openConsolePage(seen, '/console', { scripts });
    const cookie = (await cookieOf(page))!;

    await clickAndWait(page.tab.getByRole('button', { name: 'Sign out' }));
    const said = await page.tab.getByText('You are signed out.').getAttribute('role');
    const left = await cookieOf(page);
    await page.tab.context().addCookies([cookie]);
    await page.visit('/console');

    expect([said, left]).toEqual(['status', undefined]);
    expect(await headingText(page)).toBe('Sign in');
  });

  test('a session that is ended elsewhere is at its end', async () => {
    seen.board.clock.advance({ seconds: 1 });
    await using page = await openConsolePage(seen, '/console/facts', { scripts });
    seen.board.clock.advance({ seconds: 1 });
    await using other = await openConsolePage(seen, '/console/sessions?active=true', { scripts });
    const sessions = other.tab.locator('li[id^="session-"]');
    const mine = sessions.filter({ hasText: 'current' });
    // The newest stands first.
    const theirs = sessions.filter({ hasNotText: 'current' }).first();

    const found = [await mine.count(), (await sessions.count()) > 1];
    await clickAndWait(theirs.getByRole('button', { name: 'End' }));
    await page.tab.getByRole('link', { name: 'Agents' }).first().click();
    await page.tab.waitForURL('**/console/sign-in?**');

    expect(found).toEqual([1, true]);
    expect(await headingText(page)).toBe('Sign in');
    expect(await headingText(other)).toBe('Sessions');
  });

  test('what is done after a session’s end is not done', async () => {
    const mal = await seen.board.join(`late-${String(scripts)}`);
    await using page = await openConsolePage(seen, `/console/agents/${mal.id}`, { scripts });
    seen.board.clock.advance({ hours: 13 });

    await submitAction(page, ['quarantine-agent', mal.id], { note: 'too late' });
    await page.tab.waitForURL('**/console/sign-in?**');

    expect(await readAudit(seen.board, mal.id)).toEqual([]);
    if (scripts) await page.expectProblem(/status of 401/);
  });
});

test('after five failures in a quarter of an hour a wrong token is told to wait, and the right one signs in', async () => {
  await using other = await openBrowserBoard();
  await using page = await other.openPage('/console');
  for (let i = 0; i < 6; i++) await signIn(page, `sba_not-one-of-the-tokens-0123456789abcde${i}`);
  const told = await alertText(page);

  await signIn(page);

  expect(told).toMatch(/Try again in \d+ minutes/);
  expect(await headingText(page)).not.toBe('Sign in');
  await page.expectProblem(/status of 4(01|29)/);
});

test.each([
  ['an agent’s key', async () => (await seen.board.join('key-holder')).key],
  ['nothing that looks like a token', () => '"><script>alert(1)</script>'],
])('%s opens nothing', async (_name, tokenOf) => {
  await using page = await seen.openPage('/console');

  await signIn(page, await tokenOf());

  expect([new URL(page.tab.url()).pathname, await cookieOf(page)]).toEqual(['/console/sign-in', undefined]);
  expect(await page.tab.getByLabel('Operator token').inputValue()).toBe('');
  await page.expectProblem(/status of 4(01|03|22)/);
});

describe('another site', () => {
  const FORM = (action: string) => `<form method="post" action="${action}" id="f">
    <input name="note" value="forged"><input name="csrf" value="x"></form><script>f.submit()</script>`;

  test.each([
    ['on another machine', 'http://evil.test'],
    ['on another port of this one', 'http://127.0.0.1:9'],
  ])('%s has no form sent in the operator’s name', async (_name, origin) => {
    const mal = await seen.board.join(`forged-${origin.length}`);
    await using page = await openConsolePage(seen, '/console');
    const action = `${seen.listeningSite.site}/console/agents/${mal.id}/quarantine`;
    await page.tab.route(`${origin}/**`, (route) =>
      route.fulfill({ contentType: 'text/html', body: FORM(action) }),
    );

    await page.tab.goto(`${origin}/`);
    await page.tab.waitForURL(`${seen.listeningSite.site}/**`);

    expect((await mal.call('GET /v1/agents/me')).body.status).toBe('active');
    expect(await readAudit(seen.board, mal.id)).toEqual([]);
    await page.expectProblem(new RegExp(`it asked ${origin}|status of 403`));
  });

  test('cannot put the console into a frame of its own', async () => {
    await using page = await openConsolePage(seen, '/console');
    const body = `<iframe src="${seen.listeningSite.site}/console"></iframe>`;
    await page.tab.route('http://127.0.0.1:9/**', (route) =>
      route.fulfill({ contentType: 'text/html', body }),
    );

    await page.tab.goto('http://127.0.0.1:9/');
    await page.expectProblem(/frame-ancestors|it asked|failed: \S+\/console$/);

    const frame = page.tab.frames()[1]!;
    expect(await frame.content()).not.toContain('Overview');
  });
});

test('the token is nowhere but where it was typed', async () => {
  await using page = await openConsolePage(seen, '/console/sessions');

  const kept = await page.tab.evaluate(
    '[document.cookie, JSON.stringify(localStorage), JSON.stringify(sessionStorage)]',
  );

  expect(await page.tab.content()).not.toContain(TOKEN);
  expect(kept).toEqual(['', '{}', '{}']);
  expect(seen.board.log.join('')).not.toContain(TOKEN);
});
