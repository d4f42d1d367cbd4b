import type { OpenSession } from '../../schema/contract.ts';
import { type Reply, toJsonReply } from '../http/reply.ts';
import type { Route } from '../http/route.ts';
import { type BoardInfo, hasNoRequiredParameters } from './board-info.ts';
import { createDocumentRoutes, createReplyGetter, type Document, type GetCurrentReply } from './document.ts';
import { documents } from './documents.ts';
import { createIndexRoutes, type ListedDocument } from './index-document.ts';
import { createSitemapRoute, SITEMAP_PATH, type SitemapSource } from './sitemap.ts';

interface DiscoveryOptions extends Omit<BoardInfo, 'documents' | 'today'> {
  readonly openSession: OpenSession;
  readonly sitemapPages: SitemapSource;
  readonly now: () => Date;
  /** Throws if agents cannot write now. */
  readonly assertReady: () => Promise<void>;
}

const SITEMAP = { path: SITEMAP_PATH, title: 'Every public page', mediaType: 'application/xml' };

/**
 * Routes of the index, the discovery documents, the sitemap and the health checks. They need no key; only the sitemap has a rate
 * limit.
 */
export function createDiscoveryRoutes(options: DiscoveryOptions): readonly Route[] {
  const { baseUrl, openSession, sitemapPages, now, publicRoutes, describe } = options;
  const links = [...documents, SITEMAP].map(({ path, title, mediaType }) => ({ path, title, mediaType }));
  const board = { ...options, documents: links };
  const listPaths = () =>
    [...publicRoutes.filter((route) => hasNoRequiredParameters(route, describe)), ...documents]
      .map(({ path }) => path)
      .filter(isAllowedByRobots);
  const replies = documents.map((document) => ({
    document,
    getCurrentReply: createReplyGetter(document, board, now),
  }));
  return [
    ...createIndexRoutes(board, () => listDocuments(replies)),
    ...replies.flatMap(({ document, getCurrentReply }) => createDocumentRoutes(document, getCurrentReply)),
    createSitemapRoute({ openSession, baseUrl, sitemapPages, now, listPaths }),
    createHealthRoute('/healthz', () => Promise.resolve()),
    createHealthRoute('/readyz', options.assertReady),
  ];
}

/** The documents about calls and their limits, with their sizes. */
const listDocuments = (
  replies: readonly { readonly document: Document; readonly getCurrentReply: GetCurrentReply }[],
): readonly ListedDocument[] =>
  replies
    .filter(({ document: { path } }) => /^\/(?:llms|openapi|v1)/.test(path))
    .map(({ document: { path, title }, getCurrentReply }) => ({
      path,
      title,
      bytes: bytesOf(getCurrentReply()),
    }));

const bytesOf = ({ body }: Reply): number => (body === null ? 0 : Buffer.byteLength(body));

/** The sitemap must not list paths that robots.txt disallows. Of the public routes and documents, this is only `/v1/policy`. */
const isAllowedByRobots = (path: string): boolean => !path.startsWith('/v1/');

const createHealthRoute = (path: string, assertHealthy: () => Promise<void>): Route => ({
  method: 'GET',
  path,
  refusesHtml: false,
  cors: false,
  isAlwaysServed: true,
  headers: { 'cache-control': 'no-store' },
  serve: async () => {
    await assertHealthy();
    return toJsonReply({ status: 'ok' });
  },
});
