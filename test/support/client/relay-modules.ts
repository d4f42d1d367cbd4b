// Modules for Relay’s compiler: GraphQL documents, and fragments that page the connections of a schema.
import {
  getNamedType,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
  isObjectType,
  isRequiredArgument,
  Kind,
  parse,
  print,
} from 'graphql';

/** The text of each module by its name. */
export type RelayModules = ReadonlyMap<string, string>;

const toModule = (text: string): string => `graphql\`${text.replaceAll(/[\\`$](?!\w)/g, '\\$&')}\`;\n`;

/** A module with a document. Relay requires that operations are named after their module and their kind. */
export function toDocumentModule(name: string, text: string): readonly [string, string] {
  const document = parse(text, { noLocation: true });
  const definitions = document.definitions.map((definition) => {
    if (definition.kind !== Kind.OPERATION_DEFINITION) return definition;
    const { operation } = definition;
    const value = `${name}${operation.charAt(0).toUpperCase()}${operation.slice(1)}`;
    return { ...definition, name: { kind: Kind.NAME, value } as const };
  });
  return [name, toModule(print({ ...document, definitions }))];
}

/** A module for each connection and direction, with a fragment that pages the connection. */
export function toConnectionModules(schema: GraphQLSchema): RelayModules {
  const types = Object.values(schema.getTypeMap()).filter((type) => isObjectType(type));
  const fragments = types.flatMap((type) =>
    Object.values(type.getFields())
      .filter((field) => getNamedType(field.type).name.endsWith('Connection'))
      .flatMap((field) =>
        DIRECTIONS.filter(([pageSize]) => field.args.some(({ name }) => name === pageSize)).map((direction) =>
          toConnectionModule(type, field, direction),
        ),
      ),
  );
  return new Map(fragments);
}

/** The arguments for the size and the position of a page, by direction. */
const DIRECTIONS = [
  ['first', 'after'],
  ['last', 'before'],
] as const;

function toConnectionModule(
  type: GraphQLObjectType,
  { name: field, args }: GraphQLField<unknown, unknown>,
  [pageSize, cursor]: (typeof DIRECTIONS)[number],
): readonly [string, string] {
  const name = `${type.name}_${field}_${pageSize}`;
  // Relay refetches a fragment of the root, or of an object that it finds by its id.
  const isRefetchable = type.name === 'Query' || type.getInterfaces().some((each) => each.name === 'Node');
  const used = args.filter(
    (argument) => isRequiredArgument(argument) || [pageSize, cursor].includes(argument.name as never),
  );
  const definitions = used.map((argument) => `${argument.name}: ${toDefinition(argument, pageSize)}`);
  return [
    name,
    toModule(`fragment ${name} on ${type.name} @argumentDefinitions(${definitions.join(', ')})
      ${isRefetchable ? `@refetchable(queryName: "${name}Query")` : ''} {
        ${field}(${used.map((argument) => `${argument.name}: $${argument.name}`).join(', ')})
          @connection(key: "${name}_${field}") { edges { node { __typename } } }
      }`),
  ];
}

const toDefinition = ({ name, type }: GraphQLArgument, pageSize: string): string =>
  `{ type: "${String(type)}"${name === pageSize ? ', defaultValue: 10' : ''} }`;
