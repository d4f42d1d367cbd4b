// Validates schemas and answers. Both are untrusted, so this runs in a child process that can be killed at any time.
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { truncate } from '../values/characters.ts';
import { isJsonObject } from '../values/json.ts';
import { normalize } from '../values/normalization.ts';
import { toAllowedError } from './error-text.ts';
import { findUnsupportedKeywords } from './unsupported-keywords.ts';
import {
  type ValidationRequest,
  type SchemaError,
  inconclusive,
  type ValidationResult,
} from './validation.ts';

/** Maximum errors per result: an answer can have an error in each of its items. */
const MAX_ERRORS = 16;
/** Maximum characters of a pointer or message. */
const MAX_LENGTH = 200;

/** Maximum characters of the code that ajv generates for a schema. It repeats lists: a schema of 8 KiB can have 14 MB of code. */
const MAX_CODE_LENGTH = 2_000_000;

/** Maximum cached compiled schemas, and maximum characters of their code. */
const MAX_CACHED_SCHEMAS = 100;
const MAX_CACHED_CODE_LENGTH = 8_000_000;

type CompiledSchema =
  | { readonly validate: ValidateFunction; readonly codeLength: number }
  | { readonly errors: readonly SchemaError[]; readonly codeLength?: undefined };

const cache = new Map<string, CompiledSchema>();

/**
 * Validates an answer; without a `body`, validates the schema by the metaschema and by applying it to small values. The schema of an
 * answer was validated when its inquiry was created, unless the inquiry was imported or an older version of the board created it.
 */
export function runValidation({ schema, body }: ValidationRequest): ValidationResult {
  const compiled = compileCached(schema);
  if ('errors' in compiled)
    return body === null
      ? { valid: false, errors: compiled.errors }
      : inconclusive('schema', 'The answer schema is not usable');
  try {
    return body === null
      ? validateSmallValues(compiled.validate)
      : validateValue(compiled.validate, readBody(body));
  } catch {
    // The stack has overflowed.
    return inconclusive('recursion', 'The schema refers to itself more deeply than the validator can follow');
  }
}

function validateValue(validate: ValidateFunction, value: unknown): ValidationResult {
  const isValid = validate(value);
  return { valid: isValid, errors: isValid ? [] : toSchemaErrors(validate.errors ?? []) };
}

/** A schema with endless recursion in its references recurses for these values as well. */
const SMALL_VALUES: readonly unknown[] = [null, true, 0, '', [], {}];

function validateSmallValues(validate: ValidateFunction): ValidationResult {
  for (const value of SMALL_VALUES) validate(value);
  return { valid: true, errors: [] };
}

/** Parses an answer as JSON, with its strings in NFC, as schemas have them; an answer that is not JSON is a string. */
function readBody(body: string): unknown {
  const value = parseJson(body);
  // The body is in NFC, except for the characters that it has as escapes.
  return body.includes(String.raw`\u`) ? normalizeStrings(value) : value;
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
}

/** Not `normalizeJson`, whose paths take memory quadratic in the depth: the depth of an answer has no bound but its length. */
function normalizeStrings(value: unknown): unknown {
  if (typeof value === 'string') return normalize(value, 'NFC');
  if (Array.isArray(value)) return value.map(normalizeStrings);
  if (!isJsonObject(value)) return value;
  // fromEntries calls no setter, so `__proto__` becomes an ordinary member.
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [normalize(name, 'NFC'), normalizeStrings(member)]),
  );
}

/** Compiles a schema. Caches the most recently used ones. */
function compileCached(text: string): CompiledSchema {
  const compiled = cache.get(text) ?? compile(JSON.parse(text) as object);
  cache.delete(text);
  cache.set(text, compiled);
  let codeLength = [...cache.values()].reduce((sum, each) => sum + (each.codeLength ?? 0), 0);
  for (const [oldest, { codeLength: freed = 0 }] of cache) {
    if (cache.size <= MAX_CACHED_SCHEMAS && codeLength <= MAX_CACHED_CODE_LENGTH) break;
    cache.delete(oldest);
    codeLength -= freed;
  }
  return compiled;
}

// JSON Schema treats unknown keywords and formats as annotations.
const LENIENT_OPTIONS = { strict: false, logger: false } as const;

const metaschemaAjv = new Ajv2020(LENIENT_OPTIONS);
formats.default(metaschemaAjv);

const isValidSchema = metaschemaAjv.getSchema(
  'https://json-schema.org/draft/2020-12/schema',
) as ValidateFunction;

const CODE_TOO_LONG =
  `it compiles to more than ${MAX_CODE_LENGTH} characters of code: ` +
  'shorten its lists, such as those of “dependentRequired”';

function compile(schema: object): CompiledSchema {
  const unsupported = findUnsupportedKeywords(schema);
  if (unsupported.length > 0) return { errors: unsupported.slice(0, MAX_ERRORS).map(toShortError) };
  if (!isValidSchema(schema)) return { errors: toSchemaErrors(findMostSpecific(isValidSchema.errors ?? [])) };
  let codeLength = 0;
  const limitCode = (code: string): string => {
    codeLength += code.length;
    if (codeLength > MAX_CODE_LENGTH) throw new Error(CODE_TOO_LONG);
    return code;
  };
  // One Ajv per schema, so that no schema can refer to the $id of another.
  const ajv = new Ajv2020({
    ...LENIENT_OPTIONS,
    meta: false,
    validateSchema: false,
    allErrors: true,
    ownProperties: true,
    // Inlining nested references can grow the generated code exponentially.
    inlineRefs: false,
    code: { process: limitCode },
  });
  formats.default(ajv);
  try {
    return { validate: ajv.compile(schema), codeLength };
  } catch (error) {
    return { errors: [toShortError({ pointer: '', message: (error as Error).message, type: 'compile' })] };
  }
}

/**
 * Returns the error with the longest pointer; of several, the first. Checking a schema stops at its first fault, but a fault within
 * an `anyOf` has an error for each option and one for the `anyOf`.
 */
const findMostSpecific = (errors: readonly ErrorObject[]): readonly ErrorObject[] =>
  errors.toSorted((a, b) => b.instancePath.length - a.instancePath.length).slice(0, 1);

const toSchemaErrors = (errors: readonly ErrorObject[]): readonly SchemaError[] =>
  errors
    .slice(0, MAX_ERRORS)
    .map((error) =>
      toShortError({ pointer: error.instancePath, message: messageOf(error), type: error.keyword }),
    );

/** Adds the name of an unexpected member or the allowed values, which ajv's message lacks. */
function messageOf({ message = 'does not fit', params }: ErrorObject): string {
  const { additionalProperty, unevaluatedProperty, allowedValues } = params as Record<string, unknown>;
  if (Array.isArray(allowedValues)) return `must be one of ${allowedValues.map(formatValue).join(', ')}`;
  const extra = additionalProperty ?? unevaluatedProperty;
  return typeof extra === 'string' ? `${message}: “${extra}”` : message;
}

const formatValue = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** Truncates the texts after names are withheld: the rest of a truncated key would not be found. */
function toShortError(error: SchemaError): SchemaError {
  const { pointer, message, type } = toAllowedError(error);
  return { pointer: truncate(pointer, MAX_LENGTH), message: truncate(message, MAX_LENGTH), type };
}
