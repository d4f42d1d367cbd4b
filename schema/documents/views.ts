// Views. A read whose result lists records with long text takes the parameter `view`. Its document is compiled
// with the directives `@skip` and `@include` on the texts of these records, so that one document serves both views.
import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  getNamedType,
  getNullableType,
  type GraphQLArgument,
  GraphQLEnumType,
  type GraphQLInterfaceType,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  isAbstractType,
  isListType,
  Kind,
  type OperationDefinitionNode,
  parse,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';
import type { Operation, Variables, View } from '../contract.ts';
import { toParameter } from './parameters.ts';
import type { VariableBinding } from './variable-bindings.ts';

/** An operation with views. */
interface Views {
  readonly document: DocumentNode;
  /** The parameter `view` of a read. Writes have none: their result is in the default view. */
  readonly bindings: readonly VariableBinding[];
  readonly defaultView: View;
}

/** The view of a call, and the variables of its document. */
interface SelectedView {
  readonly isBrief: boolean;
  readonly variables: Variables;
}

/**
 * Adds views to an operation. Returns null if its result lists no records with long text, and for a write whose result
 * is full by default. A read of one record is full by default, with its posts, answers or reviews.
 */
export function createViews(
  schema: GraphQLSchema,
  document: DocumentNode,
  { operation, resultType }: { readonly operation: Operation; readonly resultType: GraphQLOutputType },
): Views | null {
  const { kind } = operation;
  const readsRecord = kind !== 'mutation' && 'contentClass' in fieldsOf(getNamedType(resultType));
  const defaultView = readsRecord ? 'full' : (operation.defaultView ?? 'full');
  if (kind === 'mutation' && defaultView === 'full') return null;
  const adder = new ViewAdder(schema, document);
  const definitions = document.definitions.map((definition) =>
    definition.kind === Kind.OPERATION_DEFINITION ? adder.addTo(definition) : definition,
  );
  if (!adder.hasViews) return null;
  const bindings = kind !== 'mutation' ? [bindView(operation)] : [];
  return { document: { ...document, definitions }, bindings, defaultView };
}

/** Replaces the parameter `view` with the variable of the directives. Without views, variables stay as they are. */
export const selectView =
  (defaultView: View | null) =>
  (given: Variables): SelectedView => {
    if (defaultView === null) return { isBrief: false, variables: given };
    const { view, ...variables } = given;
    const isBrief = (view ?? defaultView) === 'brief';
    return { isBrief, variables: { ...variables, brief: isBrief } };
  };

const ViewEnum = new GraphQLEnumType({
  name: 'View',
  values: { brief: {}, full: {} } satisfies Record<View, object>,
});

/**
 * The parameter `view`. Queries without views check it too: MCP tools and `/get` take it for all variants of a call. So its
 * description is the same for all operations with the same `defaultView`, also for reads of one record.
 */
export function bindView({ defaultView }: Operation): VariableBinding {
  const defaults = defaultView === 'brief' ? '`brief`, for one record `full`' : '`full`';
  const definition = {
    type: ViewEnum,
    description: `\`brief\`: \`excerpt\` and \`bytes\` instead of long texts of listed records. Default ${defaults}.`,
    extensions: {},
  } as unknown as GraphQLArgument;
  const parameter = toParameter('view', definition, { required: false });
  return { definition, type: ViewEnum, argumentPath: ['view'], isOfRootField: false, parameter };
}

/** Parsed for its nodes: the variable, the directive of a text, and the fields that the brief view has instead. */
const TEMPLATE = parse(
  `query ($brief: Boolean = false) {
    text @skip(if: $brief) excerpt @include(if: $brief) bytes @include(if: $brief)
  }`,
  { noLocation: true },
).definitions[0] as OperationDefinitionNode;
const [TEXT, ...SUMMARY] = TEMPLATE.selectionSet.selections as readonly FieldNode[];

type Composite = GraphQLObjectType | GraphQLInterfaceType;

/** Adds the directives to selections. Fragments are inlined: one fragment may be used for listed and for other records. */
class ViewAdder {
  hasViews = false;
  readonly #schema: GraphQLSchema;
  readonly #fragments: ReadonlyMap<string, FragmentDefinitionNode>;

  constructor(schema: GraphQLSchema, { definitions }: DocumentNode) {
    const fragments = definitions.filter((node) => node.kind === Kind.FRAGMENT_DEFINITION);
    this.#schema = schema;
    this.#fragments = new Map(fragments.map((node) => [node.name.value, node]));
  }

  addTo(operation: OperationDefinitionNode): OperationDefinitionNode {
    const root = this.#schema.getRootType(operation.operation) as GraphQLObjectType;
    return {
      ...operation,
      variableDefinitions: [
        ...(operation.variableDefinitions ?? []),
        ...(TEMPLATE.variableDefinitions ?? []),
      ],
      selectionSet: this.#addToSelection(operation.selectionSet, root),
    };
  }

  #addToSelection(set: SelectionSetNode, type: GraphQLNamedType, isListed = false): SelectionSetNode {
    const selections = set.selections.flatMap((node): readonly SelectionNode[] => {
      if (node.kind === Kind.FIELD) return this.#addToField(node, type as Composite, isListed);
      const fragment = node.kind === Kind.INLINE_FRAGMENT ? node : this.#fragments.get(node.name.value);
      if (!fragment) return [node];
      const { typeCondition, selectionSet } = fragment;
      const narrowed = typeCondition ? this.#schema.getType(typeCondition.name.value) : type;
      return [
        {
          kind: Kind.INLINE_FRAGMENT,
          ...(typeCondition && { typeCondition }),
          selectionSet: this.#addToSelection(selectionSet, narrowed ?? type, isListed),
        },
      ];
    });
    return { ...set, selections };
  }

  #addToField(node: FieldNode, parent: Composite, isListed: boolean): readonly FieldNode[] {
    const field = parent.getFields()[node.name.value];
    if (isListed && longTextOf(parent).includes(node.name.value)) {
      this.hasViews = true;
      const summary = hasExcerpt(parent) ? SUMMARY : [];
      return [{ ...node, directives: TEXT?.directives ?? [] }, ...summary];
    }
    if (!field || !node.selectionSet) return [node];
    const type = getNamedType(field.type);
    const isBelowList = isListed || (isListType(getNullableType(field.type)) && this.#isTextRecord(type));
    return [{ ...node, selectionSet: this.#addToSelection(node.selectionSet, type, isBelowList) }];
  }

  /** Whether objects of the type have an excerpt. Objects without one, such as the scopes of a packet, are parts of a record. */
  #isTextRecord(type: GraphQLNamedType): boolean {
    return isAbstractType(type) ? this.#schema.getPossibleTypes(type).some(hasExcerpt) : hasExcerpt(type);
  }
}

const fieldsOf = (type: GraphQLNamedType): object => ('getFields' in type ? type.getFields() : {});

const hasExcerpt = (type: GraphQLNamedType): boolean => 'excerpt' in fieldsOf(type);

/** The fields that the brief view leaves out. */
const longTextOf = ({ extensions }: Composite): readonly string[] =>
  (extensions as { readonly longText?: readonly string[] }).longText ?? [];
