import type { OperationDescription, Parameter } from '../../../schema/contract.ts';
import { IDEMPOTENCY_VARIABLE } from '../../documents/operation.ts';
import type { RouteDefinition } from './route-definition.ts';

/** Where a REST route takes the variables of its operation from. */
export interface RestParameterLocations {
  readonly path: readonly Parameter[];
  readonly query: readonly Parameter[];
  readonly body: readonly Parameter[];
  /** The write takes `Idempotency-Key`. */
  readonly isIdempotent: boolean;
  /** The record is changed in place, and takes `If-Match` with its version. */
  readonly isConditional: boolean;
}

/** The variable that `If-Match` fills. */
export const VERSION_VARIABLE = 'version';

/** Sorts an operation's variables: what the path names is in the path, the rest in the query, or in the body of a POST. */
export function locateParameters(
  { method, path }: RouteDefinition,
  { parameters }: OperationDescription,
): RestParameterLocations {
  const inPath = (parameter: Parameter) => path.includes(`{${parameter.wireName}}`);
  const rest = parameters.filter(
    (parameter) => !inPath(parameter) && parameter.name !== IDEMPOTENCY_VARIABLE,
  );
  const hasBody = method === 'POST' || method === 'PATCH';
  return {
    path: parameters.filter(inPath),
    query: hasBody ? [] : rest,
    body: hasBody ? rest : [],
    isIdempotent: parameters.some(({ name }) => name === IDEMPOTENCY_VARIABLE),
    isConditional: method === 'PATCH' && parameters.some(({ name }) => name === VERSION_VARIABLE),
  };
}
