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
import type { Html } from '../../../../facades/site/markup/html.ts';
import { prettyJson } from '../../../../facades/site/markup/pretty-json.ts';
import {
  descriptionList,
  pagination,
  recordPath,
  tagLine,
  tagList,
  withQuery,
} from '../../../../facades/site/markup/records.ts';
import { memberTable } from '../../../../facades/site/markup/schema-table.ts';
import { renderSignals, renderSignalSummary } from '../../../../facades/site/markup/signals.ts';
import { shareEvenly, shareFairly } from '../../../../facades/site/markup/size-budget.ts';
import { table } from '../../../../facades/site/markup/table.ts';
import { renderWorkEvent } from '../../../../facades/site/markup/work-event.ts';

/** The markup without the white space between elements. */
const flat = async (html: Html | string): Promise<string> =>
  String(await html)
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/> </g, '><')
    .trim();

const textOf = async (html: Html | string): Promise<string> =>
  (await flat(html))
    .replaceAll(/<svg.*?<\/svg>/g, '')
    .replaceAll(/<[^>]*>/g, '|')
    .replaceAll(/(\| *)+/g, '|');

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

test('numbers have commas, and nouns their plural', () => {
  expect([0, 1, 2, 1024].map((count) => formatCount(count, 'post'))).toEqual([
    '0 posts',
    '1 post',
    '2 posts',
    '1,024 posts',
  ]);
  expect([formatNumber(1_234_567), roundToTenth(1.25), roundToTenth(-1.04)]).toEqual(['1,234,567', 1.3, -1]);
});

describe('an avatar', () => {
  test('is mirrored, and the same in upper and lower case', async () => {
    const path = (await flat(avatar('Ada', 'large'))).replaceAll(/.* d="|".*/g, '');
    expect(await flat(avatar('Ada', 'large'))).toBe(await flat(avatar('aDA', 'large')));
    expect(await flat(avatar('ada'))).not.toBe(await flat(avatar('bob')));
    const squares = new Set([...path.matchAll(/M(\d) (\d)h1v1h-1z/g)].map(([, x, y]) => `${x},${y}`));
    const mirrored = new Set([...squares].map((each) => `${4 - Number(each[0])},${each[2] ?? ''}`));
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
  expect(await flat(form)).toBe(
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
        await flat(pagination(new URL(`http://site/facts${search}`), { endCursor, hasNextPage }, 'More'))
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
    'of %s with the cursor %s and further pages %s has %j',
    async (search, cursor, hasNextPage, expected) => {
      expect(await links(search, cursor, hasNextPage)).toEqual(expected);
    },
  );
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

test('lists of tags and descriptions leave out what is missing', async () => {
  expect([await flat(tagList('/facts', [])), await flat(tagLine([]))]).toEqual(['', '']);
  expect(await flat(tagList('/facts', ['a&b', 'c']))).toBe(
    '<ul class="tags" aria-label="Tags"><li><a href="/facts?tag=a%26b"><bdi>a&amp;b</bdi></a></li><li><a href="/facts?tag=c"><bdi>c</bdi></a></li></ul>',
  );
  expect(await flat(tagLine(['a', 'b'.repeat(100)]))).toBe(
    `<p class="byline">Tags: <bdi>a, ${'b'.repeat(96)}…</bdi></p>`,
  );
  const pairs = [
    ['A', 'x'],
    ['B', null],
    ['C', ''],
    ['D', undefined],
  ] as const;
  expect(await flat(descriptionList(pairs))).toBe('<dl><dt>A</dt><dd>x</dd><dt>C</dt><dd></dd></dl>');
});

test('a table aligns numbers, with a heading in each row', async () => {
  const html = table({
    caption: 'Days',
    head: ['Day', 'Count', 'Note'],
    rows: [
      ['a', 1234, 'x'],
      ['b', 5, 6],
    ],
  });
  expect(await flat(html)).toBe(
    [
      '<div class="wide" role="region" aria-label="Days" tabindex="0"><table><caption> Days </caption><thead><tr>',
      '<th scope="col" class="">Day</th><th scope="col" class="number">Count</th><th scope="col" class="">Note</th></tr></thead><tbody>',
      '<tr><th scope="row">a</th><td class="number">1,234</td><td>x</td></tr>',
      '<tr><th scope="row">b</th><td class="number">5</td><td class="number">6</td></tr></tbody></table></div>',
    ].join(''),
  );
});

test('the members of a schema have their types and bounds', async () => {
  const members = [
    { name: 'ref', schema: { $ref: '#/components/schemas/Agent', description: 'D' } },
    {
      name: 'constant',
      in: 'query',
      required: true,
      description: 'Own',
      schema: { const: 'x', description: 'D' },
    },
    { name: 'enum', schema: { enum: ['a', 1] } },
    { name: 'union', schema: { anyOf: [{ type: 'string' }, { type: 'null' }, { type: 'string' }] } },
    { name: 'list', schema: { items: { type: 'string', format: 'uuid' }, minItems: 1, maxItems: 5 } },
    { name: 'nullable', schema: { type: ['integer', 'null'], minimum: 0, maximum: 9, default: 3 } },
    { name: 'text', schema: { type: 'string', minLength: 1, maxLength: 200 } },
    { name: 'any', schema: {} },
  ];
  expect(await textOf(memberTable('Parameters', members))).toBe(
    [
      '|Parameters |Name|Type|Description|',
      'ref|Agent |D|',
      'constant|in query, required |&quot;x&quot; |Own|',
      'enum|&quot;a&quot; or 1 |',
      'union|string or null |',
      'list|list of string (uuid) at least 1 items, at most 5 items|',
      'nullable|integer or null up to 9, default 3|',
      'text|string at least 1 characters, at most 200 characters|',
      'any|any |',
    ].join(''),
  );
});

describe('the signals of a record', () => {
  const counts = { confirm: 1, refute: 2000, stale: 3, independent_operators: 1 };
  const page = (nodes: readonly object[], hasNextPage: boolean) =>
    ({ nodes, pageInfo: { endCursor: null, hasNextPage } }) as never;
  const signal = {
    kind: 'refute',
    note: null,
    created_by: 'ada',
    created_at: '2026-01-02T03:04:05Z',
    via: 'rest',
  };

  test('are summarized in a list, unless there are none', async () => {
    expect(await textOf(renderSignalSummary({ signals: counts }))).toBe('|1 confirm, 2,000 refute, 3 stale|');
    const none = { confirm: 0, refute: 0, stale: 0, independent_operators: 5 };
    expect(renderSignalSummary({ signals: none })).toBe('');
    expect(await textOf(renderSignalSummary({ signals: { ...none, stale: 1 } }))).toContain('1 stale');
  });

  test('are listed, newest first, with a note if there are more', async () => {
    const listed = await textOf(renderSignals({ signals: counts, latestSignals: page([signal], true) }));
    expect(listed).toBe(
      '|Signals|1 confirm, 2,000 refute, 3 stale. Confirmed by agents of 1 independent operator. |refute|ada|· |2026-01-02 03:04 UTC|· via rest · |untrusted|Only the newest signals are shown.|',
    );
    const none = await textOf(renderSignals({ signals: counts, latestSignals: page([], false) }));
    expect(none).toBe('|Signals|No agent has confirmed or refuted this yet.|');
  });
});

test('an event of a work packet names its scope, its actor and its verdict', async () => {
  const event = {
    ...{ id: 'E', seq: 1, kind: 'review.created', actor: 'ada', at: '2026-01-02T03:04:05Z' },
    ...{
      scope: 'main',
      submission_id: 'S',
      hash: `sha256:${'a'.repeat(64)}`,
      data: { verdict: 'accept', note: 'Fine' },
    },
  };
  const html = await flat(renderWorkEvent(event, 'W'));
  expect(html).toMatch(/^<li id="E" class="review">/);
  expect(html).toContain('<a href="/work/W/submissions/S">submission</a>');
  expect(html).toContain(`<code title="${event.hash}">sha256:${'a'.repeat(12)}</code>`);
  expect(await textOf(renderWorkEvent(event, 'W'))).toBe(
    `|review.created|on |main|by |ada|accept|submission|· |2026-01-02 03:04 UTC|· |sha256:${'a'.repeat(12)}|Fine|`,
  );
  const expired = {
    ...event,
    kind: 'claim.expired',
    actor: null,
    scope: null,
    submission_id: null,
    data: {},
  };
  expect(await textOf(renderWorkEvent(expired, 'W'))).toBe(
    `|claim.expired|automatically · |2026-01-02 03:04 UTC|· |sha256:${'a'.repeat(12)}|`,
  );
});

test('texts share the bytes of a page', () => {
  expect([shareEvenly(100, 3), shareEvenly(100, 0)]).toEqual([33, 100]);
  const text = (length: number) => 'x'.repeat(length);
  expect(shareFairly(1000, [])).toBe(1000);
  expect(shareFairly(1000, [text(300)])).toBe(1000);
  expect(shareFairly(999, [text(300)])).toBe(999);
  // The short text needs 420 bytes; the two long ones share the rest.
  expect(shareFairly(4420, [text(5000), text(10), text(6000)])).toBe(2000);
  expect(shareFairly(10_000, [text(10), text(20)])).toBe(10_000);
});

test.each([
  ['{"a":1,"b":[],"c":{}}', '{\n  "a": 1,\n  "b": [],\n  "c": {}\n}'],
  ['[1.0,"a,b:{",[true,null]]', '[\n  1.0,\n  "a,b:{",\n  [\n    true,\n    null\n  ]\n]'],
  ['{"a":1,"a":1e5}', '{\n  "a": 1,\n  "a": 1e5\n}'],
  ['"a\\"b"', '"a\\"b"'],
  ['{a}', '{a}'],
])('the JSON %s is indented', (text, expected) => {
  expect(prettyJson(text)).toBe(expected);
});

test('JSON is indented by at most 12 levels', () => {
  const lines = prettyJson(`${'['.repeat(14)}1${']'.repeat(14)}`).split('\n');
  expect(lines.slice(12, 15)).toEqual([`${' '.repeat(24)}[`, `${' '.repeat(24)}[`, `${' '.repeat(24)}1`]);
});
