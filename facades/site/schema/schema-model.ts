// The data of the pages of the schema: its types, and the fields that use each type.
import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isIntrospectionType,
  isObjectType,
  isScalarType,
  isUnionType,
} from 'graphql';
import { once } from '../../http/once.ts';

/** A use of a type: by a field or an input field whose value has the type (`argument` is null), or by an argument of a field. */
export interface Usage {
  readonly parentType: string;
  readonly field: string;
  readonly argument: string | null;
}

export interface SchemaModel {
  /** All types but those of introspection, by name. */
  readonly types: ReadonlyMap<string, GraphQLNamedType>;
  readonly usagesOf: (name: string) => readonly Usage[];
  readonly possibleTypesOf: (type: GraphQLNamedType) => readonly GraphQLNamedType[];
}

export const KINDS = [
  'Operations',
  'Objects',
  'Interfaces',
  'Inputs',
  'Enums',
  'Scalars',
  'Connections',
] as const;
export type Kind = (typeof KINDS)[number];

const OPERATION_TYPES = new Set(['Query', 'Mutation', 'Subscription']);

/** Whether a type describes paginated lists, not their records: a connection, an edge, or `PageInfo`. */
export const isConnectionType = ({ name }: GraphQLNamedType): boolean =>
  /(?:Connection|Edge)$|^PageInfo$/.test(name);

export function kindOf(type: GraphQLNamedType): Kind {
  if (OPERATION_TYPES.has(type.name)) return 'Operations';
  if (isConnectionType(type)) return 'Connections';
  if (isInterfaceType(type) || isUnionType(type)) return 'Interfaces';
  if (isInputObjectType(type)) return 'Inputs';
  if (isEnumType(type)) return 'Enums';
  return isScalarType(type) ? 'Scalars' : 'Objects';
}

type Field = GraphQLField<unknown, unknown> | GraphQLInputField;

/** The fields of an object, an interface or an input object; none for other types. */
export const fieldsOf = (type: GraphQLNamedType): readonly Field[] =>
  hasFields(type) ? Object.values<Field>(type.getFields()) : [];

const hasFields = (type: GraphQLNamedType) =>
  isObjectType(type) || isInterfaceType(type) || isInputObjectType(type);

export const argumentsOf = (field: Field): readonly GraphQLArgument[] => ('args' in field ? field.args : []);

export function createSchemaModel(schema: GraphQLSchema): SchemaModel {
  const types = Object.values(schema.getTypeMap())
    .filter((type) => !isIntrospectionType(type))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const getUsages = once(() => Map.groupBy(types.flatMap(listUsages), ({ usedType }) => usedType));
  return {
    types: new Map(types.map((type) => [type.name, type])),
    usagesOf: (name) => getUsages().get(name) ?? [],
    possibleTypesOf: (type) =>
      isInterfaceType(type) || isUnionType(type) ? schema.getPossibleTypes(type) : [],
  };
}

const listUsages = (parent: GraphQLNamedType): readonly (Usage & { readonly usedType: string })[] =>
  fieldsOf(parent).flatMap((field) => {
    const usage = { parentType: parent.name, field: field.name };
    return [
      { ...usage, argument: null, usedType: getNamedType(field.type).name },
      ...argumentsOf(field).map(({ name, type }) => ({
        ...usage,
        argument: name,
        usedType: getNamedType(type).name,
      })),
    ];
  });
