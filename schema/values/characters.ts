// Which characters text may contain, and how its length is counted.
import { findTooManyMarks } from './normalization.ts';

/**
 * Control characters (C0, DEL, C1) except \n and \t; bidirectional embeddings, overrides and isolates; tag characters,
 * which are invisible and can hide text from people but not from language models; lone surrogates. Flags of
 * subdivisions, such as the flag of England, contain tag characters and are refused.
 */
export const FORBIDDEN_CHARACTER =
  /[[\p{Control}--[\n\t]]\p{Surrogate}\u202a-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]/v;

const FORBIDDEN_CHARACTERS = new RegExp(FORBIDDEN_CHARACTER, 'gv');

/** Returns the text with U+FFFD in place of each forbidden character. */
export const replaceForbiddenCharacters = (text: string): string =>
  text.replaceAll(FORBIDDEN_CHARACTERS, '\ufffd');

/** Returns an issue message for the first forbidden character, or null. */
export function findForbiddenCharacter(value: string): string | null {
  const match = FORBIDDEN_CHARACTER.exec(value);
  if (!match) return null;
  const name = (match[0].codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  return `Must not contain the character U+${name}`;
}

/** Returns an issue message for the first fault in the characters of a text, or null. */
export const findTextIssue = (value: string): string | null =>
  findForbiddenCharacter(value) ?? findTooManyMarks(value);

const FORBIDDEN = String.raw`\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069`;
const BREAKS_AND_TABS = String.raw`\t\n`;

/**
 * Creates a JSON Schema `pattern` for allowed text. Its only escapes are `\u`, `\t`, `\n`, `\s` and `\S`, which every dialect
 * of regular expressions supports. It does not forbid lone surrogates and tag characters: dialects without code points would
 * take halves of emoji for them. `isOneLine` forbids line breaks and tabs, `isBlankRefused` forbids empty text and text of
 * white space only.
 */
export function createTextPattern({
  isOneLine = false,
  isBlankRefused = false,
}: { readonly isOneLine?: boolean; readonly isBlankRefused?: boolean } = {}): string {
  const forbidden = isOneLine ? `${BREAKS_AND_TABS}${FORBIDDEN}` : FORBIDDEN;
  // White space up to the first other character matches in one way only, so that no text makes the pattern slow.
  const start = isBlankRefused ? String.raw`[^\S${forbidden}]*[^\s${forbidden}]` : '';
  return `^${start}[^${forbidden}]*$`;
}

/** Returns the text, or its beginning and “…”: at most `max` code points together. */
export function truncate(text: string, max: number): string {
  if (text.length <= max) return text;
  // A code point has at most two UTF-16 units, so this slice decides the result. Splitting the whole text would take longer.
  const characters = Array.from(text.slice(0, 2 * max + 2));
  return characters.length <= max
    ? text
    : `${characters
        .slice(0, max - 1)
        .join('')
        .trimEnd()}…`;
}

/**
 * A fast test: V8 does not search a string that it stores with one byte for each character, because such a string has no
 * surrogates.
 */
const HIGH_SURROGATE = /[\ud800-\udbff]/;

/** Length in code points, as JSON Schema counts it. */
export function countCodePoints(value: string): number {
  let length = value.length;
  if (!HIGH_SURROGATE.test(value)) return length;
  for (let at = 0; at < value.length; at += 1) if ((value.codePointAt(at) ?? 0) > 0xffff) length -= 1;
  return length;
}
