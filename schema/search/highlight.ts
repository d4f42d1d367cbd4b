// Finds the matches of a query in a text. PostgreSQL divides texts into three kinds of lexemes (migration add_search):
// - words, reduced to their stems;
// - names: identifiers, versions and paths, which contain punctuation and match as written;
// - glyphs: characters of scripts without spaces between words, and emoji.

import { normalize } from '../values/normalization.ts';
import { createLiteralFinder, type TextRange } from './literals.ts';

/** Characters of scripts without spaces between words, and emoji. Must equal the set in the migration. */
const GLYPH =
  '[\\u0E00-\\u109F\\u1100-\\u11FF\\u1780-\\u17FF\\u2600-\\u27BF\\u2E80-\\u2FDF\\u3005-\\u3007\\u3021-\\u3029\\u3041-\\u30FA\\u30FC-\\u31FF\\u3400-\\uA4CF\\uA960-\\uA97F\\uAC00-\\uD7FF\\uF900-\\uFAFF\\uFF66-\\uFFDC\\u{1F300}-\\u{1FAFF}\\u{20000}-\\u{323AF}]';

const glyphPattern = new RegExp(GLYPH, 'u');

/** Whether a lexeme consists of glyphs. */
export const isGlyph = (lexeme: string): boolean => glyphPattern.test(lexeme);

const wordPattern = new RegExp(`(?:(?!${GLYPH})[\\p{L}\\p{N}\\p{M}])+`, 'gu');

const isAscii = (text: string) => /^[\0-\x7f]*$/.test(text);

const isName = (lexeme: string) => /[^\p{L}\p{N}\p{M}]/u.test(lexeme);

/** Removes case, accents and width, as the text search dictionary does. */
const toBaseLetters = (word: string) =>
  isAscii(word) ? word.toLowerCase() : normalize(word, 'NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** The prefix that a stem shares with all its words: `dying` has the stem `die`, `querying` has `queri`. */
const prefixOf = (lexeme: string) => lexeme.slice(0, Math.max(1, lexeme.length - 2));

/** Length of the prefix to compare for words with letters that the dictionary replaces, such as ß. */
const NON_ASCII_PREFIX = 3;

/**
 * Maximum UTF-16 code units of a word in a run with non-ASCII characters. A longer word is not highlighted, because such words are
 * normalized: NFKD converts one character to up to 18.
 */
const MAX_WORD_LENGTH = 100;

/**
 * Maximum different runs (`NON_ASCII_RUN`) to divide, and words to normalize, for one page: each takes microseconds, and a page
 * may have 500 000.
 */
const MAX_DISTINCT = 5000;

/**
 * Maximum runs with non-ASCII characters, and words that may match, that are examined for one page: about 20 ms. The texts
 * have equal shares: 500 for each text of a page of 50.
 */
const MAX_SCANNED = 25_000;

/** Maximum words of one text that may match, and maximum matches in one text. A snippet shows a few of them. */
const MAX_OCCURRENCES = 500;

/** Maximum matches in the texts of one page, which have equal shares: choosing the part to show takes time for each. */
const MAX_MATCHES = 5000;

/** Maximum number of words to look up for one page of results. */
const MAX_WORDS = 1000;

/** A text with the words that may match the query. `at` is the index in the text at which the word begins. */
export interface ScannedText {
  readonly text: string;
  readonly words: readonly { readonly word: string; readonly at: number }[];
}

/** A run without spaces and ASCII punctuation that has a non-ASCII character. It may contain several words. */
const NON_ASCII_RUN = '[0-9A-Za-z]*[\\x80-\\uffff][0-9A-Za-z\\x80-\\uffff]*';

/** One expression for all alternatives: testing each word separately takes ten times as long. `(?!)` matches nothing. */
const atWordStart = (alternatives: readonly string[]) =>
  new RegExp(`(?<![0-9A-Za-z\\x80-\\uffff])(?:${alternatives.join('|') || '(?!)'})`, 'gi');

/**
 * Returns a function that finds the words of a text which may have one of the lexemes. Use it for the `count` texts of one
 * page: it examines no more than `MAX_SCANNED` runs, divides the distinct runs into no more than `MAX_DISTINCT` words, and finds
 * no more than `MAX_OCCURRENCES` words in a text.
 */
export function createWordScanner(lexemes: readonly string[], count = 1) {
  const prefixes = lexemes.filter((one) => !isGlyph(one) && !isName(one)).map(prefixOf);
  const hasShortPrefix = startsWithAny(prefixes.map((prefix) => prefix.slice(0, NON_ASCII_PREFIX)));
  const hasPrefix = startsWithAny(prefixes);
  const mayMatch = memoize(
    (word) =>
      word.length <= MAX_WORD_LENGTH && (isAscii(word) ? hasPrefix : hasShortPrefix)(toBaseLetters(word)),
    false,
  );
  // A run with punctuation that is not ASCII can have thousands of words.
  let dividedWords = 0;
  const wordsOf = memoize((run) => {
    const words = splitWords(run, MAX_DISTINCT - dividedWords);
    dividedWords += words.length;
    return words.filter(({ word }) => mayMatch(word));
  }, []);
  const asciiWords = prefixes.filter(isAscii).map((prefix) => `${prefix}[0-9A-Za-z]*`);
  const asciiText = atWordStart(asciiWords);
  const anyText = atWordStart([NON_ASCII_RUN, ...asciiWords]);
  const share = Math.ceil(MAX_SCANNED / Math.max(1, count));
  return (text: string): ScannedText => ({
    text,
    words: text
      .matchAll(isAscii(text) ? asciiText : anyText)
      .take(share)
      .flatMap(({ 0: run, index }) =>
        isAscii(run)
          ? [{ word: run, at: index }]
          : wordsOf(run)
              .values()
              .map(({ word, at }) => ({ word, at: index + at })),
      )
      .take(MAX_OCCURRENCES)
      .toArray(),
  });
}

const splitWords = (run: string, max: number): ScannedText['words'] =>
  run
    .matchAll(wordPattern)
    .take(max)
    .map(({ 0: word, index }) => ({ word, at: index }))
    .toArray();

/** Caches the results for the first `MAX_DISTINCT` different texts. Returns `otherwise` for further texts. */
function memoize<Result>(compute: (text: string) => Result, otherwise: Result): (text: string) => Result {
  const results = new Map<string, Result>();
  return (text) => {
    const knownResult = results.get(text);
    if (knownResult !== undefined || results.size >= MAX_DISTINCT) return knownResult ?? otherwise;
    const result = compute(text);
    results.set(text, result);
    return result;
  };
}

function startsWithAny(prefixes: readonly string[]) {
  const sought = new Set(prefixes);
  const lengths = [...new Set(prefixes.map(({ length }) => length))];
  return (word: string): boolean => lengths.some((length) => sought.has(word.slice(0, length)));
}

/** Returns the distinct words of the texts, at most `MAX_WORDS`. */
export const distinctWordsOf = (texts: readonly ScannedText[]): string[] =>
  [...new Set(texts.flatMap(({ words }) => words.map(({ word }) => word)))].slice(0, MAX_WORDS);

/**
 * Returns a function that finds the matches in a text, in order and without overlaps: words with one of the lexemes,
 * names as written, and glyphs. `lexemesOf` returns the lexemes of a word. Use the function for the `count` texts of one page: it
 * finds no more than `MAX_MATCHES` in all of them.
 */
export function createHighlighter(
  lexemes: readonly string[],
  lexemesOf: (word: string) => readonly string[],
  count = 1,
) {
  const sought = new Set(lexemes);
  const literals = lexemes.filter((one) => isGlyph(one) || isName(one));
  const max = Math.min(MAX_OCCURRENCES, Math.ceil(MAX_MATCHES / Math.max(1, count)));
  const findLiterals = createLiteralFinder(literals, { max, count });
  const isMatch = (word: string) => lexemesOf(word).some((lexeme) => sought.has(lexeme));
  return ({ text, words }: ScannedText): readonly TextRange[] =>
    merge([
      ...findLiterals(text),
      ...words
        .values()
        .filter(({ word }) => isMatch(word))
        .take(max)
        .map(({ word, at }): TextRange => [at, at + word.length]),
    ]).slice(0, max);
}

function merge(ranges: readonly TextRange[]): TextRange[] {
  const merged: TextRange[] = [];
  for (const [start, end] of ranges.toSorted((a, b) => a[0] - b[0] || b[1] - a[1])) {
    const lastRange = merged.at(-1);
    if (lastRange && start < lastRange[1])
      merged[merged.length - 1] = [lastRange[0], Math.max(lastRange[1], end)];
    else merged.push([start, end]);
  }
  return merged;
}
