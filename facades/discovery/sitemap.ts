import { BoardError } from '../../schema/contract.ts';
import { withEtag } from '../http/codec/etag.ts';
import { lastModifiedHeader } from '../http/codec/last-modified.ts';
import { type Reply, toTextReply } from '../http/reply.ts';
import type { Route } from '../http/route.ts';
import { escapeXml } from '../http/codec/xml.ts';

/** A page that anybody may read, and when it last changed. */
interface PublicPage {
  readonly path: string;
  readonly modifiedAt: Date;
}

/** Every public page of the board, in parts of bounded size. */
export interface SitemapSource {
  countParts(): Promise<number>;
  /** From 0, the oldest pages first. */
  readPart(part: number): Promise<readonly PublicPage[]>;
}

interface SitemapDoor {
  readonly baseUrl: string;
  readonly contents: SitemapSource;
  /** Pages that are always there. */
  readonly paths: readonly string[];
  readonly now: () => Date;
}

/** Pages in one part: five of them and the documents stay within what a sitemap may hold, 50 000. */
export const SITEMAP_PART_SIZE = 9_900;
const PARTS_IN_ONE = 5;

const PATH = '/sitemap.xml';
const MEDIA_TYPE = 'application/xml';

/**
 * The sitemap; an index of sitemaps once there is too much for one. Those stand at the same path with `?page=`, for
 * a sitemap speaks only of what lies below its own folder.
 */
export function createSitemapRoute(door: SitemapDoor): Route {
  const share = createSharing();
  return {
    method: 'GET',
    path: PATH,
    json: false,
    cors: true,
    headers: { 'cache-control': 'public, max-age=300' },
    serve: async ({ request, url }) => {
      const page = readPageNumber(url);
      return withEtag(request, await share(page, () => createReply(door, page)));
    },
  };
}

/** Nobody is asked for a key here, and nothing is counted: whoever asks while a page is made waits for that one. */
function createSharing() {
  const making = new Map<number | null, Promise<Reply>>();
  return (page: number | null, create: () => Promise<Reply>): Promise<Reply> => {
    const reply = making.get(page) ?? create().finally(() => making.delete(page));
    making.set(page, reply);
    return reply;
  };
}

async function createReply(door: SitemapDoor, page: number | null): Promise<Reply> {
  const parts = await door.contents.countParts();
  if (page !== null && page > parts) throw new BoardError('not_found', `The sitemap has ${parts} pages`);
  if (page === null && parts > PARTS_IN_ONE) return toTextReply(writeIndex(door, parts), MEDIA_TYPE);
  const wanted = page === null ? Array.from({ length: parts }, (_, part) => part) : [page - 1];
  const pages: PublicPage[] = [];
  for (const part of wanted) pages.push(...(await door.contents.readPart(part)));
  const paths = page === null || page === 1 ? door.paths : [];
  const headers = lastModifiedHeader(newestOf(pages), door.now().toISOString());
  return toTextReply(writeUrls(door, paths, pages), MEDIA_TYPE, { headers });
}

/** 1 and up; null where the whole is asked for. */
function readPageNumber(url: URL): number | null {
  const text = url.searchParams.get('page');
  if (text === null) return null;
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new BoardError('validation_failed', 'A page of the sitemap is a number from 1', {
    issues: [{ path: [], loc: ['query', 'page'], msg: 'Must be a number from 1', type: 'invalid_format' }],
  });
}

const newestOf = (pages: readonly PublicPage[]): string | null => {
  const newest = pages.reduce((time, { modifiedAt }) => Math.max(time, modifiedAt.getTime()), 0);
  return newest === 0 ? null : new Date(newest).toISOString();
};

const HEAD = '<?xml version="1.0" encoding="UTF-8"?>';
const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

function writeUrls({ baseUrl }: SitemapDoor, paths: readonly string[], pages: readonly PublicPage[]): string {
  const urls = [
    ...paths.map((path) => `<url><loc>${escapeXml(`${baseUrl}${path}`)}</loc></url>`),
    ...pages.map(
      ({ path, modifiedAt }) =>
        `<url><loc>${escapeXml(`${baseUrl}${path}`)}</loc><lastmod>${modifiedAt.toISOString()}</lastmod></url>`,
    ),
  ];
  return `${HEAD}\n<urlset ${NAMESPACE}>\n${urls.join('\n')}\n</urlset>\n`;
}

function writeIndex({ baseUrl }: SitemapDoor, parts: number): string {
  const sitemaps = Array.from(
    { length: parts },
    (_, part) => `<sitemap><loc>${escapeXml(`${baseUrl}${PATH}?page=${part + 1}`)}</loc></sitemap>`,
  );
  return `${HEAD}\n<sitemapindex ${NAMESPACE}>\n${sitemaps.join('\n')}\n</sitemapindex>\n`;
}
