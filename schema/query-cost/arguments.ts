import type { FieldNode, GraphQLField } from 'graphql';
import { getArgumentValues } from 'graphql/execution/values.js';

/** The arguments of a field by name. */
export type ArgumentValues = Readonly<Record<string, unknown>>;

type Field = GraphQLField<unknown, unknown>;

/**
 * Creates a function that returns the arguments of a selected field, or an empty object if they are invalid: the defaults count,
 * and the field will fail. It reads them once for each node: thousands of planned fields may share a node with a long list.
 */
export function createArgumentReader(
  variables: ArgumentValues,
): (field: Field, node: FieldNode) => ArgumentValues {
  const known = new Map<FieldNode, Map<Field, ArgumentValues>>();

  function read(field: Field, node: FieldNode): ArgumentValues {
    try {
      return getArgumentValues(field, node, variables);
    } catch {
      return {};
    }
  }

  return (field, node) => {
    const byField = known.get(node) ?? new Map<Field, ArgumentValues>();
    known.set(node, byField);
    const values = byField.get(field) ?? read(field, node);
    byField.set(field, values);
    return values;
  };
}
