/** The bytes for each of `parts` texts when they share `bytes` evenly. */
export const shareEvenly = (bytes: number, parts: number): number => Math.floor(bytes / Math.max(1, parts));

/**
 * The maximum bytes for each of several texts that share `bytes` of a page. Texts that need less than an even share
 * leave the rest to the longer ones. A text is estimated to need twice its length, and 400 bytes of markup.
 */
export function shareFairly(bytes: number, texts: readonly string[]): number {
  const needs = texts.map((text) => text.length * 2 + 400).sort((a, b) => a - b);
  let left = bytes;
  for (const [i, need] of needs.entries()) {
    const even = left / (needs.length - i);
    if (need > even) return Math.floor(even);
    left -= need;
  }
  return bytes;
}
