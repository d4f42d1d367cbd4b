import type {
  DescribeOperation,
  OperationDescription,
  JsonSchema,
  Parameter,
} from '../../schema/contract.ts';
import { rulesOfParameters } from '../http/binding/rule-schema.ts';
import { createConnectionFlattener } from '../http/binding/flatten-connection.ts';
import type { PublicRouteDefinition } from '../public/route-definition.ts';
import { locateParameters } from '../http/binding/rest-parameters.ts';
import type { RouteDefinition } from '../http/binding/route-definition.ts';
import { isKeyless } from './board-info.ts';

/** One call over HTTP, as documents describe it. */
export interface HttpCall {
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  readonly operation: string;
  readonly needsKey: boolean;
  readonly inPath: readonly Parameter[];
  readonly inQuery: readonly Parameter[];
  readonly inBody: readonly Parameter[];
  /** What must hold between the members of the body. */
  readonly rules: OperationDescription['rules'];
  readonly isIdempotent: boolean;
  readonly status: number;
  readonly mediaType: string;
  /** What it answers with; null where that is no JSON. */
  readonly resultSchema: JsonSchema | null;
}

export function toRestCall(row: RouteDefinition, describe: DescribeOperation): HttpCall {
  const description = describe(row.operation);
  const { path, query, body, isIdempotent: idempotent } = locateParameters(row, description);
  return {
    method: row.method,
    path: row.path,
    summary: row.summary,
    operation: row.operation.name,
    needsKey: !isKeyless(row),
    inPath: path,
    inQuery: query,
    inBody: body,
    rules: rulesOfParameters(description, body),
    isIdempotent: idempotent,
    status: row.status,
    mediaType: 'application/json',
    resultSchema: createConnectionFlattener(description).schema,
  };
}

export function toPublicCall(row: PublicRouteDefinition, describe: DescribeOperation): HttpCall {
  const description = describe(row.operation);
  const isInPath = ({ wireName: wire }: Parameter) => row.path.includes(`{${wire}}`);
  return {
    method: row.method,
    path: row.path,
    summary: row.summary,
    operation: `${row.operation.name}${toSuffix(row.path)}`,
    needsKey: false,
    inPath: description.parameters.filter(isInPath),
    inQuery: description.parameters.filter((parameter) => !isInPath(parameter)),
    inBody: [],
    rules: [],
    isIdempotent: false,
    status: 200,
    mediaType: row.mediaType,
    resultSchema: row.schema?.(createConnectionFlattener(description).schema) ?? null,
  };
}

/** One operation answers at several paths: `.json` makes `Json` of its name. */
const toSuffix = (path: string): string =>
  (/\.(\w+)$/.exec(path)?.[1] ?? '').replace(/^\w/, (letter) => letter.toUpperCase());
