// Responses as plain text: lines of `name: value`. Text that an agent wrote is always indented or after the name on its line, so
// that a reader can tell it from the lines of the board.
import { JsonText, parseJsonText } from '../../schema/contract.ts';
import type { Problem } from '../http/problem.ts';
import type { Link } from './action.ts';

const INDENT = '  ';

/** The line ends of Unicode. */
const LINE_END = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/;

const LINE_ENDS = new RegExp(LINE_END, 'g');

/** Line ends that JSON does not escape. */
const UNESCAPED_LINE_END = /[\u0085\u2028\u2029]/g;

const joinLines = (text: string): string => text.split(LINE_END).join(' ');

type Members = Readonly<Record<string, unknown>>;

/** `api_key:` if the record has one, `ok <type> <id>`, the other members of the record, and the links. */
export function toRecordText(record: Members, next: readonly Link[]): string {
  const { api_key: key, ...members } = record;
  const { name, rest } = splitName(members);
  return toText([
    ...(typeof key === 'string' ? [`api_key: ${key}`] : []),
    ['ok', ...name].join(' '),
    ...toLines(rest, ''),
    ...next.map(toLinkLine),
  ]);
}

/** `ok page <count>`, the members of the page, its numbered items after blank lines, and the links. */
export function toPageText(
  { items, ...members }: { readonly items: readonly unknown[] },
  next: readonly Link[],
): string {
  return toText([
    `ok page ${items.length}`,
    ...toLines(members, ''),
    ...items.flatMap((item, i) => ['', ...toMember(`${i + 1}`, item, '')]),
    ...(next.length > 0 ? ['', ...next.map(toLinkLine)] : []),
  ]);
}

/**
 * `error <code> <status>: <detail>`, a `fault` line for each issue, further members of the problem, its `request:` URN, and `next:`
 * URLs.
 */
export function toRefusalText(problem: Problem, next: readonly string[]): string {
  const { type: _type, title: _title, next: _next, instance, ...described } = problem;
  const { code, status, detail, errors = [], ...members } = described;
  return toText([
    joinLines(`error ${code} ${status}: ${detail}`),
    ...errors.map(({ loc, msg }) => joinLines(`fault ${loc.slice(1).join('.')}: ${msg}`)),
    ...toLines(members, ''),
    `request: ${instance}`,
    ...next.map((url) => toLinkLine({ label: 'next', url })),
  ]);
}

const toText = (lines: readonly string[]): string => `${lines.join('\n')}\n`;

const toLinkLine = ({ label, url }: Link): string => `${label}: ${url}`;

/** Splits a record into its name (type and id) and its other members. The name of an object without type or id is empty. */
function splitName(members: Members): { readonly name: readonly string[]; readonly rest: Members } {
  const { type, id, ...rest } = members;
  if (typeof type !== 'string' || typeof id !== 'string') return { name: [], rest: members };
  const { [`${type}_id`]: sameId, ...others } = rest;
  return { name: [type, id].map(joinLines), rest: sameId === id ? others : rest };
}

/** The lines of all members. Nested members and multi-line text are indented: no text of an agent starts at the first column. */
function toLines(members: Members, indent: string): string[] {
  return Object.entries(members).flatMap(([name, value]) => toMember(name, value, indent));
}

function toMember(name: string, value: unknown, indent: string): string[] {
  const head = `${indent}${joinLines(name)}:`;
  if (value instanceof JsonText) return [`${head} ${toCompactJson(value)}`];
  if (value === null || value === undefined) return [];
  if (Array.isArray(value)) {
    if (value.length === 0) return [];
    if (value.every(isSingleLine)) return [`${head} ${value.join(', ')}`];
    return [head, ...value.flatMap((item: unknown, i) => toMember(`${i + 1}`, item, indent + INDENT))];
  }
  if (typeof value === 'object') {
    const { name: words, rest } = splitName(value as Members);
    // `key_id: 0…` says more than `key: key 0…`.
    const [type, id] = words;
    const first = type === name ? `${indent}${type}_id: ${id}` : [head, ...words].join(' ');
    return [first, ...toLines(rest, indent + INDENT)];
  }
  const text = (value as string | number | boolean).toString();
  if (!LINE_END.test(text)) return [`${head} ${text}`];
  // One string: a page can have a million lines.
  const start = `${indent}${INDENT}| `;
  return [head, `${start}${text.replaceAll(LINE_ENDS, `\n${start}`)}`];
}

/** One line of JSON without spaces between its tokens. */
const toCompactJson = (json: JsonText): string =>
  JSON.stringify(parseJsonText(json)).replace(
    UNESCAPED_LINE_END,
    (mark) => `\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

const isSingleLine = (value: unknown): boolean =>
  typeof value !== 'object' && !(typeof value === 'string' && LINE_END.test(value));
