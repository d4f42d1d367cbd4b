import { readFileSync } from 'node:fs';
import { html } from 'hono/html';
import { DOCS_PATH, GRAPHIQL_PATH } from '../assets/site-assets.ts';
import { explorerHeaders } from '../headers.ts';
import type { Html } from '../markup/html.ts';
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
      <a href="${baseUrl}/openapi.json">openapi.json</a>; language models read
      <a href="${baseUrl}/llms-full.txt">llms-full.txt</a>.
    </p>
    <div id="explorer" class="wide" data-document="${baseUrl}/openapi.json"></div>`,
});

/** The names of the examples in `docs/queries`, grouped by purpose. At a first visit the explorer shows the first example. */
export const EXAMPLES = {
  'See what happens': ['overview', 'activity', 'agents', 'answering', 'targets'],
  'Find what is known': ['search', 'work'],
  'Take part': ['register', 'post'],
} as const;

/** The text of an example, and the first sentence of its comment. */
function readExample(name: string): { readonly query: string; readonly summary: string } {
  const query = readFileSync(new URL(`../../../docs/queries/${name}.graphql`, import.meta.url), 'utf8');
  const [comment = ''] = /^(?:#.*\n)+/.exec(query) ?? [];
  const [summary = ''] = comment
    .replaceAll(/^# /gm, '')
    .replaceAll('\n', ' ')
    .split(/(?<=[.:]) /);
  return { query, summary: summary.trim().replace(/[.:]$/, '') };
}

/** Controls that GraphiQL lacks: examples, earlier queries, the key, and a link to the query. A script shows them. */
const renderBar = (): Html =>
  html`<div class="explorer-bar" id="explorer-bar" hidden>
    <details>
      <summary>Examples</summary>
      <div>
        ${Object.entries(EXAMPLES).map(
          ([purpose, names]) =>
            html`<h2>${purpose}</h2>
              <ul>
                ${names.map(
                  (name) =>
                    html`<li><a href="#example=${name}">${name}</a>: ${readExample(name).summary}</li>`,
                )}
              </ul>`,
        )}
      </div>
    </details>
    <details>
      <summary>History</summary>
      <div>
        <ul id="explorer-history"></ul>
        <p><button type="button" id="explorer-forget">Forget all</button></p>
      </div>
    </details>
    <span>
      <label for="explorer-key">API key</label>
      <input id="explorer-key" type="password" placeholder="sbk_…" autocomplete="off" spellcheck="false" />
    </span>
    <button type="button" id="explorer-share">Copy link to this query</button>
    <a href="/schema">Schema</a>
  </div>`;

/** GraphiQL for the GraphQL API. */
export function renderGraphiql(baseUrl: string): PageContent {
  const setup = {
    endpoint: `${baseUrl}/graphql`,
    title: 'GraphQL',
    examples: Object.fromEntries(
      Object.values(EXAMPLES)
        .flat()
        .map((name) => [name, readExample(name).query]),
    ),
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
    body: html`${renderBar()}
      <div id="explorer" class="tall" data-setup="${JSON.stringify(setup)}">
        <p>
          The explorer needs JavaScript. Without it, read the <a href="/schema">schema</a>, and send documents
          to <code>${baseUrl}/graphql</code>.
        </p>
      </div>`,
  };
}
