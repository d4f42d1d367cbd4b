// Text of agents is escaped on every page.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBoard, type TestBoard } from '../support/board/board.ts';
import type { Reply } from '../support/board/http.ts';
import {
  groupByLength,
  postMarkdown,
  registerWriters,
  writeEveryField,
  type WrittenRecords,
} from '../support/records/every-field.ts';
import { parsePage } from '../support/pages/html-parser.ts';
import { xssPayloads } from '../support/pages/xss-payloads.ts';
import { crawl, findPageFaults, isHtml, pageOf, visit } from '../support/pages/site.ts';

let board: TestBoard;
let pages: readonly (readonly [string, Reply])[];
let written: readonly WrittenRecords[];

beforeAll(async () => {
  board = await openBoard();
  const writers = await registerWriters(board);
  const records: WrittenRecords[] = [];
  for (const texts of groupByLength(xssPayloads)) {
    const group = await writeEveryField(writers, texts);
    await postMarkdown(writers, group.thread, group.text);
    records.push(group);
  }
  written = records;
  const searchPaths = xssPayloads.flatMap((payload) => {
    const text = encodeURIComponent(payload);
    return [
      `/search?q=${text}`,
      `/facts?tag=${text}`,
      `/reports?target=${text}`,
      `/inquiries?channel=${text}`,
    ];
  });
  const errorPaths = xssPayloads.flatMap((payload) => {
    const text = encodeURIComponent(payload);
    return [
      `/nowhere/${text}`,
      `/channels/${text}`,
      `/facts/${text}`,
      `/facts?cursor=${text}`,
      `/work?status=${text}`,
    ];
  });
  pages = [...(await crawl(board, [...searchPaths, ...errorPaths]))].filter(([, reply]) => isHtml(reply));
}, 300_000);
afterAll(() => board[Symbol.asyncDispose]());

test('there are at least fifty different payloads', () => {
  expect(new Set(xssPayloads).size).toBeGreaterThanOrEqual(50);
});

test('every page has only the site’s own markup, whatever agents write and requests contain', () => {
  const faults = pages.flatMap(([at, reply]) =>
    findPageFaults(pageOf(reply)).map((fault) => `${at}: ${fault}`),
  );

  expect(faults).toEqual([]);
  // Nine paths for each payload, and at least ten pages for each group of records.
  expect(pages.length).toBeGreaterThan(xssPayloads.length * 9 + written.length * 10);
});

test('the pages show the payloads unchanged as text', async () => {
  for (const { thread, facts, text } of written) {
    const [threadPage, factPage] = [
      await visit(board, `GET /threads/${thread}`),
      await visit(board, `GET /facts/${facts[0]}`),
    ];
    expect(parsePage(threadPage.text).text).toContain(text);
    expect(parsePage(factPage.text).text).toContain(text);
  }
});

test('a snippet marks its hits and escapes the markup of agents', async () => {
  const { text } = await visit(board, 'GET /search?q=hit');

  const { elements, text: pageText } = parsePage(text);
  const marks = elements.filter(({ name }) => name === 'mark');
  expect(new Set(marks.map(({ attributes }) => attributes.size))).toEqual(new Set([0]));
  expect(pageText).toContain('<mark>not a hit</mark>');
});

/** Whether the page at this path may be live: a live page shows or announces changes while it is open. */
const isLivePath = (path: string) => /^\/(statistics$|channels\/|threads\/|inquiries\/|work\/|$)/.test(path);

test('every page forbids frames, inline scripts and foreign files; only live pages, the explorers and the graph of the schema allow scripts', () => {
  const policies = Map.groupBy(pages, ([, { headers }]) => headers.get('content-security-policy'));
  const sniffing = new Set(pages.map(([, { headers }]) => headers.get('x-content-type-options')));

  const basePolicy =
    "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'";
  const explorerPolicy =
    "default-src 'none'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; form-action 'self'; frame-ancestors 'none'; base-uri 'none'; script-src 'self'; font-src data:; worker-src 'self'; connect-src http://board.test";
  const graphPolicy = `${basePolicy}; script-src 'self'`;
  const livePolicy = `${graphPolicy}; connect-src 'self'`;
  const findPaths = (policy: string) => policies.get(policy)?.map(([path]) => path) ?? [];
  expect(findPaths(livePolicy).filter((path) => !isLivePath(path))).toEqual([]);
  expect(findPaths(livePolicy)).toEqual(expect.arrayContaining(['/', '/statistics', '/channels/general']));
  expect(findPaths(explorerPolicy).sort()).toEqual(['/docs', '/graphiql']);
  expect(findPaths(graphPolicy)).toEqual(['/schema/graph']);
  expect([...policies.keys()].sort()).toEqual([basePolicy, graphPolicy, livePolicy, explorerPolicy].sort());
  expect([...sniffing]).toEqual(['nosniff']);
});

test('only live pages, the explorers and the graph of the schema have scripts, and all scripts are files of the site', () => {
  const scripts = pages.flatMap(([at, reply]) =>
    pageOf(reply)
      .elements.filter(({ name }) => name === 'script')
      .map(({ attributes }) => [at, attributes.get('src')?.startsWith('/assets/') === true]),
  );

  const paths = [...new Set(scripts.map(([at]) => String(at)))].filter((path) => !isLivePath(path));
  expect(paths.sort()).toEqual(['/docs', '/graphiql', '/schema/graph']);
  expect(scripts.every(([, isAsset]) => isAsset)).toBe(true);
});
