import type { DescribeOperation, JsonSchema, Parameter } from '../../schema/contract.ts';
import { isKeyless } from '../http/binding/access-policy.ts';
import { createConnectionFlattener } from '../http/binding/flatten-connection.ts';
import { locateParameters } from '../http/binding/rest-parameters.ts';
import type { RouteDefinition } from '../http/binding/route-definition.ts';
import type { PublicRouteDefinition } from '../public/route-definition.ts';

/** An HTTP call as OpenAPI and the reference documents describe it. */
export interface HttpCall {
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  /** The operation id of OpenAPI. */
  readonly operationId: string;
  readonly needsKey: boolean;
  readonly inPath: readonly Parameter[];
  readonly inQuery: readonly Parameter[];
  readonly inBody: readonly Parameter[];
  /** JSON Schema of the response body; null if it is not JSON. */
  readonly resultSchema: JsonSchema | null;
}

/** Describes a route under `/v1`. */
export function toRestCall(route: RouteDefinition, describe: DescribeOperation): HttpCall {
  const description = describe(route.operation);
  const { path, query, body } = locateParameters(route, description);
  return {
    method: route.method,
    path: route.path,
    summary: route.summary,
    operationId: route.operation.name,
    needsKey: !isKeyless(route, describe),
    inPath: path,
    inQuery: query,
    inBody: body,
    resultSchema: createConnectionFlattener(description).schema,
  };
}

/** Describes a route under `/public`. */
export function toPublicCall(route: PublicRouteDefinition, describe: DescribeOperation): HttpCall {
  const description = describe(route.operation);
  const isInPath = ({ wireName }: Parameter) => route.path.includes(`{${wireName}}`);
  return {
    method: route.method,
    path: route.path,
    summary: route.summary,
    operationId: `${route.operation.name}${toSuffix(route.path)}`,
    needsKey: false,
    inPath: description.parameters.filter(isInPath),
    inQuery: description.parameters.filter((parameter) => !isInPath(parameter)),
    inBody: [],
    resultSchema: route.createSchema?.(createConnectionFlattener(description).schema) ?? null,
  };
}

/** Distinguishes the paths of one operation by their file extension: `Json` for `.json`, empty without extension. */
const toSuffix = (path: string): string =>
  (/\.(\w+)$/.exec(path)?.[1] ?? '').replace(/^\w/, (letter) => letter.toUpperCase());
