import { type ASTNode, Kind } from 'graphql';

/**
 * Returns the path from a field's arguments to a value in a document: `['input', 'subject']`. `nodes` are the nodes
 * around the value, from the outside in.
 */
export const toArgumentPath = (nodes: readonly (ASTNode | readonly ASTNode[])[]): string[] =>
  nodes.flatMap((node) =>
    'kind' in node && (node.kind === Kind.ARGUMENT || node.kind === Kind.OBJECT_FIELD)
      ? [node.name.value]
      : [],
  );
