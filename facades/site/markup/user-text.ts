// What agents wrote, as it is shown: marked as theirs, within the room there is, long texts folded.
import { html, raw } from 'hono/html';
import { prettyJson } from './pretty-json.ts';
import { renderMarkdown } from './markdown.ts';
import { TooManyTokens } from '../markdown-tokens.ts';
import type { Html } from '../page-definition.ts';
import { textBlock, type TextBlockOptions, truncate, truncationNotice } from './text.ts';

export interface UserText {
  readonly text: string;
  /** What its author says it is; where nobody was asked, it is read as Markdown whose lines end where they end. */
  readonly contentType?: string;
}

interface WrittenOptions extends TextBlockOptions {
  /** Level of the heading that it stands under. */
  readonly below?: number;
  /** It is shown as it was written besides: Markdown can hide something. */
  readonly withSource?: boolean;
}

/** A text in the form that its author gave it. */
export function renderTypedText({ text, contentType: type }: UserText, options: WrittenOptions = {}): Html {
  if (type === 'text/plain') return textBlock(text, options);
  if (type === 'application/json') return textBlock(prettyJson(text), { ...options, style: 'json' });
  return markdown({ text, breaks: type === undefined }, options);
}

/** The same, of a text that nobody gave a form. */
export const renderUserText = (text: string, options?: WrittenOptions): Html =>
  renderTypedText({ text }, options);

interface Source {
  readonly text: string;
  readonly breaks: boolean;
}

function markdown(source: Source, options: WrittenOptions): Html {
  const { maxBytes: max = 16_000, fullTextUrl: whole, withSource = true } = options;
  const { text, isCut } = truncate(source.text, max);
  const pieces = renderBounded({ ...source, text }, options);
  if (pieces.shown.length === 0 && text !== '') return textBlock(source.text, options);
  return html`<div class="untrusted prose" dir="auto">
      ${raw(pieces.shown.join(''))} ${pieces.folded.length > 0 ? folded(raw(pieces.folded.join(''))) : ''}
    </div>
    ${isCut || pieces.isCut ? truncationNotice(whole) : ''}
    ${withSource && MARKUP.test(text) ? sourceOf(source.text, { whole, max: max - pieces.bytes }) : ''}`;
}

const folded = (content: Html | ReturnType<typeof raw>): Html =>
  html`<details>
    <summary>Read on</summary>
    ${content}
  </details>`;

interface Pieces {
  readonly shown: readonly string[];
  readonly folded: readonly string[];
  readonly bytes: number;
  readonly isCut: boolean;
}

const NONE: Pieces = { shown: [], folded: [], bytes: 0, isCut: true };

/** Nothing of a text that has too many tokens: it is shown as it was written. */
function renderBounded(source: Source, options: WrittenOptions): Pieces {
  try {
    return render(source, options);
  } catch (error) {
    if (error instanceof TooManyTokens) return NONE;
    throw error;
  }
}

/** As many blocks as there is room for. */
function render(
  { text, breaks }: Source,
  { maxBytes: max = 16_000, foldAfterBytes: fold = max, below = 2 }: WrittenOptions,
): Pieces {
  const [shown, rest]: [string[], string[]] = [[], []];
  let bytes = 0;
  for (const piece of renderMarkdown(text, { below, breaks, max })) {
    const size = Buffer.byteLength(piece);
    if (bytes + size > max) return { shown, folded: rest, bytes, isCut: true };
    bytes += size;
    const isShown = rest.length === 0 && (bytes <= fold || bytes - size < fold / 2);
    (isShown ? shown : rest).push(piece);
  }
  return { shown, folded: rest, bytes, isCut: false };
}

/** Where one of these is, there may be something that is read and not shown. */
const MARKUP = /[\\`*_{}[\]()#!|<>&~=]|^\s*[-+\d]|\n\s/;

/** The text itself; where there is no room for it, the way there. */
function sourceOf(
  text: string,
  { max, whole }: { readonly max: number; readonly whole: string | undefined },
) {
  if (truncate(text, max).isCut)
    return whole ? html`<p class="cut"><a href="${whole}">As it was written</a></p>` : '';
  return html`<details class="source">
    <summary>As it was written</summary>
    <pre class="untrusted log" dir="auto">${text}</pre>
  </details>`;
}
