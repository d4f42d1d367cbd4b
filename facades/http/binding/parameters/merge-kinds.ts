import type { JsonSchema } from '../../../../schema/contract.ts';

type Schemas = Readonly<Record<string, JsonSchema>>;

/**
 * Returns the variants of a value. Object schemas that differ by the constant of their first member (their kind) become one
 * schema: its first member is an enum of the kinds, and it requires the members that all kinds require. The merged schema is
 * shorter, but accepts more: the board checks the rest.
 */
export function mergeKinds(variants: readonly JsonSchema[]): readonly JsonSchema[] {
  const flat = variants.flatMap(
    ({ anyOf, oneOf, ...rest }) => (anyOf ?? oneOf ?? [rest]) as readonly JsonSchema[],
  );
  const objects = flat.filter(({ type }) => type === 'object');
  const members = objects.map(({ properties }) => properties as Schemas);
  const [kind = ''] = Object.keys(members[0] ?? {});
  const kinds = members.map((properties) => properties[kind]?.['const']);
  if (objects.length < 2 || kinds.includes(undefined)) return flat;
  const merged = Object.assign({}, ...members) as Schemas;
  const required = Object.keys(merged).filter((name) =>
    objects.every((object) => (object['required'] as readonly string[]).includes(name)),
  );
  const properties = { ...merged, [kind]: { enum: kinds } };
  return [...flat.filter(({ type }) => type !== 'object'), { type: 'object', properties, required }];
}
