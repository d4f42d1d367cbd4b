// Finds names and glyphs of a query in a text: they match as written, except for the case of letters.

/** A range of a text in UTF-16 code units; the end is exclusive. */
export type TextRange = readonly [start: number, end: number];

/**
 * Maximum code units of names and glyphs that are compared with the texts of one page: about 10 ms. The texts have equal
 * shares.
 */
const MAX_COMPARED = 1_000_000;

/**
 * Returns a function that finds the literals in a text, in order; they may overlap. A literal that begins with an ASCII
 * letter or digit is not found in longer words. Use the function for the `count` texts of one page: it reads a text once,
 * however many literals there are, and stops after `max` occurrences or its share of `MAX_COMPARED`.
 */
export function createLiteralFinder(
  literals: readonly string[],
  { max, count }: { readonly max: number; readonly count: number },
) {
  const share = Math.ceil(MAX_COMPARED / Math.max(1, count));
  const byStart = Map.groupBy(literals, (literal) => literal.charCodeAt(0));
  const lengths = new Map(byStart.entries().map(([unit, group]) => [unit, group.join('').length]));
  // Most characters begin no literal, and looking them up in an array takes less time than in a map.
  const isStart = new Uint8Array(0x1_00_00);
  for (const unit of byStart.keys()) isStart[unit] = 1;
  return (text: string): TextRange[] => {
    const ranges: TextRange[] = [];
    const lower = literals.length === 0 ? '' : toLower(text);
    let compared = 0;
    for (let at = 0; at < lower.length && compared < share && ranges.length < max; at++) {
      const unit = lower.charCodeAt(at);
      if (isStart[unit] === 0 || isWithinWord(lower, at)) continue;
      compared += lengths.get(unit) ?? 0;
      const foundLiterals = byStart.get(unit)?.filter((literal) => isFoundAt(lower, literal, at)) ?? [];
      ranges.push(...foundLiterals.map(({ length }): TextRange => [at, at + length]));
    }
    return ranges;
  };
}

const isFoundAt = (text: string, literal: string, at: number): boolean =>
  text.startsWith(literal, at) &&
  !(isWordUnit(literal.charCodeAt(0)) && isWordUnit(text.charCodeAt(at + literal.length)));

/** Whether the code unit and the one before it belong to one word. */
const isWithinWord = (text: string, at: number): boolean =>
  isWordUnit(text.charCodeAt(at)) && isWordUnit(text.charCodeAt(at - 1));

/** Converts to lower case without moving characters: İ is the only one whose lower case is longer. */
const toLower = (text: string): string => text.replaceAll('İ', 'I').toLowerCase();

/** Whether the code unit is an ASCII digit or lower-case letter. False for NaN, which is read outside of the text. */
const isWordUnit = (unit: number): boolean =>
  (unit >= 0x30 && unit <= 0x39) || (unit >= 0x61 && unit <= 0x7a);
