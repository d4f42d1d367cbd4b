import type { AccessPolicy } from '../access-policy.ts';
import type { RuleDescription } from './description.ts';
import { fieldsOf, type InputRule } from '../writes/input-rules.ts';
import type { VariableBinding } from './variable-bindings.ts';
import type { Field } from './selection-schema.ts';

type AnyRule = InputRule<Readonly<Record<string, unknown>>>;

/** The extensions that `createWrite` stores with its root field. A query has none. */
const extensionsOf = ({ extensions }: Field) =>
  extensions as { readonly policy?: AccessPolicy; readonly rules?: readonly AnyRule[] };

/** The rules of a write's input; none for a query. */
export const rulesOf = (field: Field): readonly AnyRule[] => extensionsOf(field).rules ?? [];

/** The access policy of a write; null for a query or a subscription. */
export const policyOf = (field: Field): AccessPolicy | null => extensionsOf(field).policy ?? null;

/** Describes the rules of a write in wire names. Leaves out rules that read a field without a parameter. */
export function describeRules(
  rules: readonly AnyRule[],
  bindings: readonly VariableBinding[],
): RuleDescription[] {
  const wireNames = new Map(
    bindings
      .filter(({ argumentPath }) => argumentPath.length === 2)
      .map(({ argumentPath, parameter }) => [argumentPath[1] ?? '', parameter.wireName]),
  );
  const wireNameOf = (field: string): string => wireNames.get(field) ?? '';
  return rules
    .map((rule) => ({ rule, fields: fieldsOf(rule) }))
    .filter(({ fields }) => fields.every((field) => wireNames.has(field)))
    .map(({ rule, fields }) => ({
      parameters: fields.map(wireNameOf),
      message: rule.msg,
      schema: rule.schema?.(wireNameOf) ?? null,
    }));
}
