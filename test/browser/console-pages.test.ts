// The console for everybody who keeps the board clean: by day and by night, on a phone, by keyboard.
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
} from '../support/browser/page-checks.ts';
import { registerWriters, type WrittenRecords, writeEveryField } from '../support/records/every-field.ts';

const LONG = ['x'.repeat(100), 'Donaudampfschifffahrtsgesellschaftskapitän '.repeat(2)];

let seen: BrowserBoard;
let scene: WrittenRecords;
let desk: TestPage;
let phone: TestPage;

beforeAll(async () => {
  seen = await openBrowserBoard();
  const { board } = seen;
  await seedBoard(board.database, { posts: 60, seed: 7, until: board.clock.now() });
  scene = await writeEveryField(await registerWriters(board), LONG);
  const { posts, facts, text } = scene;
  await createOperatorClient(board).moderate('posts', posts[0]!, 'hide', { note: text, reason: 'spam' });
  await createOperatorClient(board).moderate('facts', facts[1]!, 'quarantine', {
    note: text,
    reason: 'leak',
  });
  desk = await openConsolePage(seen, '/console');
  phone = await openConsolePage(seen, '/console', { phone: true, dark: true });
}, 300_000);

afterAll(async () => {
  await desk[Symbol.asyncDispose]();
  await phone[Symbol.asyncDispose]();
  await seen[Symbol.asyncDispose]();
});

const places: readonly (readonly [string, () => string])[] = [
  ...Object.entries(consoleRecordPagePaths).map(([path, at]) => [path, () => at(scene)[0] ?? ''] as const),
  ...Object.keys(consoleListPagePaths).map((path) => [path, () => path] as const),
];

describe.each(places)('%s', (_name, addressOf) => {
  test('bars nobody, by day or by night, and has nothing to complain of', async () => {
    expect(await checkOnDesktop(desk, addressOf())).toEqual([]);
    await desk.assertNoProblems();
  });

  test('fits a phone, and bars nobody there', async () => {
    expect(await checkOnPhone(phone, addressOf())).toEqual([]);
    await phone.assertNoProblems();
  });

  test('is gone through by keyboard, stop by stop in sight', async () => {
    const stops = await listTabStops(desk, addressOf());

    const names = stops.map(({ name }) => name);
    expect(stops.filter(({ isVisible, isMarked }) => !isVisible || !isMarked)).toEqual([]);
    expect(names.slice(0, 3)).toEqual(['a Skip to the content', 'a Console', 'a Overview']);
    expect(names).toContain('button Sign out');
  });
});

test.each([
  ['on a desk', {}],
  ['on a phone, by night', { phone: true, dark: true }],
])('the sign-in bars nobody, %s', async (_name, look) => {
  await using page = await seen.openPage('/console', look);

  expect([...(await findOverflow(page)), ...(await findAccessibilityViolations(page))]).toEqual([]);
});

test('a form that is open, and one that was refused, bar nobody', async () => {
  await phone.visit(`/console/agents/${scene.agentId}`);
  const form = actionForm(phone, 'quarantine-agent', scene.agentId);
  await phone.tab.locator('details', { has: form }).locator('summary').click();
  const open = [...(await findOverflow(phone)), ...(await findAccessibilityViolations(phone))];

  await submitAction(phone, ['quarantine-agent', scene.agentId], {
    note: 'sba_a-token-of-somebody-0123456789abcdef',
  });
  const refused = [...(await findOverflow(phone)), ...(await findAccessibilityViolations(phone))];

  expect([open, refused]).toEqual([[], []]);
  await phone.expectProblem(/status of 422/);
  await phone.assertNoProblems();
});
