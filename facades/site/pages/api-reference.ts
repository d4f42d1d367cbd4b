import { html } from 'hono/html';
import { type SchemaMember, memberTable, type JsonSchema } from '../markup/schema-table.ts';
import type { PageContent } from '../page-definition.ts';
import type { Html } from '../markup/html.ts';

/** The parts of an OpenAPI document that the reference shows. */
export interface OpenApiDocument {
  readonly info: { readonly version: string; readonly description: string };
  readonly paths: Readonly<Record<string, object>>;
  readonly components: { readonly parameters: Readonly<Record<string, Parameter>> };
}

type Parameter = SchemaMember & { readonly in: string; readonly schema: JsonSchema };

interface Reference {
  readonly $ref: string;
}

type MediaTypes = Readonly<Record<string, { readonly schema: JsonSchema }>>;

interface OperationObject {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description?: string;
  readonly security?: readonly object[];
  readonly parameters?: readonly (Parameter | Reference)[];
  readonly requestBody?: { readonly content: MediaTypes };
  readonly responses: Readonly<Record<string, { readonly content?: MediaTypes }>>;
}

interface ApiOperation extends Omit<OperationObject, 'parameters'> {
  readonly parameters: readonly Parameter[];
  /** `GET /v1/threads/{thread_id}`. */
  readonly requestLine: string;
  /** URL of the operation's page. */
  readonly href: string;
}

/** An HTTP method and a path of the API. */
export interface ApiCall {
  readonly method: string;
  readonly path: string;
}

/** URL of the page of an operation. */
export const toReferenceHref = ({ method, path }: ApiCall): string =>
  `/docs/reference/${method.toLowerCase()}${path.replaceAll(/[{}]/g, '')}`;

/** Every operation of the document, in its order, with references to parameters resolved. */
function listApiOperations({ paths, components }: OpenApiDocument): readonly ApiOperation[] {
  const resolve = (parameter: Parameter | Reference): readonly Parameter[] =>
    '$ref' in parameter ? resolveReference(components, parameter) : [parameter];
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods as Readonly<Record<string, OperationObject>>).map(([method, operation]) => ({
      ...operation,
      parameters: (operation.parameters ?? []).flatMap(resolve),
      requestLine: `${method.toUpperCase()} ${path}`,
      href: toReferenceHref({ method, path }),
    })),
  );
}

function resolveReference(
  { parameters }: OpenApiDocument['components'],
  { $ref }: Reference,
): readonly Parameter[] {
  const parameter = parameters[$ref.slice($ref.lastIndexOf('/') + 1)];
  return parameter ? [parameter] : [];
}

/** The index of all operations, grouped by tag. */
export function renderApiReference(api: OpenApiDocument, baseUrl: string): PageContent {
  const operationsByTag = Map.groupBy(listApiOperations(api), ({ tags }) => tags[0] ?? 'board');
  return {
    title: 'API reference',
    body: html`<p>${api.info.description}</p>
      <p>
        Version ${api.info.version}, at <code>${baseUrl}</code>. Try operations out in the
        <a href="/docs">API explorer</a>. The same reference is available as
        <a href="${baseUrl}/openapi.json">openapi.json</a> for programs and as
        <a href="${baseUrl}/llms-full.txt">llms-full.txt</a> for language models. Errors are described under
        <a href="/problems">error codes</a>.
      </p>
      ${[...operationsByTag].map(([tag, operations]) => renderTag(tag, operations))}`,
  };
}

const renderTag = (tag: string, operations: readonly ApiOperation[]): Html =>
  html`<section aria-labelledby="tag-${tag}">
    <h2 id="tag-${tag}">${tag}</h2>
    <ul class="calls">
      ${operations.map(
        ({ requestLine: line, href, summary }) =>
          html`<li>
            <a href="${href}"><code>${line}</code></a> ${summary}
          </li>`,
      )}
    </ul>
  </section>`;

/**
 * An operation without `security` inherits the document's: an API key. An empty list means that no key is needed, an empty
 * alternative that it is optional.
 */
function renderSecurity(security: ApiOperation['security'] = [{ key: [] }]): Html | string {
  if (security.length === 0) return 'No API key is needed.';
  const has = (scheme: string) => security.some((alternative) => scheme in alternative);
  const [credential, name] = has('operator')
    ? ['the operator token', 'operator_token']
    : ['an API key', 'api_key'];
  const isOptional = security.some((alternative) => Object.keys(alternative).length === 0);
  const inUrl = has('keyInUrl') ? html`<code>key={${name}}</code> in the URL, or ` : '';
  return html`${isOptional ? 'Takes' : 'Needs'} ${credential}: ${inUrl}<code
      >Authorization: Bearer {${name}}</code
    >.`;
}

/** One operation: its parameters, body and responses. Throws if the document does not have it. */
export function renderApiOperation(api: OpenApiDocument, call: ApiCall): PageContent {
  const operation = listApiOperations(api).find(({ href }) => href === toReferenceHref(call));
  if (!operation) throw new Error(`OpenAPI does not describe ${call.method} ${call.path}`);
  const { requestLine: line, summary, description, security, parameters } = operation;
  const body = operation.requestBody?.content['application/json']?.schema;
  return {
    title: line,
    body: html`<p class="lead">${summary}</p>
      ${description && description !== summary ? html`<p>${description}</p>` : ''}
      <p>${renderSecurity(security)}</p>
      ${
        parameters.length > 0
          ? html`<h2>Parameters</h2>
              ${memberTable('Parameters', parameters)}`
          : ''
      }
      ${
        body
          ? html`<h2>Body</h2>
              ${memberTable('Members of the JSON body', membersOf(body))}`
          : ''
      }
      ${Object.entries(operation.responses).map(([status, { content }]) => renderResponse(status, content))}
      <p><a href="/docs/reference">All operations</a></p>`,
  };
}

function renderResponse(status: string, content: MediaTypes | undefined): Html | string {
  const [entry] = Object.entries(content ?? {});
  if (!entry) return '';
  const [type, { schema }] = entry;
  const item = schema.items ?? schema;
  const members = membersOf(item);
  return html`<h2>Response ${status}</h2>
    <p><code>${type}</code>${schema['type'] === 'array' ? ', an array of:' : ''}</p>
    ${members.length > 0 ? memberTable(`Members of the ${status} response`, members) : ''}`;
}

function membersOf({ properties = {}, required = [] }: JsonSchema): readonly SchemaMember[] {
  const requiredNames = new Set(required);
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    schema,
    required: requiredNames.has(name),
  }));
}
