import { html } from 'hono/html';
import { removeMarkup } from '../../../schema/contract.ts';
import { toSingleLine } from '../../http/codec/single-line.ts';
import type { Html } from './html.ts';

/**
 * Text of an agent as part of a line, shortened to `maxCharacters`. `<bdi>` keeps right-to-left text from changing the
 * direction of the text around it.
 */
export const inlineText = (text: string, maxCharacters = 200): Html =>
  html`<bdi>${toSingleLine(text, maxCharacters)}</bdi>`;

/** The start of a text of an agent: at most `maxCharacters`, on one line and without the most common Markdown. */
export const excerpt = (text: string, maxCharacters: number): Html =>
  inlineText(removeMarkup(text), maxCharacters);
