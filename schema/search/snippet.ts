// Snippets of search results: the part of a text with the most different matches, as escaped HTML.
import type { TextRange } from './literals.ts';

/** Length of the shown part in UTF-16 code units; approximate, because its ends move to white space. */
const WIDTH = 240;

/** Code units shown before the first match of the part, if the text has as many; approximate, like `WIDTH`. */
const LEAD = 40;

/**
 * Returns a snippet as HTML: escaped text with the matches in `<mark>`, white space collapsed, and `…` where text is
 * left out. Without matches it is the beginning of the text.
 */
export function snippetOf(text: string, ranges: readonly TextRange[]): string {
  const [start, end] = windowOf(text, ranges);
  const shownRanges = ranges.filter((range) => range[0] >= start && range[1] <= end);
  let html = start > 0 ? '…' : '';
  let at = start;
  for (const [from, to] of shownRanges) {
    html += `${toHtml(text.slice(at, from))}<mark>${toHtml(text.slice(from, to))}</mark>`;
    at = to;
  }
  html += toHtml(text.slice(at, end));
  return `${html.trim()}${end < text.length ? '…' : ''}`;
}

/** Returns the same part of the text as `snippetOf`, as plain text. */
export function plainSnippetOf(text: string, ranges: readonly TextRange[]): string {
  const [start, end] = windowOf(text, ranges);
  return `${start > 0 ? '…' : ''}${collapseWhitespace(text.slice(start, end)).trim()}${end < text.length ? '…' : ''}`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const toHtml = (text: string): string =>
  collapseWhitespace(text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? ''));

/** Replaces white space by single spaces. */
const collapseWhitespace = (text: string): string => text.replaceAll(/ \s+|[^\S ]\s*/g, ' ');

/** Returns the part of the text to show. */
function windowOf(text: string, ranges: readonly TextRange[]): TextRange {
  if (text.length <= WIDTH) return [0, text.length];
  const start = Math.max(0, Math.min(densestStart(text, ranges) - LEAD, text.length - WIDTH));
  return [toBreak(text, start), toBreak(text, start + WIDTH)];
}

/** Returns the start of the first match in the window with the most distinct matches. Of equal windows, takes the first. */
function densestStart(text: string, ranges: readonly TextRange[]): number {
  let best = { at: 0, kinds: 0 };
  let first = 0;
  const counts = new Map<string, number>();
  const addCount = (range: TextRange, by: number) => {
    const kind = text.slice(...range).toLowerCase();
    const count = (counts.get(kind) ?? 0) + by;
    if (count === 0) counts.delete(kind);
    else counts.set(kind, count);
  };
  for (const range of ranges) {
    addCount(range, 1);
    for (let start = ranges[first]; start && range[1] - start[0] > WIDTH - LEAD; start = ranges[++first])
      addCount(start, -1);
    if (counts.size > best.kinds) best = { at: ranges[first]?.[0] ?? 0, kinds: counts.size };
  }
  return best.at;
}

/** Moves the index forward to white space within 20 code units, if there is any, and never between surrogates. */
function toBreak(text: string, at: number): number {
  if (at <= 0 || at >= text.length) return at;
  const space = text.slice(at, at + 20).search(/\s/);
  const index = space >= 0 ? at + space : at;
  return /[\uDC00-\uDFFF]/.test(text.charAt(index)) ? index + 1 : index;
}
