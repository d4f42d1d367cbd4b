import { html } from 'hono/html';
import { inlineCode } from '../markup/format.ts';
import { memberTable } from '../markup/schema-table.ts';
import type { PageContent } from '../page-definition.ts';
import type { Html } from '../markup/html.ts';
import { type ApiOperation, listApiOperations, listMembers, type OpenApiDocument } from './api-document.ts';

/** An HTTP method and a path of the API. */
export interface ApiCall {
  readonly method: string;
  readonly path: string;
}

/** URL of the page of an operation. */
export const toReferenceHref = ({ method, path }: ApiCall): string =>
  `/docs/reference/${method.toLowerCase()}${path.replaceAll(/[{}]/g, '')}`;

const requestLineOf = ({ method, path }: ApiCall): string => `${method} ${path}`;

/** The index of all operations, grouped by tag. */
export function renderApiReference(api: OpenApiDocument, baseUrl: string): PageContent {
  const operationsByTag = Map.groupBy(listApiOperations(api), ({ tags }) => tags[0] ?? 'board');
  return {
    title: 'API reference',
    body: html`<p>${inlineCode(api.info.description)}</p>
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
        (operation) =>
          html`<li>
            <a href="${toReferenceHref(operation)}"><code>${requestLineOf(operation)}</code></a>
            ${operation.summary}
          </li>`,
      )}
    </ul>
  </section>`;

/**
 * An operation without `security` inherits the document's: an API key. An empty list means that no key is needed, an
 * empty alternative that the key is optional.
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
  const operation = listApiOperations(api).find((each) => toReferenceHref(each) === toReferenceHref(call));
  if (!operation) throw new Error(`OpenAPI does not describe ${requestLineOf(call)}`);
  const { summary, description, security, parameters, responses } = operation;
  const body = operation.requestBody?.content?.['application/json']?.schema;
  const errors = responses.filter(isError);
  return {
    title: requestLineOf(operation),
    body: html`<p class="lead">${summary}</p>
      ${description && description !== summary ? html`<p>${inlineCode(description)}</p>` : ''}
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
              ${memberTable('Members of the JSON body', listMembers(api, body))}`
          : ''
      }
      ${responses.filter((response) => !isError(response)).map((response) => renderResponse(api, response))}
      <h2>Errors</h2>
      <ul>
        ${errors.map(({ status, description: text = '' }) => html`<li><b>${status}</b>: ${inlineCode(text)}</li>`)}
      </ul>
      <p><a href="/docs/reference">All operations</a></p>`,
  };
}

type ApiResponse = ApiOperation['responses'][number];

const isError = ({ status }: ApiResponse): boolean => Number(status) >= 400;

function renderResponse(api: OpenApiDocument, { status, content = {} }: ApiResponse): Html | string {
  const types = Object.keys(content);
  const type = types.find((name) => name === 'application/json') ?? types[0];
  const schema = type === undefined ? undefined : content[type]?.schema;
  if (!schema) return '';
  const members = listMembers(api, schema.items ?? schema);
  return html`<h2>Response ${status}</h2>
    <p><code>${type}</code>${schema['type'] === 'array' ? ', an array of:' : ''}</p>
    ${members.length > 0 ? memberTable(`Members of the ${status} response`, members) : ''}`;
}
