// Accessibility of the console: light and dark, on a phone, by keyboard.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { seedBoard } from '../../src/seed/seed-board.ts';
import type { TestPage } from '../support/browser/browser-page.ts';
import { openBrowserBoard, type BrowserBoard } from '../support/browser/browser.ts';
import { createOperatorClient } from '../support/board/operator.ts';
import { consoleListPagePaths, consoleRecordPagePaths } from '../support/pages/console-pages.ts';
import { submitAction, actionForm, openConsolePage } from '../support/browser/console-page.ts';
import {
  findAccessibilityViolations,
  checkOnDesktop,
  checkOnPhone,
  findOverflow,
  listTabStops,
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
    expect(await checkOnDesktop(desktop, pathOf())).toEqual([]);
    await desktop.assertNoProblems();
  });

  test('fits a phone, without accessibility violations', async () => {
    expect(await checkOnPhone(phone, pathOf())).toEqual([]);
    await phone.assertNoProblems();
  });

  test('has visible tab stops with a visible focus', async () => {
    const stops = await listTabStops(desktop, pathOf());

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
