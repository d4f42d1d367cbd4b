import { coerceInputValue } from 'graphql';
import type { Issue, Variables } from '../contract.ts';
import { findBrokenRules } from '../writes/input-rules.ts';
import type { VariableBinding } from './variable-bindings.ts';
import { rulesOf } from './describe-rules.ts';
import { findOneOfIssues, type OneOfObject, toObjectVariables } from './one-of-objects.ts';
import type { Field } from './selection-schema.ts';
import { createVariablesValidator, type InputDefinition, toValidator, validate } from './input-validators.ts';

interface CheckedOperation {
  readonly rootField: Field;
  readonly objects: readonly OneOfObject[];
  readonly toVariablePath: (argumentPath: Issue['path']) => Issue['path'];
}

/**
 * Creates a function that checks the bounds of each variable, the rules of the write's input, and its `@oneOf` objects. It
 * returns all issues; without issues, `value` has the normalized variables of the document. The path of an issue starts with a
 * variable's name; it is empty for an issue about the whole input.
 */
export function createVariableCheck(
  bindings: readonly VariableBinding[],
  { rootField, objects, toVariablePath }: CheckedOperation,
): (sent: Variables, now: Date) => { readonly value: Variables; readonly issues: readonly Issue[] } {
  const validator = createVariablesValidator(bindings);
  const rules = rulesOf(rootField);
  const fields = bindings.filter(({ argumentPath }) => argumentPath.length === 2);

  return (sent, now) => {
    const { value, issues } = validate(validator, sent);
    if (rules.length === 0 && objects.length === 0) return { value, issues };
    const invalidVariables = new Set(issues.map(({ path }) => path[0]));
    // If one value is invalid, the validator has converted no value.
    const toInput = (name: string, definition: InputDefinition): unknown =>
      issues.length > 0 && (value[name] ?? null) !== null
        ? toValidator(definition).parse(value[name])
        : value[name];
    const input: Record<string, unknown> = {};
    const invalidFields = new Set<unknown>();
    for (const { parameter, definition, type, argumentPath } of fields) {
      const field = argumentPath[1] ?? '';
      if (invalidVariables.has(parameter.name)) invalidFields.add(field);
      else input[field] = coerceInputValue(toInput(parameter.name, definition), type, () => undefined);
    }
    const broken = findBrokenRules(rules, { input, now, invalidFields });
    const allIssues = [
      ...issues,
      ...broken.map((issue) => ({ ...issue, path: toVariablePath(issue.path) })),
      ...findOneOfIssues(objects, value, invalidVariables),
    ];
    return { value: allIssues.length === 0 ? toObjectVariables(objects, value) : value, issues: allIssues };
  };
}
