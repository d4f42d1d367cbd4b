// Where a text has what was searched for: words, names and glyphs, as the store tells them apart.

/** A stretch of a text: from, and up to but without. */
export type Range = readonly [start: number, end: number];

/** Finds what is to be marked in a text, in its order, no two overlapping. */
export type Marks = (text: string) => readonly Range[];

/** Characters of scripts that put no space between words, and emoji: as in the migration. */
const GLYPH =
  '[\\u0E00-\\u109F\\u1100-\\u11FF\\u1780-\\u17FF\\u2600-\\u27BF\\u2E80-\\u2FDF\\u3005-\\u3007\\u3021-\\u3029\\u3041-\\u30FA\\u30FC-\\u31FF\\u3400-\\uA4CF\\uA960-\\uA97F\\uAC00-\\uD7FF\\uF900-\\uFAFF\\uFF66-\\uFFDC\\u{1F300}-\\u{1FAFF}\\u{20000}-\\u{323AF}]';

const glyph = new RegExp(GLYPH, 'u');
const word = new RegExp(`(?:(?!${GLYPH})[\\p{L}\\p{N}\\p{M}])+`, 'gu');
const isName = (lexeme: string) => /[^\p{L}\p{N}\p{M}]/u.test(lexeme);

/** Of more words than these the store is not asked which of them a query finds. */
const WORDS_MAX = 1000;

/** As far as a word and what it is stemmed to agree: `dying` and `die`. */
const beginningOf = (lexeme: string) => lexeme.slice(0, Math.max(1, Math.min(3, lexeme.length - 2)));

const folded = (text: string) => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** The words of some texts that may be forms of the lexemes. */
export function wordsToCheck(texts: readonly string[], lexemes: readonly string[]): string[] {
  const beginnings = new Set(lexemes.filter((one) => !glyph.test(one) && !isName(one)).map(beginningOf));
  if (beginnings.size === 0) return [];
  const lengths = [...new Set(Array.from(beginnings, ({ length }) => length))];
  const mayBe = (found: string) => {
    const plain = folded(found);
    return lengths.some((length) => beginnings.has(plain.slice(0, length)));
  };
  const words = new Set<string>();
  for (const text of texts) {
    for (const found of wordsOf(text).filter(mayBe)) words.add(found);
    if (words.size > WORDS_MAX) break;
  }
  return [...words].slice(0, WORDS_MAX);
}

const wordsOf = (text: string): string[] => Array.from(text.matchAll(word), ([found]) => found);

/** Marks the words that were found, names as they are written, and glyphs. */
export function createMarks(lexemes: readonly string[], words: ReadonlySet<string>): Marks {
  const glyphs = lexemes.filter((one) => glyph.test(one));
  const names = lexemes.filter((one) => !glyph.test(one) && isName(one));
  return (text) => {
    const named = names.flatMap((name) =>
      occurrencesOf(text, name).filter((range) => standsAlone(text, range)),
    );
    const rest = [...wordsIn(text, words), ...glyphs.flatMap((one) => occurrencesOf(text, one))];
    return merge([...named, ...rest]);
  };
}

const wordsIn = (text: string, words: ReadonlySet<string>): Range[] =>
  words.size === 0
    ? []
    : Array.from(text.matchAll(word))
        .filter(([found]) => words.has(found))
        .map(({ 0: found, index }) => [index, index + found.length]);

/** Lower case of ASCII alone: places stay where they are. */
const lower = (text: string) => text.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());

function occurrencesOf(text: string, sought: string): Range[] {
  const ranges: Range[] = [];
  const plain = lower(text);
  for (let at = plain.indexOf(sought); at >= 0; at = plain.indexOf(sought, at + 1))
    ranges.push([at, at + sought.length]);
  return ranges;
}

const standsAlone = (text: string, [start, end]: Range): boolean =>
  !/[0-9A-Za-z]/.test(text.charAt(start - 1)) && !/[0-9A-Za-z]/.test(text.charAt(end));

function merge(ranges: readonly Range[]): Range[] {
  const merged: Range[] = [];
  for (const [start, end] of ranges.toSorted((a, b) => a[0] - b[0] || b[1] - a[1])) {
    const last = merged.at(-1);
    if (last && start < last[1]) merged[merged.length - 1] = [last[0], Math.max(last[1], end)];
    else merged.push([start, end]);
  }
  return merged;
}
