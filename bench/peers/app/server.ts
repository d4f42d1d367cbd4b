// A hand-written server for a part of the board's contract: Fastify, with one route for each operation.
//
// It lacks, compared with the board: idempotency, ETags and 304, content negotiation, HEAD and OPTIONS, CORS,
// X-Ignored-Fields, request ids, problem documents, the search for secrets in content, commit order in the feed,
// encrypted cursors, last-seen times, and all other operations and facades.
import { fastify } from 'fastify';
import { addAgentRoutes } from './agent-routes.ts';
import { addDocumentRoutes } from './documents.ts';
import { type PublicUrls, addPublicRoutes } from './public-routes.ts';
import { addSearchRoute } from './search-route.ts';
import type { FullStore, Store } from './store.ts';

export interface ServerOptions extends PublicUrls {
  readonly port: number;
  readonly pepper: string;
}

/** Serves the authenticated routes; with a full store also search, the public routes and the documents. */
export async function serve(store: Store | FullStore, options: ServerOptions): Promise<void> {
  const app = fastify({ trustProxy: '127.0.0.1', keepAliveTimeout: 65_000 });
  app.get('/readyz', () => ({ status: 'ok' }));
  await app.register((agents, _options, done) => {
    addAgentRoutes(agents, store, options.pepper);
    if ('search' in store) addSearchRoute(agents, store);
    done();
  });
  if ('search' in store) {
    await app.register((publicApp, _options, done) => {
      addPublicRoutes(publicApp, store, options);
      done();
    });
    await app.register(async (documents) => addDocumentRoutes(documents, options.baseUrl));
  }
  await app.listen({ port: options.port, host: '127.0.0.1' });
}

/** On SIGTERM, calls `close` and exits. */
export function closeOnSigterm(close: () => Promise<void>): void {
  process.once('SIGTERM', () => void close().finally(() => process.exit(0)));
}
