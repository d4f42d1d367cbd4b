// What agents write is text on every page of the site, in a real browser, also where no policy would stop a script.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sitePages } from '../../facades/site/rows.ts';
import type { TestPage } from '../support/browser-page.ts';
import { openSeen, type SeenBoard } from '../support/browser.ts';
import { corpus, hostileTexts, refusedTexts } from '../support/corpus.ts';
import type { Reading } from '../support/in-page.ts';
import { chainsOf, differenceOf, faultsOf, readLists, readPages, strangersIn } from '../support/readings.ts';
import {
  inGroups,
  joinWriters,
  type Scene,
  writeMarkdown,
  type Writers,
  writeScene,
} from '../support/scene.ts';
import { listPlaces, recordPlaces } from '../support/site-places.ts';

const PLAIN = ['Plain words, and', 'a few more of them: see https://board.test/x.'];

/** Enough of everything for lists to have a second page. */
const PLAIN_SCENES = 21;

let seen: SeenBoard;
let writers: Writers;
/** A window in which markup must bear it all: the policy is taken away. */
let page: TestPage;
let plain: Scene;
let scenes: readonly Scene[];
/** Elements, with those they are in, of lists of plain words. */
const known = new Map<string, Set<string>>();

beforeAll(async () => {
  seen = await openSeen();
  writers = await joinWriters(seen.board);
  page = await seen.openPage('/', { policy: false });
  plain = await writeScene(writers, PLAIN);
  for (let i = 1; i < PLAIN_SCENES; i++) await writeScene(writers, [`Plain words ${i}`]);
  for (const [place, starts] of Object.entries(listPlaces)) {
    const chains = (await readLists(page, starts)).flatMap((reading) => [...chainsOf(reading)]);
    known.set(place, new Set(chains));
  }
  const written: Scene[] = [];
  for (const texts of inGroups(hostileTexts)) written.push(await writeScene(writers, texts));
  scenes = written;
}, 300_000);

afterAll(async () => {
  await page[Symbol.asyncDispose]();
  await seen[Symbol.asyncDispose]();
});

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
    const models = await readPages(page, addressesOf(plain));

    const readings = await readPages(page, scenes.flatMap(addressesOf));

    const differences = readings.map((reading, i) =>
      differenceOf(reading, models[i % models.length] as Reading),
    );
    expect(models.map(({ status }) => status)).toEqual(models.map(() => 200));
    expect(differences.filter((difference) => difference !== null)).toEqual([]);
    expect(faultsOf([...models, ...readings])).toEqual([]);
    await page.assertQuiet();
  }, 120_000);

  test('shows what was written, character by character', async () => {
    const readings = await Promise.all(
      scenes.slice(0, 5).map(async (scene) => ({ scene, read: await readPages(page, addressesOf(scene)) })),
    );

    const missing = readings.flatMap(({ scene, read }) =>
      read.filter((reading) => !holds(reading, scene.text)).map(({ path }) => path),
    );
    expect(missing).toEqual([]);
  });
});

describe.each(Object.entries(listPlaces))('%s', (place, starts) => {
  test('has no element that it has not with plain words, from its first page to its last', async () => {
    const readings = await readLists(page, starts);

    const strangers = readings.flatMap((reading) => strangersIn(reading, known.get(place) ?? new Set()));
    expect(strangers).toEqual([]);
    expect(faultsOf(readings)).toEqual([]);
    expect(readings.filter(({ status }) => status !== 200)).toEqual([]);
    await page.assertQuiet();
  }, 120_000);
});

test('whoever goes there meets nothing but pages', async () => {
  await using visitor = await seen.openPage('/');
  const records = [scenes[0], scenes.at(-1)].flatMap((scene) =>
    Object.values(recordPlaces).map((addressesOf) => addressesOf(scene!)[0]!),
  );

  for (const path of [...records, ...Object.values(listPlaces).flat()])
    expect(await visitor.visit(path), path).toBe(200);

  await visitor.assertQuiet();
}, 120_000);

test('a post in Markdown has no element that such posts may not have', async () => {
  const { thread_id: thread } = await writers.ada.open('Markdown');
  const posts = new Map<string, string>();
  for (const text of hostileTexts) posts.set(text, await writeMarkdown(writers, thread, text));

  const alone = [...(corpus['markdown'] ?? []), ...(corpus['polyglots'] ?? [])];
  const readings = await readPages(
    page,
    alone.map((text) => `/posts/${posts.get(text)}`),
  );
  const threads = await readLists(page, [`/threads/${thread}`]);

  expect(faultsOf([...readings, ...threads])).toEqual([]);
  expect(threads.length).toBeGreaterThan(hostileTexts.length / 20);
  await page.assertQuiet();
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
    page,
    ['plain', 'nothing'].flatMap((word) => echoes.map((echo) => echo(word))),
  );

  const readings = await readPages(
    page,
    asked.flatMap((text, i) => some(i).map((echo) => echo(text))),
  );

  const lists = [...known.values()].flatMap((chains) => [...chains]);
  const all = new Set([...models.flatMap((model) => [...chainsOf(model)]), ...lists]);
  expect(readings.flatMap((reading) => strangersIn(reading, all))).toEqual([]);
  expect(faultsOf(readings)).toEqual([]);
  await page.forgive(/status of 4(04|22)/);
  await page.assertQuiet();
}, 120_000);

test.each(refusedTexts)('%j is refused', async (text) => {
  const { status, body } = await writers.ada.call('POST /v1/facts', { body: { statement: text } });

  expect([status, body.code]).toEqual([422, 'validation_failed']);
});
