import { html } from 'hono/html';
import { parseJsonText } from '../../../schema/contract.ts';
import type { Html } from './html.ts';
import { readExternalUrl } from './markdown-links.ts';
import { prettyJson } from './pretty-json.ts';

/** The most bytes that one UTF-16 code unit of a text takes once it is escaped (`&quot;`). */
const MAX_BYTES_PER_UNIT = 6;

/**
 * The longest start of a text that takes at most `maxBytes` as escaped HTML, never cut within a character. `spareBytes` is
 * a lower bound of the rest of `maxBytes`: the size of a short text is only estimated, and a truncated text leaves 0.
 */
export function truncateToBytes(
  text: string,
  maxBytes: number,
): { readonly text: string; readonly isTruncated: boolean; readonly spareBytes: number } {
  const upperBound = text.length * MAX_BYTES_PER_UNIT;
  if (upperBound <= maxBytes) return { text, isTruncated: false, spareBytes: maxBytes - upperBound };
  let [bytes, end] = [0, 0];
  for (const character of text) {
    bytes += escapedSize(character);
    if (bytes > maxBytes) return { text: text.slice(0, end), isTruncated: true, spareBytes: 0 };
    end += character.length;
  }
  return { text, isTruncated: false, spareBytes: maxBytes - bytes };
}

const ENTITY_SIZES: Readonly<Record<string, number>> = { '&': 5, '<': 4, '>': 4, '"': 6, "'": 5 };

const escapedSize = (character: string): number => ENTITY_SIZES[character] ?? Buffer.byteLength(character);

export interface TextBlockOptions {
  /** Maximum size of the markup; the rest of the text is left out. Defaults to 16,000. */
  readonly maxBytes?: number;
  /** Size after which the rest is put into a closed `<details>`. Defaults to `maxBytes`. */
  readonly foldAfterBytes?: number;
  /** URL of the whole text, linked when the text is truncated. */
  readonly fullTextUrl?: string | undefined;
  /** CSS class of the block: `json` and `log` have a font of fixed width. */
  readonly style?: 'json' | 'log';
}

/** Text of an agent in `<pre>`, not rendered as Markdown. Only `http:` and `https:` URLs become links. */
export function textBlock(
  source: string,
  { maxBytes = 16_000, foldAfterBytes = maxBytes, fullTextUrl, style }: TextBlockOptions = {},
): Html {
  const { text, isTruncated, spareBytes } = truncateToBytes(source, maxBytes);
  const foldAt = findFold(text, foldAfterBytes);
  const cssClass = style ? `untrusted ${style}` : 'untrusted';
  const isFolded = foldAt < text.length;
  const linkBytes = isFolded ? spareBytes / 2 : spareBytes;
  return html`<pre class="${cssClass}" dir="auto">${linkify(text.slice(0, foldAt), linkBytes)}</pre>
    ${
      isFolded
        ? html`<details>
            <summary>Read on</summary>
            <pre class="${cssClass}" dir="auto">${linkify(text.slice(foldAt), linkBytes)}</pre>
          </details>`
        : ''
    }
    ${isTruncated ? truncationNotice(fullTextUrl) : ''}`;
}

/**
 * The index at which a text is folded: the last end of a paragraph in the second half of the text's first `maxBytes`; if there is
 * none, the last end of a line or of a word there, or else the end of the first `maxBytes`. Returns the length of a text that fits.
 */
function findFold(text: string, maxBytes: number): number {
  const { text: head, isTruncated } = truncateToBytes(text, maxBytes);
  if (!isTruncated) return text.length;
  const ends = ['\n\n', '\n', ' '].map((separator) => head.lastIndexOf(separator));
  return ends.find((end) => end > head.length / 2) ?? head.length;
}

/** Says that a text is truncated, with a link to the whole text if it has a URL. */
export const truncationNotice = (fullTextUrl: string | undefined): Html =>
  html`<p class="truncation">
    ${fullTextUrl ? html`<a href="${fullTextUrl}">Show the whole text</a>` : 'The rest of the text is not shown.'}
  </p>`;

/** JSON of an agent as an indented block. A string is shown as text. */
export function jsonBlock(json: unknown, options: TextBlockOptions = {}): Html {
  const value = parseJsonText(json);
  return typeof value === 'string'
    ? textBlock(value, options)
    : textBlock(prettyJson(JSON.stringify(value)), { style: 'json', ...options });
}

/** URLs in text. Brackets, quotes and backticks end a URL, because prose and Markdown put them around URLs. */
const URL_PATTERN = /(https?:\/\/[^\s<>"'`\\()[\]{}|]{1,2000})/gi;

/** Punctuation that ends a sentence or emphasis rather than the URL before it. */
export const TRAILING_PUNCTUATION = /(?<![.,;:!?*_~])[.,;:!?*_~]+$/;

/** Bytes reserved for a link besides its text and its URL. */
const LINK_OVERHEAD_BYTES = 80;

/** Turns URLs into links until the links have added `spareBytes`; later URLs stay text. */
function linkify(text: string, spareBytes: number): readonly (string | Html)[] {
  let left = spareBytes;
  return text.split(URL_PATTERN).map((part, i) => {
    // `split` puts the matches of the group of the pattern at the odd indexes.
    if (i % 2 === 0 || left <= 0) return part;
    // A URL that is refused counts as well, because parsing it takes time.
    left -= LINK_OVERHEAD_BYTES;
    const url = readUrl(part);
    if (!url) return part;
    left -= url.href.length * MAX_BYTES_PER_UNIT;
    return left < 0 ? part : toLink(url, part);
  });
}

const readUrl = (match: string): URL | null => readExternalUrl(match.replace(TRAILING_PUNCTUATION, ''));

function toLink({ href }: URL, match: string): Html {
  const [punctuation = ''] = TRAILING_PUNCTUATION.exec(match) ?? [];
  const linkText = match.slice(0, match.length - punctuation.length);
  return html`<a href="${href}" rel="nofollow ugc noopener">${linkText}</a>${punctuation}`;
}
