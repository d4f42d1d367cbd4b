// The generated files of client/: types, functions and documents for every root field of the schema.
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
  partsOf,
  printSelection,
  reachableShapes,
  type ResultField,
  type Shape,
  shapeOf,
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

/** The name of the type of a root field's arguments; for a mutation, of its input. */
function argumentsName({ kind, field }: RootField): string {
  if (kind === 'mutation') return getNamedType((field.args[0] as GraphQLArgument).type).name;
  if (field.args.length === 0 && partsOf(getNamedType(field.type)).length === 0) return 'NoArguments';
  return `${capitalize(field.name)}${kind === 'subscription' ? 'Stream' : ''}Arguments`;
}

function printTypesFile(schema: GraphQLSchema, roots: readonly RootField[]): string {
  const withArguments = roots.filter(({ kind, field }) => kind !== 'mutation' && field.args.length > 0);
  const withParts = roots.filter(({ field }) => partsOf(getNamedType(field.type)).length > 0);
  return [
    HEADER,
    'export type NoArguments = { readonly [name in never]: never };',
    ...withArguments.map((root) => toArgumentsText(argumentsName(root), root.field.args)),
    ...withParts.flatMap(printPartsArguments),
    ...printTypes(
      schema,
      roots.map(({ field }) => field),
    ),
  ].join('\n\n');
}

/** The types of a root field's arguments that request parts of its result. */
function printPartsArguments(root: RootField): readonly string[] {
  const name = argumentsName(root);
  const parts = partsOf(getNamedType(root.field.type));
  const nameOf = (part: ResultField) => name.replace(/Arguments$/, `${capitalize(part.name)}Arguments`);
  const members = parts.map(
    (part) => `${toComment(part.description)}readonly ${part.name}?: ${nameOf(part)} | undefined;`,
  );
  return [
    `/** The parts of the result to read. \`{}\` reads one with its default arguments. */\nexport interface ${name} {\n${members.join('\n')}\n}`,
    ...parts.map((part) => toArgumentsText(nameOf(part), part.args)),
  ];
}

/** The items of a page: the field that has them, and the name of their type. */
interface Items {
  readonly field: string;
  readonly typeName: string;
}

/** The items of a root field's page; undefined for a result that cannot be paged. */
function itemsOf({ field: { args, type: resultType } }: RootField): Items | undefined {
  const type = getNamedType(resultType);
  if (!isObjectType(type) || !isConnection(type) || !args.some(({ name }) => name === 'after'))
    return undefined;
  const list = type.getFields()['nodes'];
  const shape = list && shapeOfField(list, shapeOf(type));
  return list && shape ? { field: list.name, typeName: shape.name } : undefined;
}

/** Whether a root field's page can have the number of all records. */
const hasCount = ({ kind, field }: RootField): boolean => {
  const type = getNamedType(field.type);
  return kind === 'query' && isObjectType(type) && isConnection(type) && 'totalCount' in type.getFields();
};

function printResult(root: RootField, items = itemsOf(root)): string {
  const { name } = getNamedType(root.field.type);
  if (root.kind === 'subscription') return `AsyncIterable<${name}>`;
  if (items) return `Pages<${hasCount(root) ? `Counted<${name}, Total>` : name}, ${items.typeName}>`;
  return `Promise<${root.kind === 'mutation' ? toNonNullText(root.field.type) : toTypeText(root.field.type)}>`;
}

function printFunction(root: RootField): string {
  const { kind, field } = root;
  const isOptional = !field.args.some(isRequiredArgument);
  const args = `${kind === 'mutation' ? 'input' : 'args'}${isOptional ? '?' : ''}: ${argumentsName(root)}`;
  const [generic, options] = hasCount(root)
    ? ['<Total extends boolean = false>', 'ListOptions<Total>']
    : ['', 'CallOptions'];
  return `${toComment(field.description)}${field.name}${generic}(${args}, options?: ${options}): ${printResult(root)};`;
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
    `import type { CallOptions, Counted, ListOptions } from '../options.ts';`,
    `import type { Pages } from '../pages.ts';`,
    `import type { ${imported.join(', ')} } from './types.ts';`,
    group('Queries', 'query', 'The root fields of `Query`.'),
    group('Mutations', 'mutation', 'The root fields of `Mutation`. Each takes the members of its `input`.'),
    group('Streams', 'subscription', 'The root fields of `Subscription`.'),
  ].join('\n\n');
}

/** `(a:… b:…)`; nothing without elements. */
const printList = (elements: readonly string[]): string =>
  elements.length > 0 ? `(${elements.join(' ')})` : '';

function printDocument(root: RootField): string {
  const { kind, field } = root;
  const type = getNamedType(field.type);
  const parts = partsOf(type);
  const variables = [
    ...field.args.map((arg) => `$${arg.name}:${arg.type.toString()}`),
    ...(hasCount(root) ? ['$totalCount:Boolean!=false'] : []),
    ...parts.flatMap(({ name, args }) => [
      `$${name}:Boolean!=false`,
      ...args.map((arg) => `$${name}_${arg.name}:${arg.type.toString()}`),
    ]),
  ];
  const selections = [
    `...${type.name}`,
    ...(hasCount(root) ? ['...@include(if:$totalCount){totalCount totalCountIsExact}'] : []),
    ...parts.map((part) => printPart(part, type as GraphQLObjectType)),
  ];
  const args = printList(field.args.map(({ name }) => `${name}:$${name}`));
  const selection = isCompositeType(type) ? `{${selections.join(' ')}}` : '';
  return `${kind} ${field.name}${printList(variables)}{${field.name}${args}${selection}}`;
}

function printPart(part: ResultField, owner: GraphQLObjectType): string {
  const args = printList(part.args.map(({ name }) => `${name}:$${part.name}_${name}`));
  const shape = shapeOfField(part, shapeOf(owner));
  return `${part.name}${args}@include(if:$${part.name})${shape ? `{...${shape.name}}` : ''}`;
}

function printDocumentsFile(schema: GraphQLSchema, roots: readonly RootField[]): string {
  const shapes = reachableShapes(
    roots.map(({ field }) => field),
    schema,
  );
  // The members of an interface are part of its fragment.
  const fragments = shapes
    .filter(({ isMember }) => !isMember)
    .map((shape) => `${shape.name}: '${printFragment(shape, schema)}',`);
  const ofKind = (kind: RootField['kind']) => roots.filter((root) => root.kind === kind);
  const documents = (kind: RootField['kind']) =>
    ofKind(kind).map((root) => `${root.field.name}: '${printDocument(root)}',`);
  const pages = ofKind('query').flatMap((root) => {
    const items = itemsOf(root);
    return items ? [`${root.field.name}: '${items.field}',`] : [];
  });
  const parts = roots.flatMap(({ field }) => {
    const names = partsOf(getNamedType(field.type)).map(({ name }) => name);
    return names.length > 0 ? [`${field.name}: '${names.join(' ')}',`] : [];
  });
  return [
    HEADER,
    'type Texts = Readonly<Record<string, string>>;',
    printTexts('fragments', 'What is selected of each type.', fragments),
    printTexts('queries', 'The document of each query.', documents('query')),
    printTexts('mutations', 'The document of each mutation.', documents('mutation')),
    printTexts('subscriptions', 'The document of each subscription.', documents('subscription')),
    printTexts(
      'parts',
      'Queries whose arguments request parts of the result, with the names of the parts.',
      parts,
    ),
    printTexts('pages', 'Queries whose result is a page, with the field of its items.', pages),
  ].join('\n\n');
}

const printFragment = (shape: Shape, schema: GraphQLSchema): string =>
  `fragment ${shape.name} on ${shape.type.name}{${printSelection(shape, schema)}}`;

const printTexts = (name: string, comment: string, entries: readonly string[]): string =>
  `/** ${comment} */\nexport const ${name}: Texts = {\n${entries.join('\n')}\n};`;
