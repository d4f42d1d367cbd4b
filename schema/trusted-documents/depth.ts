import { type DocumentNode, Kind, type SelectionNode, type SelectionSetNode } from 'graphql';

/**
 * Returns how deeply the fields of a valid document are nested, in its most deeply nested operation. Selections with `@skip` or
 * `@include` do not count, because an execution may leave them out.
 */
export function measureDepth({ definitions }: DocumentNode): number {
  const fragments = definitions.filter((node) => node.kind === Kind.FRAGMENT_DEFINITION);
  const fragmentsByName = new Map(fragments.map((node) => [node.name.value, node.selectionSet]));
  const knownDepths = new Map<SelectionSetNode, number>();

  function depthOf(selectionSet: SelectionSetNode | undefined): number {
    if (!selectionSet) return 0;
    const depth = knownDepths.get(selectionSet) ?? Math.max(0, ...selectionSet.selections.map(depthOfNode));
    knownDepths.set(selectionSet, depth);
    return depth;
  }

  function depthOfNode(node: SelectionNode): number {
    if (node.directives?.some(({ name }) => name.value === 'skip' || name.value === 'include')) return 0;
    if (node.kind === Kind.FRAGMENT_SPREAD) return depthOf(fragmentsByName.get(node.name.value));
    return depthOf(node.selectionSet) + (node.kind === Kind.FIELD ? 1 : 0);
  }

  const operations = definitions.filter((node) => node.kind === Kind.OPERATION_DEFINITION);
  return Math.max(0, ...operations.map((node) => depthOf(node.selectionSet)));
}
