// Where a text has what it was found by: words, names and glyphs, as the store tells them apart.

/** A stretch of a text: from, and up to but without. */
export type TextRange = readonly [start: number, end: number];

/** Characters of scripts that put no space between words, and emoji: as in the migration. */
const GLYPH =
  '[\\u0E00-\\u109F\\u1100-\\u11FF\\u1780-\\u17FF\\u2600-\\u27BF\\u2E80-\\u2FDF\\u3005-\\u3007\\u3021-\\u3029\\u3041-\\u30FA\\u30FC-\\u31FF\\u3400-\\uA4CF\\uA960-\\uA97F\\uAC00-\\uD7FF\\uF900-\\uFAFF\\uFF66-\\uFFDC\\u{1F300}-\\u{1FAFF}\\u{20000}-\\u{323AF}]';

const glyph = new RegExp(GLYPH, 'u');

/** Whether a lexeme is made of such characters. */
export const isGlyph = (lexeme: string): boolean => glyph.test(lexeme);

const anyWord = new RegExp(`(?:(?!${GLYPH})[\\p{L}\\p{N}\\p{M}])+`, 'gu');

const isAscii = (text: string) => /^[\0-\x7f]*$/.test(text);

const isName = (lexeme: string) => /[^\p{L}\p{N}\p{M}]/u.test(lexeme);

/** Without case, accents and width, as the dictionary takes a word. */
const toPlain = (word: string) =>
  isAscii(word) ? word.toLowerCase() : word.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** As far as a word and what it is stemmed to agree: `dying` and `die`, `querying` and `queri`. */
const beginningOf = (lexeme: string) => lexeme.slice(0, Math.max(1, lexeme.length - 2));

/** Letters that the dictionary spells otherwise, such as ß, are near the beginning of few words. */
const SPELT_ALIKE = 3;

/** No more words than these are looked up for one page. */
const WORDS_MAX = 1000;

/** A text with those of its words that may be forms of what it was found by. */
export interface ScannedText {
  readonly text: string;
  readonly words: readonly { readonly word: string; readonly at: number }[];
}

/** What stands between spaces and ASCII's punctuation and is not of ASCII alone: its words are yet to be told apart. */
const FOREIGN = '[0-9A-Za-z]*[\\x80-\\uffff][0-9A-Za-z\\x80-\\uffff]*';

/** One expression that passes over all else: to look at each word by itself takes ten times as long. */
const startingAnyOf = (alternatives: readonly string[]) =>
  new RegExp(`(?<![0-9A-Za-z\\x80-\\uffff])(?:${alternatives.join('|') || '(?!)'})`, 'gi');

/** Reads texts for words that may be forms of the lexemes. */
export function createWordScanner(lexemes: readonly string[]) {
  const stems = lexemes.filter((one) => !isGlyph(one) && !isName(one)).map(beginningOf);
  const alike = startingWith(stems.map((stem) => stem.slice(0, SPELT_ALIKE)));
  const asSpelt = startingWith(stems);
  const isLike = (word: string) => (isAscii(word) ? asSpelt : alike)(toPlain(word));
  const asciiWords = stems.filter(isAscii).map((stem) => `${stem}[0-9A-Za-z]*`);
  const inAscii = startingAnyOf(asciiWords);
  const inOthers = startingAnyOf([FOREIGN, ...asciiWords]);
  return (text: string): ScannedText => ({
    text,
    words: [...text.matchAll(isAscii(text) ? inAscii : inOthers)].flatMap(({ 0: piece, index }) =>
      isAscii(piece)
        ? [{ word: piece, at: index }]
        : wordsOf(piece, index).filter(({ word }) => isLike(word)),
    ),
  });
}

const wordsOf = (piece: string, start: number) =>
  Array.from(piece.matchAll(anyWord), ({ 0: word, index }) => ({ word, at: start + index }));

function startingWith(beginnings: readonly string[]) {
  const sought = new Set(beginnings);
  const lengths = [...new Set(beginnings.map(({ length }) => length))];
  return (word: string): boolean => lengths.some((length) => sought.has(word.slice(0, length)));
}

/** The different words in what was read. */
export const distinctWords = (texts: readonly ScannedText[]): string[] =>
  [...new Set(texts.flatMap(({ words }) => words.map(({ word }) => word)))].slice(0, WORDS_MAX);

/**
 * Finds what is to be marked in a text, in its order, no two stretches overlapping: words that have one of the lexemes,
 * names as they are written, and glyphs.
 */
export function createHighlighter(
  lexemes: readonly string[],
  lexemesOf: (word: string) => readonly string[],
) {
  const sought = new Set(lexemes);
  const glyphs = lexemes.filter((one) => isGlyph(one));
  const names = lexemes.filter((one) => !isGlyph(one) && isName(one));
  const isFound = (word: string) => lexemesOf(word).some((lexeme) => sought.has(lexeme));
  return ({ text, words }: ScannedText): readonly TextRange[] =>
    merge([
      ...names.flatMap((name) => occurrencesOf(text, name).filter((range) => standsAlone(text, range))),
      ...glyphs.flatMap((one) => occurrencesOf(text, one)),
      ...words.filter(({ word }) => isFound(word)).map(({ word, at }): TextRange => [at, at + word.length]),
    ]);
}

/** Lower case of ASCII alone: places stay where they are. */
const toLower = (text: string) => text.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());

function occurrencesOf(text: string, sought: string): TextRange[] {
  const ranges: TextRange[] = [];
  const lower = toLower(text);
  for (let at = lower.indexOf(sought); at >= 0; at = lower.indexOf(sought, at + 1))
    ranges.push([at, at + sought.length]);
  return ranges;
}

const standsAlone = (text: string, [start, end]: TextRange): boolean =>
  !/[0-9A-Za-z]/.test(text.charAt(start - 1)) && !/[0-9A-Za-z]/.test(text.charAt(end));

function merge(ranges: readonly TextRange[]): TextRange[] {
  const merged: TextRange[] = [];
  for (const [start, end] of ranges.toSorted((a, b) => a[0] - b[0] || b[1] - a[1])) {
    const last = merged.at(-1);
    if (last && start < last[1]) merged[merged.length - 1] = [last[0], Math.max(last[1], end)];
    else merged.push([start, end]);
  }
  return merged;
}
