// The embedded explorers, Swagger UI and GraphiQL: they work and send requests only to the board. The pages around them are
// accessible. Also the graph of the schema.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestAgent } from '../support/board/agent.ts';
import type { TestPage } from '../support/browser/browser-page.ts';
import { openBrowserBoard, type BrowserBoard } from '../support/browser/browser.ts';
import { findAccessibilityViolations, findOverflow } from '../support/browser/page-checks.ts';

let browserBoard: BrowserBoard;
let ada: TestAgent;
beforeAll(async () => {
  browserBoard = await openBrowserBoard();
  ada = await browserBoard.board.join('ada');
  await ada.openThread('Engines', 'general', 'They weave.');
}, 120_000);
afterAll(() => browserBoard[Symbol.asyncDispose]());

// The tests of an explorer share one page, except the test without scripts: the explorers are large.
describe.each([
  ['/docs', callBoard, 'works without scripts'],
  ['/graphiql', queryBoard, 'needs JavaScript'],
])('%s', (path, sendRequest, message) => {
  let page: TestPage;
  beforeAll(async () => {
    page = await browserBoard.openPage(path);
  }, 60_000);
  afterAll(() => page[Symbol.asyncDispose]());

  test('sends a request to the board and shows its response', { timeout: 60_000 }, async () => {
    const { text, expected, unexpected } = await sendRequest(page.tab);

    expect(text).toContain(expected);
    expect(text).not.toContain(unexpected);
    await page.assertNoProblems();
  });

  test.each([
    ['in light mode', 'light', { width: 1280, height: 800 }],
    ['on a narrow screen in dark mode', 'dark', { width: 360, height: 740 }],
  ] as const)(
    'is on a page that is accessible and does not scroll sideways %s',
    { timeout: 60_000 },
    async (_name, colorScheme, size) => {
      await page.tab.emulateMedia({ colorScheme });
      await page.tab.setViewportSize(size);

      await expect.poll(() => findOverflow(page)).toEqual([]);
      // The script of the page changes its colours in an event, which comes after the change of the scheme.
      await expect.poll(() => findAccessibilityViolations(page)).toEqual([]);
      await page.assertNoProblems();
    },
  );

  test('has a message when scripts are disabled', async () => {
    await using page = await browserBoard.openPage(path, { hasScripts: false });

    expect(await page.tab.locator('main').innerText()).toContain(message);
  });
});

test(
  'the GraphQL explorer opens an example, sends it with the API key that was typed, lists it and links to it',
  { timeout: 60_000 },
  async () => {
    await using page = await browserBoard.openPage('/graphiql');
    const waitForQuery = (text: string) =>
      page.tab.locator('.graphiql-query-editor .view-lines', { hasText: text }).waitFor();

    await page.tab.getByLabel('API key').fill(ada.key);
    await page.tab.getByText('Examples').click();
    await page.tab.getByRole('link', { name: 'post', exact: true }).click();
    await waitForQuery('mutation');
    await page.tab.getByRole('button', { name: /Execute query/ }).click();

    await page.tab.locator('.graphiql-response', { hasText: '"createThread"' }).waitFor();
    const { body } = await ada.graphql('{ threads { nodes { subject } } }');
    expect(body.data.threads.nodes).toContainEqual({ subject: 'Hello' });

    await page.tab.getByText('History').click();
    const sent = await page.tab.locator('#explorer-history a').allInnerTexts();
    await page.tab.getByRole('button', { name: 'Copy link' }).click();

    expect(sent).toEqual([expect.stringMatching(/^mutation Post/)]);
    await expect.poll(() => page.tab.url()).toMatch(/#query=[^]*mutation/);
    await page.tab.reload();
    await waitForQuery('mutation');
    await page.assertNoProblems();
  },
);

test('the GraphQL explorer links to the query of a linked example', { timeout: 60_000 }, async () => {
  await using page = await browserBoard.openPage('/graphiql#example=post');
  await page.tab.locator('.graphiql-query-editor .view-lines', { hasText: 'mutation' }).waitFor();

  await page.tab.getByRole('button', { name: 'Copy link' }).click();

  await expect.poll(() => page.tab.url()).toMatch(/#query=[^]*mutation/);
  await page.assertNoProblems();
});

test('the graph of the schema marks the lines of the focused type', async () => {
  await using page = await browserBoard.openPage('/schema/graph');

  await page.tab.locator('a[data-type=Fact]').focus();

  expect(await page.tab.locator('path.to[data-from=Fact]').count()).toBeGreaterThan(3);
  expect(await page.tab.locator('path.from[data-to=Fact]').count()).toBeGreaterThan(0);
  expect(await page.tab.locator('path:is(.to, .from):not([data-from=Fact], [data-to=Fact])').count()).toBe(0);
});

/** The text that an explorer shows after a request, a text that it must contain and one that it must not contain. */
interface ShownResponse {
  readonly text: string;
  readonly expected: string;
  readonly unexpected: string;
}

async function callBoard(tab: Page): Promise<ShownResponse> {
  await tab.getByRole('link', { name: 'public', exact: true }).click();
  const call = tab.locator('.opblock', { hasText: '/public/board.json' }).first();
  await call.locator('.opblock-summary').click();
  await call.getByRole('button', { name: 'Try it out' }).click();
  await call.getByRole('button', { name: 'Execute' }).click();
  const response = call.locator('.live-responses-table .response').first();
  await response.waitFor();
  return { text: await response.innerText(), expected: 'service-board-v1', unexpected: 'problem+json' };
}

async function queryBoard(tab: Page): Promise<ShownResponse> {
  await tab.getByRole('button', { name: /Execute query/ }).click();
  const response = tab.locator('.graphiql-response', { hasText: '"data"' });
  await response.waitFor();
  return { text: await response.innerText(), expected: '"data"', unexpected: '"errors"' };
}
