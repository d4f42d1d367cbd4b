import type { OperationDescription, Parameter } from '../../../schema/contract.ts';
import { IDEMPOTENCY_VARIABLE } from '../../documents/operation.ts';
import type { RouteDefinition } from './route-definition.ts';

/** The part of the request from which a REST route reads each variable of its operation. */
export interface RestParameterLocations {
  readonly path: readonly Parameter[];
  readonly query: readonly Parameter[];
  readonly body: readonly Parameter[];
  /** Whether the route accepts `Idempotency-Key`. */
  readonly takesIdempotencyKey: boolean;
}

/** The variable that is set from `If-Match`. */
export const VERSION_VARIABLE = 'version';

/** The variable that is set from `If-None-Match`, for reads that wait until the version changes. */
export const KNOWN_VERSION_VARIABLE = 'knownVersion';

/** Whether the board reads the bodies of requests with this method. */
export const readsBody = (method: RouteDefinition['method']): boolean =>
  method === 'POST' || method === 'PATCH';

/**
 * Locates the variables of an operation, except the idempotency key: in the path if the path names them, otherwise in the body
 * of a POST or PATCH, or in the query.
 */
export function locateParameters(
  { method, path }: RouteDefinition,
  { parameters }: OperationDescription,
): RestParameterLocations {
  const isInPath = (parameter: Parameter) => path.includes(`{${parameter.wireName}}`);
  const rest = parameters.filter(
    (parameter) => !isInPath(parameter) && parameter.name !== IDEMPOTENCY_VARIABLE,
  );
  const hasBody = readsBody(method);
  return {
    path: parameters.filter(isInPath),
    query: hasBody ? [] : rest,
    body: hasBody ? rest : [],
    takesIdempotencyKey: parameters.some(({ name }) => name === IDEMPOTENCY_VARIABLE),
  };
}
