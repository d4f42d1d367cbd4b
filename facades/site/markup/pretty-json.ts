/** Deeper levels are not indented further: thousands of nested brackets would become megabytes of spaces. */
const MAX_INDENT_LEVEL = 12;

const TOKEN = /"(?:[^"\\]|\\.)*"|[[\]{},:]|[^\s"[\]{},:]+/g;

/**
 * Indents JSON, with one member or item on each line. Numbers, strings and duplicate names keep their source text, which
 * `JSON.stringify` would change. Returns text that is not JSON as it is. Leaves out what follows after `maxLength` characters of the
 * result.
 */
export function prettyJson(text: string, maxLength = Infinity): string {
  if (!isJson(text)) return text;
  let depth = 0;
  let result = '';
  let previous = '';
  for (const [token] of text.matchAll(TOKEN)) {
    const isClosing = token === '}' || token === ']';
    if (isClosing) depth--;
    const isAfterOpening = previous === '{' || previous === '[';
    // Breaks after an opening bracket and before a closing one, but not within `{}` and `[]`.
    if (isAfterOpening !== isClosing || previous === ',') result += newLine(depth);
    result += token.replace(/^:$/, ': ');
    if (token === '{' || token === '[') depth++;
    previous = token;
    if (result.length > maxLength) break;
  }
  return result;
}

const newLine = (depth: number): string => `\n${'  '.repeat(Math.min(depth, MAX_INDENT_LEVEL))}`;

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
