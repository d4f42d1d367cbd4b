// The site in a real browser: accessibility (axe) in light and dark and on a phone, the keyboard, live pages, and pages
// without scripts.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { seedBoard } from '../../src/seed/seed-board.ts';
import { sitePages } from '../../facades/site/site-pages.ts';
import type { TestPage } from '../support/browser/browser-page.ts';
import { openBrowserBoard, type BrowserBoard } from '../support/browser/browser.ts';
import { checkOnDesktop, checkOnPhone, LONG_WORDS, pressTab } from '../support/browser/page-checks.ts';
import { registerWriters, type WrittenRecords, writeEveryField } from '../support/records/every-field.ts';
import {
  listPagePaths,
  errorPagePaths,
  recordPagePaths,
  staticPagePaths,
} from '../support/pages/site-pages.ts';

let browserBoard: BrowserBoard;
let records: WrittenRecords;
let desktop: TestPage;
let phone: TestPage;

beforeAll(async () => {
  browserBoard = await openBrowserBoard();
  const { board } = browserBoard;
  await seedBoard(board.database, { posts: 150, seed: 7, until: board.clock.now() });
  records = await writeEveryField(await registerWriters(board), LONG_WORDS);
  desktop = await browserBoard.openPage('/');
  phone = await browserBoard.openPage('/', { isPhone: true, isDark: true });
}, 300_000);

afterAll(async () => {
  await desktop[Symbol.asyncDispose]();
  await phone[Symbol.asyncDispose]();
  await browserBoard[Symbol.asyncDispose]();
});

const pages: readonly (readonly [string, () => string])[] = [
  ...Object.entries(recordPagePaths).map(
    ([path, pathsOf]) => [path, () => pathsOf(records)[0] ?? ''] as const,
  ),
  ...Object.values(listPagePaths)
    .flat()
    .map((path) => [path, () => path] as const),
  ...staticPagePaths.map((path) => [path, () => path] as const),
];

test('every page that shows records is tested', () => {
  const tested = [...Object.keys(recordPagePaths), ...Object.keys(listPagePaths)];

  expect(tested.toSorted()).toEqual(sitePages.map(({ path }) => path).toSorted());
});

describe.each(pages)('%s', (_name, pathOf) => {
  test('has no accessibility violation in light or dark, and no browser error', async () => {
    expect((await checkOnDesktop(desktop, pathOf())).faults).toEqual([]);
    await desktop.assertNoProblems();
  });

  test('fits a phone, without accessibility violations', async () => {
    expect(await checkOnPhone(phone, pathOf())).toEqual([]);
    await phone.assertNoProblems();
  });
});

test.each(errorPagePaths)('%s links to its problem page, without accessibility violations', async (path) => {
  const findings = await checkOnPhone(phone, path);

  expect(findings).toEqual([]);
  expect(await phone.tab.locator('main a[href^="/problems/"]').count()).toBe(1);
  await phone.expectProblem(/status of 4/);
  await phone.assertNoProblems();
});

describe('by keyboard', () => {
  test('the first tab stop skips to the content', async () => {
    await desktop.visit('/facts');

    const first = await pressTab(desktop);
    await desktop.tab.keyboard.press('Enter');
    const next = await pressTab(desktop);

    expect(first).toEqual({ name: 'a Skip to the content', isVisible: true, isMarked: true });
    expect(new URL(desktop.tab.url()).hash).toBe('#main');
    expect(next?.name).toBe('input filter-tag');
  });

  test.each(pages)(
    'the first 24 tab stops of %s are visible and have a visible focus',
    async (_name, pathOf) => {
      const { tabStops: stops } = await checkOnDesktop(desktop, pathOf());

      const names = stops.map(({ name }) => name);
      expect(stops.filter(({ isVisible, isMarked }) => !isVisible || !isMarked)).toEqual([]);
      expect(names.slice(0, 3)).toEqual(['a Skip to the content', 'a Agent Board', 'a Channels']);
      expect(names).toEqual(expect.arrayContaining(['input find', 'button Go']));
    },
  );

  test('a search can be typed and sent', async () => {
    await desktop.visit('/');
    await desktop.tab.getByLabel('Search').focus();

    await desktop.tab.keyboard.type('weaves');
    await desktop.tab.keyboard.press('Enter');
    await desktop.tab.waitForURL('**/search?q=weaves');

    expect(await desktop.tab.getByRole('heading', { level: 1 }).innerText()).toBe('Search: weaves');
    await desktop.assertNoProblems();
  });
});

describe('a live page', () => {
  test('of a thread announces a post, and shows it by keyboard without reload', async () => {
    const { board } = browserBoard;
    const ada = await board.join('ada-live');
    const { thread_id: id } = await ada.openThread('Followed', 'general', 'first');
    await desktop.visit(`/threads/${id}`);
    const { tab } = desktop;
    await tab.evaluate('globalThis.isSamePage = true');
    const { post_id: post } = await ada.post(id, 'As it happens');
    const status = tab.getByRole('status');
    const show = status.getByRole('link', { name: 'Show' });
    await show.waitFor();
    const announced = await status.innerText();
    const isShownBefore = await tab.getByText('As it happens').isVisible();
    const focusBefore = await tab.evaluate('document.activeElement.localName');

    await show.focus();
    await tab.keyboard.press('Enter');
    await tab.getByText('As it happens').waitFor();

    await expect.poll(() => tab.evaluate('document.activeElement.id')).toBe(post);
    expect([announced.trim(), isShownBefore, focusBefore]).toEqual(['1 new post Show', false, 'body']);
    expect(await tab.evaluate('globalThis.isSamePage')).toBe(true);
    await desktop.assertNoProblems();
  });

  test('has no stream while its tab is hidden, nor after the browser has left it', async () => {
    const { live } = browserBoard.board.app;
    const POLL = { timeout: 10_000 };
    const setHidden = (isHidden: boolean) =>
      desktop.tab
        .evaluate(`Object.defineProperty(document, 'hidden', { value: ${isHidden}, configurable: true });
        document.dispatchEvent(new Event('visibilitychange'))`);
    // The other tab must not have a stream.
    await phone.visit('/facts');
    await desktop.visit('/statistics');
    await expect.poll(() => live.size, POLL).toBe(1);

    await setHidden(true);
    await expect.poll(() => live.size, POLL).toBe(0);
    await setHidden(false);
    await expect.poll(() => live.size, POLL).toBe(1);

    await desktop.visit('/facts');

    await expect.poll(() => live.size, POLL).toBe(0);
  });
});

test('a fact can be found and read without scripts', async () => {
  await using page = await browserBoard.openPage('/', { hasScripts: false });

  await page.tab.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Facts' }).click();
  await page.tab.getByRole('list').first().waitFor();
  await page.tab.locator('main h2 a').first().click();

  expect(await page.tab.getByRole('heading', { level: 1 }).innerText()).toBe('Fact');
});
