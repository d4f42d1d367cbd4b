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

/** Ajv treats `$recursiveRef` as `$dynamicRef`. */
const DYNAMIC_KEYWORDS = new Set(['$dynamicRef', '$dynamicAnchor', '$recursiveRef']);

const REFERENCE_KEYWORDS = new Set(['$ref', '$dynamicRef', '$recursiveRef']);

/** What an object of a schema is: a schema, an object with a schema for each name, or data. */
type Role = 'schema' | 'map' | 'data';

/**
 * Finds references that leave the schema, other dialects, extensions of ajv, and anchors with the name of a member of
 * `Object.prototype`. These anchors are also found outside of schemas, because a reference may lead to any object.
 */
export function findUnsupportedKeywords(schema: object): SchemaError[] {
  return findUnsupportedIn(schema, { pointer: '', role: 'schema' });
}

function findUnsupportedIn(
  value: unknown,
  { pointer, role }: { readonly pointer: string; readonly role: Role },
): SchemaError[] {
  if (Array.isArray(value))
    return value.flatMap((item, i) => findUnsupportedIn(item, { pointer: `${pointer}/${i}`, role }));
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([name, member]) => {
    const memberPointer = joinPointer(pointer, name);
    const message =
      findConfusedAnchor(name, member) ?? (role === 'schema' ? findProblem(name, member) : null);
    if (message !== null) return [{ pointer: memberPointer, message, type: name }];
    return findUnsupportedIn(member, { pointer: memberPointer, role: roleOf(name, member, role) });
  });
}

function roleOf(name: string, member: unknown, parent: Role): Role {
  if (parent !== 'schema') return parent === 'map' ? 'schema' : 'data';
  if (DATA_KEYWORDS.has(name)) return 'data';
  return SCHEMA_MAP_KEYWORDS.has(name) && isJsonObject(member) ? 'map' : 'schema';
}

const joinPointer = (pointer: string, name: string): string =>
  `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;

/**
 * Returns the fault of a dynamic anchor, or reference to one, with the name of a member of `Object.prototype`; null otherwise. Ajv
 * looks up dynamic anchors in a plain object: it would find and call an inherited function, such as `toString`.
 */
const findConfusedAnchor = (name: string, value: unknown): string | null =>
  DYNAMIC_KEYWORDS.has(name) && typeof value === 'string' && value.replace(/^#/, '') in Object.prototype
    ? `must not be “${value}”: choose another name for the anchor`
    : null;

/** Returns what else is wrong with a keyword of a schema and its value; null if both are supported. */
function findProblem(name: string, value: unknown): string | null {
  if (REFERENCE_KEYWORDS.has(name) && typeof value === 'string' && !value.startsWith('#'))
    return 'must refer to a part of this schema: “#…”';
  if (name === '$schema' && typeof value === 'string' && !DIALECT.test(value))
    return 'must be JSON Schema 2020-12';
  // An extension of ajv: the validation function would return a promise.
  return name === '$async' && typeof value === 'boolean' ? 'is not a keyword of JSON Schema' : null;
}
