import {
  type ASTNode,
  type DocumentNode,
  type GraphQLInputType,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  getNamedType,
  Kind,
  type OperationDefinitionNode,
  TypeInfo,
  valueFromASTUntyped,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import type { Parameter, Variables } from '../contract.ts';
import { toArgumentPath } from './argument-path.ts';
import { toParameter } from './parameters.ts';
import { itemOf } from './single-values.ts';
import type { InputDefinition } from './input-validators.ts';
import { toWireDefinition } from './wire-form.ts';

/** A variable of an operation and the argument or input field that uses it. */
export interface VariableBinding {
  readonly parameter: Parameter;
  /** The argument or input field, in the form that interfaces other than GraphQL have. */
  readonly definition: InputDefinition;
  /** Type of the argument or input field in the GraphQL schema. */
  readonly type: GraphQLInputType;
  /** Path from the field's arguments: `['input', 'subject']`. */
  readonly argumentPath: readonly string[];
  /** Whether the argument is one of the root field, not of a field below it. */
  readonly isOfRootField: boolean;
  /** Whether the document has a default list for the variable. */
  readonly hasDefaultList?: boolean;
}

type VariableUse = Omit<VariableBinding, 'parameter' | 'hasDefaultList'>;

/** Binds each variable of an operation to its first use. Variables in `singleValues` take one item of a list. */
export function bindVariables(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  singleValues: ReadonlySet<string>,
): readonly VariableBinding[] {
  const uses = collectUses(schema, document);
  return (operation.variableDefinitions ?? []).map(({ variable, type, defaultValue }) => {
    const name = variable.name.value;
    const foundUse = uses.get(name);
    if (!foundUse) throw new Error(`variable $${name} is not used`);
    const use = singleValues.has(name) ? { ...foundUse, definition: itemOf(foundUse.definition) } : foundUse;
    const required = type.kind === Kind.NON_NULL_TYPE && defaultValue === undefined;
    const parameter = toParameter(name, use.definition, { required });
    if (!defaultValue) return { ...use, parameter };
    const value = toWireValue(use.type, valueFromASTUntyped(defaultValue));
    return { ...use, parameter: withDefault(parameter, value), hasDefaultList: Array.isArray(value) };
  });
}

/** Adds the default of a variable: a list to the description, a single value as `default`. */
function withDefault(parameter: Parameter, value: unknown): Parameter {
  const { schema } = parameter;
  if (!Array.isArray(value)) return { ...parameter, schema: { ...schema, default: value } };
  const description = `${String(schema['description'])} Default \`${value.join(',')}\`.`;
  return { ...parameter, schema: { ...schema, description } };
}

/** The values of an enum as interfaces other than GraphQL spell them; other values as they are. */
function toWireValue(type: GraphQLInputType, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => toWireValue(type, item));
  const named = getNamedType(type);
  return isEnumType(named) ? (named.getValue(String(value))?.value as unknown) : value;
}

function collectUses(schema: GraphQLSchema, document: DocumentNode): Map<string, VariableUse> {
  const uses = new Map<string, VariableUse>();
  const info = new TypeInfo(schema);
  // `visit` passes five arguments: the node, its key, its parent, its path and its ancestors.
  const Variable = (
    node: { name: { value: string } },
    _key: unknown,
    parent: unknown,
    ...[, ancestors]: [path: unknown, ancestors: readonly (ASTNode | readonly ASTNode[])[]]
  ) => {
    const definition = definitionOf(info, parent as ASTNode);
    if (!definition || uses.has(node.name.value)) return;
    const nodes = [...ancestors, parent as ASTNode];
    uses.set(node.name.value, {
      definition: toWireDefinition(schema, definition),
      type: definition.type,
      argumentPath: toArgumentPath(nodes),
      isOfRootField: nodes.filter((each) => 'kind' in each && each.kind === Kind.FIELD).length === 1,
    });
  };
  visit(document, visitWithTypeInfo(info, { Variable }));
  return uses;
}

/**
 * Arranges variables as the arguments of the root field: `{ supersedeId }` becomes `{ input: { supersedeId } }`. Leaves
 * out variables of other fields.
 */
export function toRootArguments(bindings: readonly VariableBinding[], variables: Variables): Variables {
  const root: Record<string, unknown> = {};
  for (const { parameter, argumentPath, isOfRootField } of bindings) {
    const value = variables[parameter.name];
    const lastStep = argumentPath.at(-1);
    if (value === undefined || lastStep === undefined || !isOfRootField) continue;
    let node = root;
    for (const step of argumentPath.slice(0, -1)) node = (node[step] ??= {}) as Record<string, unknown>;
    node[lastStep] = value;
  }
  return root;
}

function definitionOf(info: TypeInfo, parent: ASTNode): InputDefinition | null | undefined {
  if (parent.kind === Kind.ARGUMENT) return info.getArgument();
  if (parent.kind !== Kind.OBJECT_FIELD) return null;
  const type = getNamedType(info.getParentInputType());
  return isInputObjectType(type) ? type.getFields()[parent.name.value] : null;
}
