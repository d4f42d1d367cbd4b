import { coerceInputValue } from 'graphql';
import type { Issue, Variables } from '../contract.ts';
import { findBrokenRules } from '../writes/input-rules.ts';
import type { VariableBinding } from './variable-bindings.ts';
import { rulesOf } from './describe-rules.ts';
import type { Field } from './selection-schema.ts';
import { createValidator } from './input-validators.ts';

/**
 * Creates a function that checks the bounds of each variable and the rules of the write's input. It returns all issues;
 * their paths start with the variable's name.
 */
export function createVariableCheck(
  bindings: readonly VariableBinding[],
  rootField: Field,
  toVariablePath: (argumentPath: Issue['path']) => Issue['path'],
): (variables: Variables, now: Date) => readonly Issue[] {
  const validate = createValidator(bindings);
  const rules = rulesOf(rootField);
  const fields = bindings.filter(({ argumentPath }) => argumentPath.length === 2);

  return (variables, now) => {
    const issues = validate(variables);
    const invalidVariables = new Set(issues.map(({ path }) => path[0]));
    const input: Record<string, unknown> = {};
    const invalidFields = new Set<unknown>();
    for (const { parameter, definition, argumentPath } of fields) {
      const field = argumentPath[1] ?? '';
      if (invalidVariables.has(parameter.name)) invalidFields.add(field);
      else input[field] = coerceInputValue(variables[parameter.name], definition.type, () => undefined);
    }
    const broken = findBrokenRules(rules, { input, now, invalidFields });
    return [...issues, ...broken.map((issue) => ({ ...issue, path: toVariablePath(issue.path) }))];
  };
}
