import {
  type DocumentNode,
  type GraphQLSchema,
  isNonNullType,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql';

/**
 * Returns the variables among `names` that the document uses where null is not allowed. GraphQL permits that for a variable with a
 * default value, although a caller can pass null. Each such use would fail when it is executed, with a message that repeats the whole
 * argument: once for each parent object.
 */
export function findNonNullUses(
  schema: GraphQLSchema,
  document: DocumentNode,
  names: ReadonlySet<string>,
): ReadonlySet<string> {
  const found = new Set<string>();
  if (names.size === 0) return found;
  const typeInfo = new TypeInfo(schema);
  const onVariable = ({ name }: { readonly name: { readonly value: string } }): void => {
    if (names.has(name.value) && isNonNullType(typeInfo.getInputType())) found.add(name.value);
  };
  visit(document, visitWithTypeInfo(typeInfo, { VariableDefinition: () => false, Variable: onVariable }));
  return found;
}
