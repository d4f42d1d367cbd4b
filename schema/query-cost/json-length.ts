import { JsonText } from '../../prisma/client.ts';
import { countCodePoints } from '../values/characters.ts';

/**
 * Approximates the length of a value as JSON without white space, in characters. An escaped character counts as one. The added
 * numbers are 2 for quotes, 5 for `false`, the longest of the literals, 4 for quotes, colon and comma, and 1 for a comma or bracket.
 */
export function countJsonCharacters(value: unknown): number {
  if (typeof value === 'string') return countCodePoints(value) + 2;
  if (typeof value === 'number') return String(value).length;
  if (typeof value !== 'object' || value === null) return 5;
  if (value instanceof JsonText) return countCodePoints(value.text);
  if (Array.isArray(value))
    return value.reduce<number>((sum, item) => sum + 1 + countJsonCharacters(item), 1);
  let length = 1;
  for (const [name, member] of Object.entries(value))
    length += countCodePoints(name) + 4 + countJsonCharacters(member);
  return length;
}
