// Free-form JSON of callers: its depth, bytes and number of values, and the character rules of all text.
import { findTextIssue } from './characters.ts';
import { findTooManyMarks, normalize } from './normalization.ts';

export type Json = null | boolean | number | string | readonly Json[] | JsonObject;

export interface JsonObject {
  readonly [member: string]: Json;
}

export interface JsonIssue {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

export const isJsonObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Whether arrays and objects are nested deeper than `limit`: a scalar has depth 0, `{}` and `[1]` 1, `{ a: [] }` 2.
 * Stops one level below the limit, so that deep input cannot exhaust the stack.
 */
export function isDeeperThan(limit: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return limit === 0 || Object.values(value).some((member) => isDeeperThan(limit - 1, member));
}

/**
 * Maximum values in a JSON value: lists, objects and scalars. A value of 16 KiB could have thousands, and
 * parsing them takes a hundred times as long as copying as many bytes of text.
 */
export const MAX_JSON_VALUES = 1000;

/** Counts the lists, objects and scalars in a value, up to `max`. */
export function countJsonValues(value: unknown, max: number): number {
  if (typeof value !== 'object' || value === null) return 1;
  let count = 1;
  for (const member of Object.values(value)) {
    if (count >= max) break;
    count += countJsonValues(member, max - count);
  }
  return count;
}

/** Counts the UTF-16 code units of the strings and member names in a value. */
export function countCharacters(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (Array.isArray(value)) return value.reduce<number>((sum, item) => sum + countCharacters(item), 0);
  if (!isJsonObject(value)) return 0;
  return Object.entries(value).reduce(
    (sum, [name, member]) => sum + name.length + countCharacters(member),
    0,
  );
}

/** UTF-8 bytes of the value as JSON without white space. */
export const countJsonBytes = (value: Json): number => Buffer.byteLength(JSON.stringify(value));

/** Counts the digits that the exponents of numbers stand for: PostgreSQL stores and prints 1e300 with 301 digits. */
export function countOmittedDigits(value: unknown): number {
  if (typeof value === 'number') return Math.abs(Number(String(value).split('e')[1] ?? 0));
  if (typeof value !== 'object' || value === null) return 0;
  return Object.values(value).reduce<number>((sum, member) => sum + countOmittedDigits(member), 0);
}

/**
 * Returns the value with its strings and member names in NFC. If two names become equal, the last one counts, as in
 * `JSON.parse`. Adds an issue to `issues` for forbidden characters, too many combining marks, and numbers beyond the range of a
 * double, which literals of a GraphQL document or lines of an archive may contain.
 */
export function normalizeJson(value: unknown, issues: JsonIssue[], path: JsonIssue['path'] = []): Json {
  if (typeof value === 'string') return normalizeText(value, issues, path);
  if (Array.isArray(value)) return value.map((item, index) => normalizeJson(item, issues, [...path, index]));
  if (isJsonObject(value)) {
    // fromEntries calls no setter, so `__proto__` becomes an ordinary member.
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [
        normalizeText(name, issues, path),
        normalizeJson(member, issues, [...path, name]),
      ]),
    );
  }
  if (value === null || typeof value === 'boolean') return value;
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  issues.push({ path, message: 'Must be a JSON value' });
  return null;
}

function normalizeText(value: string, issues: JsonIssue[], path: JsonIssue['path']): string {
  const issue = findTextIssue(value);
  const normalized = issue === null ? normalize(value, 'NFC') : value;
  // Count marks again: NFC converts a few characters to several marks.
  const message = issue ?? findTooManyMarks(normalized);
  if (message !== null) issues.push({ path, message });
  return normalized;
}
