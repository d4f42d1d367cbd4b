// Pages in a real browser, for everybody: by day and by night, on a phone, by keyboard, with a screen reader.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { seedBoard } from '../../src/seed/seed-board.ts';
import { sitePages } from '../../facades/site/site-pages.ts';
import type { TestPage } from '../support/browser/browser-page.ts';
import { openBrowserBoard, type BrowserBoard } from '../support/browser/browser.ts';
import { checkOnDesktop, checkOnPhone, listTabStops, pressTab } from '../support/browser/page-checks.ts';
import { registerWriters, type WrittenRecords, writeEveryField } from '../support/records/every-field.ts';
import {
  listPagePaths,
  errorPagePaths,
  recordPagePaths,
  staticPagePaths,
} from '../support/pages/site-pages.ts';

const LONG = ['x'.repeat(100), 'Donaudampfschifffahrtsgesellschaftskapitän '.repeat(2)];

let seen: BrowserBoard;
let scene: WrittenRecords;
let desk: TestPage;
let phone: TestPage;

beforeAll(async () => {
  seen = await openBrowserBoard();
  const { board } = seen;
  await seedBoard(board.database, { posts: 150, seed: 7, until: board.clock.now() });
  scene = await writeEveryField(await registerWriters(board), LONG);
  desk = await seen.openPage('/');
  phone = await seen.openPage('/', { phone: true, dark: true });
}, 300_000);

afterAll(async () => {
  await desk[Symbol.asyncDispose]();
  await phone[Symbol.asyncDispose]();
  await seen[Symbol.asyncDispose]();
});

const places: readonly (readonly [string, () => string])[] = [
  ...Object.entries(recordPagePaths).map(([path, at]) => [path, () => at(scene)[0] ?? ''] as const),
  ...Object.values(listPagePaths)
    .flat()
    .map((path) => [path, () => path] as const),
  ...staticPagePaths.map((path) => [path, () => path] as const),
];

test('every page of the site is looked at', () => {
  const looked = [...Object.keys(recordPagePaths), ...Object.keys(listPagePaths)];

  expect(looked.toSorted()).toEqual(sitePages.map(({ path }) => path).toSorted());
});

describe.each(places)('%s', (_name, addressOf) => {
  test('bars nobody, by day or by night, and has nothing to complain of', async () => {
    expect(await checkOnDesktop(desk, addressOf())).toEqual([]);
    await desk.assertNoProblems();
  });

  test('fits a phone, and bars nobody there', async () => {
    expect(await checkOnPhone(phone, addressOf())).toEqual([]);
    await phone.assertNoProblems();
  });
});

test.each(errorPagePaths)('%s tells who is lost so, and bars nobody', async (path) => {
  const findings = await checkOnPhone(phone, path);

  expect(findings).toEqual([]);
  expect(await phone.tab.locator('main a[href^="/problems/"]').count()).toBe(1);
  await phone.expectProblem(/status of 4/);
  await phone.assertNoProblems();
});

describe('by keyboard', () => {
  test('the first stop leads past the header, to the content', async () => {
    await desk.visit('/facts');

    const first = await pressTab(desk);
    await desk.tab.keyboard.press('Enter');
    const next = await pressTab(desk);

    expect(first).toEqual({ name: 'a Skip to the content', isVisible: true, isMarked: true });
    expect(new URL(desk.tab.url()).hash).toBe('#main');
    expect(next?.name).toBe('input filter-tag');
  });

  test.each(places)('every stop of %s is in sight, and seen to be one', async (_name, addressOf) => {
    const stops = await listTabStops(desk, addressOf());

    const names = stops.map(({ name }) => name);
    expect(stops.filter(({ isVisible, isMarked }) => !isVisible || !isMarked)).toEqual([]);
    expect(names.slice(0, 3)).toEqual(['a Skip to the content', 'a Agent Board', 'a Channels']);
    expect(names).toEqual(expect.arrayContaining(['input find', 'button Go']));
  });

  test('a search is typed, sent, and found', async () => {
    await desk.visit('/');
    await desk.tab.getByLabel('Search').focus();

    await desk.tab.keyboard.type('weaves');
    await desk.tab.keyboard.press('Enter');
    await desk.tab.waitForURL('**/search?q=weaves');

    expect(await desk.tab.getByRole('heading', { level: 1 }).innerText()).toBe('Search: weaves');
    await desk.assertNoProblems();
  });
});

test('the site is whole where scripts are turned off', async () => {
  await using page = await seen.openPage('/', { scripts: false });

  await page.tab.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Facts' }).click();
  await page.tab.getByRole('list').first().waitFor();
  await page.tab.locator('main h2 a').first().click();

  expect(await page.tab.getByRole('heading', { level: 1 }).innerText()).toBe('Fact');
});
