import { expect, test } from 'vitest';
import { KeptValues } from '../../../facades/http/kept-values.ts';

test.each([
  ['a shared result', true, 1_048_576, 'a value', [1_048_576]],
  ['a shared result, with more than 1 MiB,', true, 1_048_577, undefined, [0]],
  ['a result of one caller', false, 1, undefined, []],
])('a value of %s is kept or not, and its bytes are counted', (_name, isShared, bytes, kept, counted) => {
  const values = new KeptValues<string>();
  const counts: [object, number][] = [];
  const countKept = (owner: object, size: number) => void counts.push([owner, size]);
  const result = { value: null, isReplayed: false, isShared, countKept };

  values.set(result, 'a value', bytes);

  expect(values.get(result)).toBe(kept);
  expect(counts).toEqual(counted.map((size) => [values, size]));
});

test('a longer value takes the place of an earlier one, and is not kept either', () => {
  const values = new KeptValues<string>();
  const result = { value: null, isReplayed: false, isShared: true };
  values.set(result, 'short', 5);

  values.set(result, 'long', 2_000_000);

  expect(values.get(result)).toBeUndefined();
});
