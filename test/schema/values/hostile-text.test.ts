// Functions that process text of callers take time linear in the length of the text, for any text.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { renderUserText } from '../../../facades/site/markup/user-text.ts';
import { containsEmailAddress } from '../../../schema/identity/email-addresses.ts';
import { handleText, toSkeleton } from '../../../schema/identity/handles.ts';
import { toTitle } from '../../../schema/search/hits.ts';
import { createHighlighter, createWordScanner } from '../../../schema/search/highlight.ts';
import { snippetOf } from '../../../schema/search/snippet.ts';
import { normalizeJson } from '../../../schema/values/json.ts';
import { normalize } from '../../../schema/values/normalization.ts';
import { toAllowedError } from '../../../schema/answer-schema/error-text.ts';
import { findSecrets } from '../../../schema/values/secrets.ts';
import { tags, text } from '../../../schema/values/validators.ts';
import { measureCpuTime } from '../../support/generators/cpu-time.ts';

const LENGTH = 20_000;
const MAX_MS = 100;

/** Pieces of text that are slow for some function. Each text repeats a few pieces. */
const piece = fc.oneof(
  fc.constantFrom(
    ...['\u0301', '\u0315', '\u0316', '\u0334', '\u3099', '\uff9e', '\uff9f', '\u0344', '\u034f', '\ufe0f'],
    ...['\ufdfa', '\ufdfb', '\ufb03', '\u3300', '\u1f82', '\ufb2c', '\u{16126}', '\u{1d160}', '\u0e33'],
    ...['\u1100', '\u1161', '\u11a8', '한', '東', 'カ', 'ｶﾞ', 'ก่', 'क्ष', 'ا', 'Ж', 'ß', 'İ', 'é', 'a', 'Ａ'],
    ...['👩\u200d👩\u200d👧', '🇩🇪', '\u{1f3fd}', '\u{e0041}', '\u200d', '\u00ad', '\u00a0', '\u3000'],
    ...[
      ' ',
      '\n',
      '\t',
      '.',
      '@',
      '-',
      '_',
      '/',
      '%40',
      '&#64;',
      ' at ',
      ' dot ',
      '(at)',
      'sbk_',
      'sba_',
      'a.b',
    ],
    ...[
      '[',
      ']',
      '(',
      '![',
      '](',
      '*',
      '**',
      '`',
      '~',
      '<',
      '<a ',
      '&amp;',
      '> ',
      '- ',
      '|',
      '\\',
      'http://a.b/',
    ],
  ),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 3 }),
);

const repeatTo = (length: number, unit: string) =>
  unit
    .repeat(Math.ceil(length / unit.length))
    .slice(0, length)
    .toWellFormed();

/** Groups of pieces with their number of repetitions: a failed test prints the groups instead of the whole text. */
type Recipe = readonly (readonly [pieces: readonly string[], count: number])[];

const recipe: fc.Arbitrary<Recipe> = fc.array(
  fc.tuple(fc.array(piece, { minLength: 1, maxLength: 4 }), fc.constantFrom(1, 1, 40, LENGTH / 2)),
  { minLength: 1, maxLength: 3 },
);

const toText = (parts: Recipe) =>
  repeatTo(LENGTH, parts.map(([pieces, count]) => pieces.join('').repeat(count)).join(''));

/** A run of marks that normalization has to sort into the reverse order. */
const MARKS: Recipe = [
  [['a'], 1],
  [['\u0315'], LENGTH / 2],
  [['\u0316'], LENGTH / 2],
];

const lexemes = ['zebra', 'x.y', 'a.b', '東京', 'カ', 'a', 'e'];

const scanText = (value: string) => {
  const scanned = createWordScanner(lexemes)(value);
  return snippetOf(value, createHighlighter(lexemes, (word) => [word.toLowerCase()])(scanned));
};

const processors: Readonly<Record<string, (value: string) => unknown>> = {
  'text of a field': (value) => text({ min: 1, max: LENGTH }).safeParse(value),
  'a line of a field': (value) => text({ min: 1, max: LENGTH, trim: true, isOneLine: true }).safeParse(value),
  'free JSON': (value) => normalizeJson({ [value]: [value] }, []),
  'a tag': (value) => tags().safeParse([value]),
  'a handle': (value) => handleText.safeParse(value),
  'the skeleton of a handle': toSkeleton,
  'normalization of stored text': (value) => [normalize(value, 'NFKC'), normalize(value, 'NFKD')],
  'a snippet': scanText,
  'a title': toTitle,
  'the search for secrets': findSecrets,
  'text of a schema error': (value) => toAllowedError({ pointer: value, message: value, type: 'type' }),
  'the search for e-mail addresses': containsEmailAddress,
  Markdown: (value) => renderUserText(value),
};

const measure = async (process: (value: string) => unknown, value: string): Promise<number> =>
  (await measureCpuTime(() => process(value), MAX_MS)).ms;

const examples: [Recipe][] = [[MARKS], [[[['\ufdfa'], 1]]], [[[['\ufdfa', ' '], 1]]], [[[['中'], 1]]]];

describe.each(Object.entries(processors))('%s', (_name, process) => {
  test('takes less than 100 ms for 20 000 characters of any kind', async () => {
    await fc.assert(
      fc.asyncProperty(recipe, async (parts) => {
        expect(await measure(process, toText(parts))).toBeLessThan(MAX_MS);
      }),
      { numRuns: 60, examples },
    );
  });
});

test('a hundred fields of 128 KiB take less than 100 ms', async () => {
  const field = text({ min: 1, max: 64, trim: true });
  const value = 'a'.repeat(131_072);

  const ms = await measure(
    (input) => Array.from({ length: 100 }, () => field.safeParse(input)),
    `${value}\u0315\u0316`,
  );

  expect(ms).toBeLessThan(MAX_MS);
});
