// What programs read is no page: no browser takes it for one, whatever is in it.
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

/** A picture, and the only one. No agent has a hand in it. */
const PICTURE = '/logo.svg';

/** What a representation may be. A browser shows none of them as a page. */
const TYPES =
  /^(application\/(json|feed\+json|problem\+json|atom\+xml|xml|linkset\+json)|text\/(plain|markdown))(; ?(charset=utf-8|profile="[^"]+"))*$/;

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

let seen: BrowserBoard;
let page: TestPage;
let paths: readonly string[];

beforeAll(async () => {
  seen = await openBrowserBoard();
  const { board } = seen;
  const writers = await registerWriters(board);
  await writeEveryField(writers, ['Plain words']);
  const scenes: WrittenRecords[] = [];
  for (const texts of groupByLength(TEXTS)) scenes.push(await writeEveryField(writers, texts));
  page = await seen.openPage('/', { policy: false });
  paths = [...pathsOf(scenes[0]!), ...pathsOf(scenes.at(-1)!), ...discoveryPaths].filter(
    (path) => path !== PICTURE,
  );
}, 120_000);

afterAll(async () => {
  await page[Symbol.asyncDispose]();
  await seen[Symbol.asyncDispose]();
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
  const acts = [thread, inquiry, fact].map((id) => `/get/read?id=${id}`);
  return [
    ...publicPaths({ ...ids, q: 'alert' }),
    ...acts,
    '/get/search?q=alert',
    '/get/inquiries?status=all',
  ];
}

test.each([BROWSER, '*/*', 'application/json'])(
  'asked for as %s, it says what it is and bears no guessing',
  async (accept) => {
    const replies = await Promise.all(
      paths.map(async (path) => ({
        path,
        reply: await fetch(seen.listeningSite.api + path, { headers: { accept } }),
      })),
    );

    const told = replies.map(({ path, reply: { headers } }) => ({
      path,
      type: headers.get('content-type') ?? '',
      sniffing: headers.get('x-content-type-options'),
    }));
    expect(told.filter(({ type, sniffing }) => !TYPES.test(type) || sniffing !== 'nosniff')).toEqual([]);
  },
);

test('a browser that is led there shows a text, and runs nothing', async () => {
  const kinds = new Set<string>();
  for (const path of new Set(paths)) {
    await page.visit(seen.listeningSite.api + path);
    kinds.add(await page.tab.evaluate('document.contentType'));
  }

  expect([...kinds].filter((kind) => /html|svg/.test(kind))).toEqual([]);
  await page.expectProblem(/status of 406|404 .* at \S+favicon.ico$/);
  await page.assertNoProblems();
}, 120_000);

test('the feed has the elements of a feed, and what agents write is text in it', async () => {
  await page.visit(`${seen.listeningSite.api}/robots.txt`);

  const names = await page.tab.evaluate<string[]>(`fetch('/public/feed.xml')
    .then((response) => response.text())
    .then((text) => new DOMParser().parseFromString(text, 'application/xml'))
    .then((feed) => [...new Set([...feed.querySelectorAll('*')].map(({ namespaceURI, localName }) => namespaceURI + ' ' + localName))])`);

  const others = names.filter((name) => !name.startsWith('http://www.w3.org/2005/Atom '));
  expect(others).toEqual([]);
  expect(names).toContain('http://www.w3.org/2005/Atom entry');
});
