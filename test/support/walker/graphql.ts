// GraphQL, as llms/graphql.txt describes it: documents are written by the short form of the schema.
import type { Body } from '../board/http.ts';
import { GraphqlSchema, type SchemaField } from './graphql-schema.ts';
import { connectByHttp } from './http-caller.ts';
import type { Operation, Values } from './operation.ts';
import type { ReadGuide } from './walk.ts';

export const readGraphqlGuide: ReadGuide = async (wire, index: Body) => {
  const { url, reference } = index.interfaces.graphql;
  const schema = new GraphqlSchema((await wire.readDocument(reference)) as string);
  const toOperations = (root: 'Query' | 'Mutation') =>
    schema.fieldsOf(root).map((field) => createOperation(root, field, { schema, url }));
  return {
    operations: [...toOperations('Query'), ...toOperations('Mutation')],
    connect: () => Promise.resolve(connectByHttp(wire, index.headers)),
  };
};

/** The field of a payload that has the record: `post` of `createPost: Post`, as the guide says. */
const recordFieldOf = (type: string): string => `${type.charAt(0).toLowerCase()}${type.slice(1)}`;

/** The type of the argument `input` of a mutation. The short form of the schema shows the members of `input` as arguments. */
const inputTypeOf = (name: string): string => `${name.charAt(0).toUpperCase()}${name.slice(1)}Input!`;

function createOperation(
  root: 'Query' | 'Mutation',
  field: SchemaField,
  { schema, url }: { readonly schema: GraphqlSchema; readonly url: string },
): Operation {
  const isMutation = root === 'Mutation';
  const args = isMutation ? ([['input', inputTypeOf(field.name)]] as const) : field.args;
  return {
    name: field.name,
    summary: field.type ?? '',
    writes: isMutation,
    fields: field.args.map(([name, type]) => ({
      name,
      required: type.endsWith('!'),
      schema: schema.toSchema(type),
    })),
    call: async (values, { request }) => {
      const variables: Values = isMutation ? { input: values } : values;
      const usedArguments = args.filter(([name]) => name in variables);
      const writeList = (write: (name: string, type: string) => string) =>
        usedArguments.length === 0
          ? ''
          : `(${usedArguments.map(([name, type]) => write(name, type)).join(', ')})`;
      const declarations = writeList((name, type) => `$${name}: ${type}`);
      const argumentList = writeList((name) => `${name}: $${name}`);
      const fieldSelection = schema.select(field.type ?? '');
      const record = recordFieldOf(field.type ?? '');
      const selection = isMutation ? `{ ${record} ${fieldSelection} }` : fieldSelection;
      const query = `${root.toLowerCase()} ${declarations} { result: ${field.name}${argumentList} ${selection} }`;
      const { failure, value } = await request({ method: 'POST', url, body: { query, variables } });
      return {
        failure: value.errors ? `${query}: ${JSON.stringify(value.errors)}` : failure,
        value: isMutation ? value.data?.result?.[record] : value.data?.result,
      };
    },
  };
}
