import { isJsonObject } from '../values/json.ts';
import type { SchemaError } from './validation.ts';

const DIALECT = /^https:\/\/json-schema\.org\/draft\/2020-12\/schema#?$/;

/** Keywords whose value is data and not a schema. */
const DATA_KEYWORDS = new Set(['const', 'enum', 'default', 'examples']);

/** Keywords whose value has a schema for each name. The names are not keywords. */
const SCHEMA_MAP_KEYWORDS = new Set([
  'properties',
  'patternProperties',
  'dependentSchemas',
  'dependencies',
  '$defs',
  'definitions',
]);

const DYNAMIC_KEYWORDS = new Set(['$dynamicRef', '$dynamicAnchor']);

const REFERENCE_KEYWORDS = new Set(['$ref', '$dynamicRef', '$recursiveRef']);

/** Finds references outside of the schema, other dialects, extensions of ajv, and anchors with names that ajv would confuse. */
export function findUnsupportedKeywords(schema: object): SchemaError[] {
  return unsupportedIn(schema, '');
}

function unsupportedIn(value: unknown, pointer: string): SchemaError[] {
  if (Array.isArray(value)) return value.flatMap((item, i) => unsupportedIn(item, `${pointer}/${i}`));
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([name, member]) => {
    const memberPointer = joinPointer(pointer, name);
    const message = findProblem(name, member);
    if (message !== null) return [{ pointer: memberPointer, message, type: name }];
    if (DATA_KEYWORDS.has(name)) return [];
    if (!SCHEMA_MAP_KEYWORDS.has(name) || !isJsonObject(member)) return unsupportedIn(member, memberPointer);
    return Object.entries(member).flatMap(([key, part]) =>
      unsupportedIn(part, joinPointer(memberPointer, key)),
    );
  });
}

const joinPointer = (pointer: string, name: string): string =>
  `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;

/** Returns what is wrong with a keyword and its value; null if both are supported. */
function findProblem(name: string, value: unknown): string | null {
  if (REFERENCE_KEYWORDS.has(name) && typeof value === 'string' && !value.startsWith('#'))
    return 'must refer to a part of this schema: “#…”';
  // Ajv looks up dynamic anchors in a plain object: it would find and call an inherited function, such as `toString`.
  if (DYNAMIC_KEYWORDS.has(name) && typeof value === 'string' && value.replace(/^#/, '') in Object.prototype)
    return `must not be “${value}”: choose another name for the anchor`;
  if (name === '$schema' && typeof value === 'string' && !DIALECT.test(value))
    return 'must be JSON Schema 2020-12';
  // An extension of ajv: the validation function would return a promise.
  return name === '$async' && typeof value === 'boolean' ? 'is not a keyword of JSON Schema' : null;
}
