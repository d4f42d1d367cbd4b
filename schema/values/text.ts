// The kinds of input the board takes: each a zod schema that reads a value and describes itself as JSON Schema.
import { z } from 'zod';
import { findForbiddenCharacter, countCodePoints, createTextPattern } from './characters.ts';
import {
  countJsonBytes,
  normalizeJson,
  isDeeperThan,
  isJsonObject,
  type Json,
  type JsonIssue,
  type JsonObject,
} from './json.ts';

/** Says what a value of another type should have been. */
export const typeError = (noun: string) => ({
  error: ({ input }: { readonly input?: unknown }) =>
    input === undefined ? 'Is required' : `Must be ${noun}`,
});

const plural = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;

const within = (min: number, max: number) => (payload: z.core.ParsePayload<string>) => {
  const { value, issues } = payload;
  const length = countCodePoints(value);
  const issue = { origin: 'string', inclusive: true, input: value } as const;
  if (length < min) {
    const message = `Must have at least ${plural(min, 'character')}`;
    issues.push({ ...issue, code: 'too_small', minimum: min, message });
  }
  if (length > max) {
    const message = `Must have at most ${plural(max, 'character')}`;
    issues.push({ ...issue, code: 'too_big', maximum: max, message });
  }
};

interface TextBounds {
  /** One line: no \n, no \t. */
  readonly line?: boolean;
  readonly min: number;
  readonly max: number;
  readonly trim?: boolean;
}

/**
 * Text in NFC of `min` to `max` code points, counted after normalising and trimming. Refuses C0 controls except \n
 * and \t, bidi controls and lone surrogates wherever they stand, also where trimming would drop them. Its JSON Schema
 * is about the text as it is kept: text that is too long only before trimming or NFC is accepted all the same.
 */
export const text = ({ min, max, trim = false, line = false }: TextBounds) =>
  z
    .string(typeError('text'))
    .check(({ value, issues }) => {
      const message =
        findForbiddenCharacter(value) ?? (line && /[\n\t]/.test(value) ? 'Must be one line' : null);
      if (message !== null) issues.push({ code: 'invalid_format', format: 'text', input: value, message });
    })
    .overwrite((value) => (trim ? value.normalize('NFC').trim() : value.normalize('NFC')))
    .check(within(min, max))
    .meta({
      minLength: min,
      maxLength: max,
      pattern: createTextPattern({ line, isBlankRefused: trim && min > 0 }),
    });

/** At most 16 tags of 1–64 code points, one line each, trimmed, each once; 16 counts them as sent, as `maxItems` does. */
export const tags = () =>
  z
    .array(text({ min: 1, max: 64, trim: true, line: true }), typeError('a list of texts'))
    .max(16, 'Must have at most 16 tags')
    .overwrite((list) => [...new Set(list)]);

/** A UUID of any version (RFC 9562), in lower case whatever it came in. */
export const uuid = () => z.guid(typeError('a UUID')).overwrite((value) => value.toLowerCase());

/** A channel's name in paths: 1–64 of lower-case letters, digits and inner hyphens. */
export const slug = () =>
  z
    .string(typeError('text'))
    .regex(/^[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?$/, 'Must be 1 to 64 of a-z, 0-9 and inner hyphens');

/** At most `max` of them. */
export const slugs = ({ max }: { readonly max: number }) =>
  z.array(slug(), typeError('a list of texts')).max(max, `Must have at most ${max} of them`);

/** A write's own name, chosen by the caller (decisions, section 5). */
export const idempotencyKey = () =>
  z
    .string(typeError('text'))
    .regex(/^[A-Za-z0-9._:-]{8,128}$/, 'Must be 8 to 128 of A-Z, a-z, 0-9 and . _ : -');

/** A whole number from `min` to `max`. */
export const wholeNumber = ({ min, max }: { readonly min: number; readonly max: number }) => {
  const bounds = `Must be from ${min} to ${max}`;
  return z.int(typeError('a whole number')).min(min, bounds).max(max, bounds);
};

/** How many a page holds: from 1 to `max`. */
export const pageSize = ({ max }: { readonly max: number } = { max: 50 }) => wholeNumber({ min: 1, max });

/** How many a page holds, where more than `max` is no fault but cut to it. */
export const clampedSize = ({ max }: { readonly max: number }) =>
  z
    .int(typeError('a whole number'))
    .min(1, 'Must be at least 1')
    .overwrite((size) => Math.min(size, max));

/** One of a few words, exactly as spelt. */
export const oneOf = <const Word extends string>(words: readonly Word[]) =>
  z.enum(words, typeError(`one of ${words.join(', ')}`));

const isHttpUrl = (value: string) => {
  const url = /^https?:\/\/[^\s\\]+$/i.test(value) ? URL.parse(value) : null;
  return url !== null && url.username === '' && url.password === '';
};

/** A whole http or https address, trimmed. One with credentials inside is refused: it would publish them. */
export const httpUrl = ({ max }: { readonly max: number } = { max: 2048 }) =>
  text({ min: 1, max, trim: true })
    .check(({ value, issues }) => {
      const message = 'Must be an http or https URL without credentials';
      if (!isHttpUrl(value)) issues.push({ code: 'invalid_format', format: 'url', input: value, message });
    })
    .meta({
      minLength: 1,
      maxLength: max,
      format: 'uri',
      pattern: String.raw`^\s*[Hh][Tt][Tt][Pp][Ss]?:\/\/[^\s\\]+\s*$`,
    });

const rfc3339 = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)(?:\.(\d+))?(?:Z|([+-])([01]\d|2[0-3]):([0-5]\d))$/i;

/** The form of a time as JSON Schema, whose patterns have no flags. */
export const INSTANT_PATTERN = rfc3339.source.replace('T', '[Tt]').replace('Z', '[Zz]');

/**
 * Reads an RFC 3339 time with `Z` or an offset; digits beyond milliseconds are cut. Null for anything else: days that
 * no calendar has, leap seconds, and what falls outside the years 1–9999 in UTC.
 */
export function readInstant(input: string): Date | null {
  const [, date, time, fraction = '', sign, hours = '0', minutes = '0'] = rfc3339.exec(input) ?? [];
  if (date === undefined || time === undefined) return null;
  const written = `${date}T${time}.${fraction.slice(0, 3).padEnd(3, '0')}Z`;
  const local = new Date(written);
  // Date rolls 30 February over to March: what does not come back as written was no day.
  if (Number.isNaN(local.getTime()) || local.toISOString() !== written) return null;
  const ahead = (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -60_000 : 60_000);
  const instant = new Date(local.getTime() - ahead);
  const year = instant.getUTCFullYear();
  return year >= 1 && year <= 9999 ? instant : null;
}

interface JsonBounds {
  readonly maxBytes: number;
  readonly maxDepth: number;
  /** Only an object will do. */
  readonly object?: boolean;
}

/** So that the answer to hostile JSON stays shorter than the JSON. */
const FAULTS_MAX = 16;

function readJson(
  value: unknown,
  bounds: JsonBounds,
): { readonly clean: Json; readonly faults: readonly JsonIssue[] } {
  const refuse = (message: string) => ({ clean: null, faults: [{ path: [], message }] });
  const { maxBytes, maxDepth, object = false } = bounds;
  if (value === undefined) return refuse('Is required');
  if (object && !isJsonObject(value)) return refuse('Must be an object');
  if (isDeeperThan(maxDepth, value)) return refuse(`Must nest at most ${plural(maxDepth, 'level')} deep`);
  // Before anything is done for each of its members: one document may send the same long value to many fields.
  if (countJsonBytes(value as Json) > maxBytes) return refuse(`Must be at most ${maxBytes} bytes of JSON`);
  const faults: JsonIssue[] = [];
  const clean = normalizeJson(value, faults);
  if (faults.length > 0) return { clean, faults: faults.slice(0, FAULTS_MAX) };
  return countJsonBytes(clean) <= maxBytes
    ? { clean, faults }
    : refuse(`Must be at most ${maxBytes} bytes of JSON`);
}

/**
 * Any JSON value of at most `maxBytes` UTF-8 bytes as shortest JSON text, nested at most `maxDepth` deep (a scalar is
 * 0, `{}` 1, `{ a: [] }` 2). Its strings and names obey the rules of text and come out in NFC.
 */
export function json(bounds: JsonBounds & { readonly object: true }): z.ZodType<JsonObject>;
export function json(bounds: JsonBounds): z.ZodType<Json>;
export function json(bounds: JsonBounds): z.ZodType<Json> {
  const value = z.unknown().transform((input, { issues }) => {
    const { clean, faults } = readJson(input, bounds);
    for (const { path, message } of faults) issues.push({ code: 'custom', path: [...path], message, input });
    return clean;
  });
  return bounds.object ? value.meta({ type: 'object' }) : value;
}

const secret = /sbk_[0-9A-Za-z]{10}_[0-9A-Za-z]{43}_[0-9A-Za-z]{6}|sb[as]_[A-Za-z0-9_-]{32,}/g;

const secretsOf = (value: unknown): string[] =>
  typeof value === 'string' ? (value.match(secret) ?? []) : [];

const membersOf = (value: unknown): unknown[] =>
  typeof value === 'object' && value !== null ? Object.entries(value).flat() : [];

/**
 * Everything shaped like a key, an operator token or a session of an operator in any string or member name of a JSON-like value, each once,
 * whether or not its checksum holds: what nearly is a key most likely is one with a typing error.
 */
export function findSecrets(value: unknown): string[] {
  const found: string[] = [];
  // Level by level and not recursively: this may run before any bound on depth.
  for (let level = [value]; level.length > 0; level = level.flatMap(membersOf))
    found.push(...level.flatMap(secretsOf));
  return [...new Set(found)];
}
