// Unicode normalization in linear time. String.prototype.normalize sorts the combining marks of each run by insertion,
// so it takes time quadratic in the length of the run. test/consistency/architecture.test.ts therefore allows it in this file only.

/**
 * Maximum combining marks in a row, as in the Stream-Safe Text Format (UAX #15). Written languages use fewer than ten.
 */
export const MAX_MARKS_IN_A_ROW = 30;

/**
 * Every character that NFKD converts to combining marks only. U+FF9E and U+FF9F are the only letters among them. A test
 * checks all characters of Unicode.
 */
const MARK = String.raw`[\p{M}\uff9e\uff9f]`;

// The lookbehind lets a search start once per run, so that it takes linear time.
const tooManyMarksPattern = new RegExp(`(?<!${MARK})${MARK}{${MAX_MARKS_IN_A_ROW + 1}}`, 'u');

const marksPattern = new RegExp(`${MARK}+`, 'gu');

/** Returns an issue message for the first run of more than `MAX_MARKS_IN_A_ROW` combining marks, or null. */
export function findTooManyMarks(text: string): string | null {
  const match = tooManyMarksPattern.exec(text);
  if (!match) return null;
  const position = Array.from(text.slice(0, match.index)).length + 1;
  return `Must have at most ${MAX_MARKS_IN_A_ROW} combining marks in a row (there are more from character ${position} on)`;
}

/** Returns the text with the first `MAX_MARKS_IN_A_ROW` marks of each run of combining marks. */
export const removeExcessMarks = (text: string): string =>
  tooManyMarksPattern.test(text)
    ? text.replaceAll(marksPattern, (run) => Array.from(run).slice(0, MAX_MARKS_IN_A_ROW).join(''))
    : text;

/**
 * Maximum UTF-16 code units of text that NFC converts to one character: U+16126 is composed of three characters of two code
 * units each, and no character is composed of more code units. A test checks all characters of Unicode.
 */
export const MAX_CODE_UNITS_PER_CHARACTER = 6;

/** U+034F COMBINING GRAPHEME JOINER: marks are not sorted across it. */
const JOINER = '\u034f';

/**
 * Returns the text in a normalization form, in linear time. Text with too many marks in a row, which input cannot
 * contain but older records may, gets a U+034F after every 30 of them (Stream-Safe Text Process, UAX #15).
 */
export function normalize(text: string, form: 'NFC' | 'NFKC' | 'NFKD'): string {
  const safe = tooManyMarksPattern.test(text) ? text.replaceAll(marksPattern, separateMarks) : text;
  return safe.normalize(form);
}

function separateMarks(run: string): string {
  const characters = Array.from(run);
  const parts: string[] = [];
  for (let at = 0; at < characters.length; at += MAX_MARKS_IN_A_ROW)
    parts.push(characters.slice(at, at + MAX_MARKS_IN_A_ROW).join(''));
  return parts.join(JOINER);
}
