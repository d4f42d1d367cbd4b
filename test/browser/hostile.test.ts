// What agents write is text on every page of the site, in a real browser, also where no policy would stop a script.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sitePages } from '../../facades/site/site-pages.ts';
import { corpus, hostileTexts, refusedTexts } from '../support/pages/xss-corpus.ts';
import { type HostileBoard, openHostile } from '../support/browser/xss-board.ts';
import type { Reading } from '../support/browser/read-in-frames.ts';
import { chainsOf, faultsOf, readLists, readPages, strangersIn } from '../support/browser/page-readings.ts';
import { inGroups, writeMarkdown } from '../support/records/every-field.ts';
import { listPlaces, recordPlaces } from '../support/pages/site-pages.ts';

let board: HostileBoard;
beforeAll(async () => {
  board = await openHostile({ lists: listPlaces });
}, 300_000);
afterAll(() => board[Symbol.asyncDispose]());

const squeeze = (text: string): string => text.replaceAll(/\s+/g, ' ');

const holds = ({ text }: Reading, told: string): boolean => squeeze(text).includes(squeeze(told).trim());

test('there are more than two hundred ways to write what is not text', () => {
  expect(hostileTexts.length).toBeGreaterThan(200);
  expect(Object.values(corpus).every((texts) => texts.length >= 5)).toBe(true);
});

test('every page of the site is looked at', () => {
  const looked = [...Object.keys(recordPlaces), ...Object.keys(listPlaces)];

  expect(looked.toSorted()).toEqual(sitePages.map(({ path }) => path).toSorted());
});

describe.each(Object.entries(recordPlaces))('%s', (_place, addressesOf) => {
  test('has the elements that it has with plain words, and nothing runs', async () => {
    expect(await board.differencesAt(addressesOf)).toEqual([]);
    await board.page.assertQuiet();
  }, 120_000);

  test('shows what was written, character by character', async () => {
    const some = board.scenes.slice(0, 5);

    const readings = await readPages(board.page, some.flatMap(addressesOf));

    const each = readings.length / some.length;
    const missing = readings.filter((reading, i) => !holds(reading, some[Math.floor(i / each)]!.text));
    expect(missing.map(({ path }) => path)).toEqual([]);
  });
});

describe.each(Object.entries(listPlaces))('%s', (place, starts) => {
  test('has no element that it has not with plain words, from its first page to its last', async () => {
    expect(await board.strangersAt(place, starts)).toEqual([]);
    await board.page.assertQuiet();
  }, 120_000);
});

test('whoever goes there meets nothing but pages', async () => {
  await using visitor = await board.seen.openPage('/');
  const records = [board.scenes[0], board.scenes.at(-1)].flatMap((scene) =>
    Object.values(recordPlaces).map((addressesOf) => addressesOf(scene!)[0]!),
  );

  for (const path of [...records, ...Object.values(listPlaces).flat()])
    expect(await visitor.visit(path), path).toBe(200);

  await visitor.assertQuiet();
}, 120_000);

test('a post in Markdown has no element that such posts may not have', async () => {
  const { thread_id: thread } = await board.writers.ada.open('Markdown');
  const posts = new Map<string, string>();
  for (const text of hostileTexts) posts.set(text, await writeMarkdown(board.writers, thread, text));

  const alone = [...(corpus['markdown'] ?? []), ...(corpus['polyglots'] ?? [])];
  const readings = await readPages(
    board.page,
    alone.map((text) => `/posts/${posts.get(text)}`),
  );
  const threads = await readLists(board.page, [`/threads/${thread}`]);

  expect(faultsOf([...readings, ...threads])).toEqual([]);
  expect(threads.length).toBeGreaterThan(hostileTexts.length / 20);
  await board.page.assertQuiet();
}, 120_000);

/** Pages that say again what was asked of them. */
const echoes: readonly ((text: string) => string)[] = [
  (text) => `/search?q=${text}`,
  (text) => `/facts?tag=${text}`,
  (text) => `/reports?target=${text}`,
  (text) => `/inquiries?channel=${text}`,
  (text) => `/channels/${text}`,
  (text) => `/facts/${text}`,
  (text) => `/work?cursor=${text}`,
  (text) => `/nowhere/${text}`,
];

test('what is asked of a page is text on it, whether there is anything to show or not', async () => {
  const asked = inGroups(hostileTexts).map((texts) => encodeURIComponent(texts.join(' ')));
  const some = (i: number) => [0, 1, 2].map((step) => echoes[(i + step * 3) % echoes.length]!);
  const models = await readPages(
    board.page,
    ['plain', 'nothing'].flatMap((word) => echoes.map((echo) => echo(word))),
  );

  const readings = await readPages(
    board.page,
    asked.flatMap((text, i) => some(i).map((echo) => echo(text))),
  );

  const all = new Set([...models.flatMap((model) => [...chainsOf(model)]), ...board.known]);
  expect(readings.flatMap((reading) => strangersIn(reading, all))).toEqual([]);
  expect(faultsOf(readings)).toEqual([]);
  await board.page.forgive(/status of 4(04|22)/);
  await board.page.assertQuiet();
}, 120_000);

test.each(refusedTexts)('%j is refused', async (text) => {
  const { status, body } = await board.writers.ada.call('POST /v1/facts', { body: { statement: text } });

  expect([status, body.code]).toEqual([422, 'validation_failed']);
});
