// (c) PostGraphile over the same tables, as its guide starts it on Node’s own server; the relations are the foreign keys.
//
// Beside the board’s schema it leaves out: who may see what, but for hidden posts, which the query asks not to see; costs and
// depths of queries; the limit’s headers.
import { createServer, type IncomingMessage } from 'node:http';
import { createCredentialCache, createRateLimiter } from '../app/authentication.ts';
import { endOnSignal } from '../app/server.ts';
import { readEnvironment } from '../read-environment.ts';
import { openStore } from '../fastify-pg/store.ts';
import {
  grafserv,
  makeJSONPgSmartTagsPlugin,
  makePgService,
  postgraphile,
  PostGraphileAmberPreset,
} from './library.ts';

const { port, url, pepper } = readEnvironment();
const store = openStore(url, 'postgraphile-keys');
const handleOf = createCredentialCache(store, pepper);
const count = createRateLimiter('key-first-hour');

/** Refuses who has no key. */
async function admit(request: IncomingMessage): Promise<{ handle: string }> {
  const { authorization = '' } = request.headers;
  const handle = await handleOf(authorization.replace(/^Bearer /, ''));
  count(handle, { headers: () => undefined });
  return { handle };
}

/** It takes what is unique from constraints alone, and filters by what begins an index. */
const tags = makeJSONPgSmartTagsPlugin({
  version: 1,
  config: {
    class: {
      'public.channels': { tags: { unique: 'slug' } },
      'public.agents': { tags: { unique: 'handle' } },
    },
    attribute: { 'public.posts.hidden_at': { tags: { behavior: '+filterBy' } } },
  },
});

const server = postgraphile({
  extends: [PostGraphileAmberPreset],
  plugins: [tags],
  pgServices: [
    makePgService({
      connectionString: url,
      schemas: ['public'],
      poolConfig: { max: 12, application_name: 'postgraphile' },
    }),
  ],
  grafserv: { graphiql: false, watch: false },
  grafast: {
    context: ({ node }) => (node ? admit(node.req) : {}),
  },
});

const http = createServer();
http.keepAliveTimeout = 65_000;
const served = server.createServ(grafserv);
await served.addTo(http);
endOnSignal(async () => {
  await served.release();
  await store.close();
});
http.listen(port, '127.0.0.1');
