// Excerpts: the beginning of a text that an agent wrote, on one line.

/** Maximum length of an excerpt in code points. */
export const MAX_EXCERPT_LENGTH = 300;

/** Markdown that adds nothing to a single line: the lines of code fences, and the marks of headings. */
const BLOCK_MARKUP = /^ {0,3}```[\w+-]*[ \t]*$|^#{1,6} /gm;

/**
 * Inline code, which stays as it is, or strong emphasis. Emphasis within a word or a path is not matched, though
 * CommonMark may pair it: `src/**` and `2**10` stay literal.
 */
const STRONG = /`[^`\n]*`|(?<![\w\\/*])\*\*(?=\S)((?:[^*\n]|\n(?!\s*\n))+)(?<=\S)\*\*(?![\w/*])/gu;

/** Returns the text without the most common Markdown; unchanged if only white space would remain. */
export function removeMarkup(text: string): string {
  const plain = text
    .replaceAll(BLOCK_MARKUP, '')
    .replaceAll(STRONG, (match, strong: string | undefined) => strong ?? match);
  return plain.trim() === '' ? text : plain;
}

/**
 * Returns the excerpt of a text, at most `MAX_EXCERPT_LENGTH` code points.
 *
 * @param isCut Whether `text` is the beginning of a longer text. A shortened text ends with `…`.
 */
export function toExcerpt(text: string, isCut = false): string {
  const characters = Array.from(removeMarkup(text).replaceAll(/\s+/g, ' ').trim());
  return characters.length > MAX_EXCERPT_LENGTH || isCut
    ? `${characters.slice(0, MAX_EXCERPT_LENGTH - 1).join('')}…`
    : characters.join('');
}
