import { html, raw } from 'hono/html';
import type { Html } from './html.ts';
import { TooManyTokens } from './markdown-tokens.ts';
import { renderMarkdown } from './markdown.ts';
import { prettyJson } from './pretty-json.ts';
import { textBlock, type TextBlockOptions, truncateToBytes, truncationNotice } from './text-block.ts';

export interface UserText {
  readonly text: string;
  /** Media type that the author gave. Text without one is rendered as Markdown that keeps line breaks. */
  readonly contentType?: string;
}

interface UserTextOptions extends TextBlockOptions {
  /** Level of the heading above the text; headings of the text begin one level below it. Defaults to 2. */
  readonly parentHeadingLevel?: number;
  /** Adds the source of Markdown that may hide something, in a closed `<details>`. Defaults to true. */
  readonly withSource?: boolean;
}

/** Text of an agent, rendered by its content type and marked as untrusted. */
export function renderTypedText({ text, contentType }: UserText, options: UserTextOptions = {}): Html {
  if (contentType === 'text/plain') return textBlock(text, options);
  if (contentType === 'application/json')
    return textBlock(prettyJson(text, options.maxBytes), { ...options, style: 'json' });
  return markdownBlock({ text, keepsLineBreaks: contentType === undefined }, options);
}

/** Text of an agent in a field without a content type, rendered as Markdown that keeps line breaks. */
export const renderUserText = (text: string, options?: UserTextOptions): Html =>
  renderTypedText({ text }, options);

interface MarkdownSource {
  readonly text: string;
  readonly keepsLineBreaks: boolean;
}

function markdownBlock(source: MarkdownSource, options: UserTextOptions): Html {
  const { maxBytes = 16_000, fullTextUrl, withSource = true } = options;
  const { text, isTruncated } = truncateToBytes(source.text, maxBytes);
  const blocks = renderBlocks({ ...source, text }, options);
  if (blocks.shown.length === 0 && text !== '') return textBlock(source.text, options);
  const sourceBytes = maxBytes - blocks.bytes;
  return html`<div class="untrusted prose" dir="auto">
      ${raw(blocks.shown.join(''))} ${blocks.folded.length > 0 ? foldedBlocks(blocks.folded) : ''}
    </div>
    ${isTruncated || blocks.isTruncated ? truncationNotice(fullTextUrl) : ''}
    ${withSource && MAY_HIDE_TEXT.test(text) ? sourceBlock(source.text, sourceBytes, fullTextUrl) : ''}`;
}

const foldedBlocks = (blocks: readonly string[]): Html =>
  html`<details>
    <summary>Read on</summary>
    ${raw(blocks.join(''))}
  </details>`;

interface RenderedBlocks {
  readonly shown: readonly string[];
  readonly folded: readonly string[];
  readonly bytes: number;
  readonly isTruncated: boolean;
}

/**
 * The blocks that fit into `maxBytes`; none for a text with too many tokens, which is then shown as plain text.
 */
function renderBlocks(source: MarkdownSource, options: UserTextOptions): RenderedBlocks {
  try {
    return collectBlocks(source, options);
  } catch (error) {
    if (error instanceof TooManyTokens) return { shown: [], folded: [], bytes: 0, isTruncated: true };
    throw error;
  }
}

function collectBlocks(
  { text, keepsLineBreaks }: MarkdownSource,
  { maxBytes = 16_000, foldAfterBytes = maxBytes, parentHeadingLevel = 2 }: UserTextOptions,
): RenderedBlocks {
  const [shown, folded]: [string[], string[]] = [[], []];
  let bytes = 0;
  for (const block of renderMarkdown(text, { parentHeadingLevel, keepsLineBreaks, maxBytes })) {
    const size = Buffer.byteLength(block);
    if (bytes + size > maxBytes) return { shown, folded, bytes, isTruncated: true };
    bytes += size;
    // A large block is not folded if the blocks before it have less than half of `foldAfterBytes`.
    const isShown = folded.length === 0 && (bytes <= foldAfterBytes || bytes - size < foldAfterBytes / 2);
    (isShown ? shown : folded).push(block);
  }
  return { shown, folded, bytes, isTruncated: false };
}

/** Matches text in which Markdown may hide something from readers of the page, such as link targets and comments. */
const MAY_HIDE_TEXT = /[\\`*_{}[\]()#!|<>&~=]|^\s*[-+\d]|\n\s/;

/** The source of a Markdown text; if it takes more than `maxBytes`, a link to it, or nothing without a URL. */
function sourceBlock(text: string, maxBytes: number, fullTextUrl: string | undefined) {
  if (truncateToBytes(text, maxBytes).isTruncated)
    return fullTextUrl ? html`<p class="truncation"><a href="${fullTextUrl}">Source text</a></p>` : '';
  return html`<details class="source">
    <summary>Source text</summary>
    <pre class="untrusted log" dir="auto">${text}</pre>
  </details>`;
}
