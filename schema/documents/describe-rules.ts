import type { RuleDescription } from './description.ts';
import type { InputRule } from '../writes/input-rules.ts';
import type { VariableBinding } from './variable-bindings.ts';
import type { Field } from './selection-schema.ts';

type AnyRule = InputRule<Readonly<Record<string, unknown>>>;

/** The rules of the write that a root field makes; none for a query. */
export const rulesOf = ({ extensions }: Field): readonly AnyRule[] =>
  (extensions as { readonly rules?: readonly AnyRule[] }).rules ?? [];

/** Describes the rules of a write in wire names. A rule that reads a field without a parameter is left out. */
export function describeRules(
  rules: readonly AnyRule[],
  bindings: readonly VariableBinding[],
): RuleDescription[] {
  const wires = new Map(
    bindings
      .filter(({ argumentPath }) => argumentPath.length === 2)
      .map(({ argumentPath, parameter }) => [argumentPath[1] ?? '', parameter.wireName]),
  );
  const wireOf = (field: string): string => wires.get(field) ?? '';
  return rules
    .map((rule) => ({ rule, fields: [rule.field, ...rule.alsoReads] }))
    .filter(({ fields }) => fields.every((field) => wires.has(field)))
    .map(({ rule, fields }) => ({
      parameters: fields.map(wireOf),
      message: rule.msg,
      schema: rule.schema?.(wireOf) ?? null,
    }));
}
