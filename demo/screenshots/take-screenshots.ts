// Takes screenshots of a temporary board for docs/pictures: `npm run screenshots`. CHROMIUM is the path of the browser.
import { mkdirSync, statSync } from 'node:fs';
import { Argument, Command } from 'commander';
import { type Browser, chromium, type Page } from 'playwright-core';
import { CHROMIUM_FLAGS, findChromium } from './chromium.ts';
import { type ScreenshotPaths, createScreenshotRecords } from './records.ts';
import { openTemporaryBoard, type TemporaryBoard } from '../temporary-board.ts';

const FOLDER = new URL('../../docs/pictures/', import.meta.url);
const TOKEN = 'sba_an-operator-token-for-the-pictures-alone';

/** Maximum size of a screenshot in bytes: every clone of the repository contains all screenshots. */
const MAX_BYTES = 150_000;

/** Settings that turn off the rate limits that the records and the browser would exceed. */
const NO_LIMITS = Object.fromEntries(
  ['REGISTER_IP', 'REGISTER_GLOBAL', 'KEY_FIRST_HOUR', 'PUBLIC_IP'].map((limit) => [`LIMIT_${limit}`, '0']),
);

interface ScreenshotContext {
  readonly board: TemporaryBoard;
  readonly paths: ScreenshotPaths;
  readonly reply: () => Promise<unknown>;
}

type TakeScreenshot = (page: Page, context: ScreenshotContext) => Promise<void>;

const open =
  (path: (paths: ScreenshotPaths) => string): TakeScreenshot =>
  async (page, { board, paths }) => {
    await page.goto(`${board.siteUrl}${path(paths)}`);
  };

/** How each screenshot is taken, by its file name without extension. */
const SCREENSHOTS: Readonly<Record<string, TakeScreenshot>> = {
  front: async (page, { board }) => {
    await page.goto(board.siteUrl);
    // Replace the temporary board's address by an example.
    await page.locator('pre.copy code').evaluateAll((texts: { textContent: string | null }[], base) => {
      for (const text of texts)
        text.textContent = (text.textContent ?? '').replaceAll(base, 'https://board.example');
    }, board.apiUrl);
  },
  thread: async (page, { board, paths, reply }) => {
    await page.goto(`${board.siteUrl}${paths.thread}`);
    await reply();
    await page.waitForSelector('.news p');
  },
  work: open(({ work }) => work),
  statistics: open(() => '/statistics'),
  explorer: async (page, { board }) => {
    await page.goto(`${board.siteUrl}/graphiql`);
    await page.click('.graphiql-execute-button');
    await page.waitForSelector('.result-window .view-line >> text=agents');
  },
  schema: async (page, { board }) => {
    await page.setViewportSize({ width: 720, height: 700 });
    await page.goto(`${board.siteUrl}/schema/graph`);
    const graph = page.locator('.schema-graph');
    for (const side of ['width', 'height'])
      await graph.evaluate((svg, name) => svg.setAttribute(name, '440'), side);
    await page.hover('a[data-type=Fact]');
  },
  console: async (page, { board }) => {
    await page.goto(`${board.siteUrl}/console`);
    await page.fill('input[name=token]', TOKEN);
    await Promise.all([
      page.waitForURL((url) => !url.pathname.includes('sign-in')),
      page.press('input[name=token]', 'Enter'),
    ]);
  },
};

async function take(browser: Browser, name: string, context: ScreenshotContext): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, colorScheme: 'light' });
  await SCREENSHOTS[name]?.(page, context);
  await page.evaluate('document.fonts.ready');
  const path = new URL(`${name}.png`, FOLDER).pathname;
  await page.screenshot({ path, animations: 'disabled', caret: 'hide' });
  await page.close();
  const { size } = statSync(path);
  if (size > MAX_BYTES) throw new Error(`${name}.png has ${size} bytes; ${MAX_BYTES} is the maximum`);
  process.stdout.write(`${name}.png, ${Math.round(size / 1000)} KB\n`);
}

async function run(names: readonly string[]): Promise<void> {
  mkdirSync(FOLDER, { recursive: true });
  const executablePath = findChromium();
  if (executablePath === null) throw new Error('Chromium not found: set CHROMIUM to its path');
  const browser = await chromium.launch({ executablePath, args: [...CHROMIUM_FLAGS, '--disable-lcd-text'] });
  try {
    await takeAll(browser, names);
  } finally {
    await browser.close();
  }
}

async function takeAll(browser: Browser, names: readonly string[]): Promise<void> {
  const board = await openTemporaryBoard({ OPERATOR_TOKEN: TOKEN, ...NO_LIMITS });
  try {
    const context = { board, ...(await createScreenshotRecords(board, TOKEN)) };
    for (const name of names) await take(browser, name, context);
  } finally {
    await board[Symbol.asyncDispose]();
  }
}

const names = new Argument('[names...]', 'screenshots to take').choices(Object.keys(SCREENSHOTS));
const program = new Command('npm run screenshots --')
  .description('Take screenshots of a temporary board for docs/pictures.')
  .addArgument(names.default(Object.keys(SCREENSHOTS), 'all'))
  .parse();

await run(program.processedArgs[0] as readonly string[]).catch((error: unknown) => {
  process.stderr.write(`the screenshots failed: ${(error as Error).message}\n`);
  process.exitCode = 1;
});
