import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  findTooManyMarks,
  MAX_CODE_UNITS_PER_CHARACTER,
  MAX_MARKS_IN_A_ROW,
  normalize,
} from '../../../schema/values/normalization.ts';
import { normalizeJson, type JsonIssue } from '../../../schema/values/json.ts';
import { text } from '../../../schema/values/validators.ts';
import { anyText } from '../../support/generators/any-text.ts';

/** All characters of Unicode. */
function* characters(): Generator<string> {
  for (let point = 0; point <= 0x10ffff; point += 1)
    if (point < 0xd800 || point > 0xdfff) yield String.fromCodePoint(point);
}

/**
 * Whether the canonical combining class of the character is not 0, so that normalization sorts it among other marks.
 */
const isSorted = (character: string): boolean =>
  [`a${character}\u0334`, `a\u0301${character}`].some((pair) => pair.normalize('NFD') !== pair);

describe('a run of marks', () => {
  test('includes every character whose NFKD form has only characters that normalization sorts', () => {
    const missed: string[] = [];
    for (const character of characters()) {
      const isMark = Array.from(character.normalize('NFKD')).every(isSorted);
      if (isMark && findTooManyMarks(character.repeat(MAX_MARKS_IN_A_ROW + 1)) === null)
        missed.push(character);
    }

    expect(missed).toEqual([]);
  });

  test('of more than 30 is refused with its position, in text, JSON and member names', () => {
    const long = `🦉é${'\u0301'.repeat(31)}`;
    const message = 'Must have at most 30 combining marks in a row (there are more from character 3 on)';
    const issues: JsonIssue[] = [];
    normalizeJson({ a: [long], [long]: 1 }, issues);

    expect(text({ min: 1, max: 100 }).safeParse(long).error?.issues).toMatchObject([
      { code: 'invalid_format', message },
    ]);
    expect(issues).toEqual([
      { path: ['a', 0], message },
      { path: [], message },
    ]);
  });

  test('may have 30 marks, as sent and in NFC', () => {
    const accepts = (value: string) => text({ min: 1, max: 100 }).safeParse(value).success;

    expect(accepts(`q${'\u0316'.repeat(30)}`)).toBe(true);
    // NFC converts U+0344 to two marks.
    expect([15, 16].map((count) => accepts(`q${'\u0344'.repeat(count)}`))).toEqual([true, false]);
  });
});

describe('a character of NFC', () => {
  test('is converted from at most 6 UTF-16 code units', () => {
    let most = 0;
    for (const character of characters()) {
      const decomposed = character.normalize('NFD');
      // The decomposition is the longest form of a character, except for ideographs: their decomposition is one ideograph.
      if (character.length > decomposed.length) expect(decomposed).toMatch(/^\p{Unified_Ideograph}$/u);
      most = Math.max(most, decomposed.length / Array.from(decomposed.normalize('NFC')).length);
    }

    expect(most).toBe(MAX_CODE_UNITS_PER_CHARACTER);
  });

  test('is white space after NFC if and only if it is white space before, so that text can be trimmed before NFC', () => {
    const isBlank = (value: string) => value.trim() === '';
    const changed = Array.from(characters()).filter(
      (character) => isBlank(character.normalize('NFC')) !== isBlank(character),
    );

    expect(changed).toEqual([]);
  });
});

describe('normalize', () => {
  test('returns the normalization form of any text without too many marks', () => {
    fc.assert(
      fc.property(anyText, fc.constantFrom('NFC', 'NFKC', 'NFKD'), (value, form) => {
        expect(normalize(value, form)).toBe(value.normalize(form));
      }),
    );
  });

  test('divides a run of too many marks into runs of at most 30, with a joiner between them', () => {
    expect(normalize(`a${'\u0316'.repeat(70)}`, 'NFKD')).toBe(
      `a${['\u0316'.repeat(30), '\u0316'.repeat(30), '\u0316'.repeat(10)].join('\u034f')}`,
    );
  });
});
