import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { validateXML } from 'xmllint-wasm';
import type { Session } from '../../../schema/contract.ts';
import { createSitemapPages } from '../../../schema/feed/sitemap-pages.ts';
import { createSitemapRoute } from '../../../facades/discovery/sitemap.ts';
import { createAddressReader } from '../../../facades/http/server/client-address.ts';
import { createRouter } from '../../../facades/http/server/router.ts';
import { toBoardError } from '../../../schema/errors.ts';
import { openBoard, type TestBoard } from '../../support/board/board.ts';
import { createOperatorClient } from '../../support/board/operator.ts';
import { createInquiry, updateInquiry } from '../../support/records/inquiries.ts';
import { insertFact, insertInquiry, insertThreads } from '../../support/records/insert-records.ts';

const XSD = readFileSync(join(import.meta.dirname, '../../fixtures/sitemap-0.9.xsd'), 'utf8');

const isSitemap = async (xml: string) =>
  (await validateXML({ xml: { fileName: 'sitemap.xml', contents: xml }, schema: XSD })).valid;

const locationsOf = (xml: string) => Array.from(xml.matchAll(/<loc>([^<]+)<\/loc>/g), ([, loc = '']) => loc);

/** Returns a function that reads a sitemap whose parts have about `size` pages each. Up to two parts need no index. */
function openSitemap(
  board: TestBoard,
  size: number,
  sitemapPages = createSitemapPages(board.database, size),
) {
  const session = { rateLimit: null, refundCall: () => Promise.resolve() } as Session;
  const route = createSitemapRoute({
    openSession: () => Promise.resolve(session),
    baseUrl: 'http://board.test',
    sitemapPages,
    listPaths: () => ['/llms.txt'],
    now: () => board.clock.now(),
  });
  const router = createRouter([route], {
    siteUrl: 'http://site.test',
    maxBody: 1000,
    addressOf: createAddressReader([]),
    formatNextCall: () => [],
    toRefusal: toBoardError,
  });
  return async (path = '/sitemap.xml') => {
    const response = await router.fetch(new Request(`http://board.test${path}`), { address: '192.0.2.1' });
    return { status: response.status, text: await response.text() };
  };
}

test('the sitemap lists public pages and documents, by the rules of sitemaps.org', async () => {
  await using board = await openBoard();
  const ada = await board.join('ada');
  const { thread_id: thread } = await ada.openThread();
  board.clock.advance({ hours: 1 });
  await ada.post(thread);
  const fact = await insertFact(board.database, { at: board.clock.now(), by: 'ada' });

  const { text, headers } = await board.call('GET /sitemap.xml');

  expect(headers.get('content-type')).toBe('application/xml; charset=utf-8');
  // More pages may change within the current second.
  const lastSecond = new Date(board.clock.now().getTime() - 1000);
  expect(headers.get('last-modified')).toBe(lastSecond.toUTCString());
  expect(await isSitemap(text)).toBe(true);
  expect(locationsOf(text)).toEqual(
    expect.arrayContaining([
      'http://board.test/llms.txt',
      'http://board.test/public/board',
      `http://board.test/public/threads/${thread}`,
      `http://board.test/public/facts/${fact}`,
    ]),
  );
  expect(text).toContain(
    `/public/threads/${thread}</loc><lastmod>${board.clock.now().toISOString()}</lastmod>`,
  );
});

test('the sitemap has the times at which inquiries and facts changed last', async () => {
  await using board = await openBoard({ LIMIT_CREATOR: '0' });
  const [ada, bob] = [await board.join('ada'), await board.join('bob')];
  const inquiry = await createInquiry(ada);
  const fact = await insertFact(board.database, { at: board.clock.now(), by: 'ada' });
  const changes: Record<string, () => Promise<unknown>> = {
    claim: () => updateInquiry(bob, inquiry, 'claim'),
    answer: () => updateInquiry(bob, inquiry, 'answer', { body: 'So' }),
    close: () => updateInquiry(ada, inquiry, 'close'),
    supersede: () => ada.call('POST /v1/facts', { body: { statement: 'Other', supersede_id: fact } }),
  };
  const times: unknown[] = [];
  for (const change of Object.values(changes)) {
    board.clock.advance({ seconds: 5 });
    await change();
    const pages = await createSitemapPages(board.database, 100).readPart(0);
    const timeOf = (id: string) => pages.find(({ path }) => path.endsWith(id))?.modifiedAt;
    times.push([timeOf(inquiry), timeOf(fact)]);
  }

  const start = board.clock.now().getTime() - 20_000;
  const at = (seconds: number) => new Date(start + seconds * 1000);
  expect(times).toEqual([
    [at(5), at(0)],
    [at(10), at(0)],
    [at(15), at(0)],
    [at(15), at(20)],
  ]);
});

test('the sitemap does not show when a hidden answer was written, and has a new version after each action of an operator', async () => {
  await using board = await openBoard({ LIMIT_CREATOR: '0' });
  const [ada, bob, operator] = [
    await board.join('ada'),
    await board.join('bob'),
    createOperatorClient(board),
  ];
  const inquiry = await createInquiry(ada);
  const created = board.clock.now();
  const sitemap = createSitemapPages(board.database, 100);
  const versions = [await sitemap.readVersion()];
  for (const body of ['One', 'Two']) {
    board.clock.advance({ seconds: 5 });
    const { body: shown } = await updateInquiry(bob, inquiry, 'answer', { body });
    await operator.moderate('answers', shown.answers.at(-1).answer_id, 'hide');
    versions.push(await sitemap.readVersion());
  }
  await operator.moderate('agents', bob.id, 'quarantine');
  versions.push(await sitemap.readVersion());

  expect((await sitemap.readPart(0)).map(({ modifiedAt }) => modifiedAt)).toEqual([created]);
  expect(new Set(versions).size).toBe(4);
});

test('every address in the sitemap returns 200', async () => {
  await using board = await openBoard();
  const ada = await board.join('ada');
  await ada.openThread();

  const { text } = await board.call('GET /sitemap.xml');
  const paths = locationsOf(text).map((loc) => loc.slice('http://board.test'.length));
  // Sent all at once, some requests would wait too long for their turn on a busy machine.
  const statuses = new Set<number>();
  for (const path of paths) statuses.add((await board.call(`GET ${path}`)).status);

  expect(statuses).toEqual(new Set([200]));
});

test('a board with too many pages for one sitemap has an index whose parts list each page once', async () => {
  await using board = await openBoard();
  await board.join('ada');
  const stamp = { at: board.clock.now(), by: 'ada' };
  const threads = await insertThreads(board.database, 15, stamp);
  const read = openSitemap(board, 10);

  const whole = await read();
  const inquiry = await insertInquiry(board.database, { ...stamp, at: new Date(stamp.at.getTime() + 1) });
  const more = await insertThreads(board.database, 6, { ...stamp, at: new Date(stamp.at.getTime() + 2) });
  board.clock.advance({ seconds: 5 });
  const index = await read();
  const parts = await Promise.all(
    locationsOf(index.text).map((loc) => read(loc.slice('http://board.test'.length))),
  );

  expect(locationsOf(whole.text)).toHaveLength(16);
  expect(index.text).toContain('<sitemapindex');
  expect(parts).toHaveLength(3);
  expect(await Promise.all(parts.map(({ text }) => isSitemap(text)))).toEqual(parts.map(() => true));
  expect(parts.flatMap(({ text }) => locationsOf(text)).toSorted()).toEqual(
    [
      'http://board.test/llms.txt',
      `http://board.test/public/inquiries/${inquiry}`,
      ...[...threads, ...more].map((id) => `http://board.test/public/threads/${id}`),
    ].toSorted(),
  );
});

test('a sitemap that was read before the clock was set back is read again', async () => {
  await using board = await openBoard();
  await board.join('ada');
  const read = openSitemap(board, 10);

  const before = await read();
  board.clock.advance({ hours: -1 });
  await insertThreads(board.database, 1, { at: board.clock.now(), by: 'ada' });
  const after = await read();

  expect([before, after].map(({ text }) => locationsOf(text).length)).toEqual([1, 2]);
});

test('a part of the sitemap does not change while the board grows, except that quarantined facts disappear', async () => {
  await using board = await openBoard();
  await board.join('ada');
  const stamp = { at: board.clock.now(), by: 'ada' };
  const fact = await insertFact(board.database, stamp);
  await insertThreads(board.database, 11, stamp);
  const read = openSitemap(board, 2);
  const first = await read('/sitemap.xml?page=1');
  const pages = await read();
  await insertThreads(board.database, 4, { ...stamp, at: new Date(stamp.at.getTime() + 1) });
  board.clock.advance({ seconds: 5 });

  const [later, grown] = [await read('/sitemap.xml?page=1'), await read()];
  const readAll = async () => {
    const paths = locationsOf(grown.text).map((loc) => loc.slice('http://board.test'.length));
    return (await Promise.all(paths.map((path) => read(path)))).map(({ text }) => text).join('');
  };
  const before = await readAll();
  await createOperatorClient(board).moderate('facts', fact, 'quarantine', { reason: 'spam' });

  expect(later.text).toBe(first.text);
  expect([locationsOf(pages.text).length, locationsOf(grown.text).length]).toEqual([6, 8]);
  expect(before).toContain(fact);
  expect(await readAll()).not.toContain(fact);
});

test('older pages that were added later are divided into parts, which list each page once', async () => {
  await using board = await openBoard();
  await board.join('ada');
  const now = board.clock.now();
  await insertThreads(board.database, 6, { at: now, by: 'ada' });
  const read = openSitemap(board, 2);
  await read();
  await insertThreads(board.database, 20, { at: new Date(now.getTime() - 1), by: 'ada' });

  const first = await read('/sitemap.xml?page=1');
  board.clock.advance({ seconds: 5 });
  const index = await read();
  const parts = [];
  for (const loc of locationsOf(index.text)) parts.push(await read(loc.slice('http://board.test'.length)));
  const locations = parts.flatMap(({ text }) => locationsOf(text));

  // The first part lists `/llms.txt` as well.
  expect(locationsOf(first.text).length).toBeLessThanOrEqual(5);
  expect(parts).toHaveLength(13);
  expect([locations.length, new Set(locations).size]).toEqual([27, 27]);
});

test('a sitemap is made at most once every five seconds while the board grows', async () => {
  await using board = await openBoard();
  const ada = await board.join('ada');
  const first = await board.call('GET /sitemap.xml');
  const { thread_id: thread } = await ada.openThread();
  const kept = await board.call('GET /sitemap.xml');
  board.clock.advance({ seconds: 5 });

  const later = await board.call('GET /sitemap.xml');

  expect(kept.text).toBe(first.text);
  expect(later.text).toContain(thread);
});

test('a sitemap that could not be read is read again for the next request', async () => {
  await using board = await openBoard();
  const source = createSitemapPages(board.database, 10);
  const countParts = vi.fn(() => source.countParts()).mockRejectedValueOnce(new Error('no connection'));
  const readSitemap = openSitemap(board, 10, { ...source, countParts });

  const statuses = [(await readSitemap()).status, (await readSitemap()).status, (await readSitemap()).status];

  expect([statuses, countParts.mock.calls.length]).toEqual([[500, 200, 200], 2]);
});

test('a request for the sitemap counts as a public call, unless it returns 304', async () => {
  await using board = await openBoard({ LIMIT_PUBLIC_IP: '2' });
  const { headers } = await board.call('GET /sitemap.xml');
  const etag = headers.get('etag') ?? '';

  const unchanged = await board.call('GET /sitemap.xml', { headers: { 'If-None-Match': etag } });
  const statuses = [];
  for (let i = 0; i < 2; i++) statuses.push((await board.call('GET /sitemap.xml')).status);

  expect([unchanged.status, statuses]).toEqual([304, [200, 429]]);
  expect(headers.get('ratelimit-policy')).toBe('"public-ip";q=2;w=60');
});

test.each([
  ['0', 422],
  ['x', 422],
  ['-1', 422],
  ['2', 404],
  ['999999999', 404],
])('part %s of a small sitemap returns %i', async (page, status) => {
  await using board = await openBoard();

  expect((await board.call(`GET /sitemap.xml?page=${page}`)).status).toBe(status);
});
