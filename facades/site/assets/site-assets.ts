import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { parse } from 'node:path';
import { pathToFileURL } from 'node:url';
import { hash } from 'node:crypto';
import { withEtag } from '../../http/codec/etag.ts';
import { type HeaderRecord, toTextReply } from '../../http/reply.ts';
import type { Route } from '../../http/route.ts';
import { SECURITY_HEADERS } from '../headers.ts';

/**
 * Reads a file. `name` is relative to the file `base`. A hash of the content is part of the URL, so responses may be cached
 * forever.
 */
function readAsset(
  name: string,
  mediaType: string,
  base: string | URL = import.meta.url,
): { readonly path: string; readonly text: string; readonly mediaType: string } {
  const text = readFileSync(new URL(name, base), 'utf8');
  const { name: stem, ext } = parse(name);
  return { path: `/assets/${stem}-${hash('sha1', text).slice(0, 12)}${ext}`, text, mediaType };
}

const style = readAsset('style.css', 'text/css');
const htmxPath = createRequire(import.meta.url).resolve('htmx.org/dist/htmx.min.js');
const htmx = readAsset('htmx.min.js', 'text/javascript', pathToFileURL(htmxPath));
const sse = readAsset('ext/hx-sse.min.js', 'text/javascript', pathToFileURL(htmxPath));
const icon = readAsset('icon.svg', 'image/svg+xml');
const copy = readAsset('scripts/copy.js', 'text/javascript');
const live = readAsset('scripts/live.js', 'text/javascript');
const docs = readAsset('scripts/docs.js', 'text/javascript');
const graphiql = readAsset('scripts/graphiql.js', 'text/javascript');
const schemaGraph = readAsset('scripts/schema-graph.js', 'text/javascript');

export const STYLE_PATH = style.path;
export const ICON_PATH = icon.path;
export const HTMX_PATH = htmx.path;
/** htmx's extension for server-sent events. */
export const SSE_PATH = sse.path;
/** Moves the focus to new content. */
export const LIVE_PATH = live.path;
/** Adds a copy button to every `<pre class="copy">`. */
export const COPY_PATH = copy.path;
/** Starts Swagger UI. */
export const DOCS_PATH = docs.path;
/** Marks the lines of a type in the graph of the schema. */
export const SCHEMA_GRAPH_PATH = schemaGraph.path;
/** Starts GraphiQL. */
export const GRAPHIQL_PATH = graphiql.path;

export const ASSET_HEADERS: HeaderRecord = {
  ...SECURITY_HEADERS,
  'cache-control': 'public, max-age=31536000, immutable',
};

/** The style sheet, the icon and the scripts of the site. */
export const assetRoutes: readonly Route[] = [
  style,
  icon,
  htmx,
  sse,
  copy,
  live,
  docs,
  graphiql,
  schemaGraph,
].map(({ path, text, mediaType }) => ({
  method: 'GET',
  path,
  refusesHtml: false,
  cors: false,
  headers: ASSET_HEADERS,
  serve: ({ request }) => withEtag(request, toTextReply(text, mediaType)),
}));
