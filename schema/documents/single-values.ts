// Lists of one variable in fixed documents: interfaces other than GraphQL take one value where the schema takes a list.
import {
  type DocumentNode,
  getNullableType,
  isListType,
  Kind,
  type ListValueNode,
  type NamedTypeNode,
  type TypeNode,
  type VariableNode,
  visit,
} from 'graphql';
import type { z } from 'zod';
import { type InputDefinition, toValidator } from './input-validators.ts';

/**
 * Finds the lists of one variable, as in `tags: [$tag]`, and returns the names of these variables. In `document`, each list of an
 * optional variable is replaced with the variable, whose type becomes a list: GraphQL coerces a single value to a list of one, and
 * leaves out an optional variable that is not given. In `unwrapped`, lists of required variables are replaced too.
 */
export function unwrapSingleValues(source: DocumentNode): {
  readonly document: DocumentNode;
  readonly unwrapped: DocumentNode;
  readonly names: ReadonlySet<string>;
} {
  const names = new Set<string>();
  const required = new Set<string>();
  visit(source, {
    VariableDefinition: ({ type, variable }) => {
      if (type.kind === Kind.NON_NULL_TYPE) required.add(variable.name.value);
    },
    ListValue: (node) => {
      const variable = variableOf(node);
      if (variable) names.add(variable.name.value);
    },
  });
  const optional = visit(source, {
    ListValue: (node) => {
      const variable = variableOf(node);
      return variable && !required.has(variable.name.value) ? variable : undefined;
    },
    VariableDefinition: (node) => {
      const { value } = node.variable.name;
      return names.has(value) && !required.has(value) ? { ...node, type: toListType(node.type) } : undefined;
    },
  });
  return { document: optional, unwrapped: visit(optional, { ListValue: variableOf }), names };
}

const variableOf = ({ values: [value, second] }: ListValueNode): VariableNode | undefined =>
  value?.kind === Kind.VARIABLE && !second ? value : undefined;

const toListType = (type: TypeNode): TypeNode => ({
  kind: Kind.LIST_TYPE,
  type: { kind: Kind.NON_NULL_TYPE, type: type as NamedTypeNode },
});

/**
 * Returns the definition of one item of a list, or the definition unchanged if it is not a list. The validator of the list must
 * be a `ZodArray`. The extension `singleDescription` describes one item.
 */
export function itemOf(definition: InputDefinition): InputDefinition {
  const type = getNullableType(definition.type);
  if (!isListType(type)) return definition;
  const { singleDescription } = definition.extensions as { readonly singleDescription?: string };
  const validate = (toValidator(definition) as z.ZodArray).element;
  return {
    ...definition,
    type: getNullableType(type.ofType),
    description: singleDescription ?? definition.description,
    extensions: { validate },
  };
}
