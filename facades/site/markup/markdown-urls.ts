// URLs in Markdown that are written without markup. Replaces markdown-it's search for them (linkify-it), whose regular expressions take
// quadratic or exponential time for some texts.
import type { MarkdownIt, StateInline } from 'markdown-it';
import { readExternalUrl } from './markdown-links.ts';
import { TRAILING_PUNCTUATION } from './text-block.ts';

/** The scheme of a URL that ends before `://`. */
const SCHEME = /(?<![a-z\d])https?$/i;

/** The rest of a URL from `://` on. Brackets, quotes and backticks end it, but for parentheses within the URL. */
const REST_OF_URL = /^:\/\/(?:[^\s<>"'`\\()[\]{}|]|\([^\s<>"'`\\()[\]{}|]*\))+/;

/** Longer URLs stay text. */
const MAX_CHARACTERS = 2_000;

/** Makes URLs in text links, before punctuation that ends a sentence. Takes time in proportion to the length of the text. */
export const linkUrls = ({ inline: { ruler } }: MarkdownIt): void =>
  ruler.before('newline', 'url', (state, silent) => {
    const { src, pos, linkLevel } = state;
    if (linkLevel > 0 || !src.startsWith('://', pos)) return false;
    const [scheme] = SCHEME.exec(src.slice(Math.max(0, pos - 6), pos)) ?? [];
    if (scheme === undefined) return false;
    const [match = ''] = REST_OF_URL.exec(src.slice(pos, Math.min(state.posMax, pos + MAX_CHARACTERS))) ?? [];
    if (match === '') return false;
    const rest = match.replace(TRAILING_PUNCTUATION, '');
    // The text is consumed in any case: it would be searched again at the next `://` in it.
    const isLink = () => match.length < MAX_CHARACTERS && pushLink(state, scheme, rest);
    if (!silent && !isLink()) state.pending += rest;
    state.pos += rest.length;
    return true;
  });

/** Pushes the tokens of a link. Returns false if the URL cannot be a link, or its scheme is not text, such as the end of a link. */
function pushLink(state: StateInline, scheme: string, rest: string): boolean {
  if (!state.pending.endsWith(scheme) || !readExternalUrl(scheme + rest)) return false;
  state.pending = state.pending.slice(0, -scheme.length);
  const open = state.push('link_open', 'a', 1);
  Object.assign(open, { attrs: [['href', scheme + rest]], info: 'auto' });
  state.push('text', '', 0).content = scheme + rest;
  state.push('link_close', 'a', -1).info = 'auto';
  return true;
}

/**
 * Makes the text of an image source text: it is shown without its markup (`LinkSanitizer`), so it needs no tokens. The rule for images
 * would parse the text of nested images once for each level.
 */
export function parseImageTextsOnce({ inline }: MarkdownIt): void {
  const parse = inline.parse.bind(inline);
  let isParsing = false;
  // The rule for images calls it while the text around the image is parsed.
  inline.parse = (...args) => {
    if (isParsing) return;
    isParsing = true;
    try {
      parse(...args);
    } finally {
      isParsing = false;
    }
  };
}

/** Ends the destination of a link before the next one: a destination that contains others would be read again for each of them. */
export function boundDestinations({ helpers }: MarkdownIt): void {
  const parse = helpers.parseLinkDestination;
  helpers.parseLinkDestination = (text, start, max) => {
    const next = text.indexOf('](', start);
    return parse(text, start, next === -1 ? max : Math.min(max, next));
  };
}
