// `@oneOf` objects in fixed documents: interfaces other than GraphQL take each member as a separate parameter.
import {
  type DocumentNode,
  getNamedType,
  type GraphQLSchema,
  isInputObjectType,
  Kind,
  type ObjectFieldNode,
  type ObjectValueNode,
  OperationTypeNode,
  TypeInfo,
  type VariableDefinitionNode,
  type VariableNode,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { toSnakeCase } from '../../prisma/client.ts';
import type { Issue, Variables } from '../contract.ts';
import type { RuleDescription } from './description.ts';

/** A `@oneOf` object that `joinOneOfObjects` has replaced with one variable. */
export interface OneOfObject {
  /** Name of that variable, and of the argument or input field. */
  readonly name: string;
  /** The members, each with the variable that has its value. */
  readonly members: readonly { readonly name: string; readonly variable: string }[];
}

/**
 * Replaces each `@oneOf` object of several variables, as in `topic: { thread: $thread, channel: $channel }`, with one required
 * variable: GraphQL accepts no optional variables in such an object. Throws if the operation is not a mutation, because
 * queries get the variables as they were sent.
 */
export function joinOneOfObjects(
  schema: GraphQLSchema,
  source: DocumentNode,
): { readonly document: DocumentNode; readonly objects: readonly OneOfObject[] } {
  const objects: OneOfObject[] = [];
  const definitions: VariableDefinitionNode[] = [];
  const info = new TypeInfo(schema);
  const ObjectValue = (node: ObjectValueNode, _key: unknown, parent: unknown) => {
    const type = getNamedType(info.getInputType());
    if (!isInputObjectType(type) || !type.isOneOf || node.fields.length < 2) return undefined;
    const { name } = parent as ObjectFieldNode;
    const variable: VariableNode = { kind: Kind.VARIABLE, name };
    objects.push({ name: name.value, members: node.fields.map(toMember) });
    definitions.push(defineVariable(variable, type.name));
    return variable;
  };
  const joined = visit(source, visitWithTypeInfo(info, { ObjectValue }));
  if (objects.length === 0) return { document: source, objects };
  const replaced = memberVariablesOf(objects);
  const document = visit(joined, {
    OperationDefinition: (node) => {
      if (node.operation !== OperationTypeNode.MUTATION)
        throw new Error('only mutations can have a `@oneOf` object of several variables');
      const otherDefinitions = node.variableDefinitions?.filter(
        ({ variable }) => !replaced.has(variable.name.value),
      );
      return { ...node, variableDefinitions: [...definitions, ...(otherDefinitions ?? [])] };
    },
  });
  return { document, objects };
}

const defineVariable = (variable: VariableNode, typeName: string): VariableDefinitionNode => ({
  kind: Kind.VARIABLE_DEFINITION,
  variable,
  type: {
    kind: Kind.NON_NULL_TYPE,
    type: { kind: Kind.NAMED_TYPE, name: { kind: Kind.NAME, value: typeName } },
  },
});

const memberVariablesOf = (objects: readonly OneOfObject[]): ReadonlySet<string> =>
  new Set(objects.flatMap(({ members }) => members.map(({ variable }) => variable)));

function toMember({ name, value }: ObjectFieldNode): OneOfObject['members'][number] {
  if (value.kind !== Kind.VARIABLE) throw new Error(`the member ${name.value} must be a variable`);
  return { name: name.value, variable: value.name.value };
}

const findGivenMembers = ({ members }: OneOfObject, variables: Variables) =>
  members.filter(({ variable }) => (variables[variable] ?? null) !== null);

/** Replaces the variables of members with those of the objects. */
export function toObjectVariables(objects: readonly OneOfObject[], variables: Variables): Variables {
  if (objects.length === 0) return variables;
  const replaced = memberVariablesOf(objects);
  const otherVariables = Object.entries(variables).filter(([name]) => !replaced.has(name));
  const joined = objects.map((object): [string, Variables] => [
    object.name,
    Object.fromEntries(
      findGivenMembers(object, variables).map(({ name, variable }) => [name, variables[variable]]),
    ),
  ]);
  return Object.fromEntries([...otherVariables, ...joined]);
}

const wireNamesOf = ({ members }: OneOfObject): readonly string[] =>
  members.map(({ variable }) => toSnakeCase(variable));

const messageOf = (object: OneOfObject): string => `Give exactly one of ${wireNamesOf(object).join(', ')}`;

/**
 * Returns an issue for each object unless exactly one of its members is given. Skips objects with a variable whose name is
 * in `invalid`.
 */
export const findOneOfIssues = (
  objects: readonly OneOfObject[],
  variables: Variables,
  invalid: ReadonlySet<unknown>,
): readonly Issue[] =>
  objects
    .filter(({ members }) => !members.some(({ variable }) => invalid.has(variable)))
    .filter((object) => findGivenMembers(object, variables).length !== 1)
    .map((object) => ({ path: [], msg: messageOf(object), type: 'value_error' }));

/** Describes the rule that exactly one member of each object is given. */
export const describeOneOfObjects = (objects: readonly OneOfObject[]): readonly RuleDescription[] =>
  objects.map((object) => ({
    parameters: wireNamesOf(object),
    message: messageOf(object),
    schema: {
      oneOf: wireNamesOf(object).map((name) => ({
        type: 'object',
        properties: { [name]: { not: { type: 'null' } } },
        required: [name],
      })),
    },
  }));
