// Rules between the fields of an input, which no field can keep alone.
import { BoardError, type Code, codes, type Issue } from './contract.ts';

/**
 * A rule of an input, told at one of its fields. It is held where the fields it reads are sound, so that all faults of
 * an input are told at once and none twice.
 */
export interface InputRule<Input> {
  readonly field: keyof Input & string;
  /** The other fields it reads. */
  readonly against: readonly (keyof Input & string)[];
  /** Its own code, where the board's vocabulary has one. */
  readonly code?: Code;
  readonly msg: string;
  readonly isBroken: (input: Input, now: Date) => boolean;
}

interface Reading<Input> {
  readonly input: Input;
  readonly now: Date;
  /** Fields that are at fault themselves. */
  readonly faulty: ReadonlySet<unknown>;
}

/** The rules that the input breaks, as issues at `['input', field]`; the type of an issue is the rule's own code. */
export const brokenRules = <Input>(
  rules: readonly InputRule<Input>[],
  { input, now, faulty }: Reading<Input>,
): readonly Issue[] =>
  rules
    .filter(({ field, against }) => ![field, ...against].some((name) => faulty.has(name)))
    .filter(({ isBroken }) => isBroken(input, now))
    .map(({ field, code, msg }) => ({ path: ['input', field], msg, type: code ?? 'value_error' }));

/** The refusal of faulty input: by the code of the rule it breaks, where that is all that is wrong with it. */
export function refusalOf(issues: readonly Issue[]): BoardError {
  const [first, second] = issues;
  if (first && !second && first.type in codes)
    return new BoardError(first.type as Code, first.msg, { issues });
  return new BoardError('validation_failed', 'The request fails validation', { issues });
}
