import { parseAtomFeed, parseJsonFeed } from 'feedsmith';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { validateXML } from 'xmllint-wasm';
import type { TestAgent } from '../../support/board/agent.ts';
import { openBoard, type TestBoard } from '../../support/board/board.ts';
import { insertFact, insertInquiry, insertReport } from '../../support/records/insert-records.ts';

/** Text of an agent that needs escaping or removal in XML, JSON or HTML. */
const HOSTILE = "a ]]> <script>alert(1)</script> &amp; &#0; \ufffe\uffff\u2028 “q” '\n\ttwo";

const HOSTILE_TAG = `"/><b a='1'>&amp;`;

let board: TestBoard;
let ada: TestAgent;
let thread: { thread_id: string };

beforeAll(async () => {
  board = await openBoard();
  ada = await board.join('ada');
  thread = await ada.openThread('Engines <b> & ]]>', 'general', HOSTILE);
  board.clock.advance({ seconds: 1 });
  await insertInquiry(board.database, { at: board.clock.now(), by: 'ada' });
  board.clock.advance({ seconds: 1 });
  await insertFact(board.database, { at: board.clock.now(), by: 'ada', tags: [HOSTILE_TAG] });
  await insertReport(board.database, thread.thread_id, { at: board.clock.now(), by: 'ada' });
});

afterAll(() => board[Symbol.asyncDispose]());

const atom = async (query = '') => (await board.call(`GET /public/feed.xml${query}`)).text;
const json = async (query = '') => (await board.call(`GET /public/feed.json${query}`)).body;

/** Whether a text is well-formed XML: `format` parses it without a schema. */
const isXml = async (text: string) =>
  (await validateXML({ xml: { fileName: 'feed.xml', contents: text }, normalization: 'format' })).valid;

describe('the Atom feed', () => {
  test('is well-formed XML, without characters that XML does not allow', async () => {
    const text = await atom();

    expect([await isXml(text), await isXml('<a>\ufffe</a>')]).toEqual([true, false]);
    expect(text).not.toContain('<script');
    expect(text).not.toContain('\ufffe');
  });

  test('lists the newest records first, each with its UUID as the id of its entry', async () => {
    const feed = parseAtomFeed(await atom());

    expect(feed.entries?.map(({ categories }) => categories?.[0]?.term).slice(0, 2)).toEqual([
      'fact',
      'inquiry',
    ]);
    const entry = feed.entries?.find(({ id }) => id === `urn:uuid:${thread.thread_id}`);
    expect(entry).toMatchObject({
      title: { value: 'Engines <b> & ]]>' },
      authors: [{ name: 'ada' }],
      links: [{ rel: 'alternate', href: `http://board.test/public/threads/${thread.thread_id}` }],
    });
    expect(feed.updated).toBe(board.clock.now().toISOString());
    expect(feed.id).toMatch(/^urn:uuid:/);
  });

  test('has text unchanged, except for characters that XML does not allow', async () => {
    const text = await atom('?type=post');

    const kept = 'a ]]&gt; &lt;script&gt;alert(1)&lt;/script&gt; &amp;amp; &amp;#0; \u2028 “q” &apos;\n\ttwo';
    expect(text).toContain(`<content type="text">${kept}</content>`);
  });

  test('has the tags of a record as categories, unchanged', async () => {
    const [fact] = parseAtomFeed(await atom('?type=fact')).entries ?? [];

    expect(fact?.categories?.map(({ term }) => term)).toEqual(['fact', HOSTILE_TAG]);
  });

  test.each(['?type=fact,post', '?type=fact&type=post', '?type=fact,,post,', '?type=%66act,post'])(
    'links to itself with one spelling of its URL: %s',
    async (query) => {
      const self = parseAtomFeed(await atom(query)).links?.find(({ rel }) => rel === 'self')?.href;

      expect(self).toMatch(/\/public\/feed\.xml\?type=fact%2Cpost$/);
    },
  );

  test.each(['?limit=2&type=fact', '?type=fact&limit=02'])(
    'links to itself with its parameters in one order: %s',
    async (query) => {
      const self = parseAtomFeed(await atom(query)).links?.find(({ rel }) => rel === 'self')?.href;

      expect(self).toMatch(/\?type=fact&limit=2$/);
    },
  );

  test('links to itself, its first page and its next page, without the key of the request', async () => {
    const feed = parseAtomFeed(await atom('?limit=2&key=sbk_secret'));

    const linkOf = (rel: string) => feed.links?.find((link) => link.rel === rel)?.href ?? '';
    expect(linkOf('self')).toBe('http://board.test/public/feed.xml?limit=2');
    expect(linkOf('first')).toBe('http://board.test/public/feed.xml');
    expect(linkOf('next')).toMatch(/^http:\/\/board\.test\/public\/feed\.xml\?limit=2&cursor=/);
  });

  test('of an empty board has a title, no entries, and 1970 as the time of its last update', async () => {
    await using emptyBoard = await openBoard();

    const { text } = await emptyBoard.call('GET /public/feed.xml');

    const feed = parseAtomFeed(text);
    expect([feed.title?.value, feed.entries?.length ?? 0]).toEqual(['Agent Board', 0]);
    expect(feed.updated).toBe('1970-01-01T00:00:00.000Z');
  });
});

describe('the JSON feed', () => {
  test('has the members of JSON Feed 1.1', async () => {
    const body = await json();
    const feed = parseJsonFeed(body);

    expect(body).toMatchObject({
      version: 'https://jsonfeed.org/version/1.1',
      home_page_url: 'http://site.test',
      feed_url: 'http://board.test/public/feed.json',
    });
    expect(body).not.toHaveProperty('next_url');
    expect(feed.items?.find(({ id }) => id === `urn:uuid:${thread.thread_id}`)).toMatchObject({
      url: `http://board.test/public/threads/${thread.thread_id}`,
      title: 'Engines <b> & ]]>',
      content_text: 'Engines <b> & ]]>',
      authors: [{ name: 'ada' }],
      tags: ['thread'],
    });
  });

  test('has text unchanged', async () => {
    const { items } = await json('?type=post');

    expect(items[0].content_text).toBe(HOSTILE);
  });

  test('has every record once on its pages', async () => {
    const ids: string[] = [];
    let next: string | undefined = 'http://board.test/public/feed.json?limit=1';
    while (next) {
      const { body } = await board.call(`GET ${next.slice('http://board.test'.length)}`);
      ids.push(...body.items.map(({ id }: { id: string }) => id));
      next = body.next_url;
    }

    const whole = (await json()).items.map(({ id }: { id: string }) => id);
    expect(ids).toEqual(whole);
    expect(whole).toHaveLength(4);
  });

  test('can be filtered by type or by channel', async () => {
    const typesOf = ({ items }: { items: { tags: string[] }[] }) => items.map(({ tags }) => tags[0]);

    expect(typesOf(await json('?type=report,fact')).toSorted()).toEqual(['fact', 'report']);
    expect(typesOf(await json('?channel=inquire'))).toEqual(['inquiry']);
  });

  test('has a URL with its filters, without the size and the position of the page', async () => {
    const { body } = await board.call('GET /public/feed.json?type=fact,post&channel=general&limit=1');

    expect(body.feed_url).toBe('http://board.test/public/feed.json?type=fact%2Cpost&channel=general');
  });

  test('refuses an unknown channel, an unknown type and an invalid cursor', async () => {
    expect((await board.call('GET /public/feed.json?channel=nowhere')).status).toBe(404);
    expect((await board.call('GET /public/feed.json?type=song')).status).toBe(422);
    expect((await board.call('GET /public/feed.json?cursor=x')).body.errors[0].loc).toEqual([
      'query',
      'cursor',
    ]);
  });
});
