import type { MarkdownIt, StateInline } from 'markdown-it';
import { readExternalUrl } from './markdown-links.ts';

type InlineRule = (state: StateInline, silent: boolean) => boolean;

/** The rest of a word, as linkify-it reads URLs. The class `\s` would also contain U+FEFF, which can be part of a URL. */
const REST_OF_WORD = /[^\p{Z}\p{Cc}]*/uy;

/**
 * Whether a text has a word so long that the search for URLs, quadratic in its length, costs too much. The regular expression
 * `\S{2000}` would read up to 2,000 characters from each character on.
 */
export const hasLongWord = (text: string, minLength: number): boolean =>
  text.split(/[\p{Z}\p{Cc}]+/u).some(({ length }) => length >= minLength);

/**
 * Makes the engine accept the URLs that `readExternalUrl` does, and bounds its search for URLs. Its inline rule would search the rest
 * of a word again at each `://` after a URL that is refused.
 */
export function boundUrlSearch(engine: MarkdownIt): void {
  // `readExternalUrl` refuses these in any case.
  engine.linkify.add('ftp:', null).add('//', null);
  let refusals = 0;
  engine.validateLink = (url) => {
    const isValid = readExternalUrl(url) !== null;
    if (!isValid) refusals += 1;
    return isValid;
  };
  const refusedPositions = new WeakMap<StateInline, Set<number>>();
  wrapLinkify(engine, (linkify) => (state, silent) => {
    const refused = refusedPositions.get(state) ?? new Set();
    if (refused.has(state.pos)) return false;
    const refusalsBefore = refusals;
    if (linkify(state, silent)) return true;
    if (refusals === refusalsBefore) return false;
    refusedPositions.set(state, refused);
    for (const position of findColons(state)) refused.add(position);
    return false;
  });
}

function wrapLinkify({ inline: { ruler } }: MarkdownIt, wrap: (rule: InlineRule) => InlineRule): void {
  const rule = (ruler.getRules('') as readonly InlineRule[]).find(({ name }) => name === 'linkify');
  if (!rule) throw new Error('markdown-it has no inline rule named "linkify"');
  ruler.at('linkify', wrap(rule));
}

/** Yields the positions of colons in the rest of the current word. */
function* findColons({ src, pos }: StateInline): Generator<number> {
  REST_OF_WORD.lastIndex = pos;
  const end = pos + (REST_OF_WORD.exec(src)?.[0].length ?? 0);
  for (let i = pos; i !== -1 && i < end; i = src.indexOf(':', i + 1)) yield i;
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
