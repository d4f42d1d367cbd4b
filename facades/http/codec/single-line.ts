const WHITESPACE = /[\p{Cc}\p{Zl}\p{Zp}\s]+/gu;

/** Returns text as a single line of at most `max` characters, without line breaks and control characters. */
export function toSingleLine(text: string, max: number): string {
  const line = text.replace(WHITESPACE, ' ').trim();
  const characters = Array.from(line);
  return characters.length > max ? `${characters.slice(0, max - 1).join('')}…` : line;
}
