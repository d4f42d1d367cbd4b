// The words of a text that match a query (highlight.ts), and snippets of texts in which they are marked (snippet.ts).
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createHighlighter, createWordScanner, distinctWordsOf } from '../../../schema/search/highlight.ts';
import { snippetOf } from '../../../schema/search/snippet.ts';

const stems: Readonly<Record<string, readonly string[]>> = { running: ['run'], runs: ['run'], ran: ['ran'] };
const createMatcher = (lexemes: readonly string[]) => {
  const [scan, findMatches] = [
    createWordScanner(lexemes),
    createHighlighter(lexemes, (word) => stems[word.toLowerCase()] ?? []),
  ];
  return (text: string) => findMatches(scan(text));
};
const highlight = (text: string, ...lexemes: string[]) => snippetOf(text, createMatcher(lexemes)(text));

const toText = (html: string) =>
  html
    .replaceAll(/<\/?mark>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');

describe('a word scanner', () => {
  const isAscii = (word: string) => /^[\0-\x7f]*$/.test(word);
  const normalize = (word: string) => word.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();

  /** Tests every word: ASCII words by a prefix of each lexeme, other words by the first three letters of that prefix. */
  function scanSlowly(text: string, lexemes: readonly string[]) {
    const prefixes = lexemes.map((lexeme) => lexeme.slice(0, Math.max(1, lexeme.length - 2)));
    return Array.from(text.matchAll(/[\p{L}\p{N}\p{M}]+/gu), ({ 0: word, index }) => ({
      word,
      at: index,
    })).filter(({ word }) =>
      prefixes.some((prefix) => normalize(word).startsWith(isAscii(word) ? prefix : prefix.slice(0, 3))),
    );
  }

  test('finds the same words as a test of every word', () => {
    const part = fc.constantFrom(
      'run',
      'Runs',
      'strasse',
      'Straße',
      'été',
      'EÉ',
      'x',
      '1',
      ' ',
      '_',
      '-',
      '’',
      '…',
      'ſ',
      'K',
    );
    const lexeme = fc.constantFrom('run', 'strass', 'straße', 'ete', 'x1', 'été', 'k');
    fc.assert(
      fc.property(fc.array(part), fc.array(lexeme), (parts, lexemes) => {
        const text = parts.join('');
        expect(createWordScanner(lexemes)(text)).toEqual({ text, words: scanSlowly(text, lexemes) });
      }),
    );
  });
});

describe('a snippet', () => {
  test.each([
    ['He runs and ran, running.', ['run'], 'He <mark>runs</mark> and ran, <mark>running</mark>.'],
    ['Not ERR_A_B1 but (ERR_A_B).', ['err_a_b'], 'Not ERR_A_B1 but (<mark>ERR_A_B</mark>).'],
    ['在東京都庁で', ['東京', '京都'], '在<mark>東京</mark><mark>都</mark>庁で'],
    ['a\n\n b', [], 'a b'],
  ])('of %j marks the matches', (text, lexemes, html) => {
    expect(highlight(text, ...lexemes).replaceAll('</mark><mark>', '')).toBe(
      html.replaceAll('</mark><mark>', ''),
    );
  });

  test('shows the part with the most different matches', () => {
    const text = `runs ${'filler '.repeat(100)} runs with a.b ${'filler '.repeat(100)}`;

    const html = highlight(text, 'run', 'a.b');

    expect(html).toContain('<mark>runs</mark> with <mark>a.b</mark>');
    expect(html).toMatch(/^….*…$/s);
  });

  test('escapes the text, and has at most 300 of its characters', () => {
    const hostile = fc.array(
      fc.oneof(
        fc.constantFrom(
          '<mark>',
          '</mark>',
          '<script>',
          '&lt;',
          '"',
          "'",
          ' runs ',
          'x'.repeat(50),
          '🚀',
          '\n',
        ),
        fc.string(),
      ),
      { maxLength: 40 },
    );

    fc.assert(
      fc.property(hostile, (parts) => {
        const text = parts.join('');
        const html = highlight(text, 'run');
        const inner = html.replaceAll(/<mark>([^<>]*)<\/mark>/g, '$1');
        const shown = toText(html).replace(/^…|…$/g, '');
        expect(inner).not.toMatch(/[<>"']/);
        expect(Array.from(shown).length).toBeLessThanOrEqual(300);
        expect(text.replaceAll(/\s+/g, ' ')).toContain(shown.trim());
      }),
    );
  });

  test('of a long text takes less than half a second', () => {
    const text = 'runs '.repeat(4000);
    const start = performance.now();

    highlight(text, 'run', 'a.b', '東');

    expect(performance.now() - start).toBeLessThan(500);
  });
});

test('each text of a page has an equal share of the maximum number of words that are scanned', () => {
  const text = `${'ы '.repeat(9990)}финал`;
  const ofOne = createWordScanner(['финал'])(text).words;
  const ofMany = createWordScanner(['финал'], 50)(text).words;

  expect([ofOne.length, ofMany.length]).toEqual([1, 0]);
});

describe('a highlighter', () => {
  const han = Array.from({ length: 99 }, (_, i) => String.fromCodePoint(0x4e00 + i * 7));
  const names = Array.from({ length: 40 }, (_, i) => `x.${i}`);
  const countMatches = (text: string, lexemes: readonly string[], count?: number) => {
    const findMatches = createHighlighter(lexemes, (word) => [word], count);
    return findMatches(createWordScanner(lexemes, count)(text)).length;
  };

  test.each([
    ['glyphs', han],
    ['names', names],
    ['words', ['quokka']],
    ['glyphs, names and words', [...han, ...names, 'quokka']],
  ])('finds at most 500 matches in a text, and 5000 in the texts of a page: %s', (_kind, lexemes) => {
    const text = `${lexemes.join(' ')} `.repeat(600).slice(0, 20_000);

    // A text of a page of 50 has a share of 100.
    expect([countMatches(text, lexemes), countMatches(text, lexemes, 50)]).toEqual([500, 100]);
  });

  test('stops searching a text for glyphs after its share of the code units that may be compared for a page', () => {
    const text = `${'漢 '.repeat(9000)}漢字`;
    const lexemes = [...han.slice(0, 30).map((glyph) => `漢${glyph}`), '漢字'];

    expect([countMatches(text, lexemes), countMatches(text, lexemes, 50)]).toEqual([1, 0]);
  });

  test('finds names after letters whose lower case is longer', () => {
    expect(highlight('İİ Src/Main.ts', 'src/main.ts')).toBe('İİ <mark>Src/Main.ts</mark>');
  });
});

test('words between non-ASCII spaces are found only up to a maximum number of such words for all texts of a page', () => {
  const scan = createWordScanner(['ж']);
  const countWords = (word: string) => scan(`${word}\u00a0`.repeat(9000)).words.length;

  expect(['ж', 'ы', 'же'].map(countWords)).toEqual([500, 0, 0]);
});

describe('distinctWordsOf', () => {
  test('returns only words that may have one of the lexemes', () => {
    const scan = createWordScanner(['run', 'die', 'naiv', 'queri', 'strass', 'a.b', '東京']);

    const words = distinctWordsOf([
      scan('He was dying, naïvely RUNNING to a.b in 東京 twice.'),
      scan('Querying quotes along die Straße: quay, stroll, dying'),
    ]);

    expect(words.toSorted()).toEqual(['Querying', 'RUNNING', 'Straße', 'die', 'dying', 'naïvely']);
  });
});

test.each([
  [
    'run to a.b',
    ['run', 'a.b'],
    [
      [0, 3],
      [7, 10],
    ],
  ],
  ['漢字漢', ['漢字', '字漢'], [[0, 3]]],
  [
    '漢漢',
    ['漢'],
    [
      [0, 1],
      [1, 2],
    ],
  ],
  ['a.b.c', ['a.b', 'b.c', 'a.b.c'], [[0, 5]]],
  ['Run runs', ['run'], [[0, 3]]],
  ['ran', ['run'], []],
])('the matches in the text %j of the lexemes %j are %j', (text, lexemes, matches) => {
  const findMatches = createHighlighter(lexemes, (word) => [word.toLowerCase()]);

  expect(findMatches(createWordScanner(lexemes)(text))).toEqual(matches);
});
