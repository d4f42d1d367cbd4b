// The validation rules of GraphQL.js, with errors that name the fields, arguments or values that the schema allows.
import {
  type ASTNode,
  type ASTVisitFn,
  type ASTVisitor,
  FieldsOnCorrectTypeRule,
  getNamedType,
  GraphQLError,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  Kind,
  KnownArgumentNamesRule,
  type OperationDefinitionNode,
  SingleFieldSubscriptionsRule,
  type ValidationContext,
  type ValidationRule,
  ValuesOfCorrectTypeRule,
} from 'graphql';
import { toArgumentPath } from '../../schema/contract.ts';
import { suggestName } from '../http/binding/parameters/unknown-names.ts';
import { createInputError } from './errors.ts';
import { type Fault, joinNames, toTypeFault, toUnknownFieldFault } from './expected-input.ts';

type Nodes = readonly (ASTNode | readonly ASTNode[])[];

/** Returns the error to report in place of the error of a rule. `nodes` are the faulty node and, before it, its ancestors. */
type Explain = (error: GraphQLError, context: ValidationContext, nodes: Nodes) => GraphQLError;

/**
 * Returns the rules with errors that name what the schema allows at the place of the fault. Faults of values in arguments are
 * located like faults of variables.
 */
export const explainRules = (rules: readonly ValidationRule[]): ValidationRule[] =>
  rules.map((rule) => {
    if (rule === SingleFieldSubscriptionsRule) return refuseVariableConditions;
    const explain = EXPLANATIONS.get(rule);
    return explain ? (context) => visitWithNodes(rule, context, explain) : rule;
  });

/**
 * Runs `SingleFieldSubscriptionsRule`, which evaluates `@skip` and `@include` without the values of variables. For a variable, it
 * throws an error which says that the client has not sent the variable. Reports `VARIABLE_CONDITION` instead.
 */
const refuseVariableConditions: ValidationRule = (context) => {
  const visitor = SingleFieldSubscriptionsRule(context) as Readonly<Record<string, ASTVisitFn<ASTNode>>>;
  const enter: ASTVisitFn<OperationDefinitionNode> = (...visit) => {
    try {
      visitor['OperationDefinition']?.(...visit);
    } catch (error) {
      const [node] = (error instanceof GraphQLError && error.nodes) || [];
      if (node?.kind !== Kind.VARIABLE) throw error;
      context.reportError(new GraphQLError(VARIABLE_CONDITION, { nodes: node }));
    }
  };
  return { OperationDefinition: enter };
};

const VARIABLE_CONDITION =
  'The root field of a subscription must not have "@skip" or "@include" with a variable. Send a document without the directive.';

/** Adds a sentence to an error without a suggestion. */
const withHint = (error: GraphQLError, hint: string): GraphQLError =>
  error.message.endsWith('?') || hint === ''
    ? error
    : new GraphQLError(`${error.message} ${hint}`, { nodes: error.nodes ?? null });

const explainField: Explain = (error, context) => {
  const type = context.getParentType();
  const hasFields = isObjectType(type) || isInterfaceType(type);
  return withHint(error, hasFields ? `It has ${joinNames(Object.keys(type.getFields()))}.` : '');
};

const explainArgument: Explain = (error, context) => {
  const names = (context.getDirective() ?? context.getFieldDef())?.args.map(({ name }) => name) ?? [];
  const [node] = error.nodes ?? [];
  const suggestion = node?.kind === Kind.ARGUMENT ? suggestName(node.name.value, names) : undefined;
  if (suggestion !== undefined) return withHint(error, `Did you mean "${suggestion}"?`);
  return withHint(error, names.length === 0 ? 'It has no arguments.' : `It has ${joinNames(names)}.`);
};

const explainValue: Explain = (error, context, nodes) =>
  createInputError([{ path: toArgumentPath(nodes), ...toValueFault(error, context) }], {
    nodes: error.nodes,
  });

function toValueFault({ nodes, message, originalError }: GraphQLError, context: ValidationContext): Fault {
  const [node] = nodes ?? [];
  const parent = getNamedType(context.getParentInputType());
  if (node?.kind === Kind.OBJECT_FIELD && isInputObjectType(parent))
    return toUnknownFieldFault(parent, node.name.value);
  const expected = context.getInputType();
  const type = expected && getNamedType(expected);
  // For a missing member, only the message contains the name.
  if (!type || (node?.kind === Kind.OBJECT && isInputObjectType(type)))
    return { msg: message, type: 'value_error' };
  return toTypeFault(type, originalError);
}

const EXPLANATIONS = new Map<ValidationRule, Explain>([
  [FieldsOnCorrectTypeRule, explainField],
  [KnownArgumentNamesRule, explainArgument],
  [ValuesOfCorrectTypeRule, explainValue],
]);

/** Runs a rule and explains the errors that it reports. The visitors of these rules have only functions by node kind. */
function visitWithNodes(rule: ValidationRule, context: ValidationContext, explain: Explain): ASTVisitor {
  let nodes: Nodes = [];
  const reportError = (error: GraphQLError) => context.reportError(explain(error, context, nodes));
  const reporter = Object.create(context, {
    reportError: { value: reportError },
    // Explanations of values replace the message: its suggestions would only take time.
    hideSuggestions: { value: rule === ValuesOfCorrectTypeRule },
  }) as ValidationContext;
  const visitor = rule(reporter) as Readonly<Record<string, ASTVisitFn<ASTNode>>>;
  return Object.fromEntries(
    Object.entries(visitor).map(([kind, enter]): [string, ASTVisitFn<ASTNode>] => [
      kind,
      (...visit) => {
        const [node, , parent, , ancestors] = visit;
        nodes = [...ancestors, parent ?? [], node];
        return enter(...visit) as unknown;
      },
    ]),
  );
}
