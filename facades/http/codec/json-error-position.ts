/**
 * Returns the offset of the first syntax error in malformed JSON. `message` is the message of the SyntaxError of
 * `JSON.parse`. V8 does not report the position of an unexpected token: then a binary search finds the longest prefix
 * that could still become valid JSON.
 */
export function findJsonErrorPosition(text: string, message: string): number {
  const reported = readPosition(message, text);
  if (reported !== null) return reported;
  let [valid, invalid] = [0, text.length];
  while (invalid - valid > 1) {
    const middle = (valid + invalid) >> 1;
    if (isValidPrefix(text.slice(0, middle))) valid = middle;
    else invalid = middle;
  }
  return valid;
}

/**
 * Reads the position from V8's message. Some messages quote the input in the middle, so only their start and end are matched.
 */
function readPosition(message: string, text: string): number | null {
  if (message.startsWith('Unexpected end of JSON input')) return text.length;
  const position = / JSON at position (\d+)(?: \(line \d+ column \d+\))?$/.exec(message)?.[1];
  return position === undefined ? null : Number(position);
}

function isValidPrefix(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch (error) {
    return readPosition((error as Error).message, text) === text.length;
  }
}

/** Formats an offset with its line and column, both counted from 1. */
export function describePosition(text: string, position: number): string {
  const lines = text.slice(0, position).split('\n');
  return `position ${position} (line ${lines.length}, column ${(lines.at(-1)?.length ?? 0) + 1})`;
}
