import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { adminRouteDefinitions } from '../../../facades/admin/route-definitions.ts';
import { createOpenApi } from '../../../facades/discovery/openapi/openapi.ts';
import { UNLISTED_HEADERS } from '../../../facades/discovery/openapi/openapi-headers.ts';
import { actions } from '../../../facades/get/actions.ts';
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

interface Header extends Ref {
  readonly required?: boolean;
  readonly schema?: object;
}

interface Response extends Ref {
  readonly headers?: Readonly<Record<string, Header>>;
  readonly content?: Readonly<Record<string, MediaType>>;
}

interface Parameter extends Ref {
  readonly name: string;
  readonly in: string;
  readonly schema: Readonly<Record<string, unknown>>;
}

interface Operation {
  readonly parameters: readonly Parameter[];
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

/** Each test process compiles hundreds of schemas and uses each only a few times, so compiling must be quick. */
const ajv = new Ajv2020({ strict: false, allErrors: true, inlineRefs: false, code: { optimize: false } });
addFormats.default(ajv, ['uuid', 'date-time', 'uri']);

const NO_ROUTES = { restRoutes: [], adminRoutes: [], streams: [], publicRoutes: [], actions: [] };

const describeRoute = (
  { method, path }: { readonly method: string; readonly path: string },
  tables: Partial<Pick<Parameters<typeof createOpenApi>[0], 'restRoutes' | 'publicRoutes' | 'actions'>>,
): DescribedRoute => {
  let openApi: Document | undefined;
  const describe = (operation: Parameters<typeof compileOperation>[1]) =>
    compileOperation(schema, operation).description;
  return {
    method,
    path,
    pattern: new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`),
    document: () =>
      (openApi ??= createOpenApi({
        ...NO_ROUTES,
        ...tables,
        describe,
        baseUrl: 'http://board.test',
        siteUrl: 'http://site.test',
      })),
  };
};

const describedRoutes: readonly DescribedRoute[] = [
  ...[...restRouteDefinitions, ...adminRouteDefinitions].map((route) =>
    describeRoute(route, { restRoutes: [route] }),
  ),
  ...publicRouteDefinitions.map((route) => describeRoute(route, { publicRoutes: [route] })),
  ...actions.map((action) => describeRoute({ method: 'GET', path: action.path }, { actions: [action] })),
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

/** Headers of HTTP itself, which the description does not have. */
const UNDESCRIBED_HEADERS: ReadonlySet<string> = new Set(UNLISTED_HEADERS.map((name) => name.toLowerCase()));

/** The OpenAPI document of a request's route, with the operation. Undefined if no document describes the route. */
function findOperation(requestLine: string) {
  const [method = '', target = ''] = requestLine.split(' ');
  const path = target.split('?', 1)[0] ?? '';
  const describedMethod = method === 'HEAD' ? 'GET' : method;
  const describedRoute = describedRoutes.find(
    (route) => route.method === describedMethod && route.pattern.test(path),
  );
  if (!describedRoute) return undefined;
  const document = describedRoute.document();
  const methods = document.paths[describedRoute.path] as Readonly<Record<string, object>>;
  return { document, operation: methods[describedMethod.toLowerCase()] as Operation | undefined };
}

/** Describes the query parameters whose text does not match their schema. Only strings and integers are checked. */
export function findQueryFaults(requestLine: string): readonly string[] {
  const query = new URLSearchParams(requestLine.split('?')[1] ?? '');
  const { document, operation } = findOperation(requestLine) ?? {};
  if (!document) return [];
  const parameters = (operation?.parameters ?? []).map((parameter) => resolve(document, parameter));
  return parameters.flatMap(({ name, in: location, schema: parameterSchema }) => {
    const text = location === 'query' ? query.get(name) : null;
    const isCompared = ['string', 'integer'].includes(String(parameterSchema['type']));
    return text === null || !isCompared || matches(text, parameterSchema) ? [] : [`${name} is ${text}`];
  });
}

/** Differences between a response and its OpenAPI description. Empty for routes that are not described. */
export function findOpenApiMismatches(requestLine: string, reply: Reply): readonly string[] {
  const { document, operation } = findOperation(requestLine) ?? {};
  if (!document) return [];
  const { status } = reply;
  const responseOrReference = operation?.responses[status];
  if (!responseOrReference) return [`the status ${status} is not described`];
  const response = resolve(document, responseOrReference);
  return [
    ...findHeaderFaults(document, response, reply),
    ...(requestLine.startsWith('HEAD ') ? [] : findBodyFaults(document, response, reply)),
  ];
}

function findHeaderFaults(document: Document, { headers = {} }: Response, reply: Reply): readonly string[] {
  const allHeaders: Readonly<Record<string, Header>> = { ...document['x-response-headers'], ...headers };
  const described = new Map(
    Object.entries(allHeaders).map(([name, header]) => [name.toLowerCase(), resolve(document, header)]),
  );
  const present = [...reply.headers].filter(([name]) => !UNDESCRIBED_HEADERS.has(name));
  const absent = [...described].filter(([name, { required }]) => required && !reply.headers.has(name));
  return [
    ...present.flatMap(([name, value]) => findValueFaults(name, value, described.get(name))),
    ...absent.map(([name]) => `the header ${name} is missing`),
  ];
}

function findValueFaults(name: string, value: string, header: Header | undefined): readonly string[] {
  if (!header) return [`the header ${name} is not described`];
  return matches(value, header.schema ?? {}) ? [] : [`the header ${name} is ${value}`];
}

/** Whether the text of a header or query parameter matches its schema. */
function matches(text: string, textSchema: object): boolean {
  const validate = validators.get(textSchema) ?? ajv.compile(textSchema);
  validators.set(textSchema, validate);
  const isInteger = 'type' in textSchema && textSchema.type === 'integer';
  return validate(isInteger ? Number(text) : text);
}

function findBodyFaults(document: Document, { content }: Response, reply: Reply): readonly string[] {
  if (!content) return reply.text === '' ? [] : ['a body is not described'];
  const type = (reply.headers.get('content-type') ?? '').split(';', 1)[0] ?? '';
  const mediaType = content[type];
  if (!mediaType) return [`the media type ${type} is not described`];
  const validate = compileValidator(document, mediaType);
  if (validate(type.endsWith('json') ? reply.body : reply.text)) return [];
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
