// Texts that describe the input that the schema expects. They never repeat a value, which may be long.
import {
  getNullableType,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  isEnumType,
  isInputObjectType,
} from 'graphql';
import { BoardError, type Issue } from '../../schema/contract.ts';
import { suggestName } from '../http/binding/parameters/unknown-names.ts';

/** Maximum enum values that a fault lists. The number of further values follows. */
const MAX_ENUM_VALUES = 20;
/** Maximum characters of a list of names: enough for all fields of a type, unless it is a root type. */
const MAX_LIST_CHARACTERS = 600;

/** A fault of the input, without its place. */
export type Fault = Pick<Issue, 'msg' | 'type' | 'didYouMean'>;

/** The fault of a value that is not of the type `expected`. `error` is the error that the parser of a scalar threw. */
export function toTypeFault(expected: GraphQLInputType, error?: unknown): Fault {
  const [issue] = error instanceof BoardError ? error.issues : [];
  if (issue) return { msg: issue.msg, type: issue.type };
  const type = getNullableType(expected);
  if (isEnumType(type)) return { msg: `Must be one of ${listNames(type.getValues())}`, type: 'enum' };
  const kind = isInputObjectType(type) ? 'an object' : 'a value';
  return { msg: `Must be ${kind} of type ${type.toString()}`, type: 'invalid_type' };
}

/** The fault of a member that the input object does not have. */
export function toUnknownFieldFault(type: GraphQLInputObjectType, name: string): Fault {
  const names = Object.keys(type.getFields());
  const didYouMean = suggestName(name, names);
  return {
    msg: `Is not a field of ${type.name}; ${didYouMean === undefined ? `it has ${joinNames(names)}` : `did you mean ${didYouMean}?`}`,
    type: 'unknown_parameter',
    ...(didYouMean !== undefined && { didYouMean }),
  };
}

/** Joins names to at most 600 characters, and adds the number of names that are left out. */
export function joinNames(names: readonly string[]): string {
  let [listed, length] = [0, 0];
  for (const name of names) {
    length += name.length + ', '.length;
    if (length > MAX_LIST_CHARACTERS) break;
    listed += 1;
  }
  return join(names, listed);
}

const listNames = (values: readonly { readonly name: string }[]): string =>
  join(
    values.map(({ name }) => name),
    MAX_ENUM_VALUES,
  );

function join(names: readonly string[], max: number): string {
  const omitted = names.length - max;
  return names.slice(0, max).join(', ') + (omitted > 0 ? ` and ${omitted} more` : '');
}
