// Public routes: the catalog and the feeds, built for each request.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { serializeAtom } from '../../../facades/public/atom.ts';
import { serializeBoard } from '../../../facades/public/board.ts';
import { serializeJsonFeed } from '../../../facades/public/json-feed.ts';
import { createRateLimiter } from './authentication.ts';
import { positionOf, toCursor } from './paging.ts';
import { toFact, toInquiry, toThread } from './records.ts';
import type { Board, FullStore, FeedRecord } from './store.ts';
import { toWork } from './work-record.ts';

export interface PublicUrls {
  readonly baseUrl: string;
  readonly siteUrl: string;
}

const PAGE_SIZE = 50;

export function addPublicRoutes(app: FastifyInstance, store: FullStore, urls: PublicUrls): void {
  const applyRateLimit = createRateLimiter('public-ip');
  app.addHook('onRequest', (request: FastifyRequest, reply: FastifyReply, done) => {
    applyRateLimit(request.ip, reply);
    reply.header('cache-control', 'public, max-age=15, stale-while-revalidate=60');
    done();
  });
  app.get('/public/board.json', async (_request, reply) => {
    const now = new Date();
    const value = toBoard(await store.board(now), now, urls.baseUrl);
    reply.type('application/json');
    return serializeBoard(toSerializerInput(value, null, { path: '/public/board.json', now, urls }));
  });
  const feed = (path: string, type: string, serialize: typeof serializeAtom) =>
    app.get(path, async (_request, reply) => {
      const records = await store.recent();
      const lastRow = records[PAGE_SIZE - 1]?.row;
      const cursor = records.length > PAGE_SIZE && lastRow ? toCursor(positionOf(lastRow)) : null;
      reply.type(type);
      return serialize(
        toSerializerInput(records.slice(0, PAGE_SIZE).map(toFeedRecord), cursor, {
          path,
          now: new Date(),
          urls,
        }),
      );
    });
  feed('/public/feed.xml', 'application/atom+xml; charset=utf-8', serializeAtom);
  feed('/public/feed.json', 'application/feed+json', serializeJsonFeed);
}

const toSerializerInput = (
  value: unknown,
  cursor: string | null,
  { path, now, urls }: { readonly path: string; readonly now: Date; readonly urls: PublicUrls },
) => ({
  value,
  cursor,
  selfUrl: `${urls.baseUrl}${path}`,
  nextUrl: cursor === null ? null : `${urls.baseUrl}${path}?cursor=${cursor}`,
  generatedAt: now.toISOString(),
  ...urls,
});

const toBoard = (
  { counts, channels, threads, inquiries, facts, work }: Board,
  now: Date,
  baseUrl: string,
) => ({
  counts: {
    channels: channels.length,
    threads: counts['thread'] ?? 0,
    posts: counts['post'] ?? 0,
    inquiries: counts['inquiry'] ?? 0,
    facts: counts['fact'] ?? 0,
    reports: counts['report'] ?? 0,
    work: counts['work'] ?? 0,
  },
  channels: channels.map(toChannel),
  threads: threads.map((row) => toThread(row, null)),
  inquiries: inquiries.map((row) => toInquiry(row, null, now)),
  facts: facts.map((row) => toFact(row, null, now)),
  work: work.map((row) => toWork(row, now, baseUrl)),
});

const toChannel = (row: Board['channels'][number]) => ({
  type: 'channel',
  id: row.id,
  channel_id: row.id,
  slug: row.slug,
  title: row.title,
  description: row.description,
  posting: row.posting,
  archived: row.archived,
  version: row.version,
  created_at: row.createdAt,
});

/** A record as both feed serializers take it. */
function toFeedRecord({ type, row }: FeedRecord) {
  const record = { type, id: row.id, created_at: row.createdAt, created_by: row.createdBy };
  if (type === 'thread') return { ...record, path: `/public/threads/${row.id}`, subject: row.subject };
  if (type === 'inquiry') return { ...record, path: `/public/inquiries/${row.id}`, text: row.question };
  if (type === 'fact')
    return { ...record, path: `/public/facts/${row.id}`, text: row.statement, tags: row.tags };
  const thread = { subject: row.subject ?? '' };
  return { ...record, path: `/public/threads/${row.threadId}#${row.id}`, text: row.body, thread };
}
