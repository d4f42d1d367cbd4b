import { expect, test } from 'vitest';
import { assertFiniteNumbers } from '../../../../facades/http/codec/json-numbers.ts';
import type { BoardError } from '../../../../schema/contract.ts';

const refusalOf = (value: unknown, loc: readonly (string | number)[] = ['body']): BoardError | null => {
  try {
    assertFiniteNumbers(value, loc);
    return null;
  } catch (error) {
    return error as BoardError;
  }
};

const locationsIn = (value: unknown, loc?: readonly string[]) =>
  refusalOf(value, loc)?.issues.map((issue) => issue.loc);

test.each([[1e308], [-0], ['Infinity'], [null], [[1, { a: [2] }]], [{}]])(
  '%j has no number out of range',
  (value) => {
    expect(refusalOf(value)).toBeNull();
  },
);

test.each([
  [Infinity, [['body']]],
  [{ a: { b: -Infinity } }, [['body', 'a', 'b']]],
  [[0, [1, Infinity]], [['body', 1, 1]]],
  [
    { a: [Infinity, null, { b: Infinity }], c: 'text', d: Infinity },
    [
      ['body', 'a', 0],
      ['body', 'a', 2, 'b'],
      ['body', 'd'],
    ],
  ],
])('each number out of range is located: %o', (value, locations) => {
  expect(locationsIn(value)).toEqual(locations);
});

test('the refusal names the first three locations, without the part of the request if there is more', () => {
  const refusal = refusalOf({ a: [Infinity, Infinity], b: Infinity, c: Infinity }, ['query', 'x'])!;
  const msg = `Must be a number from ${-Number.MAX_VALUE} to ${Number.MAX_VALUE}`;

  expect([refusal.code, refusal.message]).toEqual([
    'validation_failed',
    `A number is out of range: x.a.0, x.a.1, x.b. ${msg}`,
  ]);
  expect(refusal.issues[3]).toEqual({
    path: [],
    loc: ['query', 'x', 'c'],
    msg,
    type: 'number_out_of_range',
  });
  expect(refusalOf(Infinity)!.message).toBe(`A number is out of range: body. ${msg}`);
});

test.each([17, 100])('of %i numbers out of range the first 16 are located', (count) => {
  const value = [[1], { a: Array(count).fill(Infinity) }];

  expect(locationsIn(value)).toEqual(Array.from({ length: 16 }, (_, i) => ['body', 1, 'a', i]));
});
