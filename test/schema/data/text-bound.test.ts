import { describe, expect, test } from 'vitest';
import {
  countWithinBytes,
  countWithinFeedBound,
  countWithinTextBound,
  isFollowed,
} from '../../../schema/data/text-bound.ts';

const rowsOf = (...texts: readonly string[]) => texts.map((text) => ({ text }));

test.each([
  [[], 10, 0],
  [[9], 10, 1],
  [[9, 1, 1], 10, 2],
  [[10, 1], 10, 1],
  [[11, 1], 10, 1],
  [[4, 5, 1, 1], 10, 3],
])(
  'with rows of %j bytes, a page of %i bytes ends with the row that reaches the bound',
  (sizes, max, count) => {
    expect(countWithinBytes(sizes, max)).toBe(count);
  },
);

test('a page counts the bytes of texts, and 16 for each value', () => {
  // A row of two characters of three bytes has 16 + 16 + 6.
  const rows = rowsOf('中中', '中中', '中中');

  expect([38, 39, 76, 77, 114, 115].map((max) => countWithinTextBound(rows, max))).toEqual([
    1, 2, 2, 3, 3, 3,
  ]);
});

describe('a page of the feed', () => {
  // The bytes of 64 KiB that remain for the text of one row: the row and the text count 16 bytes each, the other members `added`.
  const room = (added: number) => 64 * 1024 - 32 - added;
  const countOf = (isBrief: boolean, ...texts: string[]) => countWithinFeedBound(rowsOf(...texts), isBrief);

  test.each([
    ['complete', false, 512],
    ['brief', true, 128],
  ])('in the %s view has the rows that fit with their other members', (_view, isBrief, added) => {
    // As JSON, `text` has two quotes. The row of `other` takes 32 + 4 + `added` bytes.
    const [text, other] = ['x'.repeat(room(added) - 2 - 32 - 4 - added), 'abcd'];

    expect(countOf(isBrief, text, other)).toBe(2);
    expect(countOf(isBrief, `${text}x`, other)).toBe(1);
  });

  test('has at least one row, unless there are no rows', () => {
    expect(countOf(false, 'x'.repeat(100_000), 'y')).toBe(1);
    expect(countOf(false)).toBe(0);
  });

  test('counts long texts as JSON, in which characters are escaped', () => {
    const half = '"'.repeat(32_000);

    expect(countOf(false, half, 'y')).toBe(2);
    expect(countOf(false, `${half}${'"'.repeat(600)}`, 'y')).toBe(1);
  });
});

test('a row is followed by another row only if the row has `isFollowed: true`', () => {
  expect([{}, { isFollowed: false }, { isFollowed: null }, { isFollowed: true }].map(isFollowed)).toEqual([
    false,
    false,
    false,
    true,
  ]);
});
