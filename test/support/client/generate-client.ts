// The generated files of client/: types and documents for every root field of the schema.
import {
  getNamedType,
  type GraphQLArgument,
  type GraphQLObjectType,
  type GraphQLSchema,
  isCompositeType,
  isObjectType,
  isRequiredArgument,
} from 'graphql';
import {
  isConnection,
  printSelection,
  reachableShapes,
  type ResultField,
  type Shape,
  shapeOfField,
} from './default-selection.ts';
import { printTypes, toArgumentsText, toComment, toNonNullText, toTypeText } from './type-texts.ts';

const HEADER = '// Generated from the GraphQL schema by `npm run schema`. Do not edit.\n';

interface RootField {
  readonly kind: 'query' | 'mutation' | 'subscription';
  readonly field: ResultField;
}

/** The texts of the generated files by their paths, not formatted. */
export function generateClient(schema: GraphQLSchema): Readonly<Record<string, string>> {
  const roots = [
    ...rootFields('query', schema.getQueryType()),
    ...rootFields('mutation', schema.getMutationType()),
    ...rootFields('subscription', schema.getSubscriptionType()),
  ];
  return {
    'client/generated/types.ts': printTypesFile(schema, roots),
    'client/generated/functions.ts': printFunctionsFile(roots),
    'client/generated/documents.ts': printDocumentsFile(schema, roots),
  };
}

const rootFields = (
  kind: RootField['kind'],
  type: GraphQLObjectType | null | undefined,
): readonly RootField[] =>
  Object.values(type?.getFields() ?? {})
    .map((field) => ({ kind, field }))
    .sort((a, b) => (a.field.name < b.field.name ? -1 : 1));

const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** The name of a root field's arguments. A mutation has its input instead. */
function argumentsName({ kind, field }: RootField): string {
  if (kind === 'mutation') return getNamedType((field.args[0] as GraphQLArgument).type).name;
  if (field.args.length === 0) return 'NoArguments';
  return `${capitalize(field.name)}${kind === 'subscription' ? 'Stream' : ''}Arguments`;
}

function printTypesFile(schema: GraphQLSchema, roots: readonly RootField[]): string {
  const withArguments = roots.filter(({ kind, field }) => kind !== 'mutation' && field.args.length > 0);
  return [
    HEADER,
    'export type NoArguments = { readonly [name in never]: never };',
    ...withArguments.map((root) => toArgumentsText(argumentsName(root), root.field.args)),
    ...printTypes(
      schema,
      roots.map(({ field }) => field),
    ),
  ].join('\n\n');
}

/** The items of a page: the field that has them, and the name of their type. */
interface Items {
  readonly field: string;
  readonly typeName: string;
}

/** The items of a root field's page; undefined for a result that is no page. */
function itemsOf({ field: { args, type: resultType } }: RootField): Items | undefined {
  const type = getNamedType(resultType);
  if (!isObjectType(type) || !isConnection(type) || !args.some(({ name }) => name === 'after'))
    return undefined;
  const list = type.getFields()['nodes'];
  const shape = list && shapeOfField(list, type);
  return list && shape ? { field: list.name, typeName: shape.name } : undefined;
}

function printResult(root: RootField, items = itemsOf(root)): string {
  const { name } = getNamedType(root.field.type);
  if (root.kind === 'subscription') return `AsyncIterable<${name}>`;
  if (items) return `Pages<${name}, ${items.typeName}>`;
  return `Promise<${root.kind === 'mutation' ? toNonNullText(root.field.type) : toTypeText(root.field.type)}>`;
}

function printFunction(root: RootField): string {
  const { kind, field } = root;
  const isOptional = !field.args.some(isRequiredArgument);
  const args = `${kind === 'mutation' ? 'input' : 'args'}${isOptional ? '?' : ''}: ${argumentsName(root)}`;
  return `${toComment(field.description)}${field.name}(${args}, options?: CallOptions): ${printResult(root)};`;
}

function printFunctionsFile(roots: readonly RootField[]): string {
  const names = roots.flatMap((root) => {
    const items = itemsOf(root);
    return [argumentsName(root), getNamedType(root.field.type).name, items?.typeName];
  });
  const imported = [...new Set(names)].filter((name) => name !== undefined).sort();
  const group = (name: string, kind: RootField['kind'], description: string) =>
    [
      `/** ${description} */`,
      `export interface ${name} {`,
      ...roots.filter((root) => root.kind === kind).map(printFunction),
      '}',
    ].join('\n');
  return [
    HEADER,
    `import type { CallOptions } from '../options.ts';`,
    `import type { Pages } from '../pages.ts';`,
    `import type { ${imported.join(', ')} } from './types.ts';`,
    group('Queries', 'query', 'The root fields of `Query`.'),
    group('Mutations', 'mutation', 'The root fields of `Mutation`. Each takes the members of its `input`.'),
    group('Streams', 'subscription', 'The root fields of `Subscription`.'),
  ].join('\n\n');
}

function printDocument({ kind, field }: RootField): string {
  const list = (print: (arg: GraphQLArgument) => string) =>
    field.args.length > 0 ? `(${field.args.map(print).join(' ')})` : '';
  const variables = list(({ name, type }) => `$${name}:${type.toString()}`);
  const args = list(({ name }) => `${name}:$${name}`);
  const type = getNamedType(field.type);
  const selection = isCompositeType(type) ? `{...${type.name}}` : '';
  return `${kind} ${field.name}${variables}{${field.name}${args}${selection}}`;
}

function printDocumentsFile(schema: GraphQLSchema, roots: readonly RootField[]): string {
  const shapes = reachableShapes(roots.map(({ field }) => field));
  const fragments = shapes.map((shape) => `${shape.name}: '${printFragment(shape, schema)}',`);
  const ofKind = (kind: RootField['kind']) => roots.filter((root) => root.kind === kind);
  const documents = (kind: RootField['kind']) =>
    ofKind(kind).map((root) => `${root.field.name}: '${printDocument(root)}',`);
  const pages = ofKind('query').flatMap((root) => {
    const items = itemsOf(root);
    return items ? [`${root.field.name}: '${items.field}',`] : [];
  });
  return [
    HEADER,
    'type Texts = Readonly<Record<string, string>>;',
    printTexts('fragments', 'What is selected of each type.', fragments),
    printTexts('queries', 'The document of each query.', documents('query')),
    printTexts('mutations', 'The document of each mutation.', documents('mutation')),
    printTexts('subscriptions', 'The document of each subscription.', documents('subscription')),
    printTexts('pages', 'Queries whose result is a page, with the field of its items.', pages),
  ].join('\n\n');
}

const printFragment = (shape: Shape, schema: GraphQLSchema): string =>
  `fragment ${shape.name} on ${shape.type.name}{${printSelection(shape, schema)}}`;

const printTexts = (name: string, comment: string, entries: readonly string[]): string =>
  `/** ${comment} */\nexport const ${name}: Texts = {\n${entries.join('\n')}\n};`;
