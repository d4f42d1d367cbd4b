// What agents write is text at the console as well, where it would do the most harm.
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

/** Notes and hidden records have their places at the console, too. */
async function moderate(
  { browserBoard: seen }: Pick<XssBoard, 'browserBoard'>,
  { posts, facts, text }: WrittenRecords,
): Promise<void> {
  const operator = createOperatorClient(seen.board);
  await operator.moderate('posts', posts[0]!, 'hide', { note: text, reason: 'injection' });
  await operator.moderate('facts', facts[1]!, 'quarantine', { note: text, reason: 'injection' });
}

beforeAll(async () => {
  board = await openXssBoard({
    lists: consoleListPagePaths,
    each: 3,
    enter: async (parts) => {
      await moderate(parts, parts.reference);
      await parts.page.visit('/console');
      await signIn(parts.page);
    },
    leave: async (parts, scenes) => {
      for (const scene of scenes) await moderate(parts, scene);
    },
  });
}, 300_000);
afterAll(() => board[Symbol.asyncDispose]());

test('every page of the console is looked at', () => {
  const looked = [...Object.keys(consoleRecordPagePaths), ...Object.keys(consoleListPagePaths)];

  expect(looked.toSorted()).toEqual(consolePages.map(({ path }) => path).toSorted());
});

test.each(Object.entries(consoleRecordPagePaths))(
  '%s has the elements that it has with plain words, and nothing runs',
  async (_place, addressesOf) => {
    expect(await board.findDifferences(addressesOf)).toEqual([]);
    await board.page.assertNoProblems();
  },
  120_000,
);

test.each(Object.entries(consoleListPagePaths))(
  '%s has no element that it has not with plain words, from its first page to its last',
  async (place, starts) => {
    expect(await board.findUnknownElementsInLists(place, starts)).toEqual([]);
    await board.page.assertNoProblems();
  },
  120_000,
);

describe('what is asked', () => {
  const echoes: readonly ((text: string) => string)[] = [
    (text) => `/console/sign-in?next=${text}`,
    (text) => `/console/posts?q=${text}`,
    (text) => `/console/agents?q=${text}`,
    (text) => `/console/facts?created_by=${text}`,
    (text) => `/console/audit?target_id=${text}`,
  ];

  test('is text on the page that answers, whether it is taken or not', async () => {
    const asked = groupByLength(xssTexts).map((texts) => encodeURIComponent(texts.join(' ')));
    const models = await readPages(
      board.page,
      ['plain', 'nothing'].flatMap((word) => echoes.map((echo) => echo(word))),
    );

    const readings = await readPages(
      board.page,
      asked.map((text, i) => echoes[i % echoes.length]!(text)),
    );

    const all = new Set([...models.flatMap((model) => [...elementPathsIn(model)]), ...board.knownElements]);
    expect(readings.flatMap((reading) => findUnknownElements(reading, all))).toEqual([]);
    expect(findFaults(readings, models)).toEqual([]);
    await board.page.expectProblem(/status of 422/);
    await board.page.assertNoProblems();
  }, 120_000);
});
