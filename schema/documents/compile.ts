import {
  type DocumentNode,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  parse,
  validate,
} from 'graphql';
import type { OperationDescription, Issue, Operation } from '../contract.ts';
import { createResultReader } from './page-members.ts';
import { describeResult, findResult } from './result.ts';
import { type VariableBinding, bindVariables, toRootArguments } from './variable-bindings.ts';
import { toWireText } from './wire-text.ts';
import { describeOneOfObjects, joinOneOfObjects } from './one-of-objects.ts';
import { unwrapSingleValues } from './single-values.ts';
import { createVariableCheck } from './variable-check.ts';
import { bindView, createViews, selectView } from './views.ts';
import { omitEmptyLists } from './default-lists.ts';
import { describeRules, policyOf, rulesOf } from './describe-rules.ts';

/** A fixed operation, parsed and validated once. */
export interface CompiledOperation {
  readonly document: DocumentNode;
  readonly description: OperationDescription;
  /** Name of the root field. */
  readonly rootField: string;
  /** Finds the result in the data of a response. */
  readonly readResult: (data: unknown) => unknown;
  /** Checks and normalizes the variables, see `createVariableCheck`. */
  readonly checkVariables: ReturnType<typeof createVariableCheck>;
  /** Converts a path that starts with an argument to one that starts with the variable; empty for a whole input. */
  readonly toVariablePath: (argumentPath: Issue['path']) => Issue['path'];
  /** Converts the variables of a call to those of the document, and returns whether the call has the brief view. */
  readonly selectView: ReturnType<typeof selectView>;
}

const compiledOperations = new WeakMap<GraphQLSchema, WeakMap<Operation, CompiledOperation>>();

/**
 * Parses and validates a fixed document on its first use, for all boards of the process. Throws if it does not fit the
 * schema.
 */
export function compileOperation(schema: GraphQLSchema, operation: Operation): CompiledOperation {
  const ofSchema = compiledOperations.get(schema) ?? new WeakMap<Operation, CompiledOperation>();
  compiledOperations.set(schema, ofSchema);
  const compiledOperation = ofSchema.get(operation) ?? compile(schema, operation);
  ofSchema.set(operation, compiledOperation);
  return compiledOperation;
}

function compile(schema: GraphQLSchema, operation: Operation): CompiledOperation {
  const parsed = parse(operation.source, { noLocation: true });
  const { document: withLists, unwrapped, names: singleValues } = unwrapSingleValues(parsed);
  const { document: source, objects } = joinOneOfObjects(schema, withLists);
  const error = validate(schema, source).find(({ message }) => !isTypeConflict(message));
  if (error) throw new Error(`operation ${operation.name}: ${error.message}`);
  const { type: resultType } = findResult(schema, findOperation(source));
  const views = createViews(schema, source, { operation, resultType });
  const document = views?.document ?? source;
  const variables = bindVariables(schema, unwrapped, findOperation(withLists), singleValues);
  const bindings = [...variables, ...(views?.bindings ?? [])];
  const result = findResult(schema, findOperation(document));
  const toVariablePath = createVariablePaths(bindings);
  const omitEmpty = omitEmptyLists(bindings);
  const select = selectView(views?.defaultView ?? null);
  return {
    document,
    rootField: result.rootField.name,
    readResult: createResultReader(result),
    checkVariables: createVariableCheck(
      operation.kind !== 'mutation' && !views ? [...bindings, bindView(operation)] : bindings,
      { rootField: result.rootField, objects, toVariablePath },
    ),
    toVariablePath,
    selectView: (given) => select(omitEmpty(given)),
    description: {
      name: operation.name,
      kind: operation.kind,
      rootField: result.rootField.name,
      policy: policyOf(result.rootField),
      summary: toWireText(result.rootField.description ?? ''),
      parameters: bindings.map(({ parameter }) => parameter),
      toRootArguments: (given) => toRootArguments(bindings, given),
      rules: [...describeRules(rulesOf(result.rootField), bindings), ...describeOneOfObjects(objects)],
      ...describeResult(schema, document, { ...result, hasViews: views !== null }),
    },
  };
}

const createVariablePaths = (bindings: readonly VariableBinding[]) => (path: Issue['path']) => {
  const binding = bindings.find(({ argumentPath }) => argumentPath.every((step, i) => step === path[i]));
  if (binding) return [binding.parameter.name, ...path.slice(binding.argumentPath.length)];
  // The members of this input object are variables: the issue is about all of them.
  const isOfAll = bindings.some(({ argumentPath }) => path.every((step, i) => step === argumentPath[i]));
  return isOfAll ? [] : path;
};

/**
 * Whether a validation error says that two record types have fields of different types under one alias. GraphQL forbids
 * such aliases, because generated code could not tell the types apart. Readers of JSON tell records apart by `type`, so fixed
 * documents may have them.
 */
const isTypeConflict = (message: string): boolean =>
  message.includes('they return conflicting types') && !/are different fields|differing/.test(message);

function findOperation(document: DocumentNode): OperationDefinitionNode {
  const [definition, second] = document.definitions.filter((node) => node.kind === Kind.OPERATION_DEFINITION);
  if (!definition || second) throw new Error('a fixed document must contain exactly one operation');
  return definition;
}
