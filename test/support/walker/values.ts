// Converts the values of jobs to match the schemas of fields.
import type { Body } from '../board/http.ts';
import type { Schema } from '../generators/json-schema-values.ts';

const typesOf = ({ type = [] }: Schema): readonly string[] => [type].flat();

/** Converts a value to match a schema: to a list with one item, an object with the required members, or a shorter text. */
export function shape(schema: Schema, value: Body): Body {
  const variants = schema.anyOf ?? schema.oneOf;
  if (schema.const !== undefined) return schema.const;
  if (variants) return shape(variants.find((variant) => fits(variant, value)) ?? variants[0] ?? {}, value);
  if (schema.enum && !schema.enum.includes(value)) return schema.enum[0];
  if (typeof value !== 'string') return typesOf(schema)[0] === 'array' ? [value].flat() : value;
  return shapeText(schema, value);
}

function shapeText(schema: Schema, text: string): Body {
  switch (typesOf(schema)[0]) {
    case 'array':
      return [shape(schema.items ?? {}, text)];
    case 'object':
      return shapeObject(schema, text);
    case 'integer':
    case 'number':
      return schema.minimum ?? 1;
    case 'boolean':
      return true;
    default:
      return text.slice(0, schema.maxLength);
  }
}

/** An object with the required members; if none is required, with the member `text`. */
function shapeObject({ properties = {}, required = [] }: Schema, value: Body): Body {
  const names = typeof required === 'string' ? (required as string).split(', ') : required;
  if (names.length === 0) return { text: value };
  return Object.fromEntries(names.map((name) => [name, shape(properties[name] ?? {}, value)]));
}

const fits = (schema: Schema, value: Body): boolean => {
  const types = typesOf(schema);
  const type = Array.isArray(value) ? 'array' : typeof value;
  return types.length === 0 || types.includes(type) || (type === 'number' && types.includes('integer'));
};
