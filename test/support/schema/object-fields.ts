import { type GraphQLField, type GraphQLObjectType, isObjectType } from 'graphql';
import { schema } from '../../../schema/index.ts';

interface NamedField {
  /** For example `Query.threads`. */
  readonly name: string;
  readonly parent: GraphQLObjectType;
  readonly field: GraphQLField<unknown, unknown>;
}

/** The fields of all object types of the schema, without introspection. */
export const fields: readonly NamedField[] = Object.values(schema.getTypeMap())
  .filter((type) => isObjectType(type))
  .filter(({ name }) => !name.startsWith('__'))
  .flatMap((parent) =>
    Object.values(parent.getFields()).map((field) => ({
      name: `${parent.name}.${field.name}`,
      parent,
      field,
    })),
  );
