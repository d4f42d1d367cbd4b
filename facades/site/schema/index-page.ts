import { html } from 'hono/html';
import type { GraphQLNamedType } from 'graphql';
import type { Html } from '../markup/html.ts';
import { details } from '../markup/table.ts';
import type { PageContent } from '../page-definition.ts';
import { fieldHref, GRAPH_PATH, SCHEMA_PATH, typeLink, renderDescription } from './schema-links.ts';
import { fieldsOf, KINDS, kindOf, type SchemaModel } from './schema-model.ts';
import { type Match, MAX_MATCHES, MAX_QUERY_LENGTH } from './schema-search.ts';

/** Kinds whose types are behind a `<details>`: they are many, and other types lead to them. */
const FOLDED_KINDS = new Set(['Inputs', 'Connections']);

/** The index of the schema: operations, and all types by kind. */
export function renderSchemaIndex({ types }: SchemaModel): PageContent {
  const byKind = Map.groupBy(types.values(), kindOf);
  return {
    ...PAGE,
    body: html`<p>
        The types of the GraphQL API, with their fields, arguments and descriptions. Try queries out in the
        <a href="/graphiql">explorer</a>, or see the types as a <a href="${GRAPH_PATH}">graph</a>. Programs
        read the schema by introspection or as <a href="${SCHEMA_PATH}.graphql">schema.graphql</a>.
      </p>
      ${renderSearchForm('')}
      ${KINDS.map((kind) => {
        const listed = byKind.get(kind) ?? [];
        const list = kind === 'Operations' ? listed.map(renderOperations) : renderTypes(listed);
        return html`<section aria-labelledby="kind-${kind}">
          <h2 id="kind-${kind}">${kind}</h2>
          ${FOLDED_KINDS.has(kind) ? details(html`${list}`, `${listed.length} types`) : list}
        </section>`;
      })}`,
  };
}

/** The index page with the matches of a search in place of the types. */
export const renderMatches = (query: string, matches: readonly Match[]): PageContent => ({
  ...PAGE,
  metaTitle: 'Search in the GraphQL schema',
  body: html`${renderSearchForm(query)}
    <p>
      ${matches.length === 0 ? 'Nothing in the schema has these words.' : ''}
      ${matches.length === MAX_MATCHES ? `The first ${MAX_MATCHES} matches.` : ''}
    </p>
    <ul class="calls">
      ${matches.map(
        ({ path, href, text }) =>
          html`<li>
            <a href="${href}"><code>${path}</code></a> ${renderDescription(text)}
          </li>`,
      )}
    </ul>
    <p><a href="${SCHEMA_PATH}">All types</a></p>`,
});

const PAGE = {
  title: 'GraphQL schema',
  description: 'The types of the GraphQL API of the board, with a search.',
} as const;

const renderSearchForm = (query: string): Html =>
  html`<form class="filters" id="filters" action="${SCHEMA_PATH}" method="get" aria-label="Search the schema">
    <p>
      <label for="filter-q">Name or words</label>
      <input id="filter-q" name="q" type="search" maxlength="${MAX_QUERY_LENGTH}" value="${query}" />
    </p>
    <p><button id="filter-button">Search</button></p>
  </form>`;

const renderTypes = (types: readonly GraphQLNamedType[]): Html =>
  html`<ul class="calls">
    ${types.map((type) => html`<li>${typeLink(type.name)} ${renderDescription(type.description)}</li>`)}
  </ul>`;

const renderOperations = (type: GraphQLNamedType): Html =>
  html`<h3>${typeLink(type.name)}</h3>
    <p>
      ${fieldsOf(type).map(
        ({ name }) => html`<a href="${fieldHref(type.name, name)}"><code>${name}</code></a> `,
      )}
    </p>`;
