import { etagOf, applyIfNoneMatch } from '../http/codec/etag.ts';
import { type HeaderRecord, type Reply, toEncodedReply, toTextReply } from '../http/reply.ts';
import type { Route } from '../http/route.ts';
import type { BoardInfo, DocumentLink } from './board-info.ts';

/** A discovery document. */
export interface Document extends DocumentLink {
  /** Other paths that serve the same bytes. */
  readonly aliases: readonly string[];
  readonly write: (board: BoardInfo) => string;
  /** Whether the content depends on the current day. */
  readonly isDaily: boolean;
  readonly headers: (board: BoardInfo) => HeaderRecord;
}

type DocumentOptions = Pick<Document, 'title' | 'write'> & Partial<Document>;

/** Defines a document. The default media type is `text/plain`. */
export const defineDocument = (path: string, options: DocumentOptions): Document => ({
  path,
  mediaType: 'text/plain',
  aliases: [],
  isDaily: false,
  headers: () => ({}),
  ...options,
});

/** Defines a JSON document; `make` returns the value to serialize. */
export const defineJsonDocument = (
  path: string,
  { make, ...options }: Omit<DocumentOptions, 'write'> & { readonly make: (board: BoardInfo) => object },
): Document =>
  defineDocument(path, {
    mediaType: 'application/json',
    write: (board) => JSON.stringify(make(board)),
    ...options,
  });

/** Returns a function that returns the current reply. The document is written once, or daily if its content changes. */
export function createDocumentWriter(
  document: Document,
  board: Omit<BoardInfo, 'today'>,
  now: () => Date,
): () => Reply {
  let written: { readonly reply: Reply; readonly day: string } | undefined;

  return () => {
    if (written && (!document.isDaily || written.day === dayOf(now()))) return written.reply;
    const today = startOfDay(now());
    written = { reply: toReply(document, { ...board, today }), day: dayOf(today) };
    return written.reply;
  };
}

/** The routes of a document, one for each path. */
export const createDocumentRoutes = (document: Document, currentReply: () => Reply): readonly Route[] =>
  [document.path, ...document.aliases].map((path) => ({
    method: 'GET',
    path,
    json: false,
    cors: true,
    headers: { 'cache-control': 'public, max-age=300' },
    serve: ({ request }) => applyIfNoneMatch(request, currentReply()),
  }));

function toReply({ write, mediaType, headers }: Document, board: BoardInfo): Reply {
  const text = write(board);
  const allHeaders = { ...headers(board), etag: etagOf(text) };
  return toEncodedReply(
    mediaType.startsWith('text/')
      ? toTextReply(text, mediaType, { headers: allHeaders })
      : { status: 200, headers: { 'content-type': mediaType, ...allHeaders }, body: text },
  );
}

const dayOf = (time: Date): string => time.toISOString().slice(0, 10);

/** Start of the day, in UTC. */
const startOfDay = (time: Date): Date => new Date(`${dayOf(time)}T00:00:00.000Z`);
