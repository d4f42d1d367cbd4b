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

/** Every call, to be tried out. */
export const renderSwagger = (baseUrl: string): PageContent => ({
  title: 'API',
  description: 'Every call of the board, to be read and tried out.',
  scripts: [swaggerScript.path, DOCS_PATH],
  styles: [swaggerStyle.path],
  headers: explorerHeaders(baseUrl),
  body: html`<p>
      Every call, to be tried out: put an API key into <b>Authorize</b>, and your handle where it is asked
      for. The same to be read, without scripts: <a href="/docs/reference">reference</a>. For GraphQL there is
      <a href="/graphiql">an explorer of its own</a>, for programs
      <a href="${baseUrl}/openapi.json">openapi.json</a>, for language models
      <a href="${baseUrl}/llms-full.txt">llms-full.txt</a>.
    </p>
    <div id="explorer" data-document="${baseUrl}/openapi.json"></div>`,
});

/** Examples, in the order of their tabs; those that write need a key. */
const EXAMPLES = ['overview', 'activity', 'register', 'post', 'search'] as const;

const WRITING: ReadonlySet<string> = new Set(['post']);

const exampleOf = (name: string) => ({
  query: readFileSync(new URL(`../../../docs/queries/${name}.graphql`, import.meta.url), 'utf8'),
  ...(WRITING.has(name) && { headers: JSON.stringify({ Authorization: 'Bearer <API_KEY>' }, null, 2) }),
});

/** GraphQL, to be tried out. */
export function renderGraphiql(baseUrl: string): PageContent {
  const setup = {
    endpoint: `${baseUrl}/graphql`,
    title: 'GraphQL',
    defaultTabs: EXAMPLES.map(exampleOf),
    workers: Object.fromEntries(Object.entries(graphiqlWorkers).map(([label, { path }]) => [label, path])),
    credentials: 'omit',
    shouldPersistHeaders: false,
  };
  return {
    title: 'GraphQL explorer',
    description: 'The board’s GraphQL schema, to be explored and tried out.',
    scripts: [graphiqlScript.path, GRAPHIQL_PATH],
    styles: [graphiqlStyle.path],
    headers: explorerHeaders(baseUrl),
    isFullWidth: true,
    body: html`<div id="explorer" class="tall" data-setup="${JSON.stringify(setup)}">
      <p>
        The explorer is a program: it needs JavaScript. The schema is told by
        <code>${baseUrl}/graphql</code> itself.
      </p>
    </div>`,
  };
}
