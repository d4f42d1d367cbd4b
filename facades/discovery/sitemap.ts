import { LRUCache } from 'lru-cache';
import { BoardError, type OpenSession } from '../../schema/contract.ts';
import { toCaller } from '../http/binding/caller.ts';
import { toConditionalReply } from '../http/binding/conditional-reply.ts';
import { etagOf } from '../http/codec/etag.ts';
import { rateLimitHeaders } from '../http/codec/headers.ts';
import { lastModifiedHeader } from '../http/codec/last-modified.ts';
import { type Reply, toEncodedReply, toTextReply } from '../http/reply.ts';
import type { Route } from '../http/route.ts';
import { escapeXml } from '../http/codec/xml.ts';

/** A public page with the time of its last change. */
interface PublicPage {
  readonly path: string;
  readonly modifiedAt: Date;
}

/** Reads all public pages in parts of bounded size. */
export interface SitemapSource {
  countParts(): Promise<number>;
  /** Parts are numbered from 0, which has the oldest pages. The pages of a part are in any order. */
  readPart(part: number): Promise<readonly PublicPage[]>;
  /** The version changes when a page is hidden or shown again. */
  readVersion(): Promise<string>;
}

interface SitemapOptions {
  readonly openSession: OpenSession;
  readonly baseUrl: string;
  readonly sitemapPages: SitemapSource;
  /** Paths of pages that always exist. */
  readonly listPaths: () => readonly string[];
  readonly now: () => Date;
}

/**
 * The approximate number of pages of a part. A part lists at most twice as many, which bounds the cost of a request. A sitemap index
 * may list at most 50 000 sitemaps.
 */
export const SITEMAP_PART_SIZE = 1_000;

/** Up to this number of parts, one sitemap lists all pages. */
const MAX_PARTS_WITHOUT_INDEX = 2;

export const SITEMAP_PATH = '/sitemap.xml';
const MEDIA_TYPE = 'application/xml';

/**
 * The route of the sitemap. If there are too many pages for one sitemap, it serves an index, and the sitemaps have the
 * same path with `?page=`: a sitemap may list only URLs in its folder and below.
 * A request counts as a public call unless the response is a 304.
 */
export function createSitemapRoute(options: SitemapOptions): Route {
  const getReply = createReplyCache(options);
  return {
    method: 'GET',
    path: SITEMAP_PATH,
    refusesHtml: false,
    cors: true,
    headers: { 'cache-control': 'public, max-age=300' },
    serve: async (exchange) => {
      const session = await options.openSession(toCaller('rest', exchange), 'public');
      const reply = await getReply(readPageNumber(exchange.url));
      const headers = { ...reply.headers, ...rateLimitHeaders(session.rateLimit) };
      return toConditionalReply(exchange.request, { ...reply, headers }, session);
    },
  };
}

/** Maximum number of cached replies. A reply has up to 600 KB. */
const MAX_REPLIES = 16;

/** Maximum age of a cached reply: a new page, or a new `lastmod`, is missing for at most this time. */
const MAX_AGE_MS = 5000;

/**
 * Returns a function that returns the reply for a page number, or for a request without one (null). A reply is cached for
 * `MAX_AGE_MS`, or until a page is hidden or shown again.
 */
function createReplyCache(options: SitemapOptions): (page: number | null) => Promise<Reply> {
  const replies = new LRUCache<string, { readonly createdAt: number; readonly reply: Promise<Reply> }>({
    max: MAX_REPLIES,
  });
  let version: Promise<string> | undefined;
  return async (page) => {
    // Concurrent requests share one read of the version.
    version ??= options.sitemapPages.readVersion().finally(() => (version = undefined));
    const key = `${page ?? ''} ${await version}`;
    const cached = replies.get(key);
    const now = options.now().getTime();
    // Negative after the clock was set back.
    const age = cached ? now - cached.createdAt : Infinity;
    if (cached && age >= 0 && age < MAX_AGE_MS) return cached.reply;
    const reply = createReply(options, page).then(withEntityTag);
    replies.set(key, { createdAt: now, reply });
    // A failed reply is not kept. Its error is thrown to the caller below.
    reply.catch(() => replies.delete(key));
    return reply;
  };
}

const withEntityTag = (reply: Reply): Reply =>
  toEncodedReply({ ...reply, headers: { ...reply.headers, etag: etagOf(reply.body ?? '') } });

async function createReply(options: SitemapOptions, page: number | null): Promise<Reply> {
  const parts = await options.sitemapPages.countParts();
  if (page !== null && page > parts) throw new BoardError('not_found', `The sitemap has ${parts} pages`);
  if (page === null && parts > MAX_PARTS_WITHOUT_INDEX)
    return toTextReply(writeIndex(options, parts), MEDIA_TYPE);
  const partNumbers = page === null ? Array.from({ length: parts }, (_, part) => part) : [page - 1];
  const pages: PublicPage[] = [];
  for (const part of partNumbers) pages.push(...(await options.sitemapPages.readPart(part)));
  const paths = page === null || page === 1 ? options.listPaths() : [];
  const headers = lastModifiedHeader(newestOf(pages), options.now().toISOString());
  return toTextReply(writeUrls(options, paths, pages), MEDIA_TYPE, { headers });
}

/** Reads the query parameter `page`, a number from 1; null if it is missing. Throws `validation_failed`. */
function readPageNumber(url: URL): number | null {
  const text = url.searchParams.get('page');
  if (text === null) return null;
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new BoardError('validation_failed', 'page must be a number from 1', {
    issues: [{ path: [], loc: ['query', 'page'], msg: 'Must be a number from 1', type: 'invalid_format' }],
  });
}

const newestOf = (pages: readonly PublicPage[]): string | null => {
  const newest = pages.reduce((time, { modifiedAt }) => Math.max(time, modifiedAt.getTime()), 0);
  return newest === 0 ? null : new Date(newest).toISOString();
};

const XML_DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>';
const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

function writeUrls(
  { baseUrl }: SitemapOptions,
  paths: readonly string[],
  pages: readonly PublicPage[],
): string {
  const urls = [
    ...paths.map((path) => `<url><loc>${escapeXml(`${baseUrl}${path}`)}</loc></url>`),
    ...pages.map(
      ({ path, modifiedAt }) =>
        `<url><loc>${escapeXml(`${baseUrl}${path}`)}</loc><lastmod>${modifiedAt.toISOString()}</lastmod></url>`,
    ),
  ];
  return `${XML_DECLARATION}\n<urlset ${NAMESPACE}>\n${urls.join('\n')}\n</urlset>\n`;
}

function writeIndex({ baseUrl }: SitemapOptions, parts: number): string {
  const sitemaps = Array.from(
    { length: parts },
    (_, part) => `<sitemap><loc>${escapeXml(`${baseUrl}${SITEMAP_PATH}?page=${part + 1}`)}</loc></sitemap>`,
  );
  return `${XML_DECLARATION}\n<sitemapindex ${NAMESPACE}>\n${sitemaps.join('\n')}\n</sitemapindex>\n`;
}
