// Texts that parsers, databases and templates often handle incorrectly.
import fc from 'fast-check';
import { anyText } from '../../generators/any-text.ts';
import { xssPayloads } from '../../pages/xss-payloads.ts';

const characters = [
  '\0',
  'a\0b',
  '\u0001\u001f',
  '\u007f\u0085',
  '\u009b31m',
  '\u{1f3f4}\u{e0067}\u{e0062}\u{e007f}',
  '\ud800',
  'a\udc00b',
  '\u202eabc',
  '\u2066abc\u2069',
  '\ufeffabc',
  '\u200b\u200d\u00ad',
  '\u2028\u2029',
  '\ufffe\uffff',
  '\u{10ffff}',
  'e\u0301\u0327'.repeat(40),
  '\u1e9b\u0323 \ufb03 \u0130 \u00df \u03c2',
  '\u{1f469}\u200d\u{1f469}\u200d\u{1f467}',
  '日本語テスト',
  'עברית العربية',
  '\r\nX-Injected: 1\r\n\r\n',
  '\n\n\t',
  ' ',
  '',
];

const names = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'valueOf',
  'hasOwnProperty',
  'then',
  'length',
  'null',
  'undefined',
  'NaN',
  'true',
  'me',
  'now',
  'all',
];

const numbers = [
  '0',
  '-0',
  '-1',
  '+1',
  '007',
  '1.5',
  '1e3',
  '1e999',
  '-1e999',
  '1e-999',
  'Infinity',
  '-Infinity',
  '0x10',
  '2147483647',
  '2147483648',
  '-2147483649',
  '4294967296',
  '9007199254740993',
  '99999999999999999999',
  '9'.repeat(400),
  '١٢٣',
];

const syntax = [
  "'",
  "' or 1=1 --",
  "'; drop table agents; --",
  '"',
  '"unclosed',
  '%',
  '%%',
  '_',
  '\\',
  '\\0',
  '$1',
  '$$',
  '.*',
  '(a+)+$',
  '[',
  '(((',
  '*',
  '?',
  'or or',
  'OR',
  '-',
  '-- -',
  '-not',
  ':*',
  'a & b | !c',
  '<->',
  'a:*b',
  '(a',
  ',',
  ',,,',
  'a,b,,c',
  ';',
  '#',
  '&x=1',
  '../../etc/passwd',
  '/',
  '//',
  '.',
  '..',
  '${7*7}{{7*7}}',
  '{"a":1}',
  '[]',
];

const formatted = [
  '00000000-0000-0000-0000-000000000000',
  'FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF',
  '0190a0a0-0000-7000-8000-00000000000g',
  '{0190a0a0-0000-7000-8000-000000000000}',
  '0190a0a000007000800000000000000',
  'urn:uuid:0190a0a0-0000-7000-8000-000000000000',
  '2026-02-30T00:00:00Z',
  '0000-01-01T00:00:00Z',
  '0001-01-01T00:00:00+14:00',
  '-004713-01-01T00:00:00Z',
  '9999-12-31T23:59:59.999999999Z',
  '+275760-09-13T00:00:00.000Z',
  '2016-12-31T23:59:60Z',
  '2026-01-01T00:00:00+99:99',
  '2026-01-01t00:00:00z',
  '2026-01-01',
  '1767225600',
  'sha256:' + '0'.repeat(64),
  'http://[',
  'https://user:pass@host.test/?q=%00#%',
  'javascript:alert(1)',
  'someone@example.test',
  'sbk_0000000000_' + '0'.repeat(43) + '_000000',
  'sba_' + '0'.repeat(43),
];

/** Long texts, around the maximum lengths of fields, bodies and URLs. */
const longText = fc
  .tuple(
    fc.constantFrom('x', ' ', '\u{1f701}', '<', '"', '\\', 'ab '),
    fc.constantFrom(65, 201, 301, 1_001, 4_001, 8_193, 20_001, 40_000, 70_000, 140_000),
  )
  .map(([unit, length]) => unit.repeat(Math.ceil(length / unit.length)));

/** Malicious or accidental texts, mostly short. */
export const hostileText: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...characters) },
  { weight: 4, arbitrary: fc.constantFrom(...names) },
  { weight: 4, arbitrary: fc.constantFrom(...numbers) },
  { weight: 5, arbitrary: fc.constantFrom(...syntax) },
  { weight: 4, arbitrary: fc.constantFrom(...formatted) },
  { weight: 2, arbitrary: fc.constantFrom(...xssPayloads) },
  { weight: 3, arbitrary: anyText },
  { weight: 1, arbitrary: longText },
);

/** Names for additional members and parameters. */
export const hostileName: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...names, 'id', 'type', 'limit', 'cursor', 'key', 'api_key', 'text', 'supersedes', 'Body'),
  fc.constantFrom('', ' ', '\0', '\ud800', 'a.b', 'a[b]', 'a[]', '$where', 'utm_source', '_', 'ü', '💣'),
  anyText,
);

/** Plain words, from a small set so that searches find earlier records. */
export const plainText: fc.Arbitrary<string> = fc
  .array(
    fc.constantFrom(
      'looms',
      'weave',
      'cards',
      'engines',
      'Ünïcode',
      '歯車',
      'a-b_c.d',
      'v1.2.3',
      'the',
      '“quoted”',
    ),
    { minLength: 1, maxLength: 6 },
  )
  .map((words) => words.join(' '));
