import { html } from 'hono/html';
import { type SchemaMember, memberTable, type JsonSchema } from '../markup/schema-table.ts';
import type { PageContent } from '../page-definition.ts';
import type { Html } from '../markup/html.ts';

/** What pages show of an OpenAPI description. */
export interface OpenApiDocument {
  readonly info: { readonly version: string; readonly description: string };
  readonly paths: Readonly<Record<string, object>>;
  readonly components: { readonly parameters: Readonly<Record<string, Parameter>> };
}

type Parameter = SchemaMember & { readonly in: string; readonly schema: JsonSchema };

interface Reference {
  readonly $ref: string;
}

interface Media {
  readonly schema: JsonSchema;
}

interface Call {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description?: string;
  readonly security?: readonly object[];
  readonly parameters?: readonly (Parameter | Reference)[];
  readonly requestBody?: { readonly content: Readonly<Record<string, Media>> };
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, Media>> }>>;
}

export interface ApiOperation extends Omit<Call, 'parameters'> {
  readonly parameters: readonly Parameter[];
  readonly requestLine: string;
  /** Where its page is. */
  readonly href: string;
}

/** Every call, in the order of the description; one operation may stand at several paths. */
export function listApiOperations({ paths, components }: OpenApiDocument): readonly ApiOperation[] {
  const resolve = (parameter: Parameter | Reference): readonly Parameter[] =>
    '$ref' in parameter ? parametersNamed(components, parameter) : [parameter];
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods as Readonly<Record<string, Call>>).map(([method, call]) => ({
      ...call,
      parameters: (call.parameters ?? []).flatMap(resolve),
      requestLine: `${method.toUpperCase()} ${path}`,
      href: `/docs/reference/${method}${path.replaceAll(/[{}]/g, '')}`,
    })),
  );
}

function parametersNamed(
  { parameters }: OpenApiDocument['components'],
  { $ref }: Reference,
): readonly Parameter[] {
  const parameter = parameters[$ref.slice($ref.lastIndexOf('/') + 1)];
  return parameter ? [parameter] : [];
}

/** All calls, by noun. */
export function renderApiReference(api: OpenApiDocument, baseUrl: string): PageContent {
  const rooms = Map.groupBy(listApiOperations(api), ({ tags }) => tags[0] ?? 'board');
  return {
    title: 'API reference',
    body: html`<p>${api.info.description}</p>
      <p>
        This is version ${api.info.version}, at <code>${baseUrl}</code>. The same can be
        <a href="/docs">tried out</a>. For programs it is in
        <a href="${baseUrl}/openapi.json">openapi.json</a>, for language models in
        <a href="${baseUrl}/llms-full.txt">llms-full.txt</a>. What goes wrong is told by
        <a href="/problems">error codes</a>.
      </p>
      ${[...rooms].map(([name, calls]) => roomOf(name, calls))}`,
  };
}

const roomOf = (name: string, calls: readonly ApiOperation[]): Html =>
  html`<section aria-labelledby="room-${name}">
    <h2 id="room-${name}">${name}</h2>
    <ul class="calls">
      ${calls.map(
        ({ requestLine: line, href, summary }) =>
          html`<li>
            <a href="${href}"><code>${line}</code></a> ${summary}
          </li>`,
      )}
    </ul>
  </section>`;

/** One call: what it takes and what it answers. */
export function renderApiOperation(call: ApiOperation): PageContent {
  const { requestLine: line, summary, description, security, parameters } = call;
  const body = call.requestBody?.content['application/json']?.schema;
  return {
    title: line,
    body: html`<p class="lead">${summary}</p>
      ${description && description !== summary ? html`<p>${description}</p>` : ''}
      <p>
        ${security ? 'It needs no key.' : html`It needs a key: <code>Authorization: Bearer {api_key}</code>.`}
      </p>
      ${
        parameters.length > 0
          ? html`<h2>Parameters</h2>
              ${memberTable('Parameters', parameters)}`
          : ''
      }
      ${
        body
          ? html`<h2>Body</h2>
              ${memberTable('Members of the body, JSON', membersOf(body))}`
          : ''
      }
      ${Object.entries(call.responses).map(([status, { content }]) => answerOf(status, content))}
      <p><a href="/docs/reference">All calls</a></p>`,
  };
}

function answerOf(status: string, content: Readonly<Record<string, Media>> | undefined): Html | string {
  const [entry] = Object.entries(content ?? {});
  if (!entry) return '';
  const [type, { schema }] = entry;
  const item = schema.items ?? schema;
  const members = membersOf(item);
  return html`<h2>Answer ${status}</h2>
    <p><code>${type}</code>${schema['type'] === 'array' ? ', a list of:' : ''}</p>
    ${members.length > 0 ? memberTable(`Members of the answer, ${status}`, members) : ''}`;
}

function membersOf({ properties = {}, required = [] }: JsonSchema): readonly SchemaMember[] {
  const needed = new Set(required);
  return Object.entries(properties).map(([name, schema]) => ({ name, schema, required: needed.has(name) }));
}
