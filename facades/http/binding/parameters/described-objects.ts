import type { JsonSchema } from '../../../../schema/contract.ts';

type Members = Readonly<Record<string, unknown>>;

/** An object in a JSON value, and the names of the members in its schema. */
interface DescribedObject {
  readonly path: readonly (string | number)[];
  readonly object: Members;
  readonly names: readonly string[];
}

/**
 * Returns the objects of a JSON value that its schema describes: the value itself, such as an artifact, or the items of a list,
 * such as the scopes. `names` are the members of the schema and of each of its variants whose constants the object has. Objects
 * inside these objects are not searched.
 */
export function findDescribedObjects(
  schema: JsonSchema,
  value: unknown,
  path: DescribedObject['path'] = [],
): readonly DescribedObject[] {
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) {
    const { items, maxItems } = schema as { readonly items?: JsonSchema; readonly maxItems?: number };
    // The schema refuses a longer list.
    const allowed = value.slice(0, maxItems);
    return items ? allowed.flatMap((item, i) => findDescribedObjects(items, item, [...path, i])) : [];
  }
  const object = value as Members;
  const variants = propertiesIn(schema).filter((properties) => hasConstants(properties, object));
  return variants.length === 0 ? [] : [{ path, object, names: variants.flatMap(Object.keys) }];
}

type Properties = Readonly<Record<string, JsonSchema>>;

/** The properties of a schema and of its variants. */
function propertiesIn({ properties, anyOf, oneOf }: JsonSchema): readonly Properties[] {
  const variants = (anyOf ?? oneOf ?? []) as readonly JsonSchema[];
  return [...(properties ? [properties as Properties] : []), ...variants.flatMap(propertiesIn)];
}

const hasConstants = (properties: Properties, object: Members): boolean =>
  Object.entries(properties).every(
    ([name, { const: value }]) => value === undefined || object[name] === value,
  );
