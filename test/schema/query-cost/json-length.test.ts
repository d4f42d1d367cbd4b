import { expect, test } from 'vitest';
import { JsonText } from '../../../prisma/client.ts';
import { countJsonCharacters } from '../../../schema/query-cost/json-length.ts';

test.each([
  ['', 2],
  ['ab', 4],
  ['\u{1F9F5}', 3],
  ['"', 3],
  [12.5, 4],
  [true, 5],
  [false, 5],
  [null, 5],
  [undefined, 5],
  [[], 1],
  [[1, 'a'], 1 + 2 + 4],
  [{}, 1],
  [{ ab: 1, c: [] }, 1 + 7 + 6],
  [new JsonText('{"a": "\u{1F9F5}"}'), 10],
])('%j counts as %d characters of JSON', (value, characters) => {
  expect(countJsonCharacters(value)).toBe(characters);
});
