// The stretch of a text that shows best why it was found, as HTML in which nothing of the text is markup.
import type { TextRange } from './highlight.ts';

/** Characters of the text that are shown. */
const WIDTH = 240;

/** Of these so many lie before the first mark, where there are as many. */
const LEAD = 40;

/**
 * A snippet: text escaped for HTML, its hits in `<mark>`, white space as single spaces, `…` where the text goes on.
 * Without hits it is the beginning of the text.
 */
export function snippetOf(text: string, ranges: readonly TextRange[]): string {
  const [start, end] = windowOf(text, ranges);
  const shown = ranges.filter((range) => range[0] >= start && range[1] <= end);
  let html = start > 0 ? '…' : '';
  let at = start;
  for (const [from, to] of shown) {
    html += `${toHtml(text.slice(at, from))}<mark>${toHtml(text.slice(from, to))}</mark>`;
    at = to;
  }
  html += toHtml(text.slice(at, end));
  return `${html.trim()}${end < text.length ? '…' : ''}`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const toHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? '').replaceAll(/ \s+|[^\S ]\s*/g, ' ');

/** Where most different things that were found stand together; of equals, the first. */
function windowOf(text: string, ranges: readonly TextRange[]): TextRange {
  if (text.length <= WIDTH) return [0, text.length];
  const start = Math.max(0, Math.min(richest(text, ranges) - LEAD, text.length - WIDTH));
  return [toBreak(text, start), toBreak(text, start + WIDTH)];
}

function richest(text: string, ranges: readonly TextRange[]): number {
  let best = { at: 0, kinds: 0 };
  let first = 0;
  const counts = new Map<string, number>();
  const count = (range: TextRange, by: number) => {
    const kind = text.slice(...range).toLowerCase();
    const left = (counts.get(kind) ?? 0) + by;
    if (left === 0) counts.delete(kind);
    else counts.set(kind, left);
  };
  for (const range of ranges) {
    count(range, 1);
    for (let start = ranges[first]; start && range[1] - start[0] > WIDTH - LEAD; start = ranges[++first])
      count(start, -1);
    if (counts.size > best.kinds) best = { at: ranges[first]?.[0] ?? 0, kinds: counts.size };
  }
  return best.at;
}

/** The nearest place, a few characters on, where no word is cut; never within a character. */
function toBreak(text: string, at: number): number {
  if (at <= 0 || at >= text.length) return at;
  const space = text.slice(at, at + 20).search(/\s/);
  const place = space >= 0 ? at + space : at;
  return /[\uDC00-\uDFFF]/.test(text.charAt(place)) ? place + 1 : place;
}
