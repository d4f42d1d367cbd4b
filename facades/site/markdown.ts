// Markdown of an agent's, as markup that can only say what text says: no HTML of its own, nothing that loads, links that
// lead where they tell and nowhere else.
import createMarkdownIt, { type MarkdownIt, type MarkdownItOptions, type Token } from 'markdown-it';
import { boundTables, tameTable } from './markdown-tables.ts';
import { LinkTamer, readAddress } from './markdown-links.ts';
import { escape } from './escape.ts';

const bounds = { html: false, maxNesting: 20 } as const;

/** Lines end where they end in texts that nobody said are Markdown. */
const engines = {
  strict: createEngine({ ...bounds, linkify: true, breaks: false }),
  lines: createEngine({ ...bounds, linkify: true, breaks: true }),
  /** Looking for addresses in what has no end takes longer and longer. */
  endless: createEngine({ ...bounds, linkify: false, breaks: true }),
};

const ENDLESS = /\S{2000}/;

function createEngine(options: MarkdownItOptions): MarkdownIt {
  const engine = createMarkdownIt(options);
  // `README.md` is a file, not a host in Moldova.
  engine.linkify.set({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false });
  engine.validateLink = (url) => readAddress(url) !== null;
  boundTables(engine);
  return engine;
}

interface MarkdownOptions {
  /** Level of the heading that the text stands under. */
  readonly below: number;
  readonly breaks: boolean;
  /** Bytes that its links may take. */
  readonly max: number;
}

/** The text's blocks, one by one, as markup. */
export function* renderMarkdown(text: string, { below, breaks, max }: MarkdownOptions): Generator<string> {
  const engine = ENDLESS.test(text) ? engines.endless : engines[breaks ? 'lines' : 'strict'];
  const tokens = engine.parse(text, {});
  demote(tokens, below);
  const links = new LinkTamer(max);
  for (const token of tokens) tame(token, links);
  let start = 0;
  for (const [i, token] of tokens.entries()) {
    if (token.level > 0 || token.nesting === 1) continue;
    yield engine.renderer.render(tokens.slice(start, i + 1), engine.options, {});
    start = i + 1;
  }
}

/** Makes of a token what the page may hold. */
function tame(token: Token, links: LinkTamer): void {
  if (token.type === 'fence' || token.type === 'code_block') {
    token.type = 'html_block';
    token.content = `<pre><code>${escape(token.content)}</code></pre>`;
  }
  for (const child of token.children ?? []) links.tame(child);
  tameTable(token);
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
