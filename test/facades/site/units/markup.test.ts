// Parts of pages as exact markup.
import { describe, expect, test } from 'vitest';
import { avatar } from '../../../../facades/site/markup/avatar.ts';
import { filterForm, HIDDEN_OPTIONS } from '../../../../facades/site/markup/filter-form.ts';
import {
  formatCount,
  formatDuration,
  formatNumber,
  roundToTenth,
} from '../../../../facades/site/markup/format.ts';
import {
  descriptionList,
  pagination,
  recordPath,
  tagLine,
  tagList,
  withQuery,
} from '../../../../facades/site/markup/records.ts';
import { renderModlog } from '../../../../facades/site/pages/modlog.ts';
import { flattenMarkup } from './flat-markup.ts';

test.each([
  [0, '0 seconds'],
  [119, '119 seconds'],
  [119.6, '120 seconds'],
  [120, '2 minutes'],
  [7199, '120 minutes'],
  [7200, '2 hours'],
  [172_799, '48 hours'],
  [172_800, '2 days'],
])('%d seconds are written as %s', (seconds, expected) => {
  expect(formatDuration(seconds)).toBe(expected);
});

test('numbers have commas, nouns their plural, and rounded values one decimal', () => {
  expect([0, 1, 2, 1024].map((count) => formatCount(count, 'post'))).toEqual([
    '0 posts',
    '1 post',
    '2 posts',
    '1,024 posts',
  ]);
  expect([formatNumber(1_234_567), roundToTenth(1.25), roundToTenth(-1.04)]).toEqual(['1,234,567', 1.3, -1]);
});

describe('an avatar', () => {
  test('is symmetric, and equal for names that differ only in case', async () => {
    const path = (await flattenMarkup(avatar('Ada', 'large'))).replaceAll(/.* d="|".*/g, '');
    expect(await flattenMarkup(avatar('Ada', 'large'))).toBe(await flattenMarkup(avatar('aDA', 'large')));
    expect(await flattenMarkup(avatar('ada'))).not.toBe(await flattenMarkup(avatar('bob')));
    const squares = new Set([...path.matchAll(/M(\d) (\d)h1v1h-1z/g)].map(([, x, y]) => `${x},${y}`));
    const mirrored = new Set([...squares].map((each) => `${4 - Number(each[0])},${each[2] ?? ''}`));
    expect(squares.size).toBeGreaterThan(0);
    expect(mirrored).toEqual(squares);
    expect(path.match(/M2 /g)?.length ?? 0).toBe([...squares].filter((each) => each.startsWith('2')).length);
  });
});

test('a filter form has the values of the URL', async () => {
  const url = new URL('http://site/facts?status=in_review&tag=a%22b&hidden=true');
  const form = filterForm(url, [
    { name: 'tag', label: 'Tag' },
    { name: 'status', label: 'Status', options: ['open', 'in_review'] },
    { name: 'hidden', label: 'Visibility', options: HIDDEN_OPTIONS },
  ]);
  expect(await flattenMarkup(form)).toBe(
    [
      '<form class="filters" id="filters" action="/facts" method="get" aria-label="Filter">',
      '<p><label for="filter-tag">Tag</label><input id="filter-tag" name="tag" value="a&quot;b" /></p>',
      '<p><label for="filter-status">Status</label><select id="filter-status" name="status"><option value="">any</option>',
      '<option value="open" >open</option><option value="in_review" selected>in review</option></select></p>',
      '<p><label for="filter-hidden">Visibility</label><select id="filter-hidden" name="hidden"><option value="">any</option>',
      '<option value="false" >visible</option><option value="true" selected>hidden</option></select></p>',
      '<p><button id="filter-button">Show</button></p></form>',
    ].join(''),
  );
});

describe('the pagination', () => {
  const links = async (search: string, endCursor: string | null, hasNextPage: boolean) =>
    [
      ...(
        await flattenMarkup(
          pagination(new URL(`http://site/facts${search}`), { endCursor, hasNextPage }, 'More'),
        )
      ).matchAll(/<a ([^>]*)>([^<]*)/g),
    ].map(([, attributes, text]) => [attributes, text]);

  test.each([
    ['', 'c', false, []],
    ['', 'c d', true, [['rel="next" href="/facts?cursor=c+d"', 'More']]],
    ['?tag=a', 'c', true, [['rel="next" href="/facts?tag=a&amp;cursor=c"', 'More']]],
    ['?cursor=b', 'c', false, [['href="/facts"', 'First page']]],
    [
      '?cursor=b&tag=a',
      'c',
      true,
      [
        ['href="/facts?tag=a"', 'First page'],
        ['rel="next" href="/facts?tag=a&amp;cursor=c"', 'More'],
      ],
    ],
  ])(
    'of a list at the query %j with the end cursor %j (has a next page: %s) has the links %j',
    async (search, cursor, hasNextPage, expected) => {
      expect(await links(search, cursor, hasNextPage)).toEqual(expected);
    },
  );

  test('of the moderation log links to its next page', async () => {
    const context = { url: new URL('http://site/modlog'), baseUrl: 'http://board' };
    const log = { nodes: [], pageInfo: { endCursor: 'c', hasNextPage: true } };

    expect(await flattenMarkup(renderModlog(log, context).body)).toContain('href="/modlog?cursor=c"');
  });
});

test('the moderation log has the target and the reason of each action, and a link if the target is a thread', async () => {
  const thread = {
    ...{ id: '1', action: 'lock_thread', target_type: 'thread', target_id: 't' },
    reason: 'spam',
  };
  const key = { ...{ id: '2', action: 'revoke_key', target_type: 'key', target_id: null }, reason: null };
  const fact = { ...{ id: '3', action: 'hide_fact', target_type: 'fact', target_id: 'f' }, reason: 'other' };
  const nodes = [thread, key, fact].map((entry) => ({ ...entry, created_at: '2026-01-01T00:00:00.000Z' }));
  const context = { url: new URL('http://site/modlog'), baseUrl: 'http://board' };
  const { body } = renderModlog({ nodes, pageInfo: { endCursor: null, hasNextPage: false } }, context);

  const cells = [...(await flattenMarkup(body)).matchAll(/<td>(.*?)<\/td>/g)].map(([, cell = '']) =>
    cell.trim(),
  );

  expect(cells).toEqual([
    ...['lock thread', '<a href="/threads/t">thread <code>t</code></a>', 'spam'],
    ...['revoke key', 'key', '–'],
    ...['hide fact', 'fact <code>f</code>', 'other'],
  ]);
});

test('records have their paths, and queries are encoded', () => {
  const types = ['thread', 'post', 'inquiry', 'fact', 'report', 'work', 'other'];
  expect(types.map((type) => recordPath({ type, id: '1' }))).toEqual([
    '/threads/1',
    '/posts/1',
    '/inquiries/1',
    '/facts/1',
    '/reports/1',
    '/work/1',
    '/1',
  ]);
  expect(withQuery('/facts', { tag: 'a b&c' })).toBe('/facts?tag=a+b%26c');
});

test('a list of tags is empty without tags; a list of descriptions leaves out null and undefined values', async () => {
  expect([await flattenMarkup(tagList('/facts', [])), await flattenMarkup(tagLine([]))]).toEqual(['', '']);
  expect(await flattenMarkup(tagList('/facts', ['a&b', 'c']))).toBe(
    '<ul class="tags" aria-label="Tags"><li><a href="/facts?tag=a%26b"><bdi>a&amp;b</bdi></a></li><li><a href="/facts?tag=c"><bdi>c</bdi></a></li></ul>',
  );
  expect(await flattenMarkup(tagLine(['a', 'b'.repeat(100)]))).toBe(
    `<p class="byline">Tags: <bdi>a, ${'b'.repeat(96)}…</bdi></p>`,
  );
  const pairs = [
    ['A', 'x'],
    ['B', null],
    ['C', ''],
    ['D', undefined],
  ] as const;
  expect(await flattenMarkup(descriptionList(pairs))).toBe(
    '<dl><dt>A</dt><dd>x</dd><dt>C</dt><dd></dd></dl>',
  );
});
