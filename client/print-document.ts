// Prints the syntax trees of executable documents (GraphQL, section 2): a `TypedDocumentNode` may come without its text, or
// with a text that the board refuses.

interface Named {
  readonly name: { readonly value: string };
}

/** A node of a syntax tree, with the members that nodes of its kind have. */
interface Node {
  readonly kind: string;
  readonly name?: Named['name'];
  readonly alias?: Named['name'] | undefined;
  readonly value?: unknown;
  readonly values?: readonly Node[];
  readonly fields?: readonly Node[];
  readonly type?: Node;
  readonly arguments?: readonly Node[] | undefined;
  readonly directives?: readonly Node[] | undefined;
  readonly operation?: string;
  readonly variable?: Named;
  readonly defaultValue?: Node | undefined;
  readonly variableDefinitions?: readonly Node[] | undefined;
  readonly typeCondition?: Named | undefined;
  readonly selectionSet?: { readonly selections: readonly Node[] } | undefined;
}

export interface DocumentNode {
  readonly definitions: readonly Node[];
  readonly loc?: { readonly source?: { readonly body: string } } | undefined;
}

/** The text of a syntax tree. */
export const printDocument = ({ definitions }: DocumentNode): string => definitions.map(printNode).join('\n');

const PRINTERS: Readonly<Record<string, (node: Node) => string>> = {
  OperationDefinition: (node) =>
    join(node.operation, node.name?.value, printVariables(node), printDirectives(node), printSelection(node)),
  FragmentDefinition: (node) =>
    join('fragment', nameOf(node), printCondition(node), printDirectives(node), printSelection(node)),
  Field: (node) =>
    join(
      node.alias && `${node.alias.value}:`,
      nameOf(node) + printList(node.arguments, '(', ')'),
      printDirectives(node),
      printSelection(node),
    ),
  FragmentSpread: (node) => join(`...${nameOf(node)}`, printDirectives(node)),
  InlineFragment: (node) => join('...', printCondition(node), printDirectives(node), printSelection(node)),
  VariableDefinition: (node) =>
    join(
      `$${node.variable?.name.value ?? ''}: ${printOptional(node.type)}`,
      node.defaultValue && `= ${printNode(node.defaultValue)}`,
      printDirectives(node),
    ),
  Argument: (node) => `${nameOf(node)}: ${printNode(node.value as Node)}`,
  Directive: (node) => `@${nameOf(node)}${printList(node.arguments, '(', ')')}`,
  NamedType: (node) => nameOf(node),
  ListType: (node) => `[${printOptional(node.type)}]`,
  NonNullType: (node) => `${printOptional(node.type)}!`,
  Variable: (node) => `$${nameOf(node)}`,
  StringValue: (node) => JSON.stringify(node.value),
  NullValue: () => 'null',
  ListValue: (node) => printList(node.values, '[', ']') || '[]',
  ObjectValue: (node) => printList(node.fields, '{', '}') || '{}',
  ObjectField: (node) => `${nameOf(node)}: ${printNode(node.value as Node)}`,
};

/** Numbers, booleans and enum values print as their value. */
const printNode = (node: Node): string => PRINTERS[node.kind]?.(node) ?? String(node.value);

const printOptional = (node: Node | undefined): string => (node ? printNode(node) : '');

const nameOf = ({ name }: Node): string => name?.value ?? '';

const join = (...parts: readonly (string | undefined)[]): string => parts.filter(Boolean).join(' ');

const printList = (nodes: readonly Node[] | undefined, open: string, close: string): string =>
  nodes?.length ? `${open}${nodes.map(printNode).join(', ')}${close}` : '';

const printVariables = (node: Node): string => printList(node.variableDefinitions, '(', ')');

const printDirectives = ({ directives }: Node): string => directives?.map(printNode).join(' ') ?? '';

const printCondition = ({ typeCondition }: Node): string =>
  typeCondition ? `on ${typeCondition.name.value}` : '';

const printSelection = ({ selectionSet }: Node): string =>
  selectionSet ? `{ ${selectionSet.selections.map(printNode).join(' ')} }` : '';
