import type { MarkdownIt, StateBlock, Token } from 'markdown-it';
import { type BlockRule, wrapBlockRule } from './markdown-tokens.ts';

/** A row is padded to the cells of the header, so a few characters of source could become thousands of cells. */
const MAX_CELLS = 1500;

/** Makes the engine treat a table of more than 1,500 cells as a paragraph. */
export const limitTableSize = (engine: MarkdownIt): void =>
  wrapBlockRule(
    engine,
    { name: 'table', alt: ['paragraph', 'reference'] },
    (tableRule) => (state, start, end, silent) =>
      // First in silent mode, which only reads two lines: most lines begin no table.
      tableRule(state, start, end, true) &&
      isSmallTable(state, start, end, silent) &&
      (silent || tableRule(state, start, end, silent)),
  );

/**
 * Whether a table that begins at `start` has at most `MAX_CELLS` cells. Counts every line up to the next empty line as a row, and
 * each row with the number of cells of the first line.
 */
function isSmallTable(...[state, start, end]: Parameters<BlockRule>): boolean {
  const maxRows = Math.floor(MAX_CELLS / lineOf(state, start).split('|').length);
  let rows = 0;
  while (rows <= maxRows && start + rows < end && !state.isEmpty(start + rows)) rows++;
  return rows <= maxRows;
}

const lineOf = ({ src, bMarks, tShift, eMarks }: StateBlock, line: number): string =>
  src.slice((bMarks[line] ?? 0) + (tShift[line] ?? 0), eMarks[line] ?? 0);

const SCROLL_REGION: Readonly<Record<string, string>> = {
  table_open: '<div class="wide" role="region" aria-label="Table" tabindex="0"><table class="user-table">',
  table_close: '</table></div>',
};

/**
 * Changes a token of a table: the table gets a region that scrolls, also by keyboard, and the alignment styles of its cells become
 * classes, because the content security policy of pages forbids inline styles.
 */
export function sanitizeTable(token: Token): void {
  const markup = SCROLL_REGION[token.type];
  if (markup !== undefined) {
    token.type = 'html_block';
    token.content = markup;
  }
  const [, alignment] = /text-align:(center|right)/.exec(String(token.attrGet('style') ?? '')) ?? [];
  if (token.tag === 'th' || token.tag === 'td')
    token.attrs = alignment ? [['class', `align-${alignment}`]] : null;
}
