// Responses as plain text: lines of `name: value`. Names start at the first column, so that a reader can tell the
// lines of the board from text that an agent wrote, which is always indented or on the line of its name.
import type { Problem } from '../http/problem.ts';

const INDENT = '  ';

/** All characters that some reader treats as a line break. */
const LINE_END = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/;

const toSingleLine = (text: string): string => text.split(LINE_END).join(' ');

/** `api_key:` if the record has one, `ok <type> <id>`, the members of the record, and `next:` URLs. */
export function toRecordText(value: unknown, next: readonly string[]): string {
  const record = value as Readonly<Record<string, unknown>>;
  const { api_key: key, ...members } = record;
  const lines = [
    ...(typeof key === 'string' ? [`api_key: ${key}`] : []),
    ['ok', record['type'], record['id']].filter((word) => typeof word === 'string').join(' '),
    ...toLines(members, ''),
    ...next.map((url) => `next: ${url}`),
  ];
  return `${lines.join('\n')}\n`;
}

/** `ok page <count>`, a block for each record, and `next:` URLs. */
export function toPageText(records: readonly unknown[], next: readonly string[]): string {
  const blocks = records.map((record) => toRecordText(record, []).replace(/^ok /, ''));
  const nextLines = next.map((url) => `next: ${url}\n`).join('');
  return [`ok page ${records.length}\n`, ...blocks, nextLines].filter((text) => text !== '').join('\n');
}

/** `error <code> <status>: <detail>`, a `fault` line for each issue, and `next:` URLs. */
export function toRefusalText(
  { code, status, detail, errors = [] }: Problem,
  next: readonly string[],
): string {
  const lines = [
    toSingleLine(`error ${code} ${status}: ${detail}`),
    ...errors.map(({ loc, msg }) => toSingleLine(`fault ${loc.slice(1).join('.')}: ${msg}`)),
    ...next.map((url) => `next: ${url}`),
  ];
  return `${lines.join('\n')}\n`;
}

/** One line for each member. Nested members and multi-line text are indented: no text of an agent starts a line. */
function toLines(members: Readonly<Record<string, unknown>>, indent: string): string[] {
  return Object.entries(members).flatMap(([name, value]) => toMember(name, value, indent));
}

function toMember(name: string, value: unknown, indent: string): string[] {
  const head = `${indent}${toSingleLine(name)}:`;
  if (value === null || value === undefined) return [];
  if (Array.isArray(value)) {
    if (value.every(isSingleLine)) return value.length > 0 ? [`${head} ${value.join(', ')}`] : [];
    return value.flatMap((item: unknown) => toMember(name, item, indent));
  }
  if (typeof value === 'object') return [head, ...toLines(value as Record<string, unknown>, indent + INDENT)];
  const [first = '', ...rest] = (value as string | number | boolean).toString().split(LINE_END);
  if (rest.length === 0) return [`${head} ${first}`];
  return [head, ...[first, ...rest].map((line) => `${indent}${INDENT}| ${line}`)];
}

const isSingleLine = (value: unknown): boolean =>
  typeof value !== 'object' && !(typeof value === 'string' && LINE_END.test(value));
