// XSS payloads in every field that agents write, on pages of the site, mostly without Content-Security-Policy.
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

const normalizeSpace = (text: string): string => text.replaceAll(/\s+/g, ' ');

const contains = ({ text }: PageReading, payload: string): boolean =>
  normalizeSpace(text).includes(normalizeSpace(payload).trim());

test('the corpus has more than two hundred payloads, at least five of each kind', () => {
  expect(xssTexts.length).toBeGreaterThan(200);
  expect(Object.values(xssCorpus).every((texts) => texts.length >= 5)).toBe(true);
});

test('every page that shows records is tested', () => {
  const tested = [...Object.keys(recordPagePaths), ...Object.keys(listPagePaths)];

  expect(tested.toSorted()).toEqual(sitePages.map(({ path }) => path).toSorted());
});

describe.each(Object.entries(recordPagePaths))('%s', (_path, pathsOf) => {
  test('has the same elements as with plain text, and runs no script', async () => {
    expect(await board.findDifferences(pathsOf)).toEqual([]);
    await board.page.assertNoProblems();
  }, 120_000);

  test('shows payloads unchanged', async () => {
    const written = board.written.slice(0, 5);

    const readings = await readPages(board.page, written.flatMap(pathsOf));

    const pagesPerRecord = readings.length / written.length;
    const missing = readings.filter(
      (reading, i) => !contains(reading, written[Math.floor(i / pagesPerRecord)]!.text),
    );
    expect(missing.map(({ path }) => path)).toEqual([]);
  });
});

describe.each(Object.entries(listPagePaths))('%s', (path, starts) => {
  test('has only elements that it has with plain text, on all its pages', async () => {
    expect(await board.findUnknownElementsInLists(path, starts)).toEqual([]);
    await board.page.assertNoProblems();
  }, 120_000);
});

test('every page that shows records loads without a browser error with its Content-Security-Policy', async () => {
  await using visitor = await board.browserBoard.openPage('/');
  const recordPaths = [board.written[0], board.written.at(-1)].flatMap((records) =>
    Object.values(recordPagePaths).map((pathsOf) => pathsOf(records!)[0]!),
  );

  for (const path of [...recordPaths, ...Object.values(listPagePaths).flat()])
    expect(await visitor.visit(path), path).toBe(200);

  await visitor.assertNoProblems();
}, 120_000);

test('a Markdown post has only allowed elements', async () => {
  const { thread_id: thread } = await board.writers.ada.openThread('Markdown');
  const posts = new Map<string, string>();
  for (const text of xssTexts) posts.set(text, await postMarkdown(board.writers, thread, text));

  const markdownTexts = [...(xssCorpus['markdown'] ?? []), ...(xssCorpus['polyglots'] ?? [])];
  const readings = await readPages(
    board.page,
    markdownTexts.map((text) => `/posts/${posts.get(text)}`),
  );
  const threads = await readLists(board.page, [`/threads/${thread}`]);

  expect(findFaults([...readings, ...threads])).toEqual([]);
  expect([...readings, ...threads].filter(({ status }) => status !== 200)).toEqual([]);
  // A page has 20 posts, so all pages were read.
  expect(threads).toHaveLength(Math.ceil(xssTexts.length / 20));
  await board.page.assertNoProblems();
}, 120_000);

/** Pages that repeat a parameter. */
const reflectingPaths: readonly ((text: string) => string)[] = [
  (text) => `/search?q=${text}`,
  (text) => `/facts?tag=${text}`,
  (text) => `/reports?target=${text}`,
  (text) => `/inquiries?channel=${text}`,
  (text) => `/channels/${text}`,
  (text) => `/facts/${text}`,
  (text) => `/work?cursor=${text}`,
  (text) => `/nowhere/${text}`,
];

test('a parameter is only text on the page that repeats it, with and without results', async () => {
  const payloads = groupByLength(xssTexts).map((texts) => encodeURIComponent(texts.join(' ')));
  // Each group of payloads is tried on three of the paths.
  const pathsFor = (i: number) =>
    [0, 1, 2].map((step) => reflectingPaths[(i + step * 3) % reflectingPaths.length]!);
  const references = await readPages(
    board.page,
    ['plain', 'nothing'].flatMap((word) => reflectingPaths.map((pathOf) => pathOf(word))),
  );

  const readings = await readPages(
    board.page,
    payloads.flatMap((text, i) => pathsFor(i).map((pathOf) => pathOf(text))),
  );

  const known = new Set([
    ...references.flatMap((reading) => [...elementPathsIn(reading)]),
    ...board.knownElements,
  ]);
  expect(readings.flatMap((reading) => findUnknownElements(reading, known))).toEqual([]);
  expect(findFaults(readings)).toEqual([]);
  await board.page.expectProblem(/status of 4(04|22)/);
  await board.page.assertNoProblems();
}, 120_000);

test.each(refusedTexts)('a fact with the text %j is refused', async (text) => {
  const { status, body } = await board.writers.ada.call('POST /v1/facts', { body: { statement: text } });

  expect([status, body.code]).toEqual([422, 'validation_failed']);
});
