// Rules between the fields of an input, which no field can keep alone.
import { BoardError, type ErrorCode, errorCodes, type Issue, type JsonSchema } from '../contract.ts';

/**
 * A rule of an input, told at one of its fields. It is held where the fields it reads are sound, so that all faults of
 * an input are told at once and none twice.
 */
export interface InputRule<Input> {
  readonly field: keyof Input & string;
  /** The other fields it reads. */
  readonly alsoReads: readonly (keyof Input & string)[];
  /** Its own code, where the board's vocabulary has one. */
  readonly code?: ErrorCode;
  /** Type of the issue, where the rule has no code; default `value_error`. */
  readonly type?: string;
  readonly msg: string;
  readonly isBroken: (input: Input, now: Date) => boolean;
  /**
   * The same rule as JSON Schema of the whole input, where JSON Schema can express it. `wire` gives the name that a
   * field has on the wire. A test generates inputs and checks that this and `isBroken` agree.
   */
  readonly schema?: (wire: (field: keyof Input & string) => string) => JsonSchema;
}

interface Requirement<Input> {
  readonly field: keyof Input & string;
  readonly code?: ErrorCode;
  readonly msg: string;
  /** The field is required when `field`, or its member, has one of these values. */
  readonly when: {
    readonly field: keyof Input & string;
    readonly member?: string;
    readonly isOneOf: readonly string[];
  };
}

/** A rule that requires text, other than white space, in one field when another field has one of a few values. */
export const requireWhen = <Input>({ field, when, ...told }: Requirement<Input>): InputRule<Input> => ({
  ...told,
  field,
  alsoReads: [when.field],
  type: 'missing',
  isBroken: (input) =>
    when.isOneOf.includes(memberOf(input[when.field], when.member) as string) && !isGiven(input[field]),
  schema: (wire) => ({
    if: withMember(wire(when.field), conditionOf(when)),
    then: withMember(wire(field), { type: 'string', pattern: '\\S' }),
  }),
});

const isGiven = (value: unknown): boolean => typeof value === 'string' && value.trim() !== '';

const memberOf = (value: unknown, member: string | undefined): unknown =>
  member === undefined ? value : (value as Readonly<Record<string, unknown>> | null)?.[member];

/** The JSON Schema of an object that has this member. */
const withMember = (name: string, schema: JsonSchema): JsonSchema => ({
  type: 'object',
  properties: { [name]: schema },
  required: [name],
});

type Condition = Pick<Requirement<unknown>['when'], 'member' | 'isOneOf'>;

function conditionOf({ member, isOneOf }: Condition): JsonSchema {
  const condition = { enum: isOneOf };
  return member === undefined ? condition : withMember(member, condition);
}

/** A rule that requires at least one of these fields. */
export const requireAnyOf = <Input>(
  fields: readonly [keyof Input & string, ...(keyof Input & string)[]],
): InputRule<Input> => ({
  field: fields[0],
  alsoReads: fields.slice(1),
  msg: `Change at least one of ${fields.join(', ')}`,
  isBroken: (input) => fields.every((field) => (input[field] ?? null) === null),
  schema: (wire) => ({ anyOf: fields.map((field) => withMember(wire(field), { not: { type: 'null' } })) }),
});

interface Reading<Input> {
  readonly input: Input;
  readonly now: Date;
  /** Fields that are at fault themselves. */
  readonly invalidFields: ReadonlySet<unknown>;
}

/** The rules that the input breaks, as issues at `['input', field]`; the type of an issue is the rule's own code. */
export const findBrokenRules = <Input>(
  rules: readonly InputRule<Input>[],
  { input, now, invalidFields }: Reading<Input>,
): readonly Issue[] =>
  rules
    .filter(({ field, alsoReads: against }) => ![field, ...against].some((name) => invalidFields.has(name)))
    .filter(({ isBroken }) => isBroken(input, now))
    .map(({ field, code, type, msg }) => ({
      path: ['input', field],
      msg,
      type: code ?? type ?? 'value_error',
    }));

/** The refusal of invalidFields input: by the code of the rule it breaks, where that is all that is wrong with it. */
export function toInputError(issues: readonly Issue[]): BoardError {
  const [first, second] = issues;
  if (first && !second && first.type in errorCodes)
    return new BoardError(first.type as ErrorCode, first.msg, { issues });
  return new BoardError('validation_failed', 'The request fails validation', { issues });
}
