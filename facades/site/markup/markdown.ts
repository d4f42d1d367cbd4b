// Renders Markdown of agents. The markup cannot load or run anything: raw HTML is text, images become links, and links
// show the host that they lead to.
import createMarkdownIt, { type MarkdownIt, type MarkdownItOptions, type Token } from 'markdown-it';
import { replaceForbiddenCharacters } from '../../../schema/contract.ts';
import { escapeHtml } from './escape-html.ts';
import { LinkSanitizer, readExternalUrl } from './markdown-links.ts';
import { limitTableSize, sanitizeTable } from './markdown-tables.ts';
import { boundQuotes, boundTokens, type TokenBudget } from './markdown-tokens.ts';
import { boundDestinations, linkUrls, parseImageTextsOnce } from './markdown-urls.ts';

const SAFE_OPTIONS = { html: false, maxNesting: 20 } as const;

const plainMarkdown = createEngine({ ...SAFE_OPTIONS, breaks: false });

/** For text without a content type: line breaks of the source are kept. */
const markdownWithBreaks = createEngine({ ...SAFE_OPTIONS, breaks: true });

function createEngine(options: MarkdownItOptions): MarkdownIt {
  const engine = createMarkdownIt(options);
  engine.validateLink = (url) => readExternalUrl(url) !== null;
  linkUrls(engine);
  boundDestinations(engine);
  parseImageTextsOnce(engine);
  limitTableSize(engine);
  boundQuotes(engine);
  boundTokens(engine);
  return engine;
}

/** Tokens that every text may have, however few bytes it may take. */
const BASE_TOKENS = 250;

/** Prose has a token for every 15 bytes or more. Tables and lists of short words have more tokens. */
const BYTES_PER_TOKEN = 8;

/** Tokens in proportion to bytes. The texts of a page have at most about 20,000 tokens together, which take about 40 ms. */
const tokenBudget = (maxBytes: number): TokenBudget => ({
  tokens: BASE_TOKENS + Math.floor(maxBytes / BYTES_PER_TOKEN),
});

/**
 * Yields the markup of each top-level block. `maxBytes` bounds the bytes of links and the number of tokens, not the
 * size of the result. May throw `TooManyTokens`, before the first block.
 */
export function* renderMarkdown(
  text: string,
  {
    parentHeadingLevel,
    keepsLineBreaks,
    maxBytes,
  }: { readonly parentHeadingLevel: number; readonly keepsLineBreaks: boolean; readonly maxBytes: number },
): Generator<string> {
  const markdown = keepsLineBreaks ? markdownWithBreaks : plainMarkdown;
  const tokens = markdown.parse(text, { ...tokenBudget(maxBytes) });
  demoteHeadings(tokens, parentHeadingLevel);
  const links = new LinkSanitizer(maxBytes);
  for (const token of tokens) sanitizeToken(token, links);
  let start = 0;
  for (const [i, token] of tokens.entries()) {
    const isEndOfBlock = token.level === 0 && token.nesting !== 1;
    if (!isEndOfBlock) continue;
    yield markdown.renderer.render(tokens.slice(start, i + 1), markdown.options, {});
    start = i + 1;
  }
}

function sanitizeToken(token: Token, links: LinkSanitizer): void {
  if (token.type === 'fence' || token.type === 'code_block') {
    token.type = 'html_block';
    token.content = `<pre><code>${escapeHtml(token.content)}</code></pre>`;
  }
  for (const child of token.children ?? []) {
    // A character reference, such as `&#x202e;`, can stand for a character that texts must not contain.
    if (child.type === 'text') child.content = replaceForbiddenCharacters(child.content);
    links.sanitize(child);
  }
  sanitizeTable(token);
}

/**
 * Gives the headings of a text levels deeper than `parentLevel`, without skipping a level: with `parentLevel` 2, `# a` and `#### b`
 * become `<h3>` and `<h4>`.
 */
function demoteHeadings(tokens: readonly Token[], parentLevel: number): void {
  const openLevels: number[] = [];
  for (const token of tokens) {
    if (token.type === 'heading_open') enterLevel(openLevels, Number(token.tag.slice(1)));
    if (token.type.startsWith('heading_')) token.tag = `h${Math.min(6, parentLevel + openLevels.length)}`;
  }
}

function enterLevel(openLevels: number[], level: number): void {
  while ((openLevels.at(-1) ?? 0) >= level) openLevels.pop();
  openLevels.push(level);
}
