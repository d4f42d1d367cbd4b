// Where a text stops being JSON, for the one who sent it.

/**
 * Offset of the first fault of a text that is not JSON; `message` is what the parser said of it. V8 tells no position
 * of a token it did not expect: the fault is where the longest possible beginning ends.
 */
export function findJsonErrorPosition(text: string, message: string): number {
  const told = toldPosition(message, text);
  if (told !== null) return told;
  let [good, bad] = [0, text.length];
  while (bad - good > 1) {
    const middle = (good + bad) >> 1;
    if (isBeginning(text.slice(0, middle))) good = middle;
    else bad = middle;
  }
  return good;
}

/** V8 quotes the text in the middle of some messages, so that only their beginning and end are its own words. */
function toldPosition(message: string, text: string): number | null {
  if (message.startsWith('Unexpected end of JSON input')) return text.length;
  const told = / JSON at position (\d+)(?: \(line \d+ column \d+\))?$/.exec(message)?.[1];
  return told === undefined ? null : Number(told);
}

function isBeginning(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch (error) {
    return toldPosition((error as Error).message, text) === text.length;
  }
}

/** An offset as a person counts: line and column from 1. */
export function describePosition(text: string, position: number): string {
  const lines = text.slice(0, position).split('\n');
  return `position ${position} (line ${lines.length}, column ${(lines.at(-1)?.length ?? 0) + 1})`;
}
