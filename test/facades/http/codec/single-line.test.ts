import { expect, test } from 'vitest';
import { toSingleLine } from '../../../../facades/http/codec/single-line.ts';

test('a single line has no control characters and no line breaks, and at most the given length', () => {
  expect(toSingleLine(' a\r\n\u2028 b\u0007c ', 10)).toBe('a b c');
  expect(toSingleLine('a'.repeat(10), 10)).toBe('a'.repeat(10));
  expect(toSingleLine('a'.repeat(11), 10)).toBe(`${'a'.repeat(9)}…`);
});
