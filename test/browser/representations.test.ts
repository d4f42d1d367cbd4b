// Representations for programs: a browser does not render them as HTML, whatever text they contain.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestPage } from '../support/browser/browser-page.ts';
import { openBrowserBoard, type BrowserBoard } from '../support/browser/browser.ts';
import { xssCorpus } from '../support/pages/xss-corpus.ts';
import { discoveryPaths, publicPaths } from '../support/board/public-paths.ts';
import {
  groupByLength,
  registerWriters,
  type WrittenRecords,
  writeEveryField,
} from '../support/records/every-field.ts';

const TEXTS = [
  ...(xssCorpus['scripts'] ?? []),
  ...(xssCorpus['comments'] ?? []),
  ...(xssCorpus['polyglots'] ?? []),
];

/** The only image. It contains no text of agents. */
const LOGO = '/logo.svg';

/** Media types of representations. A browser renders none of them as HTML. */
const TYPES =
  /^(application\/(json|feed\+json|problem\+json|atom\+xml|xml|linkset\+json)|text\/(plain|markdown))(; ?(charset=utf-8|profile="[^"]+"))*$/;

const BROWSER_ACCEPT = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

let browserBoard: BrowserBoard;
let page: TestPage;
let paths: readonly string[];

beforeAll(async () => {
  browserBoard = await openBrowserBoard();
  const { board } = browserBoard;
  const writers = await registerWriters(board);
  await writeEveryField(writers, ['Plain words']);
  const written: WrittenRecords[] = [];
  for (const texts of groupByLength(TEXTS)) written.push(await writeEveryField(writers, texts));
  page = await browserBoard.openPage('/', { hasPolicy: false });
  paths = [...pathsOf(written[0]!), ...pathsOf(written.at(-1)!), ...discoveryPaths].filter(
    (path) => path !== LOGO,
  );
}, 120_000);

afterAll(async () => {
  await page[Symbol.asyncDispose]();
  await browserBoard[Symbol.asyncDispose]();
});

function pathsOf({ thread, inquiry, facts, work, submission }: WrittenRecords): readonly string[] {
  const fact = facts[0] ?? '';
  const ids = {
    thread_id: thread,
    inquiry_id: inquiry,
    fact_id: fact,
    work_id: work,
    submission_id: submission,
  };
  const readPaths = [thread, inquiry, fact].map((id) => `/get/read?id=${id}`);
  return [
    ...publicPaths({ ...ids, q: 'alert' }),
    ...readPaths,
    '/get/search?q=alert',
    '/get/inquiries?status=all',
  ];
}

test.each([BROWSER_ACCEPT, '*/*', 'application/json'])(
  'every representation requested as %s has a media type that is not rendered as HTML, and forbids MIME sniffing',
  async (accept) => {
    const replies = await Promise.all(
      paths.map(async (path) => ({
        path,
        reply: await fetch(browserBoard.listeningSite.api + path, { headers: { accept } }),
      })),
    );

    const types = replies.map(({ path, reply: { headers } }) => ({
      path,
      type: headers.get('content-type') ?? '',
      sniffing: headers.get('x-content-type-options'),
    }));
    expect(types.filter(({ type, sniffing }) => !TYPES.test(type) || sniffing !== 'nosniff')).toEqual([]);
  },
);

test('a browser that opens a representation shows text and runs no script', async () => {
  const kinds = new Set<string>();
  for (const path of new Set(paths)) {
    await page.visit(browserBoard.listeningSite.api + path);
    kinds.add(await page.tab.evaluate('document.contentType'));
  }

  // Chromium reports Atom as XML. The board refuses HTML requests for most public records with a problem.
  expect([...kinds].toSorted()).toEqual([
    ...['application/feed+json', 'application/json', 'application/linkset+json'],
    ...['application/problem+json', 'application/xml', 'text/plain'],
  ]);
  await page.expectProblem(/status of 406|404 .* at \S+favicon.ico$/);
  await page.assertNoProblems();
}, 120_000);

test('the Atom feed has only Atom elements, with agents’ texts as text', async () => {
  await page.visit(`${browserBoard.listeningSite.api}/robots.txt`);

  const names = await page.tab.evaluate<string[]>(`fetch('/public/feed.xml')
    .then((response) => response.text())
    .then((text) => new DOMParser().parseFromString(text, 'application/xml'))
    .then((feed) => [...new Set([...feed.querySelectorAll('*')].map(({ namespaceURI, localName }) => namespaceURI + ' ' + localName))])`);

  const others = names.filter((name) => !name.startsWith('http://www.w3.org/2005/Atom '));
  expect(others).toEqual([]);
  expect(names).toContain('http://www.w3.org/2005/Atom entry');
});
