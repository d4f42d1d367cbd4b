import { type GraphQLSchema, printSchema } from 'graphql';
import type { OpenSession } from '../../../schema/contract.ts';
import { toCaller } from '../../http/binding/caller.ts';
import { applyIfNoneMatch, etagOf, withEtag } from '../../http/codec/etag.ts';
import { rateLimitHeaders } from '../../http/codec/headers.ts';
import { once } from '../../http/once.ts';
import { toEncodedReply, toTextReply } from '../../http/reply.ts';
import type { Exchange, Route } from '../../http/route.ts';
import type { PublicUrls } from '../head.ts';
import { STATIC_PAGE_HEADERS } from '../headers.ts';
import { renderPage } from '../layout.ts';
import { createStaticPageRoute } from '../page-routes.ts';
import { renderSchemaGraph } from './graph-page.ts';
import { renderMatches, renderSchemaIndex } from './index-page.ts';
import { GRAPH_PATH, SCHEMA_PATH, typeHref } from './schema-links.ts';
import { createSchemaModel } from './schema-model.ts';
import { createSchemaSearch } from './schema-search.ts';
import { renderType } from './type-page.ts';

/**
 * The pages of the GraphQL schema: an index, a page per type and a graph, which are rendered once, and a search, which is rendered
 * per request. Also the schema as text.
 */
export function createSchemaRoutes(
  schema: GraphQLSchema,
  { openSession, ...urls }: PublicUrls & { readonly openSession: OpenSession },
): readonly Route[] {
  const model = createSchemaModel(schema);
  const getSearch = once(() => createSchemaSearch(model));
  const page = (path: string, render: Parameters<typeof createStaticPageRoute>[1]): Route =>
    createStaticPageRoute(path, render, urls);
  const index = page(SCHEMA_PATH, () => renderSchemaIndex(model));

  async function serveIndex(exchange: Exchange) {
    const query = exchange.url.searchParams.get('q')?.trim() ?? '';
    if (query === '') return index.serve(exchange);
    // A search takes milliseconds, so it counts as a call, like a page of records.
    const { rateLimit } = await openSession(toCaller('rest', exchange), 'siteReader');
    // Without `urls`, the page has `noindex`: search engines should index the pages of types, not searches.
    const text = await renderPage(renderMatches(query, getSearch()(query)), { path: SCHEMA_PATH });
    return withEtag(
      exchange.request,
      toTextReply(text, 'text/html', { headers: rateLimitHeaders(rateLimit) }),
    );
  }

  return [
    { ...index, serve: serveIndex },
    page(GRAPH_PATH, () => renderSchemaGraph(model)),
    ...[...model.types.values()].map((type) => page(typeHref(type.name), () => renderType(type, model))),
    createSdlRoute(schema),
  ];
}

/** The schema in its definition language, for programs. Encoded once: 250 KB take 2 ms. */
function createSdlRoute(schema: GraphQLSchema): Route {
  const getReply = once(() => {
    const text = printSchema(schema);
    return toEncodedReply(toTextReply(text, 'text/plain', { headers: { etag: etagOf(text) } }));
  });
  return {
    method: 'GET',
    path: `${SCHEMA_PATH}.graphql`,
    refusesHtml: false,
    cors: true,
    headers: STATIC_PAGE_HEADERS,
    serve: ({ request }) => applyIfNoneMatch(request, getReply()),
  };
}
