// Rules of an input that involve several fields, or a field and the time.
import { BoardError, type ErrorCode, errorCodes, type Issue, type JsonSchema } from '../contract.ts';

/** A rule of an input. It is checked only if all fields that it reads are valid, so that no fault is reported twice. */
export interface InputRule<Input> {
  /** The field at which the issue is reported. Without one, the issue is about the input as a whole. */
  readonly field?: keyof Input & string;
  /** The other fields that the rule reads. */
  readonly alsoReads: readonly (keyof Input & string)[];
  /** The error code, if the rule has one. It is also the type of the issue. */
  readonly code?: ErrorCode;
  /** Type of the issue of a rule without a code; default `value_error`. */
  readonly type?: string;
  readonly msg: string;
  readonly isBroken: (input: Input, now: Date) => boolean;
  /**
   * The same rule as JSON Schema of the whole input, if JSON Schema can express it. `wire` returns the wire name of a
   * field. A test checks with generated inputs that the schema agrees with `isBroken`.
   */
  readonly schema?: (wire: (field: keyof Input & string) => string) => JsonSchema;
}

/** The parameter of `requireWhen` and `forbidWhen`. */
interface ConditionalRule<Input> {
  readonly field: keyof Input & string;
  readonly code?: ErrorCode;
  readonly msg: string;
  /** The condition: this field, or a member of it, has one of these values. */
  readonly when: {
    readonly field: keyof Input & string;
    readonly member?: string;
    readonly isOneOf: readonly string[];
  };
}

/**
 * Creates a rule that requires text other than white space in one field if another field has one of the given values.
 */
export const requireWhen = <Input>({ field, when, ...rest }: ConditionalRule<Input>): InputRule<Input> => ({
  ...rest,
  field,
  alsoReads: [when.field],
  type: 'missing',
  isBroken: (input) =>
    when.isOneOf.includes(memberOf(input[when.field], when.member) as string) &&
    !isNonBlankText(input[field]),
  schema: (wire) => ({
    if: withMember(wire(when.field), conditionOf(when)),
    then: withMember(wire(field), { type: 'string', pattern: '\\S' }),
  }),
});

/** Creates a rule that forbids a field if another field has one of the given values. */
export const forbidWhen = <Input>({ field, when, ...rest }: ConditionalRule<Input>): InputRule<Input> => ({
  ...rest,
  field,
  alsoReads: [when.field],
  isBroken: (input) =>
    when.isOneOf.includes(memberOf(input[when.field], when.member) as string) &&
    (input[field] ?? null) !== null,
  schema: (wire) => ({
    not: {
      allOf: [
        withMember(wire(when.field), conditionOf(when)),
        withMember(wire(field), { not: { type: 'null' } }),
      ],
    },
  }),
});

const isNonBlankText = (value: unknown): boolean => typeof value === 'string' && value.trim() !== '';

const memberOf = (value: unknown, member: string | undefined): unknown =>
  member === undefined ? value : (value as Readonly<Record<string, unknown>> | null)?.[member];

/** JSON Schema of an object with this member. */
const withMember = (name: string, schema: JsonSchema): JsonSchema => ({
  type: 'object',
  properties: { [name]: schema },
  required: [name],
});

function conditionOf({
  member,
  isOneOf,
}: Pick<ConditionalRule<unknown>['when'], 'member' | 'isOneOf'>): JsonSchema {
  const condition = { enum: isOneOf };
  return member === undefined ? condition : withMember(member, condition);
}

/** Creates a rule that requires at least one of these fields. */
export const requireAnyOf = <Input>(fields: readonly (keyof Input & string)[]): InputRule<Input> => ({
  alsoReads: fields,
  msg: `Change at least one of ${fields.join(', ')}`,
  isBroken: (input) => fields.every((field) => (input[field] ?? null) === null),
  schema: (wire) => ({ anyOf: fields.map((field) => withMember(wire(field), { not: { type: 'null' } })) }),
});

/** The fields that a rule reads. */
export const fieldsOf = <Input>({ field, alsoReads }: InputRule<Input>): readonly (keyof Input & string)[] =>
  field === undefined ? alsoReads : [field, ...alsoReads];

/**
 * Returns an issue at `['input', field]`, or at `['input']`, for each rule that the input breaks. Skips rules that read
 * one of `invalidFields`.
 */
export const findBrokenRules = <Input>(
  rules: readonly InputRule<Input>[],
  {
    input,
    now,
    invalidFields,
  }: { readonly input: Input; readonly now: Date; readonly invalidFields: ReadonlySet<unknown> },
): readonly Issue[] =>
  rules
    .filter((rule) => !fieldsOf(rule).some((name) => invalidFields.has(name)))
    .filter(({ isBroken }) => isBroken(input, now))
    .map(({ field, code, type, msg }) => ({
      path: field === undefined ? ['input'] : ['input', field],
      msg,
      type: code ?? type ?? 'value_error',
    }));

/**
 * Creates the error for invalid input. If there is only one issue and its type is an error code, the error has this code;
 * otherwise `validation_failed`.
 */
export function toInputError(issues: readonly Issue[]): BoardError {
  const [first, second] = issues;
  if (first && !second && first.type in errorCodes)
    return new BoardError(first.type as ErrorCode, first.msg, { issues });
  return new BoardError('validation_failed', 'The request fails validation', { issues });
}
