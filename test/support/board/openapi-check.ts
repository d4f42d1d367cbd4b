import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { adminRouteDefinitions } from '../../../facades/admin/route-definitions.ts';
import { createOpenApi } from '../../../facades/discovery/openapi/openapi.ts';
import { COMMON_HEADERS } from '../../../facades/discovery/openapi/openapi-headers.ts';
import { publicRouteDefinitions } from '../../../facades/public/route-definitions.ts';
import { restRouteDefinitions } from '../../../facades/rest/route-definitions.ts';
import { schema } from '../../../schema/index.ts';
import { compileOperation } from '../../../schema/documents/compile.ts';
import type { Reply } from './http.ts';

interface Ref {
  readonly $ref?: string;
}

interface MediaType {
  readonly schema: Ref & object;
}

interface Response extends Ref {
  readonly headers?: Readonly<Record<string, Ref>>;
  readonly content?: Readonly<Record<string, MediaType>>;
}

interface Operation {
  readonly responses: Readonly<Record<string, Response>>;
}

type Document = ReturnType<typeof createOpenApi>;

/** A route, with an OpenAPI document of this route only, which is created on first use. */
interface DescribedRoute {
  readonly method: string;
  readonly path: string;
  readonly pattern: RegExp;
  readonly document: () => Document;
}

const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv, ['uuid', 'date-time', 'uri']);

const NO_ROUTES = { restRoutes: [], adminRoutes: [], publicRoutes: [] };

const describeRoute = (
  { method, path }: { readonly method: string; readonly path: string },
  tables: Partial<Pick<Parameters<typeof createOpenApi>[0], 'restRoutes' | 'publicRoutes'>>,
): DescribedRoute => {
  let openApi: Document | undefined;
  const describe = (operation: Parameters<typeof compileOperation>[1]) =>
    compileOperation(schema, operation).description;
  return {
    method,
    path,
    pattern: new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`),
    document: () =>
      (openApi ??= createOpenApi({ ...NO_ROUTES, ...tables, describe, baseUrl: 'http://board.test' })),
  };
};

const describedRoutes: readonly DescribedRoute[] = [
  ...[...restRouteDefinitions, ...adminRouteDefinitions].map((route) =>
    describeRoute(route, { restRoutes: [route] }),
  ),
  ...publicRouteDefinitions.map((route) => describeRoute(route, { publicRoutes: [route] })),
].sort((a, b) => Number(a.path.includes('{')) - Number(b.path.includes('{')));

function resolve<Value extends Ref>(document: Document, value: Value): Value {
  if (value.$ref === undefined) return value;
  const steps = value.$ref.slice(2).split('/');
  return steps.reduce<unknown>((node, step) => (node as Record<string, unknown>)[step], document) as Value;
}

const validators = new WeakMap<object, ValidateFunction>();

function compileValidator(document: Document, mediaType: MediaType): ValidateFunction {
  const bodySchema = resolve(document, mediaType.schema);
  const validate =
    validators.get(bodySchema) ?? ajv.compile({ ...bodySchema, components: document.components });
  validators.set(bodySchema, validate);
  return validate;
}

const COMMON = new Set(Object.keys(COMMON_HEADERS).map((name) => name.toLowerCase()));

/** Differences between a response and its OpenAPI description. Empty for routes that are not described. */
export function findOpenApiMismatches(requestLine: string, reply: Reply): readonly string[] {
  const [method = '', target = ''] = requestLine.split(' ');
  const path = target.split('?', 1)[0] ?? '';
  const describedMethod = method === 'HEAD' ? 'GET' : method;
  const found = describedRoutes.find((route) => route.method === describedMethod && route.pattern.test(path));
  if (!found) return [];
  const document = found.document();
  const operation = (document.paths[found.path] as Record<string, Operation>)[describedMethod.toLowerCase()];
  const { status } = reply;
  const responseOrReference =
    operation?.responses[status] ?? operation?.responses[`${Math.floor(status / 100)}XX`];
  if (!responseOrReference) return [`the status ${status} is not described`];
  const response = resolve(document, responseOrReference);
  return [
    ...findHeaderFaults(response, reply),
    ...(method === 'HEAD' ? [] : findBodyFaults(document, response, reply)),
  ];
}

function findHeaderFaults({ headers = {} }: Response, reply: Reply): readonly string[] {
  const names = new Set(Object.keys(headers).map((name) => name.toLowerCase()));
  const undescribed = [...reply.headers.keys()].filter((name) => !names.has(name) && !COMMON.has(name));
  const absent = reply.headers.has('x-request-id') ? [] : ['there is no X-Request-Id'];
  return [...undescribed.map((name) => `the header ${name} is not described`), ...absent];
}

function findBodyFaults(document: Document, { content }: Response, reply: Reply): readonly string[] {
  if (!content) return reply.text === '' ? [] : ['a body is not described'];
  const type = (reply.headers.get('content-type') ?? '').split(';', 1)[0] ?? '';
  const mediaType = content[type];
  if (!mediaType) return [`the media type ${type} is not described`];
  if (!type.endsWith('json')) return [];
  const validate = compileValidator(document, mediaType);
  if (validate(reply.body)) return [];
  return (validate.errors ?? []).map(({ instancePath, message }) => `the body${instancePath} ${message}`);
}

/** Throws when a response differs from its OpenAPI description. */
export function assertMatchesOpenApi(requestLine: string, reply: Reply): void {
  const faults = findOpenApiMismatches(requestLine, reply);
  if (faults.length > 0)
    throw new Error(
      `${requestLine}: the ${reply.status} response does not match OpenAPI: ${faults.join('; ')}`,
    );
}
