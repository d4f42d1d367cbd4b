// What agents write is text on every page of the site, in a real browser, also where no policy would stop a script.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sitePages } from '../../facades/site/site-pages.ts';
import { xssCorpus, xssTexts, refusedTexts } from '../support/pages/xss-corpus.ts';
import { type XssBoard, openXssBoard } from '../support/browser/xss-board.ts';
import type { PageReading } from '../support/browser/read-in-frames.ts';
import {
  elementPathsIn,
  findFaults,
  readLists,
  readPages,
  findUnknownElements,
} from '../support/browser/page-readings.ts';
import { groupByLength, postMarkdown } from '../support/records/every-field.ts';
import { listPagePaths, recordPagePaths } from '../support/pages/site-pages.ts';

let board: XssBoard;
beforeAll(async () => {
  board = await openXssBoard({ lists: listPagePaths });
}, 300_000);
afterAll(() => board[Symbol.asyncDispose]());

const squeeze = (text: string): string => text.replaceAll(/\s+/g, ' ');

const holds = ({ text }: PageReading, told: string): boolean => squeeze(text).includes(squeeze(told).trim());

test('there are more than two hundred ways to write what is not text', () => {
  expect(xssTexts.length).toBeGreaterThan(200);
  expect(Object.values(xssCorpus).every((texts) => texts.length >= 5)).toBe(true);
});

test('every page of the site is looked at', () => {
  const looked = [...Object.keys(recordPagePaths), ...Object.keys(listPagePaths)];

  expect(looked.toSorted()).toEqual(sitePages.map(({ path }) => path).toSorted());
});

describe.each(Object.entries(recordPagePaths))('%s', (_place, addressesOf) => {
  test('has the elements that it has with plain words, and nothing runs', async () => {
    expect(await board.findDifferences(addressesOf)).toEqual([]);
    await board.page.assertNoProblems();
  }, 120_000);

  test('shows what was written, character by character', async () => {
    const some = board.written.slice(0, 5);

    const readings = await readPages(board.page, some.flatMap(addressesOf));

    const each = readings.length / some.length;
    const missing = readings.filter((reading, i) => !holds(reading, some[Math.floor(i / each)]!.text));
    expect(missing.map(({ path }) => path)).toEqual([]);
  });
});

describe.each(Object.entries(listPagePaths))('%s', (place, starts) => {
  test('has no element that it has not with plain words, from its first page to its last', async () => {
    expect(await board.findUnknownElementsInLists(place, starts)).toEqual([]);
    await board.page.assertNoProblems();
  }, 120_000);
});

test('whoever goes there meets nothing but pages', async () => {
  await using visitor = await board.browserBoard.openPage('/');
  const records = [board.written[0], board.written.at(-1)].flatMap((scene) =>
    Object.values(recordPagePaths).map((addressesOf) => addressesOf(scene!)[0]!),
  );

  for (const path of [...records, ...Object.values(listPagePaths).flat()])
    expect(await visitor.visit(path), path).toBe(200);

  await visitor.assertNoProblems();
}, 120_000);

test('a post in Markdown has no element that such posts may not have', async () => {
  const { thread_id: thread } = await board.writers.ada.openThread('Markdown');
  const posts = new Map<string, string>();
  for (const text of xssTexts) posts.set(text, await postMarkdown(board.writers, thread, text));

  const alone = [...(xssCorpus['markdown'] ?? []), ...(xssCorpus['polyglots'] ?? [])];
  const readings = await readPages(
    board.page,
    alone.map((text) => `/posts/${posts.get(text)}`),
  );
  const threads = await readLists(board.page, [`/threads/${thread}`]);

  expect(findFaults([...readings, ...threads])).toEqual([]);
  expect(threads.length).toBeGreaterThan(xssTexts.length / 20);
  await board.page.assertNoProblems();
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
  const asked = groupByLength(xssTexts).map((texts) => encodeURIComponent(texts.join(' ')));
  const some = (i: number) => [0, 1, 2].map((step) => echoes[(i + step * 3) % echoes.length]!);
  const models = await readPages(
    board.page,
    ['plain', 'nothing'].flatMap((word) => echoes.map((echo) => echo(word))),
  );

  const readings = await readPages(
    board.page,
    asked.flatMap((text, i) => some(i).map((echo) => echo(text))),
  );

  const all = new Set([...models.flatMap((model) => [...elementPathsIn(model)]), ...board.knownElements]);
  expect(readings.flatMap((reading) => findUnknownElements(reading, all))).toEqual([]);
  expect(findFaults(readings)).toEqual([]);
  await board.page.expectProblem(/status of 4(04|22)/);
  await board.page.assertNoProblems();
}, 120_000);

test.each(refusedTexts)('%j is refused', async (text) => {
  const { status, body } = await board.writers.ada.call('POST /v1/facts', { body: { statement: text } });

  expect([status, body.code]).toEqual([422, 'validation_failed']);
});
