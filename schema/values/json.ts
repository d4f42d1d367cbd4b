// Free-form JSON from outside: bounded in depth and bytes, its text under the same rule as all other text.
import { findForbiddenCharacter } from './characters.ts';

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
 * Looks no further than one level beyond, so that no input, however deep, exhausts the stack.
 */
export function isDeeperThan(limit: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return limit === 0 || Object.values(value).some((member) => isDeeperThan(limit - 1, member));
}

/** UTF-8 bytes of the value's shortest JSON text. */
export const countJsonBytes = (value: Json): number => Buffer.byteLength(JSON.stringify(value));

/**
 * The value with its strings and member names in NFC; where two names become one, the last counts, as in JSON itself.
 * What cannot stand is pushed to `faults`: refused characters, and numbers beyond the range of a double, which a literal in
 * a GraphQL document or a line of an archive may be.
 */
export function normalizeJson(value: unknown, faults: JsonIssue[], path: JsonIssue['path'] = []): Json {
  if (typeof value === 'string') return cleanText(value, faults, path);
  if (Array.isArray(value)) return value.map((item, index) => normalizeJson(item, faults, [...path, index]));
  if (isJsonObject(value)) {
    // fromEntries defines members and calls no setter: `__proto__` stays a member like any other.
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [
        cleanText(name, faults, path),
        normalizeJson(member, faults, [...path, name]),
      ]),
    );
  }
  if (value === null || typeof value === 'boolean') return value;
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  faults.push({ path, message: 'Must be a JSON value' });
  return null;
}

function cleanText(value: string, faults: JsonIssue[], path: JsonIssue['path']): string {
  const message = findForbiddenCharacter(value);
  if (message !== null) faults.push({ path, message });
  return value.normalize('NFC');
}
