import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createHighlighter, createWordScanner, distinctWords } from '../../../schema/search/highlight.ts';
import { snippetOf } from '../../../schema/search/snippet.ts';

const stems: Readonly<Record<string, readonly string[]>> = { running: ['run'], runs: ['run'], ran: ['ran'] };
const marksOf = (lexemes: readonly string[]) => {
  const [read, marks] = [
    createWordScanner(lexemes),
    createHighlighter(lexemes, (word) => stems[word.toLowerCase()] ?? []),
  ];
  return (text: string) => marks(read(text));
};
const show = (text: string, ...lexemes: string[]) => snippetOf(text, marksOf(lexemes)(text));

const toText = (html: string) =>
  html
    .replaceAll(/<\/?mark>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');

describe('reading a text', () => {
  const isAscii = (word: string) => /^[\0-\x7f]*$/.test(word);
  const plain = (word: string) => word.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();

  /** Word by word: by what is spelt in ASCII as far as it and its stem agree, by the first three letters elsewhere. */
  function readSlowly(text: string, lexemes: readonly string[]) {
    const beginnings = lexemes.map((one) => one.slice(0, Math.max(1, one.length - 2)));
    return Array.from(text.matchAll(/[\p{L}\p{N}\p{M}]+/gu), ({ 0: word, index }) => ({
      word,
      at: index,
    })).filter(({ word }) =>
      beginnings.some((one) => plain(word).startsWith(isAscii(word) ? one : one.slice(0, 3))),
    );
  }

  test('finds the words that reading every one of them finds', () => {
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
        expect(createWordScanner(lexemes)(text)).toEqual({ text, words: readSlowly(text, lexemes) });
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
  ])('of %j marks what was found', (text, lexemes, html) => {
    expect(show(text, ...lexemes).replaceAll('</mark><mark>', '')).toBe(html.replaceAll('</mark><mark>', ''));
  });

  test('shows where most different hits stand together', () => {
    const text = `runs ${'filler '.repeat(100)} runs with a.b ${'filler '.repeat(100)}`;

    const html = show(text, 'run', 'a.b');

    expect(html).toContain('<mark>runs</mark> with <mark>a.b</mark>');
    expect(html).toMatch(/^….*…$/s);
  });

  test('holds no markup of the text, and little of the text', () => {
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
        const html = show(text, 'run');
        const inner = html.replaceAll(/<mark>([^<>]*)<\/mark>/g, '$1');
        const shown = toText(html).replace(/^…|…$/g, '');
        expect(inner).not.toMatch(/[<>"']/);
        expect(Array.from(shown).length).toBeLessThanOrEqual(300);
        expect(text.replaceAll(/\s+/g, ' ')).toContain(shown.trim());
      }),
    );
  });

  test('of a long text is made in no time', () => {
    const text = 'runs '.repeat(4000);
    const start = performance.now();

    show(text, 'run', 'a.b', '東');

    expect(performance.now() - start).toBeLessThan(500);
  });
});

test('only words that may be forms of a lexeme are looked up', () => {
  const read = createWordScanner(['run', 'die', 'naiv', 'queri', 'strass', 'a.b', '東京']);

  const words = distinctWords([
    read('He was dying, naïvely RUNNING to a.b in 東京 twice.'),
    read('Querying quotes along die Straße: quay, stroll, dying'),
  ]);

  expect(words.toSorted()).toEqual(['Querying', 'RUNNING', 'Straße', 'die', 'dying', 'naïvely']);
});
