import {
  type DocumentNode,
  type FragmentDefinitionNode,
  type GraphQLSchema,
  isNonNullType,
  Kind,
  type OperationDefinitionNode,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql';

interface DocumentOperation {
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
}

/** A node that refers to a variable or a fragment. */
interface NamedNode {
  readonly name: { readonly value: string };
}

/**
 * Returns the variables among `names` that the operation, or a fragment that it reaches, uses where null is not allowed. GraphQL
 * permits that for a variable with a default value, although a caller can pass null. Each such use would fail when it is executed,
 * with a message that repeats the whole argument: once for each parent object. Uses that `@skip` or `@include` leave out count, too.
 */
export function findNonNullUses(
  schema: GraphQLSchema,
  { document, operation }: DocumentOperation,
  names: ReadonlySet<string>,
): ReadonlySet<string> {
  const found = new Set<string>();
  if (names.size === 0) return found;
  const typeInfo = new TypeInfo(schema);
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const node of document.definitions)
    if (node.kind === Kind.FRAGMENT_DEFINITION) fragments.set(node.name.value, node);
  const reached = new Set<OperationDefinitionNode | FragmentDefinitionNode>([operation]);
  const onFragmentSpread = ({ name }: NamedNode): void => {
    const fragment = fragments.get(name.value);
    if (fragment) reached.add(fragment);
  };
  const onVariable = ({ name }: NamedNode): void => {
    if (names.has(name.value) && isNonNullType(typeInfo.getInputType())) found.add(name.value);
  };
  const visitor = {
    VariableDefinition: () => false,
    Variable: onVariable,
    FragmentSpread: onFragmentSpread,
  };
  // The loop also visits fragments that are added while it runs.
  for (const node of reached) visit(node, visitWithTypeInfo(typeInfo, visitor));
  return found;
}
