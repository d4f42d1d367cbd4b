// The console for everybody who keeps the board clean: by day and by night, on a phone, by keyboard.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { seedBoard } from '../../src/seed/seed-board.ts';
import type { TestPage } from '../support/browser/browser-page.ts';
import { openSeen, type SeenBoard } from '../support/browser/browser.ts';
import { operatorOf } from '../support/board/operator.ts';
import { consoleListPlaces, consoleRecordPlaces } from '../support/pages/console-pages.ts';
import { act, formOf, openConsole } from '../support/browser/console-page.ts';
import {
  barriersOf,
  findingsOnDesk,
  findingsOnPhone,
  overflowOf,
  stopsOn,
} from '../support/browser/page-checks.ts';
import { joinWriters, type Scene, writeScene } from '../support/records/every-field.ts';

const LONG = ['x'.repeat(100), 'Donaudampfschifffahrtsgesellschaftskapitän '.repeat(2)];

let seen: SeenBoard;
let scene: Scene;
let desk: TestPage;
let phone: TestPage;

beforeAll(async () => {
  seen = await openSeen();
  const { board } = seen;
  await seedBoard(board.database, { posts: 60, seed: 7, until: board.clock.now() });
  scene = await writeScene(await joinWriters(board), LONG);
  const { posts, facts, text } = scene;
  await operatorOf(board).act('posts', posts[0]!, 'hide', { note: text, reason: 'spam' });
  await operatorOf(board).act('facts', facts[1]!, 'quarantine', { note: text, reason: 'leak' });
  desk = await openConsole(seen, '/console');
  phone = await openConsole(seen, '/console', { phone: true, dark: true });
}, 300_000);

afterAll(async () => {
  await desk[Symbol.asyncDispose]();
  await phone[Symbol.asyncDispose]();
  await seen[Symbol.asyncDispose]();
});

const places: readonly (readonly [string, () => string])[] = [
  ...Object.entries(consoleRecordPlaces).map(([path, at]) => [path, () => at(scene)[0] ?? ''] as const),
  ...Object.keys(consoleListPlaces).map((path) => [path, () => path] as const),
];

describe.each(places)('%s', (_name, addressOf) => {
  test('bars nobody, by day or by night, and has nothing to complain of', async () => {
    expect(await findingsOnDesk(desk, addressOf())).toEqual([]);
    await desk.assertQuiet();
  });

  test('fits a phone, and bars nobody there', async () => {
    expect(await findingsOnPhone(phone, addressOf())).toEqual([]);
    await phone.assertQuiet();
  });

  test('is gone through by keyboard, stop by stop in sight', async () => {
    const stops = await stopsOn(desk, addressOf());

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

  expect([...(await overflowOf(page)), ...(await barriersOf(page))]).toEqual([]);
});

test('a form that is open, and one that was refused, bar nobody', async () => {
  await phone.visit(`/console/agents/${scene.agentId}`);
  const form = formOf(phone, 'quarantine-agent', scene.agentId);
  await phone.tab.locator('details', { has: form }).locator('summary').click();
  const open = [...(await overflowOf(phone)), ...(await barriersOf(phone))];

  await act(phone, ['quarantine-agent', scene.agentId], { note: 'sba_a-token-of-somebody-0123456789abcdef' });
  const refused = [...(await overflowOf(phone)), ...(await barriersOf(phone))];

  expect([open, refused]).toEqual([[], []]);
  await phone.forgive(/status of 422/);
  await phone.assertQuiet();
});
