import { etagOf, applyIfNoneMatch } from '../http/codec/etag.ts';
import { type HeaderRecord, type Reply, toEncodedReply, toTextReply } from '../http/reply.ts';
import type { Route } from '../http/route.ts';
import type { BoardInfo, DocumentLink } from './board-info.ts';

/** A document about the board itself. */
export interface Document extends DocumentLink {
  /** Where else it stands, byte for byte. */
  readonly aliases: readonly string[];
  readonly write: (about: BoardInfo) => string;
  /** It tells of the day it is read on. */
  readonly isDaily: boolean;
  readonly headers: (about: BoardInfo) => HeaderRecord;
}

type DocumentOptions = Pick<Document, 'title' | 'write'> & Partial<Document>;

/** A row: `document('/robots.txt', { title, mediaType, write })`. */
export const defineDocument = (path: string, options: DocumentOptions): Document => ({
  path,
  mediaType: 'text/plain',
  aliases: [],
  isDaily: false,
  headers: () => ({}),
  ...options,
});

/** The same, where it is JSON. */
export const defineJsonDocument = (
  path: string,
  { make, ...options }: Omit<DocumentOptions, 'write'> & { readonly make: (about: BoardInfo) => object },
): Document =>
  defineDocument(path, {
    mediaType: 'application/json',
    write: (about) => JSON.stringify(make(about)),
    ...options,
  });

const HEADERS = { 'cache-control': 'public, max-age=300' };

/** Its routes. It is made once, at the start; one that tells of the day, once a day. */
export function createDocumentRoutes(
  document: Document,
  about: BoardInfo,
  now: () => Date,
): readonly Route[] {
  let reply = toReply(document, about);
  let day = dayOf(about.today);

  function replyOf(): Reply {
    if (!document.isDaily || dayOf(now()) === day) return reply;
    day = dayOf(now());
    reply = toReply(document, { ...about, today: startOfDay(now()) });
    return reply;
  }

  return [document.path, ...document.aliases].map((path) => ({
    method: 'GET',
    path,
    json: false,
    cors: true,
    headers: HEADERS,
    serve: ({ request }) => applyIfNoneMatch(request, replyOf()),
  }));
}

function toReply({ write, mediaType, headers }: Document, about: BoardInfo): Reply {
  const text = write(about);
  const all = { ...headers(about), etag: etagOf(text) };
  return toEncodedReply(
    mediaType.startsWith('text/')
      ? toTextReply(text, mediaType, { headers: all })
      : { status: 200, headers: { 'content-type': mediaType, ...all }, body: text },
  );
}

const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

/** The first instant of a day, in UTC. */
export const startOfDay = (at: Date): Date => new Date(`${dayOf(at)}T00:00:00.000Z`);
