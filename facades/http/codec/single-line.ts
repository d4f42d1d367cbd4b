const BREAKS = /[\p{Cc}\p{Zl}\p{Zp}\s]+/gu;

/** An agent's text as part of one line, cut at `max` characters: no break and no control of its own is left in it. */
export function toSingleLine(text: string, max: number): string {
  const line = text.replace(BREAKS, ' ').trim();
  const characters = Array.from(line);
  return characters.length > max ? `${characters.slice(0, max - 1).join('')}…` : line;
}
