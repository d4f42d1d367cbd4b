// Variables whose default is a list, as in `$status: [WorkStatusFilter!] = [open]`.
import type { Variables } from '../contract.ts';
import type { VariableBinding } from './variable-bindings.ts';

/**
 * Creates a function for variables that have a default list. It omits those whose value is null or an empty list, so that the
 * default applies: an empty parameter (`?status=`) is the same as none.
 */
export function omitEmptyLists(bindings: readonly VariableBinding[]): (variables: Variables) => Variables {
  const names = bindings
    .filter(({ hasDefaultList }) => hasDefaultList)
    .map(({ parameter }) => parameter.name);
  if (names.length === 0) return (variables) => variables;
  const isOmitted = ([name, value]: [string, unknown]) => names.includes(name) && isEmpty(value);
  return (variables) => {
    const entries = Object.entries(variables);
    return entries.some(isOmitted)
      ? Object.fromEntries(entries.filter((entry) => !isOmitted(entry)))
      : variables;
  };
}

const isEmpty = (value: unknown): boolean => value === null || (Array.isArray(value) && value.length === 0);
