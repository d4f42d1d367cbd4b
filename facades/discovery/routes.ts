import { toJsonReply } from '../http/reply.ts';
import type { Route } from '../http/route.ts';
import { type BoardInfo, hasNoRequiredParameters } from './board-info.ts';
import { createDocumentRoutes, startOfDay } from './document.ts';
import { documents } from './documents.ts';
import { createSitemapRoute, type SitemapSource } from './sitemap.ts';

interface DiscoveryDoor extends Omit<BoardInfo, 'documents' | 'today'> {
  readonly contents: SitemapSource;
  readonly now: () => Date;
  /** Throws where the board cannot serve. */
  readonly assertReady: () => Promise<void>;
}

const SITEMAP = { path: '/sitemap.xml', title: 'Every public page', mediaType: 'application/xml' };

/** Documents about the board itself: nobody is asked for a key and nothing is counted. */
export function createDiscoveryRoutes(door: DiscoveryDoor): readonly Route[] {
  const { baseUrl, contents, now, publicRoutes: publicRows } = door;
  const links = [...documents, SITEMAP].map(({ path, title, mediaType }) => ({ path, title, mediaType }));
  const about: BoardInfo = { ...door, documents: links, today: startOfDay(now()) };
  const paths = [...publicRows.filter(hasNoRequiredParameters(door.describe)), ...documents]
    .map(({ path }) => path)
    .filter(isCrawled);
  return [
    ...documents.flatMap((document) => createDocumentRoutes(document, about, now)),
    createSitemapRoute({ baseUrl, contents, now, paths }),
    stateRoute('/healthz', () => Promise.resolve()),
    stateRoute('/readyz', door.assertReady),
  ];
}

/** What robots.txt closes is not in the sitemap. */
const isCrawled = (path: string): boolean => !path.startsWith('/v1/');

const stateRoute = (path: string, assert: () => Promise<void>): Route => ({
  method: 'GET',
  path,
  json: false,
  cors: false,
  isAlwaysServed: true,
  headers: { 'cache-control': 'no-store' },
  serve: async () => {
    await assert();
    return toJsonReply({ status: 'ok' });
  },
});
