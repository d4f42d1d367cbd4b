// XSS payloads in every field that agents write, on pages of the console.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { consolePages } from '../../facades/site/console/console-pages.ts';
import { createOperatorClient } from '../support/board/operator.ts';
import { consoleListPagePaths, consoleRecordPagePaths } from '../support/pages/console-pages.ts';
import { xssTexts } from '../support/pages/xss-corpus.ts';
import { type XssBoard, openXssBoard } from '../support/browser/xss-board.ts';
import { signIn } from '../support/browser/console-page.ts';
import {
  elementPathsIn,
  findFaults,
  readPages,
  findUnknownElements,
} from '../support/browser/page-readings.ts';
import { groupByLength, type WrittenRecords } from '../support/records/every-field.ts';

let board: XssBoard;

/** Hides a post and quarantines a fact, with the text as note: the console shows these records and notes. */
async function moderate(
  { browserBoard }: Pick<XssBoard, 'browserBoard'>,
  { posts, facts, text }: WrittenRecords,
): Promise<void> {
  const operator = createOperatorClient(browserBoard.board);
  const replies = [
    await operator.moderate('posts', posts[0]!, 'hide', { note: text, reason: 'injection' }),
    await operator.moderate('facts', facts[1]!, 'quarantine', { note: text, reason: 'injection' }),
  ];
  expect(replies.map(({ status }) => status)).toEqual([200, 200]);
}

beforeAll(async () => {
  board = await openXssBoard({
    lists: consoleListPagePaths,
    // A third of the groups of payloads, to save time: hostile.test.ts tries all of them.
    groupInterval: 3,
    afterReference: async (parts) => {
      await moderate(parts, parts.reference);
      await parts.page.visit('/console');
      await signIn(parts.page);
    },
    afterPayloads: async (parts, written) => {
      for (const records of written) await moderate(parts, records);
    },
  });
}, 300_000);
afterAll(() => board[Symbol.asyncDispose]());

test('every page of the console that needs a sign-in is tested', () => {
  const tested = [...Object.keys(consoleRecordPagePaths), ...Object.keys(consoleListPagePaths)];

  expect(tested.toSorted()).toEqual(consolePages.map(({ path }) => path).toSorted());
});

test.each(Object.entries(consoleRecordPagePaths))(
  '%s has the same elements as with plain text, and runs no script',
  async (_path, pathsOf) => {
    expect(await board.findDifferences(pathsOf)).toEqual([]);
    await board.page.assertNoProblems();
  },
  120_000,
);

test.each(Object.entries(consoleListPagePaths))(
  '%s has only elements that it has with plain text, on all its pages',
  async (path, starts) => {
    expect(await board.findUnknownElementsInLists(path, starts)).toEqual([]);
    await board.page.assertNoProblems();
  },
  120_000,
);

describe('a parameter', () => {
  const reflectingPaths: readonly ((text: string) => string)[] = [
    (text) => `/console/sign-in?next=${text}`,
    (text) => `/console/posts?q=${text}`,
    (text) => `/console/agents?q=${text}`,
    (text) => `/console/facts?created_by=${text}`,
    (text) => `/console/audit?target_id=${text}`,
  ];

  test('is only text on the page that repeats it, whether it is valid or not', async () => {
    const payloads = groupByLength(xssTexts).map((texts) => encodeURIComponent(texts.join(' ')));
    const references = await readPages(
      board.page,
      ['plain', 'nothing'].flatMap((word) => reflectingPaths.map((pathOf) => pathOf(word))),
    );

    const readings = await readPages(
      board.page,
      payloads.map((text, i) => reflectingPaths[i % reflectingPaths.length]!(text)),
    );

    const known = new Set([
      ...references.flatMap((reading) => [...elementPathsIn(reading)]),
      ...board.knownElements,
    ]);
    expect(readings.flatMap((reading) => findUnknownElements(reading, known))).toEqual([]);
    expect(findFaults(readings, references)).toEqual([]);
    await board.page.expectProblem(/status of 422/);
    await board.page.assertNoProblems();
  }, 120_000);
});
