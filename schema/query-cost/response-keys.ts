import { VALUE_CHARACTERS } from './weights.ts';

/**
 * Returns how many characters of a response key count as text: those beyond the characters that its value pays for. Names of fields
 * are short, but aliases can be long, and the result repeats them in each object.
 */
export const countKeyCharacters = (key: string, paid = VALUE_CHARACTERS): number =>
  Math.max(0, key.length - paid);
