import type { JsonSchema, OperationDescription } from './description.ts';

type Members = Readonly<Record<string, unknown>>;

/**
 * Returns the result of an operation without the null members of its records: null members only cost the caller tokens. The
 * members of a page stay, because clients compare `next_cursor` with null.
 */
export function omitNullMembers(
  { shape, resultSchema }: Pick<OperationDescription, 'shape' | 'resultSchema'>,
  value: unknown,
): unknown {
  const members = value as Members;
  if (shape === 'page') return { ...members, nodes: omitNulls(members['nodes'], { items: resultSchema }) };
  // A result without `type` is not a record but an object of named parts.
  return omitNulls(value, resultSchema, { keepsNulls: !('type' in members) });
}

/** Descends only into members that the schema describes, so JSON from callers stays unchanged. */
function omitNulls(value: unknown, schema: JsonSchema, { keepsNulls = false } = {}): unknown {
  if (Array.isArray(value))
    return value.map((item) => omitNulls(item, (schema['items'] ?? {}) as JsonSchema));
  if (typeof value !== 'object' || value === null) return value;
  const properties = propertiesFor(value as Members, schema);
  // An event's hash covers all members, so none may be left out.
  if (!properties || 'prev_hash' in value) return value;
  const members = Object.entries(value as Members).filter(([, member]) => keepsNulls || member !== null);
  return Object.fromEntries(
    members.map(([name, member]) => [name, omitNulls(member, properties[name] ?? {})]),
  );
}

/**
 * The members that the schema describes: of several variants, the members of the variant with the type of the record.
 */
function propertiesFor(
  { type }: Members,
  schema: JsonSchema,
): Readonly<Record<string, JsonSchema>> | undefined {
  const variants = [schema, ...((schema['oneOf'] ?? schema['anyOf'] ?? []) as readonly JsonSchema[])]
    .map(({ properties }) => properties as Readonly<Record<string, JsonSchema>> | undefined)
    .filter((properties) => properties !== undefined);
  return variants.find((properties) => properties['type']?.['const'] === type) ?? variants[0];
}
