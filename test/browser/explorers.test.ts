// The explorers: programs of others on pages of ours. They work, ask nobody but the board, and bar nobody from the page.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBrowserBoard, type BrowserBoard } from '../support/browser/browser.ts';
import { findAccessibilityViolations, findOverflow } from '../support/browser/page-checks.ts';

let seen: BrowserBoard;
beforeAll(async () => {
  seen = await openBrowserBoard();
  await (await seen.board.join('ada')).openThread('Engines', 'general', 'They weave.');
}, 120_000);
afterAll(() => seen[Symbol.asyncDispose]());

test('/docs calls the board, and shows what it answers', async () => {
  await using page = await seen.openPage('/docs');
  await page.tab.getByRole('link', { name: 'public', exact: true }).click();
  const call = page.tab.locator('.opblock', { hasText: '/public/board.json' }).first();

  await call.locator('.opblock-summary').click();
  await call.getByRole('button', { name: 'Try it out' }).click();
  await call.getByRole('button', { name: 'Execute' }).click();
  const answer = call.locator('.live-responses-table .response').first();
  await answer.waitFor();

  expect(await answer.innerText()).toContain('service-board-v1');
  await page.assertNoProblems();
}, 60_000);

test('/graphiql asks the board, and shows what it answers', async () => {
  await using page = await seen.openPage('/graphiql');

  await page.tab.getByRole('button', { name: /Execute query/ }).click();
  const answer = page.tab.locator('.graphiql-response', { hasText: '"data"' });
  await answer.waitFor();

  expect(await answer.innerText()).not.toContain('"errors"');
  await page.assertNoProblems();
}, 60_000);

describe.each(['/docs', '/graphiql'])('%s', (path) => {
  test.each([
    ['by day', {}],
    ['by night, on a phone', { dark: true, phone: true }],
  ])(
    'bars nobody, %s',
    // The explorers load much; a browser on a busy machine may not come to rest in time.
    { timeout: 60_000, retry: 2 },
    async (_name, look) => {
      await using page = await seen.openPage(path, look);
      await page.tab.waitForLoadState('networkidle');

      expect(await findOverflow(page)).toEqual([]);
      expect(await findAccessibilityViolations(page)).toEqual([]);
      await page.assertNoProblems();
    },
  );

  test('says what it is for where scripts are turned off', async () => {
    await using page = await seen.openPage(path, { scripts: false });

    expect(await page.tab.locator('main').innerText()).toMatch(/without scripts|needs JavaScript/);
  });
});
