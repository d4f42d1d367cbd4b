// Which characters the board's text may hold, and how it is counted (decisions, section 1).

/** C0 controls but for \n and \t; bidi embeddings, overrides and isolates; lone surrogates. */
export const FORBIDDEN_CHARACTER = /[[\p{Control}--[\n\t\x7f-\x9f]]\p{Surrogate}\u202a-\u202e\u2066-\u2069]/v;

/** What is wrong with the text's first refused character; null where all may stand. DEL and C1 may. */
export function findForbiddenCharacter(value: string): string | null {
  const found = FORBIDDEN_CHARACTER.exec(value);
  if (!found) return null;
  const name = (found[0].codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  return `Must not contain the character U+${name}`;
}

const REFUSED = String.raw`\u0000-\u0008\u000b-\u001f\u202a-\u202e\u2066-\u2069`;
const LINE_BREAKS = String.raw`\t\n`;

interface PatternOptions {
  /** One line: no \n, no \t. */
  readonly line?: boolean;
  /** White space alone is refused. */
  readonly isBlankRefused?: boolean;
}

/**
 * The refused characters as a pattern of JSON Schema, which every dialect of regular expressions with `\u` escapes can
 * read. Lone surrogates are left out: dialects without code points would take halves of emoji for them.
 */
export function createTextPattern({ line = false, isBlankRefused = false }: PatternOptions = {}): string {
  const refusedHere = line ? `${LINE_BREAKS}${REFUSED}` : REFUSED;
  // White space up to the first other character: only one way to match, so that no text makes it slow.
  const start = isBlankRefused ? String.raw`[^\S${refusedHere}]*[^\s${refusedHere}]` : '';
  return `^${start}[^${refusedHere}]*$`;
}

/** Code points, as JSON Schema counts them: an astral character is one. */
export function countCodePoints(value: string): number {
  let length = value.length;
  for (let at = 0; at < value.length; at += 1) if ((value.codePointAt(at) ?? 0) > 0xffff) length -= 1;
  return length;
}
