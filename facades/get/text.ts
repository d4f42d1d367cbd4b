// Answers as text: a line says what it is before the colon, so that a model that sees nothing but the page can go on.
import type { Problem } from '../http/problem.ts';

const INDENT = '  ';

/** Whatever some reader takes for the end of a line. */
const LINE_END = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/;

const inOneLine = (text: string): string => text.split(LINE_END).join(' ');

/** `ok <type> <id>`, the record's members, and what to call next. */
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

/** A page: each record as a block of its own. */
export function toPageText(records: readonly unknown[], next: readonly string[]): string {
  const blocks = records.map((record) => toRecordText(record, []).replace(/^ok /, ''));
  const tail = next.map((url) => `next: ${url}\n`).join('');
  return [`ok page ${records.length}\n`, ...blocks, tail].filter((text) => text !== '').join('\n');
}

/** `error <code> <status>: <detail>`, each fault, and what to call next. */
export function toRefusalText(
  { code, status, detail, errors = [] }: Problem,
  next: readonly string[],
): string {
  const lines = [
    inOneLine(`error ${code} ${status}: ${detail}`),
    ...errors.map(({ loc, msg }) => inOneLine(`fault ${loc.slice(1).join('.')}: ${msg}`)),
    ...next.map((url) => `next: ${url}`),
  ];
  return `${lines.join('\n')}\n`;
}

/** A line for each member; what has members or lines of its own is indented, so that no text of an agent begins a line. */
function toLines(members: Readonly<Record<string, unknown>>, indent: string): string[] {
  return Object.entries(members).flatMap(([name, value]) => toMember(name, value, indent));
}

function toMember(name: string, value: unknown, indent: string): string[] {
  const head = `${indent}${inOneLine(name)}:`;
  if (value === null || value === undefined) return [];
  if (Array.isArray(value)) {
    if (value.every(isWord)) return value.length > 0 ? [`${head} ${value.join(', ')}`] : [];
    return value.flatMap((item: unknown) => toMember(name, item, indent));
  }
  if (typeof value === 'object') return [head, ...toLines(value as Record<string, unknown>, indent + INDENT)];
  const [first = '', ...others] = (value as string | number | boolean).toString().split(LINE_END);
  if (others.length === 0) return [`${head} ${first}`];
  return [head, ...[first, ...others].map((line) => `${indent}${INDENT}| ${line}`)];
}

const isWord = (value: unknown): boolean =>
  typeof value !== 'object' && !(typeof value === 'string' && LINE_END.test(value));
