// The script of the GraphQL explorer: its history, the API key, and links to documents.
import { describe, expect, test } from 'vitest';
import { openGraphiql } from '../../support/pages/graphiql-script.ts';

describe('the GraphQL explorer', () => {
  test('lists the sent documents until they are forgotten: each once, the newest first, at most 30, without introspection', async () => {
    const page = openGraphiql();
    await page.send({ query: '# note\nquery A {\n  a\n}' });
    await page.send({ query: '{ b }', variables: { id: 1 } });
    await page.send({ query: '{ __schema { types { name } } }' });
    await page.send({ query: '# note\nquery A {\n  a\n}' });
    expect(page.listed().map(([text]) => text)).toEqual(['query A { a }', '{ b }']);
    const link = new URLSearchParams(page.listed()[1]?.[1]?.slice(1));
    expect(Object.fromEntries(link)).toEqual({ query: '{ b }', variables: '{\n  "id": 1\n}' });

    for (let i = 0; i < 30; i++) await page.send({ query: `{ c${i} }` });

    const newest = Array.from({ length: 30 }, (_, i) => `{ c${29 - i} }`);
    expect(page.listed().map(([text]) => text)).toEqual(newest);
    expect(openGraphiql({ local: page.local }).listed()).toHaveLength(30);
    page.click('forget');
    expect([page.listed(), page.local]).toEqual([[], {}]);
  });

  test('sends documents that do not fit into the storage of the browser, and lists the newest that fit', async () => {
    const page = openGraphiql({ quota: 1000 });
    const queries = Array.from({ length: 10 }, (_, i) => `{ c${i} # ${'x'.repeat(100)}\n}`);

    for (const query of queries) await page.send({ query });
    const listed = page.listed().map(([text]) => text?.slice(0, 4));
    await page.send({ query: `{ long # ${'x'.repeat(1000)}\n}` });

    expect(page.requests).toHaveLength(11);
    expect(listed).toEqual(['{ c9', '{ c8', '{ c7']);
    expect(page.listed().map(([text]) => text?.slice(0, 4))).toEqual(listed);
  });

  test('sends documents if the storage of the browser takes nothing', async () => {
    const page = openGraphiql({ quota: 0 });

    await page.send({ query: '{ a }' });

    expect([page.requests.length, page.listed()]).toEqual([1, []]);
  });

  test('adds the typed key to requests to the board that have no key, and to no requests to other servers', async () => {
    const page = openGraphiql();
    await page.send({ query: '{ a }' });
    page.find('key').value = ' sbk_typed ';
    await page.send({ query: '{ a }' });
    await page.send({ query: '{ a }' }, { authorization: 'Bearer other' });
    await page.send({ query: '{ a }' }, {}, 'http://evil.test/graphql');

    expect(page.requests.map(({ headers }) => headers.get('authorization'))).toEqual([
      ...[null, 'Bearer sbk_typed', 'Bearer other', null],
    ]);
  });

  test('stores the key only while a link to another document reloads the page', () => {
    const page = openGraphiql();
    page.find('key').value = 'sbk_typed';
    expect([page.local, page.session]).toEqual([{}, {}]);

    page.emit('hashchange');

    expect([page.location.reloads, Object.values(page.session)]).toEqual([1, ['sbk_typed']]);
    const reloaded = openGraphiql({ session: page.session });
    expect([reloaded.find('key').value, reloaded.session, reloaded.local]).toEqual(['sbk_typed', {}, {}]);
  });

  test.each([
    ['', undefined, '{ first }'],
    ['#example=second', '{ second }', '{ second }'],
    ['#example=none', undefined, '{ first }'],
    ['#example=constructor', undefined, '{ first }'],
    ['#query=%7B+x+%7D', '{ x }', '{ x }'],
  ])(
    'at a URL that ends with %j passes the document %j to GraphiQL, and %s for its first tab',
    (hash, query, inTab) => {
      const { options } = openGraphiql({ hash });
      expect(options).toMatchObject({ credentials: 'omit', defaultTabs: [{ query: inTab }] });
      expect((options as { query?: string }).query).toBe(query);
    },
  );

  test('is usable if the storage of the browser has values that it cannot read', () => {
    const local = { 'explorer:history': 'null', 'graphiql:tabState': '{' };
    const page = openGraphiql({ local });
    expect([page.listed(), page.find('bar').hidden]).toEqual([[], false]);
  });

  test.each([
    [true, 'Copied'],
    [false, 'The link is in the address bar'],
  ])(
    'puts a link to the open document into the address bar, and copies it if it may write to the clipboard: %s',
    async (hasClipboard, label) => {
      const tabs = [{ query: '{ one }' }, { query: '{ two }', variables: '{"a":1}' }];
      const local = { 'graphiql:tabState': JSON.stringify({ tabs, activeTabIndex: 1 }) };
      const page = openGraphiql({ local, hasClipboard });

      await page.click('share');

      const link = 'http://site.test/graphiql#query=%7B+two+%7D&variables=%7B%22a%22%3A1%7D';
      expect([page.location.href, page.copied]).toEqual([link, hasClipboard ? [link] : []]);
      expect(page.find('share').textContent).toBe(label);
      // The tab is stored 600 ms after the last edit.
      expect(page.waits[0]).toBeGreaterThan(600);
    },
  );

  test('loads the worker of a language, and the worker of the editor for a language that has none', () => {
    const { self } = openGraphiql();
    const urlOf = (label: string) => self.MonacoEnvironment?.getWorkerUrl('', label);
    expect([urlOf('json'), urlOf('css')]).toEqual(['/json.js', '/editor.js']);
  });
});
