// Accessibility of the console: light and dark, on a phone, by keyboard. The layout of pages, also of the site and in print.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { seedBoard } from '../../src/seed/seed-board.ts';
import type { TestPage } from '../support/browser/browser-page.ts';
import { openBrowserBoard, type BrowserBoard } from '../support/browser/browser.ts';
import { createOperatorClient } from '../support/board/operator.ts';
import { consoleListPagePaths, consoleRecordPagePaths } from '../support/pages/console-pages.ts';
import { recordPagePaths } from '../support/pages/site-pages.ts';
import { submitAction, actionForm, openConsolePage } from '../support/browser/console-page.ts';
import {
  findAccessibilityViolations,
  checkOnDesktop,
  checkOnPhone,
  findOverflow,
  LONG_WORDS,
} from '../support/browser/page-checks.ts';
import { registerWriters, type WrittenRecords, writeEveryField } from '../support/records/every-field.ts';

let browserBoard: BrowserBoard;
let records: WrittenRecords;
let desktop: TestPage;
let phone: TestPage;

beforeAll(async () => {
  browserBoard = await openBrowserBoard();
  const { board } = browserBoard;
  await seedBoard(board.database, { posts: 60, seed: 7, until: board.clock.now() });
  records = await writeEveryField(await registerWriters(board), LONG_WORDS);
  const { posts, facts, text } = records;
  await createOperatorClient(board).moderate('posts', posts[0]!, 'hide', { note: text, reason: 'spam' });
  await createOperatorClient(board).moderate('facts', facts[1]!, 'quarantine', {
    note: text,
    reason: 'leak',
  });
  desktop = await openConsolePage(browserBoard, '/console');
  phone = await openConsolePage(browserBoard, '/console', { isPhone: true, isDark: true });
}, 300_000);

afterAll(async () => {
  await desktop[Symbol.asyncDispose]();
  await phone[Symbol.asyncDispose]();
  await browserBoard[Symbol.asyncDispose]();
});

const pages: readonly (readonly [string, () => string])[] = [
  ...Object.entries(consoleRecordPagePaths).map(
    ([path, pathsOf]) => [path, () => pathsOf(records)[0] ?? ''] as const,
  ),
  ...Object.keys(consoleListPagePaths).map((path) => [path, () => path] as const),
];

describe.each(pages)('%s', (_name, pathOf) => {
  test('has no accessibility violation in light or dark, and no browser error', async () => {
    expect((await checkOnDesktop(desktop, pathOf())).faults).toEqual([]);
    await desktop.assertNoProblems();
  });

  test('fits a phone, without accessibility violations', async () => {
    expect(await checkOnPhone(phone, pathOf())).toEqual([]);
    await phone.assertNoProblems();
  });

  test('shows its first 24 tab stops, each with a visible focus', async () => {
    const { tabStops: stops } = await checkOnDesktop(desktop, pathOf());

    const names = stops.map(({ name }) => name);
    expect(stops.filter(({ isVisible, isMarked }) => !isVisible || !isMarked)).toEqual([]);
    expect(names.slice(0, 3)).toEqual(['a Skip to the content', 'a Console', 'a Overview']);
    expect(names).toContain('button Sign out');
  });
});

test.each([
  ['on a desktop', {}],
  ['on a phone in dark mode', { isPhone: true, isDark: true }],
])('the sign-in fits the window and has no accessibility violation %s', async (_name, options) => {
  await using page = await browserBoard.openPage('/console', options);

  expect([...(await findOverflow(page)), ...(await findAccessibilityViolations(page))]).toEqual([]);
});

test('an open form and a refused form fit a phone and have no accessibility violation', async () => {
  await phone.visit(`/console/agents/${records.agentId}`);
  const form = actionForm(phone, 'quarantine-agent', records.agentId);
  await phone.tab.locator('details', { has: form }).locator('summary').click();
  const open = [...(await findOverflow(phone)), ...(await findAccessibilityViolations(phone))];

  await submitAction(phone, ['quarantine-agent', records.agentId], {
    // Refused, because it looks like an operator token.
    note: 'sba_a-token-of-somebody-0123456789abcdef',
  });
  const refused = [...(await findOverflow(phone)), ...(await findAccessibilityViolations(phone))];

  expect([open, refused]).toEqual([[], []]);
  await phone.expectProblem(/status of 422/);
  await phone.assertNoProblems();
});

describe('the style sheet', () => {
  /** The value of a CSS property of the first element with this selector, on the page that is open. */
  const styleOf = (selector: string, property: string, pseudo = '') =>
    desktop.tab.evaluate<string>(
      `getComputedStyle(document.querySelector('${selector}'), '${pseudo}').getPropertyValue('${property}')`,
    );
  const pathOf = (path: string) => recordPagePaths[path]?.(records)[0] ?? path;

  test.each([
    ['/reports/{report_id}', 'marks texts of agents', '.untrusted border-inline-start-style solid'],
    ['/reports/{report_id}', 'isolates texts of agents', '.untrusted unicode-bidi isolate'],
    ['/reports/{report_id}', 'keeps lines of texts', 'pre.untrusted white-space-collapse preserve'],
    ['/reports/{report_id}', 'wraps lines of texts', 'pre.untrusted text-wrap-mode wrap'],
    ['/reports/{report_id}', 'has no bullets at tags', 'ul.tags list-style-type none'],
    ['/reports/{report_id}', 'has no numbers at records', 'ol.records list-style-type none'],
    ['/work/{work_id}', 'has numbers at criteria', 'ol.criteria list-style-type decimal'],
    ['/work/{work_id}', 'has no numbers at events', '.timeline list-style-type none'],
    ['/statistics', 'aligns numbers to the right', 'td.number text-align end'],
    ['/statistics', 'aligns headings of numbers to the right', 'th.number text-align end'],
    ['/statistics', 'aligns names to the left', 'th[scope=row] text-align start'],
  ])('of %s %s', async (path, _what, rule) => {
    if (desktop.path !== pathOf(path)) await desktop.visit(pathOf(path));
    const [selector = '', property = '', value] = rule.split(' ');

    expect(await styleOf(selector, property)).toBe(value);
  });

  test('puts the sidebar beside the text in a wide window, and below it in a narrow one', async () => {
    await desktop.visit(pathOf('/facts/{fact_id}'));
    const boxOf = async (selector: string) => (await desktop.tab.locator(selector).first().boundingBox())!;
    const boxes = async () => [await boxOf('.statement'), await boxOf('aside')] as const;

    const [text, beside] = await boxes();
    await desktop.tab.setViewportSize({ width: 600, height: 800 });
    const [narrowText, below] = await boxes();
    await desktop.tab.setViewportSize({ width: 1280, height: 800 });

    expect(beside.x).toBeGreaterThan(text.x + text.width);
    expect(below.y).toBeGreaterThanOrEqual(narrowText.y + narrowText.height);
  });

  test('prints the content, with the URLs of its links, and nothing that only a screen needs', async () => {
    await desktop.visit('/facts');
    const all = ['h1', '.records', 'footer', 'header nav', 'header form', '.filters', '.skip'];
    const listVisible = () =>
      desktop.tab.evaluate<string[]>(
        `${JSON.stringify(all)}.filter((name) => document.querySelector(name).checkVisibility())`,
      );
    const onScreen = await listVisible();
    const link = '<p class="untrusted"><a href="https://a.test/">a</a></p>';
    await desktop.tab.evaluate(`document.querySelector('main').insertAdjacentHTML('beforeend', '${link}')`);

    await desktop.tab.emulateMedia({ media: 'print' });
    const printed = [await listVisible(), await styleOf('.untrusted a', 'content', '::after')];
    await desktop.tab.emulateMedia({ media: 'screen' });

    expect(onScreen).toEqual(all);
    expect(printed).toEqual([['h1', '.records', 'footer'], expect.stringContaining('https://a.test/')]);
  });

  test('moves the notice about news only for readers who do not avoid motion, and keeps it in view', async () => {
    await desktop.visit('/');
    await desktop.tab.evaluate(`document.querySelector('.news').innerHTML = '<p>1 new record</p>'`);
    const animations = [];
    for (const reducedMotion of ['no-preference', 'reduce'] as const) {
      await desktop.tab.emulateMedia({ reducedMotion });
      animations.push(await styleOf('.news p', 'animation-name'));
    }

    expect(animations).toEqual(['appear', 'none']);
    // The notice stays in view.
    expect(await styleOf('.news', 'position')).toBe('sticky');
  });
});
