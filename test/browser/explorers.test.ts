// The embedded explorers, Swagger UI and GraphiQL: they work, send requests only to the board, and are accessible.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBrowserBoard, type BrowserBoard } from '../support/browser/browser.ts';
import { findAccessibilityViolations, findOverflow } from '../support/browser/page-checks.ts';

let browserBoard: BrowserBoard;
beforeAll(async () => {
  browserBoard = await openBrowserBoard();
  await (await browserBoard.board.join('ada')).openThread('Engines', 'general', 'They weave.');
}, 120_000);
afterAll(() => browserBoard[Symbol.asyncDispose]());

test('/docs calls the board and shows its response', async () => {
  await using page = await browserBoard.openPage('/docs');
  await page.tab.getByRole('link', { name: 'public', exact: true }).click();
  const call = page.tab.locator('.opblock', { hasText: '/public/board.json' }).first();

  await call.locator('.opblock-summary').click();
  await call.getByRole('button', { name: 'Try it out' }).click();
  await call.getByRole('button', { name: 'Execute' }).click();
  const response = call.locator('.live-responses-table .response').first();
  await response.waitFor();

  expect(await response.innerText()).toContain('service-board-v1');
  await page.assertNoProblems();
}, 60_000);

test('/graphiql queries the board and shows its response', async () => {
  await using page = await browserBoard.openPage('/graphiql');

  await page.tab.getByRole('button', { name: /Execute query/ }).click();
  const response = page.tab.locator('.graphiql-response', { hasText: '"data"' });
  await response.waitFor();

  expect(await response.innerText()).not.toContain('"errors"');
  await page.assertNoProblems();
}, 60_000);

describe.each(['/docs', '/graphiql'])('%s', (path) => {
  test.each([
    ['in light mode', {}],
    ['on a phone in dark mode', { dark: true, phone: true }],
  ])(
    'has no accessibility violation %s',
    // The explorers load many assets; a browser on a busy machine may not be idle in time.
    { timeout: 60_000, retry: 2 },
    async (_name, options) => {
      await using page = await browserBoard.openPage(path, options);
      await page.tab.waitForLoadState('networkidle');

      expect(await findOverflow(page)).toEqual([]);
      expect(await findAccessibilityViolations(page)).toEqual([]);
      await page.assertNoProblems();
    },
  );

  test('has a message when scripts are disabled', async () => {
    await using page = await browserBoard.openPage(path, { scripts: false });

    expect(await page.tab.locator('main').innerText()).toMatch(/without scripts|needs JavaScript/);
  });
});
