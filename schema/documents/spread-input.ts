// A `@oneOf` object of GraphQL whose fields are parameters of their own in the other interfaces: of the topics of a watch, for
// example, a caller gives one.
import { getNullableType, isInputObjectType } from 'graphql';
import type { Issue, Variables } from '../contract.ts';
import type { RuleDescription } from './description.ts';
import type { InputDefinition } from './input-validators.ts';
import { toParameter } from './parameters.ts';
import type { VariableBinding } from './variable-bindings.ts';

/** Whether the fields of an input field are parameters of their own. */
const isSpread = ({ extensions }: InputDefinition): boolean => extensions['isSpread'] === true;

type Use = Omit<VariableBinding, 'parameter' | 'spread'>;

/** The bindings of the fields of a variable; undefined unless it is spread. */
export function bindFields(variable: string, use: Use): readonly VariableBinding[] | undefined {
  const type = getNullableType(use.definition.type);
  if (!isSpread(use.definition) || !isInputObjectType(type)) return undefined;
  return Object.values(type.getFields()).map((field) => ({
    ...use,
    parameter: toParameter(field.name, field, false),
    definition: field,
    type: field.type,
    argumentPath: [...use.argumentPath, field.name],
    spread: variable,
  }));
}

/** The parameters that belong to one variable of the document. */
interface Spread {
  readonly variable: string;
  readonly parameters: readonly VariableBinding['parameter'][];
}

const messageOf = ({ parameters }: Spread): string =>
  `Give exactly one of ${parameters.map(({ wireName }) => wireName).join(', ')}`;

export function findSpreads(bindings: readonly VariableBinding[]): readonly Spread[] {
  const spread = bindings.filter((binding) => binding.spread !== undefined);
  return [...Map.groupBy(spread, (binding) => binding.spread ?? '')].map(([variable, members]) => ({
    variable,
    parameters: members.map(({ parameter }) => parameter),
  }));
}

const given = ({ parameters }: Spread, value: Variables) =>
  parameters.filter(({ name }) => (value[name] ?? null) !== null).map(({ name }) => [name, value[name]]);

/** Returns the issue of a caller that does not give exactly one of the parameters. */
export const findSpreadIssues = (spreads: readonly Spread[], value: Variables): readonly Issue[] =>
  spreads
    .filter((spread) => given(spread, value).length !== 1)
    .map((spread) => ({ path: [], msg: messageOf(spread), type: 'value_error' }));

/** Replaces the parameters by the variables of the document. */
export const toDocumentVariables = (spreads: readonly Spread[], value: Variables): Variables =>
  spreads.reduce((variables, spread) => {
    const names = new Set(spread.parameters.map(({ name }) => name));
    const others = Object.entries(variables).filter(([name]) => !names.has(name));
    return {
      ...Object.fromEntries(others),
      [spread.variable]: Object.fromEntries(given(spread, variables)) as unknown,
    };
  }, value);

/** The rule that one of the parameters is given. */
export const describeSpreads = (spreads: readonly Spread[]): readonly RuleDescription[] =>
  spreads.map((spread) => ({
    parameters: spread.parameters.map(({ wireName }) => wireName),
    message: messageOf(spread),
    schema: {
      oneOf: spread.parameters.map(({ wireName }) => ({
        type: 'object',
        properties: { [wireName]: { not: { type: 'null' } } },
        required: [wireName],
      })),
    },
  }));
