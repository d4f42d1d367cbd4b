// Explains why GraphQL refuses the variables of a document. The messages of GraphQL.js would repeat the values, which may be long.
import {
  type ExecutionArgs,
  getNullableType,
  getOperationAST,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLLeafType,
  GraphQLNonNull,
  isInputObjectType,
  isInputType,
  isLeafType,
  isListType,
  isNonNullType,
  typeFromAST,
} from 'graphql';
import { type Issue, truncate } from '../../schema/contract.ts';
import { createInputRefusal } from './errors.ts';
import { findNonNullUses } from './null-variables.ts';
import { type Fault, joinNames, toTypeFault, toUnknownFieldFault } from './expected-input.ts';

/** Maximum bytes of the listed faults, so that the response has at most 4 KB. */
const MAX_BYTES = 1500;
/** Bytes that a fault takes in the response besides its message and path: the names of its members. */
const BYTES_PER_FAULT = 80;
/** Unknown names are cut to this length. All names in the schema are shorter. */
const MAX_NAME_CHARACTERS = 40;

export type DocumentArguments = Pick<
  ExecutionArgs,
  'schema' | 'document' | 'operationName' | 'variableValues'
>;

/**
 * Throws `validation_failed` if variables do not fit the operation, or are null where the operation uses them as non-null. Does
 * nothing if the operation does not exist: GraphQL then refuses the document.
 */
export function assertVariables({
  schema,
  document,
  operationName,
  variableValues,
}: DocumentArguments): void {
  const faults = new VariableFaults();
  const nulls = new Map<string, GraphQLInputType>();
  const operation = getOperationAST(document, operationName);
  if (!operation) return;
  for (const node of operation.variableDefinitions ?? []) {
    const type = typeFromAST(schema, node.type);
    const name = node.variable.name.value;
    const value = variableValues && Object.hasOwn(variableValues, name) ? variableValues[name] : undefined;
    if (!isInputType(type)) continue;
    if (value !== undefined || !node.defaultValue) faults.check(name, value, type);
    if (value === null) nulls.set(name, type);
  }
  const nullable = [...nulls].filter(([, type]) => !isNonNullType(type)).map(([name]) => name);
  for (const name of findNonNullUses(schema, { document, operation }, new Set(nullable)))
    faults.check(name, null, new GraphQLNonNull(getNullableType(nulls.get(name) as GraphQLInputType)));
  const { issues, hasFurtherFaults } = faults;
  if (issues.length > 0) throw createInputRefusal(issues, { hasFurtherFaults });
}

/** Finds the faults of values, until they take too many bytes. */
class VariableFaults {
  readonly issues: Issue[] = [];
  /** Whether there are further faults. */
  hasFurtherFaults = false;
  readonly #path: (string | number)[] = ['body', 'variables'];
  #bytes = 0;

  /** Checks the value of a variable, a member or an item, as `coerceInputValue` of GraphQL.js does. */
  check(step: string | number, value: unknown, type: GraphQLInputType): void {
    if (this.hasFurtherFaults) return;
    this.#path.push(step);
    this.#checkValue(value, type);
    this.#path.pop();
  }

  #checkValue(value: unknown, type: GraphQLInputType): void {
    const isNull = value === null || value === undefined;
    if (isNonNullType(type)) {
      if (isNull) this.#add({ msg: `Is required: ${type.toString()}`, type: 'missing' });
      else this.#checkValue(value, type.ofType);
    } else if (isNull) return;
    else if (isListType(type)) this.#checkItems(value, type.ofType);
    else if (isInputObjectType(type)) this.#checkObject(value, type);
    else {
      const fault = createLeafCheck(type)(value);
      if (fault) this.#add(fault);
    }
  }

  /** Checks a value that is not a list as the only item of a list. */
  #checkItems(value: unknown, type: GraphQLInputType): void {
    if (!Array.isArray(value)) {
      this.#checkValue(value, type);
      return;
    }
    const nullable = getNullableType(type);
    // A list may have tens of thousands of items, so valid items skip `check`.
    const findFault = isLeafType(nullable) ? createLeafCheck(nullable) : null;
    for (let i = 0; i < value.length && !this.hasFurtherFaults; i++)
      if (!findFault || value[i] === null || findFault(value[i])) this.check(i, value[i], type);
  }

  #checkObject(value: unknown, type: GraphQLInputObjectType): void {
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    if (isObject) this.#checkMembers(new Map<string, unknown>(Object.entries(value)), type);
    else this.#add(toTypeFault(type));
  }

  #checkMembers(members: ReadonlyMap<string, unknown>, type: GraphQLInputObjectType): void {
    const fields = type.getFields();
    // Unknown names first: they often explain why a required one is missing.
    for (const name of members.keys()) {
      if (this.hasFurtherFaults) return;
      if (!fields[name]) this.#add(toUnknownFieldFault(type, name), truncate(name, MAX_NAME_CHARACTERS));
    }
    for (const { name, type: fieldType, defaultValue } of Object.values(fields))
      if (members.has(name) || defaultValue === undefined) this.check(name, members.get(name), fieldType);
    if (type.isOneOf && (members.size !== 1 || members.values().next().value === null))
      this.#add({ msg: `Must have exactly one of ${joinNames(Object.keys(fields))}`, type: 'value_error' });
  }

  #add(fault: Fault, ...steps: string[]): void {
    const path = [...this.#path, ...steps];
    // The location is in `loc` and in `pointer`.
    this.#bytes += BYTES_PER_FAULT + fault.msg.length + 2 * Buffer.byteLength(JSON.stringify(path));
    this.hasFurtherFaults = this.issues.length > 0 && this.#bytes > MAX_BYTES;
    if (!this.hasFurtherFaults) this.issues.push({ path, loc: path, ...fault });
  }
}

/** Returns a function that returns the fault of a value, or null. */
function createLeafCheck(type: GraphQLLeafType): (value: unknown) => Fault | null {
  const hideSuggestions = true;
  return (value) => {
    try {
      return type.parseValue(value, hideSuggestions) === undefined ? toTypeFault(type) : null;
    } catch (error) {
      return toTypeFault(type, error);
    }
  };
}
