// MCP tools and URL-only actions can run one of several operations. The arguments select the variant.
import type { BoardError, Issue, Operation, Parameter } from '../../../schema/contract.ts';
import { briefByDefault, VIEW_VARIABLE } from '../../documents/operation.ts';
import type { UnknownName } from './parameters/unknown-names.ts';

/** One operation of a tool or an action. */
export interface Variant {
  readonly operation: Operation;
  /** The variant is selected if one of these arguments is given. Undefined for the last variant. */
  readonly when?: readonly string[];
  /** Value of the argument `action` that selects this variant. The argument is not passed to the operation. */
  readonly action?: string;
  /** The REST operation that does the same: where an error suggests it, `next` has a call of this variant. */
  readonly equivalentOperation?: Operation;
}

/** A variant with the parameters of its operation. */
export interface ParameterizedVariant extends Variant {
  readonly parameters: readonly Parameter[];
}

/**
 * Returns the variant that the argument `action` names. Without `action`, returns the first variant with a `when` argument that is
 * given, or else the last variant, which has no `when`. An unknown action also selects the last variant, which has no parameter
 * `action` and therefore refuses the argument.
 */
export function selectVariant<Selected extends Variant>(
  variants: readonly Selected[],
  { action, isGiven }: { readonly action?: unknown; readonly isGiven: (name: string) => boolean },
): Selected {
  const variant = variants.find((each, i) => {
    if (action !== undefined) return each.action === action || i === variants.length - 1;
    return each.when === undefined || each.when.some(isGiven);
  });
  if (variant) return variant;
  throw new Error('The last variant must not have a `when` argument');
}

/** The parameters of all variants, each name once. A parameter is required if every variant requires it. */
export function mergeParameters(variants: readonly ParameterizedVariant[]): readonly Parameter[] {
  const merged = new Map(
    variants.flatMap(({ parameters }) => parameters.map((each) => [each.wireName, each])),
  );
  const isRequired = (name: string) =>
    variants.every(({ parameters }) =>
      parameters.some(({ wireName, required }) => required && wireName === name),
    );
  return [...merged.values()].map((each) => ({ ...each, required: isRequired(each.wireName) }));
}

/** Values of the argument `action`. Empty if no variant has one. */
export const actionsOf = (variants: readonly Variant[]): readonly string[] =>
  variants.flatMap(({ action }) => action ?? []);

/**
 * Explains an unknown argument that another variant takes: the argument that selects that variant is missing, or the given
 * arguments exclude each other. Also explains an unknown value of `action`.
 */
export function explainVariant(
  unknown: UnknownName,
  variants: readonly ParameterizedVariant[],
  { when }: Variant,
): UnknownName {
  const [, name, ...below] = unknown.loc;
  const actions = actionsOf(variants);
  if (name === 'action' && actions.length > 0) {
    const required = variants.at(-1)?.parameters.filter((each) => each.required) ?? [];
    const others = required.map(({ wireName }) => wireName).join(', ');
    return { loc: unknown.loc, msg: `Must be one of ${actions.join(', ')}, or absent with ${others}` };
  }
  const owner = variants.find(({ parameters }) => parameters.some(({ wireName }) => wireName === name));
  if (!owner || below.length > 0) return unknown;
  const [selecting = ''] = owner.when ?? [];
  return when === undefined
    ? {
        loc: [...unknown.loc.slice(0, 1), selecting],
        msg: `Is required with ${name}`,
        type: 'missing',
      }
    : { loc: unknown.loc, msg: `Must not be given with ${toChoice(when)}`, type: 'conflict' };
}

const toChoice = (names: readonly string[]): string => names.join(' or ');

/**
 * If the selected variant has no `when`, and another variant does not take a missing argument, adds the arguments that select the
 * other variant to the fault: 'Is required unless thread_id is given'. If the caller gave an argument of another variant
 * (`explainVariant`), removes the faults of missing arguments of the selected variant: only the argument that selects the other
 * variant is reported as missing. If the action is unknown, removes all other faults.
 */
export function nameAlternatives(
  error: BoardError,
  variants: readonly ParameterizedVariant[],
  selected: ParameterizedVariant,
): BoardError {
  const isOfAction = ({ loc }: Issue): boolean => loc?.at(-1) === 'action';
  // As long as the action is unknown, other faults may be wrong: they are about the last variant.
  if (actionsOf(variants).length > 0 && error.issues.some(isOfAction))
    return error.with({ issues: error.issues.filter(isOfAction) });
  const isOwn = ({ loc }: Issue): boolean =>
    selected.parameters.some(({ wireName }) => wireName === loc?.at(-1));
  const isForOther = (issue: Issue): boolean => issue.type === 'missing' && !isOwn(issue);
  const issues = error.issues.some(isForOther)
    ? error.issues.filter((issue) => issue.type !== 'missing' || isForOther(issue))
    : error.issues;
  const explain = (issue: Issue): Issue => {
    const name = issue.loc?.at(-1);
    const others = variants
      .filter(({ parameters }) => !parameters.some(({ wireName }) => wireName === name))
      .flatMap(({ when = [] }) => when);
    if (issue.type !== 'missing' || !isOwn(issue) || selected.when !== undefined || others.length === 0)
      return issue;
    return { ...issue, msg: `${issue.msg} unless ${toChoice(others)} is given` };
  };
  return issues.length === 0 ? error : error.with({ issues: issues.map(explain) });
}

/** Returns the variants with the brief view of lists as default, for language models, whose context is limited. */
export function toBriefVariants<Each extends Variant>([first, ...others]: readonly [
  Each,
  ...(readonly Each[]),
]) {
  const toBrief = (variant: Each): Each => ({ ...variant, operation: briefByDefault(variant.operation) });
  return [toBrief(first), ...others.map(toBrief)] as const;
}

/**
 * Adds the parameter `view` to all variants if one has it: a caller may send it with every call of the tool or action.
 */
export function shareView<Each extends ParameterizedVariant>(variants: readonly Each[]): readonly Each[] {
  const isView = ({ name }: Parameter): boolean => name === VIEW_VARIABLE;
  const view = variants.flatMap(({ parameters }) => parameters.filter(isView)).slice(0, 1);
  return variants.map((variant) => ({
    ...variant,
    parameters: [...variant.parameters.filter((parameter) => !isView(parameter)), ...view],
  }));
}
