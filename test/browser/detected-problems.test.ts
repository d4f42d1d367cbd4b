// Tests of the checks that browser tests make: a check must detect its kind of problem.
import MarkdownIt from 'markdown-it';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { TestPage } from '../support/browser/browser-page.ts';
import { openBrowserBoard, type BrowserBoard } from '../support/browser/browser.ts';
import { xssTexts } from '../support/pages/xss-corpus.ts';
import type { PageReading } from '../support/browser/read-in-frames.ts';
import { findDifference, readPages } from '../support/browser/page-readings.ts';

let browserBoard: BrowserBoard;
beforeAll(async () => {
  browserBoard = await openBrowserBoard();
}, 120_000);
afterAll(() => browserBoard[Symbol.asyncDispose]());

describe('a browser test fails for a page that', () => {
  test.each([
    ['logs to the console', 'console.log("psst")', 'psst'],
    ['has an error', 'setTimeout(() => { throw new Error("oh") })', 'oh'],
    ['requests a missing resource', 'fetch("/nowhere")', '404'],
    [
      'sends a request to another origin',
      'fetch("https://evil.test/x").catch(() => 0)',
      'https://evil.test/x',
    ],
    ['loads an image from another origin', 'new Image().src = "//evil.test/x.png"', 'evil.test/x.png'],
    ['opens a dialog', 'void confirm("sure?")', 'sure?'],
    ['opens a window', 'void open("/facts")', 'opened a window'],
    ['opens a socket', 'void new WebSocket("ws://127.0.0.1:9/")', 'ws://127.0.0.1:9/'],
  ])('%s', async (_name, script, problem) => {
    const page = await browserBoard.openPage('/', { hasPolicy: false });

    await page.tab.evaluate(script);

    await vi.waitFor(() => expect(page.problems.join()).toContain(problem), { timeout: 20_000 });
    await expect(page[Symbol.asyncDispose]()).rejects.toThrow(problem);
  });

  test('violates its Content-Security-Policy', async () => {
    const page = await browserBoard.openPage('/');

    await page.tab.evaluate(
      'document.body.insertAdjacentHTML("beforeend", "<p style=color:red onclick=x()>")',
    );

    await expect(page[Symbol.asyncDispose]()).rejects.toThrow('violation of style-src-attr: inline');
  });
});

const markdown = new MarkdownIt({ html: true, linkify: true });
markdown.validateLink = () => true;

const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

/** Payloads, each with a renderer that does not make it harmless. */
const unsafeRenderers: readonly (readonly [string, (text: string) => string])[] = [
  ['<script>alert(1)</script>', (text) => `<p>${text}</p>`],
  ['" onmouseover="alert(1)', (text) => `<p title="${text}">x</p>`],
  ["' onmouseover='alert(1)", (text) => `<p title='${text}'>x</p>`],
  ['x style=position:fixed;inset:0', (text) => `<p title=${text}>x</p>`],
  ['javascript:alert(1)', (text) => `<a href="${escape(text)}">x</a>`],
  ['//evil.test/x', (text) => `<a href="${escape(text)}">x</a>`],
  ['[x](javascript:alert(1))', (text) => markdown.render(text)],
  ['\uff1cscript\uff1ealert(1)', (text) => `<p>${text.normalize('NFKC')}</p>`],
];

describe('an unsafe page', () => {
  let page: TestPage;
  beforeAll(async () => {
    page = await browserBoard.openPage('/', { hasPolicy: false });
  });
  afterAll(async () => {
    await page[Symbol.asyncDispose]().catch(() => undefined);
  });

  /** Returns, for each text and renderer, whether the checks detect that the page does more than show the text. */
  async function findHarm(texts: readonly string[], renderers: readonly ((text: string) => string)[]) {
    const sources = ['plain', ...texts].flatMap((text) => renderers.map((render) => render(text)));
    await page.tab.route('**/unsafe?*', (route) => {
      const i = Number(new URL(route.request().url()).search.slice(1));
      return route.fulfill({ contentType: 'text/html', body: `<!doctype html><body>${sources[i]}</body>` });
    });
    const readings = await readPages(
      page,
      sources.map((_source, i) => `/unsafe?${i}`),
    );
    await page.tab.unrouteAll();
    // The first readings, one for each renderer, are those of the text `plain`.
    const isHarmful = (reading: PageReading, renderer: number) =>
      findDifference(reading, readings[renderer]!) !== null && reading.faults.length > 0;
    return texts.map((_text, i) =>
      renderers.map((_render, j) => isHarmful(readings[(i + 1) * renderers.length + j]!, j)),
    );
  }

  test.each(unsafeRenderers)('is detected with the payload “%s”', async (text, render) => {
    const [[isHarmful]] = (await findHarm([text], [render])) as [[boolean]];

    expect(isHarmful).toBe(true);
  });

  test('is detected with more than 95% of the corpus', async () => {
    const renderAll = (text: string) => unsafeRenderers.map(([, render]) => render(text)).join('<hr>');

    const harms = await findHarm(xssTexts, [renderAll]);

    const harmless = xssTexts.filter((_text, i) => !harms[i]?.[0]);
    expect(harmless.length / xssTexts.length).toBeLessThan(0.05);
  }, 120_000);
});
