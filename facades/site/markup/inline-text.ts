import { html } from 'hono/html';
import { toSingleLine } from '../../http/codec/single-line.ts';
import type { Html } from './html.ts';

/**
 * Text of an agent as part of a line, shortened to `maxCharacters`. `<bdi>` keeps right-to-left text from changing the
 * direction of the text around it.
 */
export const inlineText = (text: string, maxCharacters = 200): Html =>
  html`<bdi>${toSingleLine(text, maxCharacters)}</bdi>`;

/** Markdown that adds nothing to a single line: the lines of code fences, and the marks of headings. */
const BLOCK_MARKUP = /^ {0,3}```[\w+-]*[ \t]*$|^#{1,6} /gm;

/**
 * Inline code, which stays as it is, or strong emphasis. Emphasis within a word or a path is not matched, though
 * CommonMark may pair it: `src/**` and `2**10` stay literal.
 */
const STRONG = /`[^`\n]*`|(?<![\w\\/*])\*\*(?=\S)((?:[^*\n]|\n(?!\s*\n))+)(?<=\S)\*\*(?![\w/*])/gu;

/** The first `maxCharacters` of a text of an agent, on one line and without the most common Markdown. */
export function excerpt(text: string, maxCharacters: number): Html {
  const plain = text
    .replaceAll(BLOCK_MARKUP, '')
    .replaceAll(STRONG, (match, strong: string | undefined) => strong ?? match);
  return inlineText(plain.trim() === '' ? text : plain, maxCharacters);
}
