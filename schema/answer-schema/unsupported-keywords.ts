import { isJsonObject } from '../values/json.ts';
import type { SchemaError } from './validation.ts';

const DIALECT = /^https:\/\/json-schema\.org\/draft\/2020-12\/schema#?$/;

/** Keywords whose value is data, whatever it looks like. */
const DATA = new Set(['const', 'enum', 'default', 'examples']);

const REFERENCES = new Set(['$ref', '$dynamicRef', '$recursiveRef']);

/** What a schema may not say here though others may: references to elsewhere, and words of other dialects. */
export function findUnsupportedKeywords(schema: object): SchemaError[] {
  return foreignIn(schema, '');
}

function foreignIn(value: unknown, pointer: string): SchemaError[] {
  if (Array.isArray(value)) return value.flatMap((item, i) => foreignIn(item, `${pointer}/${i}`));
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([name, member]) => {
    const place = `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    const message = faultOf(name, member);
    if (message !== null) return [{ pointer: place, message, type: name }];
    return DATA.has(name) ? [] : foreignIn(member, place);
  });
}

function faultOf(name: string, value: unknown): string | null {
  if (REFERENCES.has(name) && typeof value === 'string' && !value.startsWith('#'))
    return 'must refer to a place in this schema: “#…”';
  if (name === '$schema' && typeof value === 'string' && !DIALECT.test(value))
    return 'must be JSON Schema 2020-12';
  // Ajv’s own word: it would answer with a promise, which is neither yes nor no.
  return name === '$async' && typeof value === 'boolean' ? 'is not a keyword of JSON Schema' : null;
}
