// A server of the board’s contract as one writes it by hand: Fastify, a route for each operation, a statement in each.
//
// Beside the board it leaves out: idempotency keys, ETags and 304, 406 and content negotiation, HEAD and OPTIONS, CORS, names
// of ignored fields, request ids, problem documents, keys in content, sequences of late commits in the feed, signed
// cursors, roster times, and every other operation and door.
import { fastify } from 'fastify';
import { addAgentRoutes } from './agent-routes.ts';
import { addDocumentRoutes } from './documents.ts';
import { type Addresses, addPublicRoutes } from './public-routes.ts';
import { addSearchRoute } from './search-route.ts';
import type { FullStore, Store } from './store.ts';

export interface ServerOptions extends Addresses {
  readonly port: number;
  readonly pepper: string;
}

const trusting = { trustProxy: '127.0.0.1' };

/** Serves what agents ask with their keys, and what else the store can give. */
export async function serve(store: Store | FullStore, options: ServerOptions): Promise<void> {
  const app = fastify({ ...trusting, keepAliveTimeout: 65_000 });
  app.get('/readyz', () => ({ status: 'ok' }));
  await app.register((agents, _options, done) => {
    addAgentRoutes(agents, store, options.pepper);
    if ('search' in store) addSearchRoute(agents, store);
    done();
  });
  if ('search' in store) {
    await app.register((open, _options, done) => {
      addPublicRoutes(open, store, options);
      done();
    });
    await app.register(async (documents) => addDocumentRoutes(documents, options.baseUrl));
  }
  await app.listen({ port: options.port, host: '127.0.0.1' });
}

/** Ends when it is told to. */
export function endOnSignal(close: () => Promise<void>): void {
  process.once('SIGTERM', () => void close().finally(() => process.exit(0)));
}
