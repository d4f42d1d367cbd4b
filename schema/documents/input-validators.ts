import {
  getNullableType,
  type GraphQLArgument,
  type GraphQLInputField,
  type GraphQLInputType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
} from 'graphql';
import { z } from 'zod';
import type { Issue, Parameter, Variables } from '../contract.ts';
import { describeIssue } from '../values/describe-issue.ts';
import { INSTANT_FAULT, INSTANT_PATTERN, NOW, readInstant } from '../values/validators.ts';

/** An argument or an input field of the schema. */
export type InputDefinition = GraphQLArgument | GraphQLInputField;

const SCALAR_VALIDATORS: Readonly<Record<string, () => z.ZodType>> = {
  ID: z.string,
  String: z.string,
  Int: z.int32,
  Float: z.number,
  Boolean: z.boolean,
  JSON: z.unknown,
  DateTime: () =>
    z
      .custom<string | Date>(
        // `NOW`, from the text `now`, is accepted only by arguments with the validator `instantOrNow`.
        (value) =>
          (value instanceof Date && value !== NOW) || (typeof value === 'string' && readInstant(value)),
        {
          error: INSTANT_FAULT,
        },
      )
      .meta({ type: 'string', format: 'date-time', pattern: INSTANT_PATTERN }),
};

/** The validator of an argument or input field: its `validate` option, or one derived from its type. */
export function toValidator(definition: Pick<InputDefinition, 'type' | 'extensions'>): z.ZodType {
  const { validate } = definition.extensions as { validate?: z.ZodType };
  return validate ?? typeValidator(getNullableType(definition.type));
}

function typeValidator(type: GraphQLInputType): z.ZodType {
  if (isListType(type)) return listValidator(getNullableType(type.ofType));
  if (isEnumType(type)) return z.enum(type.getValues().map(({ name }) => name));
  if (isInputObjectType(type)) return z.object(memberValidators(Object.values(type.getFields())));
  const scalar = SCALAR_VALIDATORS[type.toString()];
  if (!scalar) throw new Error(`the scalar ${type.toString()} has no validator`);
  return scalar();
}

/** Limits a list to as many items as its enum has values: a longer list repeats some. */
function listValidator(item: GraphQLInputType): z.ZodType {
  if (!isEnumType(item)) throw new Error(`a list of ${item.toString()} has no maximum: give it \`validate\``);
  const max = item.getValues().length;
  return z.array(typeValidator(item)).max(max, `Must have at most ${max} items`);
}

const memberValidators = (fields: readonly InputDefinition[]) =>
  Object.fromEntries(fields.map((field) => [field.name, memberValidator(field, isNonNullType(field.type))]));

const memberValidator = (definition: InputDefinition, isRequired: boolean) =>
  isRequired ? toValidator(definition) : toValidator(definition).nullish();

/** Creates the validator of the variables of an operation. It replaces null with the variable's default, if there is one. */
export const createVariablesValidator = (variables: readonly Variable[]): z.ZodType<Variables> =>
  z.object(
    Object.fromEntries(variables.map((variable) => [variable.parameter.name, variableValidator(variable)])),
  );

interface Variable {
  readonly parameter: Parameter;
  readonly definition: InputDefinition;
}

function variableValidator({ parameter, definition }: Variable): z.ZodType {
  const validator = memberValidator(definition, parameter.required);
  const { default: fallback } = parameter.schema;
  if (fallback === undefined) return validator;
  const input = validator.parse(fallback);
  return validator.transform((value) => (value === null ? input : value));
}

/** Creates the validator of a field's arguments. GraphQL has coerced their types; the validator checks their bounds. */
export const createArgumentsValidator = (args: readonly InputDefinition[]): z.ZodType<Variables> =>
  z.object(memberValidators(args));

/** Returns the value normalized, or unchanged with all issues. */
export function validate<Value>(
  validator: z.ZodType<Value>,
  value: Value,
): { readonly value: Value; readonly issues: readonly Issue[] } {
  const result = validator.safeParse(value, { error: describeIssue, reportInput: true });
  return result.success ? { value: result.data, issues: [] } : { value, issues: toIssues(result.error) };
}

/** Converts zod issues to issues of the contract. */
const toIssues = ({ issues }: z.core.$ZodError): readonly Issue[] =>
  issues.flatMap(explainUnion).map(toIssue);

/**
 * Replaces the issue of a union with the issues of the only option that accepts the type of the value: they say what is
 * wrong and where. Keeps the issue if no option, or more than one, accepts that type.
 */
function explainUnion(issue: z.core.$ZodIssue): z.core.$ZodIssue[] {
  if (issue.code !== 'invalid_union') return [issue];
  const [option, second] = issue.errors.filter((issues) => !issues.some(isWrongType));
  if (!option || second) return [issue];
  return option.flatMap((inner) => explainUnion({ ...inner, path: [...issue.path, ...inner.path] }));
}

const isWrongType = ({ code, path }: z.core.$ZodIssue): boolean =>
  code === 'invalid_type' && path.length === 0;

const toIssue = ({ path, message, code, input }: z.core.$ZodIssue): Issue => ({
  path: path.map((step) => (typeof step === 'number' ? step : String(step))),
  msg: message,
  type: code === 'invalid_type' && input === undefined ? 'missing' : code,
});
