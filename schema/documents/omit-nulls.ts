import type { JsonSchema, OperationDescription } from './description.ts';

type Members = Readonly<Record<string, unknown>>;

/**
 * Returns the result of an operation without the null members of its records, which a model would pay for. The members of a
 * page stay, because clients compare `next_cursor` with null.
 */
export function omitNullMembers(
  { shape, resultSchema }: Pick<OperationDescription, 'shape' | 'resultSchema'>,
  value: unknown,
): unknown {
  const members = value as Members;
  if (shape === 'page') return { ...members, nodes: omitNulls(members['nodes'], { items: resultSchema }) };
  return omitNulls(value, resultSchema, !('type' in members));
}

/** Only members that the schema describes are looked into: JSON of callers stays as it is. */
function omitNulls(value: unknown, schema: JsonSchema, isPage = false): unknown {
  if (Array.isArray(value))
    return value.map((item) => omitNulls(item, (schema['items'] ?? {}) as JsonSchema));
  if (typeof value !== 'object' || value === null) return value;
  const properties = propertiesFor(value as Members, schema);
  // The hash of an event is that of all its members.
  if (!properties || 'prev_hash' in value) return value;
  const members = Object.entries(value as Members).filter(([, member]) => isPage || member !== null);
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
