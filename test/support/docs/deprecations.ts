import {
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isIntrospectionType,
  isObjectType,
} from 'graphql';

interface Deprecatable {
  readonly name: string;
  readonly deprecationReason?: string | null | undefined;
}

/** The fields, arguments, input fields and enum values that are deprecated, with their paths: `Fact.author`, `Query.facts.tag`. */
export const listDeprecations = (
  schema: GraphQLSchema,
): readonly { readonly path: string; readonly reason: string }[] =>
  Object.values(schema.getTypeMap())
    .filter((type) => !isIntrospectionType(type))
    .flatMap((type) => {
      if (isEnumType(type)) return deprecated(type.name, type.getValues());
      if (isInputObjectType(type)) return deprecated(type.name, Object.values(type.getFields()));
      if (!isObjectType(type) && !isInterfaceType(type)) return [];
      const fields = Object.values(type.getFields());
      return [
        ...deprecated(type.name, fields),
        ...fields.flatMap(({ name, args }) => deprecated(`${type.name}.${name}`, args)),
      ];
    });

const deprecated = (parent: string, members: readonly Deprecatable[]) =>
  members.flatMap(({ name, deprecationReason: reason }) =>
    typeof reason === 'string' ? [{ path: `${parent}.${name}`, reason }] : [],
  );

/** The date at the end of a reason: “Removed after 2027-01-31.”; null without one. */
export const dateIn = (reason: string): string | null =>
  /\bRemoved after (\d{4}-\d{2}-\d{2})\.$/.exec(reason)?.[1] ?? null;

/** The date after which the member at a path may be removed; null if it is not deprecated with a date. */
export function removalDateOf(schema: GraphQLSchema, path: string): string | null {
  const deprecation = listDeprecations(schema).find((each) => each.path === path);
  return deprecation ? dateIn(deprecation.reason) : null;
}
