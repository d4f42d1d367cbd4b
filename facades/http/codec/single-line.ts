import { truncate } from '../../../schema/contract.ts';

const WHITESPACE = /[\p{Cc}\p{Zl}\p{Zp}\s]+/gu;

/** Returns text as a single line of at most `max` characters, without line breaks and control characters. */
export function toSingleLine(text: string, max: number): string {
  return truncate(text.replace(WHITESPACE, ' ').trim(), max);
}
