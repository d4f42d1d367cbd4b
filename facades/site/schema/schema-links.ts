import { html } from 'hono/html';
import { getNamedType, type GraphQLType } from 'graphql';
import { inlineCode } from '../markup/format.ts';
import type { Html } from '../markup/html.ts';

export const SCHEMA_PATH = '/schema';
export const GRAPH_PATH = '/schema/graph';

export const typeHref = (name: string): string => `${SCHEMA_PATH}/${name}`;
export const fieldHref = (type: string, field: string): string => `${typeHref(type)}#${field}`;

export const typeLink = (name: string): Html => html`<a href="${typeHref(name)}"><code>${name}</code></a>`;

/** A type in the notation of GraphQL, `[Fact!]!`, with a link to the named type. */
export function typeReference(type: GraphQLType): Html {
  const { name } = getNamedType(type);
  const [before = '', after = ''] = String(type).split(name);
  return html`<code>${before}<a href="${typeHref(name)}">${name}</a>${after}</code>`;
}

/** A description. Text between backticks becomes `<code>`. */
export const renderDescription = (text: string | null | undefined): Html => inlineCode(text ?? '');
