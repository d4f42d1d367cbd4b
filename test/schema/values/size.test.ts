import { expect, test } from 'vitest';
import { sizeOf } from '../../../schema/values/size.ts';

test.each([
  [null, 16],
  [7, 16],
  ['', 16],
  ['abc', 19],
  [[], 16],
  [['a', 'b'], 50],
  [{ a: 'a', b: { c: [1] } }, 81],
])('the size of %j is %i', (value, size) => {
  expect(sizeOf(value)).toBe(size);
});
