// Judges schemas and answers. Both are hostile for all we know: this runs in a process that can be ended at any time.
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { FORBIDDEN_CHARACTER } from '../values/characters.ts';
import { findUnsupportedKeywords } from './unsupported-keywords.ts';
import {
  type ValidationRequest,
  type SchemaError,
  inconclusive,
  type ValidationResult,
} from './validation.ts';

/** So that what is said of an answer stays shorter than the answer. */
const ERRORS_MAX = 16;
const LENGTH_MAX = 200;

/** Compiled schemas that are kept. */
const KEPT_MAX = 100;

type Compiled = { readonly validate: ValidateFunction } | { readonly errors: readonly SchemaError[] };

const kept = new Map<string, Compiled>();

/** Judges an answer by its schema, or a schema by its own rules and by a few small values. */
export function runValidation({ schema, body }: ValidationRequest): ValidationResult {
  const compiled = keep(schema);
  if ('errors' in compiled) return { valid: false, errors: compiled.errors };
  try {
    return body === null ? probe(compiled.validate) : check(compiled.validate, readBody(body));
  } catch {
    return inconclusive('recursion', 'The schema refers to itself deeper than can be followed');
  }
}

function check(validate: ValidateFunction, value: unknown): ValidationResult {
  const valid = validate(value);
  return { valid, errors: valid ? [] : toSchemaErrors(validate.errors ?? []) };
}

/** A schema that does not come to an end with these does not with anything. */
const SMALL_VALUES: readonly unknown[] = [null, true, 0, '', [], {}];

function probe(validate: ValidateFunction): ValidationResult {
  for (const value of SMALL_VALUES) validate(value);
  return { valid: true, errors: [] };
}

/** An answer is text: where it is JSON, its value counts, otherwise the text itself. */
function readBody(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
}

/** The schema made ready; those used last are kept. */
function keep(text: string): Compiled {
  const compiled = kept.get(text) ?? compile(JSON.parse(text) as object);
  kept.delete(text);
  kept.set(text, compiled);
  const [oldest] = kept.keys();
  if (kept.size > KEPT_MAX && oldest !== undefined) kept.delete(oldest);
  return compiled;
}

// Unknown keywords and formats are annotations, as JSON Schema has it.
const lenient = { strict: false, logger: false } as const;

const metaschemas = new Ajv2020(lenient);
formats.default(metaschemas);

const isSchema = metaschemas.getSchema('https://json-schema.org/draft/2020-12/schema') as ValidateFunction;

function compile(schema: object): Compiled {
  const foreign = findUnsupportedKeywords(schema);
  if (foreign.length > 0) return { errors: foreign.slice(0, ERRORS_MAX).map(toShort) };
  if (!isSchema(schema)) return { errors: toSchemaErrors(isSchema.errors ?? []) };
  // Each has an Ajv of its own: what one schema calls by an $id is nothing to another.
  const ajv = new Ajv2020({
    ...lenient,
    meta: false,
    validateSchema: false,
    allErrors: true,
    ownProperties: true,
    // Inlined, a few lines of references to references would become a program without end.
    inlineRefs: false,
  });
  formats.default(ajv);
  try {
    return { validate: ajv.compile(schema) };
  } catch (error) {
    return { errors: [toShort({ pointer: '', message: (error as Error).message, type: 'compile' })] };
  }
}

const toSchemaErrors = (errors: readonly ErrorObject[]): readonly SchemaError[] =>
  errors
    .slice(0, ERRORS_MAX)
    .map((error) => toShort({ pointer: error.instancePath, message: messageOf(error), type: error.keyword }));

/** Ajv does not name the member that is one too many. */
function messageOf({ message = 'does not fit', params }: ErrorObject): string {
  const { additionalProperty, unevaluatedProperty } = params as Record<string, unknown>;
  const extra = additionalProperty ?? unevaluatedProperty;
  return typeof extra === 'string' ? `${message}: “${extra}”` : message;
}

const toShort = ({ pointer, message, type }: SchemaError): SchemaError => ({
  pointer: cut(pointer),
  message: cut(message),
  type,
});

/** Names and patterns come from answers and schemas, and may hold what no text of the board does. */
const cut = (text: string): string => {
  const short = text.length > LENGTH_MAX ? `${text.slice(0, LENGTH_MAX - 1)}…` : text;
  return short.replaceAll(REFUSED, '\ufffd');
};

const REFUSED = new RegExp(FORBIDDEN_CHARACTER, 'gv');
