// Validators of input values: zod schemas, which convert to JSON Schema. Some of them normalize the value.
import { z } from 'zod';
import { IDEMPOTENCY_KEY_FAULT, IDEMPOTENCY_KEY_PATTERN } from './idempotency-key.ts';
import { findForbiddenCharacter, findTextIssue, countCodePoints, createTextPattern } from './characters.ts';
import {
  countCharacters,
  countJsonBytes,
  normalizeJson,
  countJsonValues,
  countOmittedDigits,
  isDeeperThan,
  MAX_JSON_VALUES,
  isJsonObject,
  type Json,
  type JsonIssue,
  type JsonObject,
} from './json.ts';
import { findTooManyMarks, MAX_CODE_UNITS_PER_CHARACTER, normalize } from './normalization.ts';
import { type HostBounds, isHttpUrl, MAX_HOST_LENGTH } from './urls.ts';

/** Zod options with the message for a missing value, or for a value that is not of the `expected` type. */
export const typeError = (expected: string) => ({
  error: ({ input }: { readonly input?: unknown }) =>
    input === undefined ? 'Is required' : `Must be ${expected}`,
});

const plural = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;

const hasLength = (min: number, max: number) => (payload: z.core.ParsePayload<string>) => {
  const { value, issues } = payload;
  const length = countCodePoints(value);
  if (length < min) {
    const message = `Must have at least ${plural(min, 'character')}`;
    issues.push({
      origin: 'string',
      code: 'too_small',
      minimum: min,
      inclusive: true,
      input: value,
      message,
    });
  }
  if (length > max) issues.push(createTooLongIssue(max, value));
};

/**
 * Rejects text that is too long whatever NFC makes of it, without normalizing it: a document can pass one long text to many
 * fields.
 */
const canHaveLength =
  ({ max, trim }: { readonly max: number; readonly trim: boolean }) =>
  ({ value, issues }: z.core.ParsePayload<string>) => {
    const givenText = trim ? value.trim() : value;
    if (givenText.length > max * MAX_CODE_UNITS_PER_CHARACTER) issues.push(createTooLongIssue(max, value));
  };

const hasNoIssue =
  (findIssue: (value: string) => string | null) =>
  ({ value, issues }: z.core.ParsePayload<string>) => {
    const message = findIssue(value);
    if (message !== null) issues.push({ code: 'invalid_format', format: 'text', input: value, message });
  };

const createTooLongIssue = (max: number, input: string) =>
  ({
    origin: 'string',
    code: 'too_big',
    maximum: max,
    inclusive: true,
    input,
    message: `Must have at most ${plural(max, 'character')}`,
  }) as const;

interface TextBounds {
  /** Whether \n and \t are forbidden. */
  readonly isOneLine?: boolean;
  /** Code points. */
  readonly min: number;
  /** Code points. */
  readonly max: number;
  readonly trim?: boolean;
}

/**
 * Text in NFC of `min` to `max` code points, counted after normalizing and trimming. Rejects too many combining marks in a
 * row, and `FORBIDDEN_CHARACTER` even where trimming would remove it. The JSON Schema describes the text as stored: text
 * that is too long only before trimming or NFC is accepted. The schema does not limit combining marks, which dialects of
 * regular expressions cannot name.
 */
export const text = ({ min, max, trim = false, isOneLine = false }: TextBounds) =>
  z
    .string(typeError('text'))
    .check(canHaveLength({ max, trim }))
    .check(hasNoIssue(findTextIssue))
    .check(hasNoIssue((value) => (isOneLine && /[\n\t]/.test(value) ? 'Must be one line' : null)))
    .overwrite((value) => (trim ? normalize(value, 'NFC').trim() : normalize(value, 'NFC')))
    // Count marks again: NFC converts a few characters to several marks.
    .check(hasNoIssue(findTooManyMarks))
    .check(hasLength(min, max))
    .meta({
      minLength: min,
      maxLength: max,
      pattern: createTextPattern({ isOneLine, isBlankRefused: trim && min > 0 }),
    });

/** Maximum characters of a cursor. */
const MAX_CURSOR_LENGTH = 8192;

/**
 * A text that may be a cursor. It is not normalized: a text that is no cursor of the list is refused with `invalid_cursor` when it is
 * opened.
 */
export const cursorText = ({ min } = { min: 0 }) =>
  z
    .string(typeError('text'))
    .min(min, `Must have at least ${plural(min, 'character')}`)
    .max(MAX_CURSOR_LENGTH, {
      error: `Must have at most ${plural(MAX_CURSOR_LENGTH, 'character')}`,
      abort: true,
    })
    .check(hasNoIssue(findForbiddenCharacter))
    .meta({ minLength: min, maxLength: MAX_CURSOR_LENGTH, pattern: createTextPattern() });

/**
 * At most 16 tags of 1–64 code points, single-line and trimmed. Duplicates count for the limit and are then removed.
 */
export const tags = () =>
  z
    .array(text({ min: 1, max: 64, trim: true, isOneLine: true }), typeError('a list of texts'))
    .max(16, 'Must have at most 16 tags')
    .overwrite((list) => [...new Set(list)]);

/** A UUID of any version (RFC 9562), converted to lower case. */
export const uuid = () => z.guid(typeError('a UUID')).overwrite((value) => value.toLowerCase());

/** A list of 1 to `max` UUIDs. */
export const uuids = ({ max }: { readonly max: number }) =>
  z
    .array(uuid(), typeError('a list of UUIDs'))
    .min(1, 'Must have at least 1 id')
    .max(max, `Must have at most ${plural(max, 'id')}`);

/** The slug of a channel: 1–64 lower-case letters, digits and inner hyphens. */
export const slug = () =>
  z
    .string(typeError('text'))
    .regex(/^[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?$/, 'Must be 1 to 64 of a-z, 0-9 and inner hyphens');

/** A list of at most `max` slugs. */
export const slugs = ({ max }: { readonly max: number }) =>
  z.array(slug(), typeError('a list of texts')).max(max, `Must have at most ${plural(max, 'slug')}`);

/** An idempotency key: 8–128 letters, digits and `. _ : -`. */
export const idempotencyKey = () =>
  z.string(typeError('text')).regex(IDEMPOTENCY_KEY_PATTERN, IDEMPOTENCY_KEY_FAULT);

/** A whole number from `min` to `max`. */
export const wholeNumber = ({ min, max }: { readonly min: number; readonly max: number }) => {
  const bounds = `Must be from ${min} to ${max}`;
  return z.int(typeError('a whole number')).min(min, bounds).max(max, bounds);
};

/** A page size from 1 to `max`. */
export const pageSize = ({ max }: { readonly max: number } = { max: 50 }) => wholeNumber({ min: 1, max });

/** A page size of at least 1; values above `max` are reduced to `max`. */
export const clampedSize = ({ max }: { readonly max: number }) =>
  z
    .int(typeError('a whole number'))
    .min(1, 'Must be at least 1')
    .overwrite((size) => Math.min(size, max));

/** One of the given words, case-sensitive. */
export const oneOf = <const Word extends string>(words: readonly Word[]) =>
  z.enum(words, typeError(`one of ${words.join(', ')}`));

/** An absolute http or https URL, trimmed. URLs with credentials are rejected, because records are public. */
export const httpUrl = ({
  max = 2048,
  allowsLongHosts = false,
}: HostBounds & { readonly max?: number } = {}) =>
  text({ min: 1, max, trim: true })
    .check(({ value, issues }) => {
      const bound = allowsLongHosts ? '' : `, with a host of at most ${MAX_HOST_LENGTH} characters`;
      const message = `Must be an http or https URL without credentials${bound}`;
      if (!isHttpUrl(value, { allowsLongHosts }))
        issues.push({ code: 'invalid_format', format: 'url', input: value, message });
    })
    .meta({
      minLength: 1,
      maxLength: max,
      format: 'uri',
      pattern: String.raw`^\s*[Hh][Tt][Tt][Pp][Ss]?:\/\/[^\s\\]+\s*$`,
    });

const rfc3339 = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)(?:\.(\d+))?(?:Z|([+-])([01]\d|2[0-3]):([0-5]\d))$/i;

/** JSON Schema `pattern` of a time. Such patterns have no flags, so it spells out both cases. */
export const INSTANT_PATTERN = rfc3339.source.replace('T', '[Tt]').replace('Z', '[Zz]');

/**
 * Parses an RFC 3339 time with `Z` or an offset; digits beyond milliseconds are dropped. Returns null for anything
 * else, including dates that do not exist, leap seconds, and times outside the years 1–9999 in UTC.
 */
export function readInstant(input: string): Date | null {
  const [, date, time, fraction = '', sign, hours = '0', minutes = '0'] = rfc3339.exec(input) ?? [];
  if (date === undefined || time === undefined) return null;
  const normalized = `${date}T${time}.${fraction.slice(0, 3).padEnd(3, '0')}Z`;
  const local = new Date(normalized);
  // Date rolls 30 February over to March: such a date does not format to the same text.
  if (Number.isNaN(local.getTime()) || local.toISOString() !== normalized) return null;
  const offset = (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -60_000 : 60_000);
  const instant = new Date(local.getTime() - offset);
  const year = instant.getUTCFullYear();
  return year >= 1 && year <= 9999 ? instant : null;
}

/** What is wrong with a text that `readInstant` does not accept. */
export const INSTANT_FAULT = 'Must be a time (RFC 3339, such as 2026-11-21T12:00:00Z)';

/**
 * Stands for the text `now` of an argument until the resolver replaces it. An invalid date, so that a resolver that does not
 * replace it fails.
 */
export const NOW = new Date(NaN);

/** A time, or the text `now`, for which the resolver receives `NOW`. */
export const instantOrNow = () =>
  z
    .custom<Date>(
      (value) =>
        value instanceof Date || value === 'now' || (typeof value === 'string' && readInstant(value)),
      { error: `${INSTANT_FAULT} or now` },
    )
    .meta({
      anyOf: [{ type: 'string', format: 'date-time', pattern: INSTANT_PATTERN }, { const: 'now' }],
    });

interface JsonBounds {
  readonly maxBytes: number;
  readonly maxDepth: number;
  /** Whether the value must be an object. */
  readonly isObject?: boolean;
}

/** Maximum issues per value, so that bad JSON with many faults has a short response. */
const MAX_JSON_ISSUES = 16;

function readJson(
  value: unknown,
  bounds: JsonBounds,
): { readonly json: Json; readonly issues: readonly JsonIssue[] } {
  const reject = (message: string) => ({ json: null, issues: [{ path: [], message }] });
  const { maxBytes, maxDepth, isObject = false } = bounds;
  if (value === undefined) return reject('Is required');
  if (isObject && !isJsonObject(value)) return reject('Must be a JSON object');
  // In this order, and before members are normalized: one document may repeat the same large value or text many times.
  if (countJsonValues(value, MAX_JSON_VALUES + 1) > MAX_JSON_VALUES)
    return reject(`Must have at most ${MAX_JSON_VALUES} values, lists and objects included`);
  if (isDeeperThan(maxDepth, value)) return reject(`Must nest at most ${plural(maxDepth, 'level')} deep`);
  if (countCharacters(value) > maxBytes || countJsonBytes(value as Json) > maxBytes)
    return reject(`Must be at most ${maxBytes} bytes of JSON`);
  if (countJsonBytes(value as Json) + countOmittedDigits(value) > maxBytes)
    return reject(`Must be at most ${maxBytes} bytes of JSON if its numbers are written without exponents`);
  const issues: JsonIssue[] = [];
  const normalized = normalizeJson(value, issues);
  if (issues.length > 0) return { json: normalized, issues: issues.slice(0, MAX_JSON_ISSUES) };
  return countJsonBytes(normalized) <= maxBytes
    ? { json: normalized, issues }
    : reject(`Must be at most ${maxBytes} bytes of JSON`);
}

/**
 * Any JSON value of at most `maxBytes` UTF-8 bytes (as JSON without white space and exponents), `maxDepth` levels and
 * `MAX_JSON_VALUES` values. A scalar has depth 0, `{}` 1, `{ a: [] }` 2. Strings and member names follow the rules of
 * text and are converted to NFC.
 */
export function json(bounds: JsonBounds & { readonly isObject: true }): z.ZodType<JsonObject>;
export function json(bounds: JsonBounds): z.ZodType<Json>;
export function json(bounds: JsonBounds): z.ZodType<Json> {
  const value = z.unknown().transform((input, context) => {
    const { json, issues } = readJson(input, bounds);
    for (const { path, message } of issues)
      context.issues.push({ code: 'custom', path: [...path], message, input });
    return json;
  });
  return bounds.isObject ? value.meta({ type: 'object' }) : value;
}
