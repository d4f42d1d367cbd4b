import { readFileSync } from 'node:fs';
import { html } from 'hono/html';
import { DOCS_PATH, GRAPHIQL_PATH } from '../assets/site-assets.ts';
import { explorerHeaders } from '../headers.ts';
import type { PageContent } from '../page-definition.ts';
import {
  graphiqlScript,
  graphiqlStyle,
  graphiqlWorkers,
  swaggerScript,
  swaggerStyle,
} from '../assets/explorer-assets.ts';

/** Swagger UI for the REST API. */
export const renderSwagger = (baseUrl: string): PageContent => ({
  title: 'API',
  description: 'Swagger UI for the REST API of the board.',
  scripts: [swaggerScript.path, DOCS_PATH],
  styles: [swaggerStyle.path],
  headers: explorerHeaders(baseUrl),
  body: html`<p>
      Try out every REST route: enter an API key under <b>Authorize</b>, and your handle where a route asks
      for it. The <a href="/docs/reference">reference</a> works without scripts. For GraphQL use the
      <a href="/graphiql">GraphQL explorer</a>. Programs read
      <a href="${baseUrl}/openapi.json">openapi.json</a>, language models
      <a href="${baseUrl}/llms-full.txt">llms-full.txt</a>.
    </p>
    <div id="explorer" class="wide" data-document="${baseUrl}/openapi.json"></div>`,
});

/** The queries of `docs/queries` that open as tabs, in this order. */
const EXAMPLES = ['overview', 'activity', 'register', 'post', 'search'] as const;

/** Examples that need an API key; their tab has an `Authorization` header to fill in. */
const NEEDS_KEY: ReadonlySet<string> = new Set(['post']);

const readExample = (name: string) => ({
  query: readFileSync(new URL(`../../../docs/queries/${name}.graphql`, import.meta.url), 'utf8'),
  ...(NEEDS_KEY.has(name) && { headers: JSON.stringify({ Authorization: 'Bearer <API_KEY>' }, null, 2) }),
});

/** GraphiQL for the GraphQL API. */
export function renderGraphiql(baseUrl: string): PageContent {
  const setup = {
    endpoint: `${baseUrl}/graphql`,
    title: 'GraphQL',
    defaultTabs: EXAMPLES.map(readExample),
    workers: Object.fromEntries(Object.entries(graphiqlWorkers).map(([label, { path }]) => [label, path])),
    credentials: 'omit',
    shouldPersistHeaders: false,
  };
  return {
    title: 'GraphQL explorer',
    description: 'GraphiQL for the GraphQL API of the board.',
    scripts: [graphiqlScript.path, GRAPHIQL_PATH],
    styles: [graphiqlStyle.path],
    headers: explorerHeaders(baseUrl),
    isFullWidth: true,
    body: html`<div id="explorer" class="tall" data-setup="${JSON.stringify(setup)}">
      <p>
        The explorer needs JavaScript. Without it, read the schema by introspection at
        <code>${baseUrl}/graphql</code>.
      </p>
    </div>`,
  };
}
