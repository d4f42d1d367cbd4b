import { getNamedType, GraphQLID, GraphQLInputObjectType, type GraphQLResolveInfo } from 'graphql';

/**
 * Returns the ids in the input of a write: the values of its fields of type `ID`. The write may lock these records, so it
 * starts when no running write of this process names one of them (`WriteTurn.records`).
 */
export function findNamedRecords({ parentType, fieldName }: GraphQLResolveInfo, input: object): string[] {
  const type = getNamedType(parentType.getFields()[fieldName]?.args[0]?.type);
  if (!(type instanceof GraphQLInputObjectType)) return [];
  const ids = Object.values(type.getFields()).filter((field) => getNamedType(field.type) === GraphQLID);
  const values = ids.flatMap(({ name }) => (input as Readonly<Record<string, unknown>>)[name]);
  return values.filter((value) => typeof value === 'string');
}
