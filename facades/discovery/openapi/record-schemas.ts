import type { JsonSchema } from '../../../schema/contract.ts';

type Schemas = Readonly<Record<string, JsonSchema>>;

/** The members of a GraphQL type, collected from all responses. */
interface ObjectType {
  /** The schemas of each member, one for each place in the responses where it occurs. */
  readonly properties: Map<string, JsonSchema[]>;
  /** Members that are required at every place where the type occurs. */
  required: readonly string[];
}

/** Applies a function to the subschemas of a schema. */
export function mapSubschemas(schema: JsonSchema, map: (subschema: JsonSchema) => JsonSchema): JsonSchema {
  const { items, properties } = schema;
  const mapAll = (keyword: 'allOf' | 'anyOf' | 'oneOf') =>
    Array.isArray(schema[keyword]) && { [keyword]: (schema[keyword] as readonly JsonSchema[]).map(map) };
  return {
    ...schema,
    ...(items !== undefined && { items: map(items as JsonSchema) }),
    ...(properties !== undefined && {
      properties: Object.fromEntries(
        Object.entries(properties as Schemas).map(([name, member]) => [name, map(member)]),
      ),
    }),
    ...mapAll('allOf'),
    ...mapAll('anyOf'),
    ...mapAll('oneOf'),
  };
}

const isTyped = ({ title, properties }: JsonSchema): boolean =>
  typeof title === 'string' && properties !== undefined;

const requiredOf = ({ required = [] }: JsonSchema): readonly string[] => required as readonly string[];

/**
 * The schemas of objects in responses, one for each GraphQL type, which is the `title` of the schema. Operations select
 * different members of a type: a shared schema has all of them, and requires those that every response has.
 */
export class RecordSchemas {
  readonly #types = new Map<string, ObjectType>();

  /** Adds the types in a schema, and returns the schema. All schemas must be added before `refer` or `components` is called. */
  add(schema: JsonSchema): JsonSchema {
    if (isTyped(schema)) this.#addType(schema);
    mapSubschemas(schema, (subschema) => this.add(subschema));
    return schema;
  }

  #addType(schema: JsonSchema): void {
    const name = schema['title'] as string;
    const type: ObjectType = this.#types.get(name) ?? { properties: new Map(), required: requiredOf(schema) };
    this.#types.set(name, type);
    type.required = type.required.filter((member) => requiredOf(schema).includes(member));
    for (const [member, memberSchema] of Object.entries(schema['properties'] as Schemas)) {
      const variants = type.properties.get(member) ?? [];
      type.properties.set(member, [...variants, memberSchema]);
    }
  }

  /**
   * Replaces types by references to the shared schemas. A reference also lists the members that are required here but not in the
   * shared schema.
   */
  refer(schema: JsonSchema): JsonSchema {
    if (!isTyped(schema)) return mapSubschemas(schema, (subschema) => this.refer(subschema));
    const shared = this.#types.get(schema['title'] as string)?.required ?? [];
    const required = requiredOf(schema).filter((member) => !shared.includes(member));
    return toReference(schema, required);
  }

  /** The shared schemas, by name. */
  components(): Schemas {
    const types = [...this.#types].sort(([a], [b]) => (a < b ? -1 : 1));
    return Object.fromEntries(types.map(([name, type]) => [name, describeType(type)]));
  }
}

/** A reference that keeps the description of the member, and whether the value can be null. */
function toReference({ title, type, description }: JsonSchema, required: readonly string[]): JsonSchema {
  const reference = {
    $ref: `#/components/schemas/${title as string}`,
    ...(required.length > 0 && { required }),
  };
  const shown = [type].flat().includes('null') ? { anyOf: [reference, { type: 'null' }] } : reference;
  return { ...shown, ...(description !== undefined && { description }) };
}

const describeType = ({ properties, required }: ObjectType): JsonSchema => ({
  type: 'object',
  properties: Object.fromEntries(
    [...properties].map(([name, variants]) => [name, mergeVariants(variants.map(referToTypes))]),
  ),
  ...(required.length > 0 && { required }),
});

/** Replaces types within a shared schema by references, which require only the members that the referenced schema requires. */
const referToTypes = (schema: JsonSchema): JsonSchema =>
  isTyped(schema) ? toReference(schema, []) : mapSubschemas(schema, referToTypes);

/** The first of the variants if they differ in their descriptions only; otherwise their union. */
function mergeVariants(variants: readonly JsonSchema[]): JsonSchema {
  const distinct = new Map<string, JsonSchema>();
  for (const variant of variants) {
    const { description: _, ...rest } = variant;
    const key = JSON.stringify(rest);
    if (!distinct.has(key)) distinct.set(key, variant);
  }
  const [only = {}, second] = distinct.values();
  return second ? { anyOf: [...distinct.values()] } : only;
}
