import {
  type DocumentNode,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  parse,
  validate,
} from 'graphql';
import type { OperationDescription, Issue, Operation, Variables } from '../contract.ts';
import { describeResult, findResult } from './result.ts';
import { type VariableBinding, bindVariables } from './variable-bindings.ts';
import { createVariableCheck } from './variable-check.ts';
import { describeRules, rulesOf } from './describe-rules.ts';

/** An operation made ready: parsed and checked once, so that running it is only running it. */
export interface CompiledOperation {
  readonly document: DocumentNode;
  readonly description: OperationDescription;
  /** The root field it calls. */
  readonly rootField: string;
  /** Response keys that lead to the value aliased `answer`. */
  readonly resultPath: readonly string[];
  /** All faults of the variables at once, by variable name. */
  readonly checkVariables: (variables: Variables, now: Date) => readonly Issue[];
  /** Finds the variable that feeds an argument, so that a rule's issue can be told by variable name. */
  readonly toVariablePath: (argumentPath: Issue['path']) => Issue['path'];
}

/** Compiles a fixed document against the schema. Throws, at start, when the two do not agree. */
export function compileOperation(schema: GraphQLSchema, operation: Operation): CompiledOperation {
  const document = parse(operation.source);
  const fault = validate(schema, document).find(({ message }) => !isAboutShapes(message));
  if (fault) throw new Error(`operation ${operation.name}: ${fault.message}`);
  const definition = onlyOperation(document);
  const bindings = bindVariables(schema, document, definition);
  const answer = findResult(schema, definition);
  const toVariablePath = createVariablePaths(bindings);
  return {
    document,
    rootField: answer.rootField.name,
    resultPath: answer.path,
    checkVariables: createVariableCheck(bindings, answer.rootField, toVariablePath),
    toVariablePath,
    description: {
      name: operation.name,
      kind: definition.operation === 'mutation' ? 'mutation' : 'query',
      summary: answer.rootField.description ?? '',
      parameters: bindings.map(({ parameter }) => parameter),
      rules: describeRules(rulesOf(answer.rootField), bindings),
      ...describeResult(schema, document, answer),
    },
  };
}

const createVariablePaths = (bindings: readonly VariableBinding[]) => (path: Issue['path']) => {
  const fed = bindings.find(({ argumentPath }) => argumentPath.every((step, i) => step === path[i]));
  return fed ? [fed.parameter.name, ...path.slice(fed.argumentPath.length)] : path;
};

/**
 * That records of two types answer differently under one name is nothing to a reader of JSON, who has their `type`; it
 * would only trouble clients that generate code, for whom GraphQL forbids it.
 */
const isAboutShapes = (message: string): boolean =>
  message.includes('they return conflicting types') && !/are different fields|differing/.test(message);

function onlyOperation(document: DocumentNode): OperationDefinitionNode {
  const [definition, second] = document.definitions.filter((node) => node.kind === Kind.OPERATION_DEFINITION);
  if (!definition || second) throw new Error('a document holds exactly one operation');
  return definition;
}
