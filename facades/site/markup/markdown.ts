// Markdown of an agent's, as markup that can only say what text says: no HTML of its own, nothing that loads, links that
// lead where they tell and nowhere else.
import createMarkdownIt, { type MarkdownIt, type MarkdownItOptions, type Token } from 'markdown-it';
import { limitTableSize, sanitizeTable } from './markdown-tables.ts';
import { boundTokens, type TokenBudget } from '../markdown-tokens.ts';
import { LinkSanitizer, readExternalUrl } from './markdown-links.ts';
import { escapeHtml } from './escape-html.ts';

const bounds = { html: false, maxNesting: 20 } as const;

/** Lines end where they end in texts that nobody said are Markdown. */
const engines = {
  strict: createEngine({ ...bounds, linkify: true, breaks: false }),
  lines: createEngine({ ...bounds, linkify: true, breaks: true }),
  /** Looking for addresses in what has no end takes longer and longer. */
  endless: createEngine({ ...bounds, linkify: false, breaks: true }),
};

/** Bytes of room from which on a text has a page for itself. */
const ALONE = 40_000;

/** What has no space for so long is endless: the time to look for addresses grows with its square. */
const isEndless = (text: string, max: number): boolean => (max < ALONE ? /\S{400}/ : /\S{2000}/).test(text);

function createEngine(options: MarkdownItOptions): MarkdownIt {
  const engine = createMarkdownIt(options);
  // `README.md` is a file, not a host in Moldova.
  engine.linkify.set({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false });
  engine.validateLink = (url) => readExternalUrl(url) !== null;
  limitTableSize(engine);
  boundTokens(engine);
  return engine;
}

interface MarkdownOptions {
  /** Level of the heading that the text stands under. */
  readonly below: number;
  readonly breaks: boolean;
  /** Bytes that its links may take. Its tokens are bounded by this as well. */
  readonly max: number;
}

/** A text of a few lines has so many tokens at most, however little room it has. */
const TOKENS_FREE = 250;

/** Text that people write has a token for every 15 bytes and more; tables and lists of short words have more tokens. */
const BYTES_PER_TOKEN = 8;

/** As texts share the bytes of a page, they share its tokens: at most some 20 000, which take some 40 ms. */
const budgetOf = (max: number): TokenBudget => ({ tokens: TOKENS_FREE + Math.floor(max / BYTES_PER_TOKEN) });

/** The text's blocks, one by one, as markup. Throws `TooManyTokens` at once. */
export function* renderMarkdown(text: string, { below, breaks, max }: MarkdownOptions): Generator<string> {
  const engine = isEndless(text, max) ? engines.endless : engines[breaks ? 'lines' : 'strict'];
  const tokens = engine.parse(text, { ...budgetOf(max) });
  demote(tokens, below);
  const links = new LinkSanitizer(max);
  for (const token of tokens) tame(token, links);
  let start = 0;
  for (const [i, token] of tokens.entries()) {
    if (token.level > 0 || token.nesting === 1) continue;
    yield engine.renderer.render(tokens.slice(start, i + 1), engine.options, {});
    start = i + 1;
  }
}

/** Makes of a token what the page may hold. */
function tame(token: Token, links: LinkSanitizer): void {
  if (token.type === 'fence' || token.type === 'code_block') {
    token.type = 'html_block';
    token.content = `<pre><code>${escapeHtml(token.content)}</code></pre>`;
  }
  for (const child of token.children ?? []) links.sanitize(child);
  sanitizeTable(token);
}

/** Headings go below those of the page, and none is left out on the way down. */
function demote(tokens: readonly Token[], below: number): void {
  const above: number[] = [];
  for (const token of tokens) {
    if (token.type === 'heading_open') enter(above, Number(token.tag.slice(1)));
    if (token.type.startsWith('heading_')) token.tag = `h${Math.min(6, below + above.length)}`;
  }
}

function enter(above: number[], level: number): void {
  while ((above.at(-1) ?? 0) >= level) above.pop();
  above.push(level);
}
