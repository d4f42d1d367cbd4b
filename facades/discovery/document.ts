import { etagOf, applyIfNoneMatch } from '../http/codec/etag.ts';
import { BASE_HEADERS } from '../http/server/route-table.ts';
import { type HeaderRecord, type Reply, toEncodedReply, toTextReply } from '../http/reply.ts';
import type { Exchange, Route } from '../http/route.ts';
import type { BoardInfo, DocumentLink } from './board-info.ts';

/** A discovery document. */
export interface Document extends DocumentLink {
  /** Other paths that serve the same bytes. */
  readonly aliases: readonly string[];
  readonly write: (board: BoardInfo, variant: string) => string;
  /** The request header on which the content depends, and the variant that it selects. Null if there is one variant only. */
  readonly variants: { readonly header: string; readonly select: (exchange: Exchange) => string } | null;
  /** Whether the content depends on the current day. */
  readonly isDaily: boolean;
  readonly headersOf: (board: BoardInfo) => HeaderRecord;
}

type DocumentOptions = Pick<Document, 'title' | 'write'> & Partial<Document>;

/** Defines a document. The default media type is `text/plain`. */
export const defineDocument = (path: string, options: DocumentOptions): Document => ({
  path,
  mediaType: 'text/plain',
  aliases: [],
  isDaily: false,
  variants: null,
  headersOf: () => ({}),
  ...options,
});

/** Defines a JSON document; `make` returns the value to serialize. */
export const defineJsonDocument = (
  path: string,
  {
    make,
    ...options
  }: Omit<DocumentOptions, 'write'> & { readonly make: (board: BoardInfo, variant: string) => object },
): Document =>
  defineDocument(path, {
    mediaType: 'application/json',
    write: (board, variant) => JSON.stringify(make(board, variant)),
    ...options,
  });

/** Returns the current reply for a request; without a request, the reply of the default variant. */
export type GetCurrentReply = (exchange?: Exchange) => Reply;

/** Returns a function for the replies of a document. Each variant is written once, or once a day if the document is daily. */
export function createReplyGetter(
  document: Document,
  board: Omit<BoardInfo, 'today'>,
  now: () => Date,
): GetCurrentReply {
  const cache = new Map<string, { readonly reply: Reply; readonly day: string }>();

  return (exchange) => {
    const variant = (exchange && document.variants?.select(exchange)) ?? '';
    const existing = cache.get(variant);
    if (existing && (!document.isDaily || existing.day === dayOf(now()))) return existing.reply;
    const today = startOfDay(now());
    const reply = toReply(document, { ...board, today }, variant);
    cache.set(variant, { reply, day: dayOf(today) });
    return reply;
  };
}

/** The routes of a document, one for each path. */
export const createDocumentRoutes = (
  document: Document,
  getCurrentReply: GetCurrentReply,
): readonly Route[] =>
  [document.path, ...document.aliases].map((path) => ({
    method: 'GET',
    path,
    refusesHtml: false,
    cors: true,
    headers: { 'cache-control': 'public, max-age=300' },
    serve: (exchange) => applyIfNoneMatch(exchange.request, getCurrentReply(exchange)),
  }));

function toReply(
  { write, mediaType, variants, headersOf }: Document,
  board: BoardInfo,
  variant: string,
): Reply {
  const text = write(board, variant);
  const vary: HeaderRecord = variants ? { vary: `${BASE_HEADERS['vary']}, ${variants.header}` } : {};
  const allHeaders = { ...headersOf(board), ...vary, etag: etagOf(text) };
  return toEncodedReply(
    mediaType.startsWith('text/')
      ? toTextReply(text, mediaType, { headers: allHeaders })
      : { status: 200, headers: { 'content-type': mediaType, ...allHeaders }, body: text },
  );
}

const dayOf = (time: Date): string => time.toISOString().slice(0, 10);

/** Start of the day, in UTC. */
const startOfDay = (time: Date): Date => new Date(`${dayOf(time)}T00:00:00.000Z`);
