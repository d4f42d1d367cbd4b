// Tables, signals, events and JSON of pages, as exact markup or text.
import { describe, expect, test } from 'vitest';
import type { Html } from '../../../../facades/site/markup/html.ts';
import { prettyJson } from '../../../../facades/site/markup/pretty-json.ts';
import { memberTable } from '../../../../facades/site/markup/schema-table.ts';
import { renderSignals, renderSignalSummary } from '../../../../facades/site/markup/signals.ts';
import { shareEvenly, shareFairly } from '../../../../facades/site/markup/size-budget.ts';
import { table } from '../../../../facades/site/markup/table.ts';
import { renderWorkEvent } from '../../../../facades/site/markup/work-event.ts';
import { flattenMarkup } from './flat-markup.ts';

const textOf = async (html: Html | string): Promise<string> =>
  (await flattenMarkup(html))
    .replaceAll(/<svg.*?<\/svg>/g, '')
    .replaceAll(/<[^>]*>/g, '|')
    .replaceAll(/(\| *)+/g, '|');

test('a table aligns numbers, with a heading in each row', async () => {
  const html = table({
    caption: 'Days',
    head: ['Day', 'Count', 'Note'],
    rows: [
      ['a', 1234, 'x'],
      ['b', 5, 6],
    ],
  });
  expect(await flattenMarkup(html)).toBe(
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
    { name: 'nullable', schema: { type: ['integer', 'null'], minimum: 0, maximum: 9, default: 0 } },
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
      'list|list of string (uuid) at least 1 item, at most 5 items|',
      'nullable|integer or null up to 9, default 0|',
      'text|string at least 1 character, at most 200 characters|',
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

  test('are summarized for an item of a list, unless there are none', async () => {
    expect(await textOf(renderSignalSummary({ signals: counts }))).toBe('|1 confirm, 2,000 refute, 3 stale|');
    const none = { confirm: 0, refute: 0, stale: 0, independent_operators: 5 };
    expect(renderSignalSummary({ signals: none })).toBe('');
    expect(await textOf(renderSignalSummary({ signals: { ...none, stale: 1 } }))).toContain('1 stale');
  });

  test('are listed, with a note if older signals are not shown', async () => {
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
  const html = await flattenMarkup(renderWorkEvent(event, 'W'));
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
])('the text %s is indented if it is JSON: %j', (text, expected) => {
  expect(prettyJson(text)).toBe(expected);
});

test('JSON is indented by at most 12 levels', () => {
  const lines = prettyJson(`${'['.repeat(14)}1${']'.repeat(14)}`).split('\n');
  expect(lines.slice(12, 15)).toEqual([`${' '.repeat(24)}[`, `${' '.repeat(24)}[`, `${' '.repeat(24)}1`]);
});
