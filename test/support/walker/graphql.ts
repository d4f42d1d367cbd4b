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
    schema.fieldsOf(root).map((field) => createOperation(root, withInput(root, field), { schema, url }));
  return {
    operations: [...toOperations('Query'), ...toOperations('Mutation')],
    connect: () => Promise.resolve(connectByHttp(wire, index.headers)),
  };
};

/** The field of a payload that has the record: `post` of `createPost: Post`, as the guide says. */
const recordFieldOf = (type: string): string => `${type.charAt(0).toLowerCase()}${type.slice(1)}`;

/** Adds the argument `input: CreatePostInput!` to the mutation `createPost`, which the short form leaves out. */
const withInput = (root: 'Query' | 'Mutation', field: SchemaField): SchemaField => {
  const type = `${field.name.charAt(0).toUpperCase()}${field.name.slice(1)}Input!`;
  return root === 'Mutation' ? { ...field, args: [['input', type]] } : field;
};

function createOperation(
  root: 'Query' | 'Mutation',
  field: SchemaField,
  { schema, url }: { readonly schema: GraphqlSchema; readonly url: string },
): Operation {
  const [[only, input] = ['', '']] = field.args;
  const members = only === 'input' ? schema.fieldsOf(input.replace('!', '')) : [];
  const inputs = only === 'input' ? members.map(({ name, type }) => [name, type!] as const) : field.args;
  return {
    name: field.name,
    summary: field.type ?? '',
    writes: root === 'Mutation',
    fields: inputs.map(([name, type]) => ({
      name,
      required: type.endsWith('!'),
      schema: schema.toSchema(type),
    })),
    call: async (values, { request }) => {
      const variables: Values = only === 'input' ? { input: values } : values;
      const used = field.args.filter(([name]) => name in variables);
      const list = (write: (name: string, type: string) => string) =>
        used.length === 0 ? '' : `(${used.map(([name, type]) => write(name, type)).join(', ')})`;
      const declared = list((name, type) => `$${name}: ${type}`);
      const passed = list((name) => `${name}: $${name}`);
      const selected = schema.select(field.type ?? '');
      const record = recordFieldOf(field.type ?? '');
      const selection = root === 'Mutation' ? `{ ${record} ${selected} }` : selected;
      const query = `${root.toLowerCase()} ${declared} { result: ${field.name}${passed} ${selection} }`;
      const { failure, value } = await request({ method: 'POST', url, body: { query, variables } });
      return {
        failure: value.errors ? `${query}: ${JSON.stringify(value.errors)}` : failure,
        value: root === 'Mutation' ? value.data?.result?.[record] : value.data?.result,
      };
    },
  };
}
