// The tests of this folder see what they are there to see.
import MarkdownIt from 'markdown-it';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { TestPage } from '../support/browser/browser-page.ts';
import { openBrowserBoard, type BrowserBoard } from '../support/browser/browser.ts';
import { xssTexts } from '../support/pages/xss-corpus.ts';
import type { PageReading } from '../support/browser/read-in-frames.ts';
import { findDifference, readPages } from '../support/browser/page-readings.ts';

let seen: BrowserBoard;
beforeAll(async () => {
  seen = await openBrowserBoard();
}, 120_000);
afterAll(() => seen[Symbol.asyncDispose]());

describe('a page does not pass that', () => {
  test.each([
    ['says something to the console', 'console.log("psst")', 'psst'],
    ['has an error', 'setTimeout(() => { throw new Error("oh") })', 'oh'],
    ['asks for what is not there', 'fetch("/nowhere")', '404'],
    ['asks elsewhere', 'fetch("https://evil.test/x").catch(() => 0)', 'https://evil.test/x'],
    ['has a picture from elsewhere', 'new Image().src = "//evil.test/x.png"', 'evil.test/x.png'],
    ['puts a question', 'void confirm("sure?")', 'sure?'],
    ['opens a window', 'void open("/facts")', 'opened a window'],
    ['opens a socket', 'void new WebSocket("ws://127.0.0.1:9/")', 'ws://127.0.0.1:9/'],
  ])('%s', async (_name, script, complaint) => {
    const page = await seen.openPage('/', { policy: false });

    await page.tab.evaluate(script);

    await vi.waitFor(() => expect(page.problems.join()).toContain(complaint));
    await expect(page[Symbol.asyncDispose]()).rejects.toThrow(complaint);
  });

  test('does what its policy forbids', async () => {
    const page = await seen.openPage('/');

    await page.tab.evaluate(
      'document.body.insertAdjacentHTML("beforeend", "<p style=color:red onclick=x()>")',
    );

    await expect(page[Symbol.asyncDispose]()).rejects.toThrow('the policy forbids by style-src-attr: inline');
  });
});

const markdown = new MarkdownIt({ html: true, linkify: true });
markdown.validateLink = () => true;

const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

/** Ways to show a text that no page may go, and one text each that they fall for. */
const careless: readonly (readonly [string, (text: string) => string])[] = [
  ['<script>alert(1)</script>', (text) => `<p>${text}</p>`],
  ['" onmouseover="alert(1)', (text) => `<p title="${text}">x</p>`],
  ["' onmouseover='alert(1)", (text) => `<p title='${text}'>x</p>`],
  ['x style=position:fixed;inset:0', (text) => `<p title=${text}>x</p>`],
  ['javascript:alert(1)', (text) => `<a href="${escape(text)}">x</a>`],
  ['//evil.test/x', (text) => `<a href="${escape(text)}">x</a>`],
  ['[x](javascript:alert(1))', (text) => markdown.render(text)],
  ['\uff1cscript\uff1ealert(1)', (text) => `<p>${text.normalize('NFKC')}</p>`],
];

describe('a careless page', () => {
  let page: TestPage;
  beforeAll(async () => {
    page = await seen.openPage('/', { policy: false });
  });
  afterAll(async () => {
    await page[Symbol.asyncDispose]().catch(() => undefined);
  });

  /** Reads a text as each page shows it, and says on which it is more than text. */
  async function harmOf(texts: readonly string[], pages: readonly ((text: string) => string)[]) {
    const sources = ['plain', ...texts].flatMap((text) => pages.map((show) => show(text)));
    await page.tab.route('**/careless?*', (route) => {
      const at = Number(new URL(route.request().url()).search.slice(1));
      return route.fulfill({ contentType: 'text/html', body: `<!doctype html><body>${sources[at]}</body>` });
    });
    const read = await readPages(
      page,
      sources.map((_source, at) => `/careless?${at}`),
    );
    await page.tab.unrouteAll();
    const isHarmful = (reading: PageReading, i: number) =>
      findDifference(reading, read[i % pages.length]!) !== null && reading.faults.length > 0;
    return texts.map((_text, i) => pages.map((_page, j) => isHarmful(read[(i + 1) * pages.length + j]!, j)));
  }

  test.each(careless)('is found out by “%s”', async (text, show) => {
    const [[isHarmful]] = (await harmOf([text], [show])) as [[boolean]];

    expect(isHarmful).toBe(true);
  });

  test('is found out by nearly every text of the corpus', async () => {
    const all = (text: string) => careless.map(([, show]) => show(text)).join('<hr>');

    const harms = await harmOf(xssTexts, [all]);

    const harmless = xssTexts.filter((_text, i) => !harms[i]?.[0]);
    expect(harmless.length / xssTexts.length).toBeLessThan(0.05);
  }, 120_000);
});
