import { JsonText } from '../../prisma/client.ts';
import { countCodePoints } from '../values/characters.ts';

/**
 * Approximates the length of a value as JSON without white space, in characters. An escaped character counts as one. A literal
 * counts as `false`, the longest. The other constants are 2 for the quotes of a string, 4 for the quotes, colon and comma of a
 * member, and 1 for a comma or bracket.
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
