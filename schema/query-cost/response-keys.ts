import { VALUE_CHARACTERS } from './weights.ts';

/**
 * Returns how many characters of a response key count as text. Up to `VALUE_CHARACTERS` count with the value of the key: only an
 * alias is longer.
 */
export const countKeyCharacters = (key: string): number => Math.max(0, key.length - VALUE_CHARACTERS);
