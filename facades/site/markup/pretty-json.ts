/** Deeper than this nothing is moved further to the right, so that a few brackets do not become pages of blanks. */
const DEEPEST = 12;

const TOKEN = /"(?:[^"\\]|\\.)*"|[[\]{},:]|[^\s"[\]{},:]+/g;

/** JSON with a line for each member; its numbers and names stay letter by letter what they were. Other text stays itself. */
export function prettyJson(text: string): string {
  if (!isJson(text)) return text;
  let depth = 0;
  let written = '';
  let last = '';
  for (const [token] of text.matchAll(TOKEN)) {
    if (token === '}' || token === ']') depth--;
    const [isOpened, isEnd] = [last === '{' || last === '[', token === '}' || token === ']'];
    if (isOpened !== isEnd || last === ',') written += lineAt(depth);
    written += token === ':' ? ': ' : token;
    if (token === '{' || token === '[') depth++;
    last = token;
  }
  return written;
}

const lineAt = (depth: number): string => `\n${'  '.repeat(Math.min(depth, DEEPEST))}`;

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
