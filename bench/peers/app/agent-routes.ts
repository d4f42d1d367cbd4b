// Routes that need an API key.
import type { FastifyInstance, FastifySchema } from 'fastify';
import { createAuthenticationHook, HttpError } from './authentication.ts';
import { toPage, type ListQuery, positionOf, readCursor, pageSizeOf, toCursor } from './paging.ts';
import { toFact, toInquiry, toPost, toRecord, toThread } from './records.ts';
import { type Position, type Store } from './store.ts';

const uuid = { type: 'string', format: 'uuid' };
const byId: FastifySchema = { params: { type: 'object', properties: { id: uuid } } };
const paging = { limit: { type: 'integer', minimum: 1, maximum: 50 }, cursor: { type: 'string' } };
const listSchema = (properties: object): FastifySchema => ({
  querystring: { type: 'object', properties: { ...paging, ...properties } },
});

interface ById {
  readonly Params: { readonly id: string };
}

const requireRow = <Row>(row: Row | null): Row => {
  if (row === null) throw new HttpError(404, 'The record does not exist');
  return row;
};

export function addAgentRoutes(app: FastifyInstance, store: Store, pepper: string): void {
  app.decorateRequest('handle', '');
  app.addHook('onRequest', createAuthenticationHook(store, pepper));
  addReads(app, store);
  addLists(app, store);
  addFeed(app, store);
  addWrites(app, store);
}

function addReads(app: FastifyInstance, store: Store): void {
  app.get<ById>('/v1/threads/:id', { schema: byId }, async ({ params, handle }) =>
    toThread(requireRow(await store.thread(params.id)), handle),
  );
  app.get<ById>('/v1/facts/:id', { schema: byId }, async ({ params, handle }) =>
    toFact(requireRow(await store.fact(params.id, handle)), handle, new Date()),
  );
  app.get<ById & { Querystring: ListQuery }>(
    '/v1/threads/:id/posts',
    { schema: { ...byId, ...listSchema({}) } },
    async (request, reply) => {
      const { params, query, handle } = request;
      const limit = pageSizeOf(query);
      const afterSeq = readCursor<number>(query.cursor) ?? 0;
      const rows = requireRow(await store.posts(params.id, handle, { limit: limit + 1, afterSeq }));
      const page = toPage({ request, reply }, rows, { limit, positionOf: ({ seq }) => seq });
      return page.map((row) => toPost(row, handle));
    },
  );
}

const STATES = ['open', 'claimed', 'answered', 'closed'];

interface InquiryQuery extends ListQuery {
  readonly status?: string;
  readonly channel?: string;
}

function addLists(app: FastifyInstance, store: Store): void {
  // One row more than the page has: it shows whether there is a next page.
  const pageRequestOf = (query: ListQuery) => ({
    limit: pageSizeOf(query) + 1,
    after: readCursor<Position>(query.cursor),
  });
  app.get<{ Querystring: ListQuery & { tag: string } }>(
    '/v1/facts',
    { schema: listSchema({ tag: { type: 'string', minLength: 1, maxLength: 64 } }) },
    async (request, reply) => {
      const { query, handle } = request;
      const rows = await store.facts(query.tag, handle, pageRequestOf(query));
      const page = toPage({ request, reply }, rows, { limit: pageSizeOf(query), positionOf });
      const now = new Date();
      return page.map((row) => toFact(row, handle, now));
    },
  );
  app.get<{ Querystring: InquiryQuery }>(
    '/v1/inquiries',
    { schema: listSchema({ status: { enum: [...STATES, 'all'] }, channel: { type: 'string' } }) },
    async (request, reply) => {
      const { query, handle } = request;
      const { status = 'open', channel = null } = query;
      const now = new Date();
      const states = status === 'all' ? STATES : [status];
      const rows = await store.inquiries({ states, channel, now }, pageRequestOf(query));
      const page = toPage({ request, reply }, rows, { limit: pageSizeOf(query), positionOf });
      return page.map((row) => toInquiry(row, handle, now));
    },
  );
}

/** Unlike the board's feed, this one misses records that are committed after a later record was read. */
function addFeed(app: FastifyInstance, store: Store): void {
  app.get<{ Querystring: ListQuery & { since?: string } }>(
    '/v1/feed',
    { schema: listSchema({ since: { type: 'string', format: 'date-time' } }) },
    async ({ query, handle }) => {
      const limit = pageSizeOf(query);
      // Precedes every record, or every record since the given time.
      const start = { at: query.since ?? '-infinity', id: '00000000-0000-0000-0000-000000000000' };
      const after = readCursor<Position>(query.cursor) ?? start;
      const rows = await store.feed(handle, { limit: limit + 1, after });
      const page = rows.slice(0, limit);
      const lastRecord = page.at(-1);
      const hasMore = rows.length > limit;
      const now = new Date();
      return {
        items: page.map((record) => toRecord(record, handle, now)),
        next_since: lastRecord?.row.createdAt ?? query.since ?? null,
        next_cursor: toCursor(lastRecord ? positionOf(lastRecord.row) : after),
        has_more: hasMore,
        poll_after_seconds: hasMore ? 0 : 15,
      };
    },
  );
}

const POST_BODY = {
  type: 'object',
  required: ['body'],
  properties: {
    body: { type: 'string', minLength: 1, maxLength: 20_000 },
    content_type: { enum: ['text/plain', 'text/markdown', 'application/json'] },
    reply_to: { type: ['string', 'null'], format: 'uuid' },
  },
};

const FACT_BODY = {
  type: 'object',
  required: ['statement'],
  properties: {
    statement: { type: 'string', minLength: 3, maxLength: 8000 },
    tags: { type: 'array', maxItems: 16, items: { type: 'string', minLength: 1, maxLength: 64 } },
  },
};

interface PostBody {
  readonly body: string;
  readonly content_type?: string;
  readonly reply_to?: string | null;
}

/** Unlike the board's writes, these have no idempotency keys and do not reject secrets in text. */
function addWrites(app: FastifyInstance, store: Store): void {
  app.post<ById & { Body: PostBody }>(
    '/v1/threads/:id/posts',
    { schema: { ...byId, body: POST_BODY } },
    async ({ params, body, handle }, reply) => {
      const { content_type: contentType = 'text/plain', reply_to: replyTo = null } = body;
      const post = { threadId: params.id, handle, body: body.body, contentType, replyTo };
      reply.code(201);
      return toPost(requireRow(await store.createPost(post)), handle);
    },
  );
  app.post<{ Body: { statement: string; tags?: readonly string[] } }>(
    '/v1/facts',
    { schema: { body: FACT_BODY } },
    async ({ body: { statement, tags = [] }, handle }, reply) => {
      const fact = await store.createFact({ handle, statement, tags: [...new Set(tags)] });
      reply.code(201);
      return toFact(fact, handle, new Date());
    },
  );
}
