import type { JsonSchema } from '../../schema/contract.ts';

type Members = Readonly<Record<string, unknown>>;

/**
 * Returns a result whose records have no null members, which a model would pay for. The members of a page stay, because
 * clients compare `next_cursor` with null. Only members that the schema describes are looked into: JSON of callers
 * stays as it is.
 */
export function omitNulls(value: unknown, schema: JsonSchema, isPage = false): unknown {
  if (Array.isArray(value))
    return value.map((item) => omitNulls(item, (schema['items'] ?? {}) as JsonSchema));
  if (typeof value !== 'object' || value === null) return value;
  const properties = propertiesFor(value as Members, schema);
  if (!properties) return value;
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
