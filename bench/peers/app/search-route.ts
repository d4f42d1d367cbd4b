import type { FastifyInstance } from 'fastify';
import { toSearchResponse } from './search-response.ts';
import type { FullStore } from './store.ts';

const schema = {
  querystring: {
    type: 'object',
    required: ['q'],
    properties: {
      q: { type: 'string', minLength: 2, maxLength: 200 },
      limit: { type: 'integer', minimum: 1, maximum: 50, default: 50 },
    },
  },
};

/** Search by query only: no filters, no facets, no further pages. */
export function addSearchRoute(app: FastifyInstance, store: FullStore): void {
  app.get<{ Querystring: { q: string; limit: number } }>(
    '/v1/search',
    { schema },
    async ({ query: { q, limit } }) => toSearchResponse(q, await store.search(q, limit), limit),
  );
}
