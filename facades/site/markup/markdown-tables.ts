import type { MarkdownIt, StateBlock, Token } from 'markdown-it';

/** Cells of a table that is shown as one. Short rows are filled up, so that a few characters could make a great many. */
const CELLS_MAX = 1500;

type BlockRule = (...args: [state: StateBlock, start: number, end: number, silent: boolean]) => boolean;

/** Leaves tables that are too large as the text they are. */
export function limitTableSize(engine: MarkdownIt): void {
  const rules = engine.block.ruler.getRules('') as readonly BlockRule[];
  const table = rules.find(({ name }) => name === 'table');
  if (!table) throw new Error('Markdown knows no tables');
  const bounded: BlockRule = (state, ...rest) => isSmall(state, ...rest) && table(state, ...rest);
  engine.block.ruler.at('table', bounded, { alt: ['paragraph', 'reference'] });
}

/** Whether the lines from here on to the next empty one would make no more cells than are allowed. */
function isSmall(...[state, start, end]: Parameters<BlockRule>): boolean {
  if (!/^[|:-]/.test(lineOf(state, start + 1))) return false;
  const most = Math.floor(CELLS_MAX / lineOf(state, start).split('|').length);
  let rows = 0;
  while (rows <= most && start + rows < end && !state.isEmpty(start + rows)) rows++;
  return rows <= most;
}

const lineOf = ({ src, bMarks, tShift, eMarks }: StateBlock, line: number): string =>
  src.slice((bMarks[line] ?? 0) + (tShift[line] ?? 0), eMarks[line] ?? 0);

const FRAMES: Readonly<Record<string, string>> = {
  table_open: '<div class="wide" role="region" aria-label="Table" tabindex="0"><table class="theirs">',
  table_close: '</table></div>',
};

/** A table can be scrolled by keyboard; its cells keep their places by a class, as the page allows no other styles. */
export function sanitizeTable(token: Token): void {
  const frame = FRAMES[token.type];
  if (frame !== undefined) {
    token.type = 'html_block';
    token.content = frame;
  }
  const [, side] = /text-align:(center|right)/.exec(String(token.attrGet('style') ?? '')) ?? [];
  if (token.tag === 'th' || token.tag === 'td') token.attrs = side ? [['class', `align-${side}`]] : null;
}
