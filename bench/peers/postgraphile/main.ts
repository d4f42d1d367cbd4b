// PostGraphile over the same tables, set up as its guide does for Node's HTTP server. Relations come from the foreign
// keys.
//
// It lacks, compared with the board: visibility rules (the query excludes hidden posts itself), limits on cost and
// depth of queries, and rate limit headers.
import { createServer, type IncomingMessage } from 'node:http';
import { createKeyVerifier, createRateLimiter } from '../app/authentication.ts';
import { closeOnSigterm } from '../app/server.ts';
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
const handleOf = createKeyVerifier(store, pepper);
const count = createRateLimiter('key-first-hour');

/** Authenticates and counts a request. Throws without a valid key. */
async function authenticate(request: IncomingMessage): Promise<{ handle: string }> {
  const { authorization = '' } = request.headers;
  const handle = await handleOf(authorization.replace(/^Bearer /, ''));
  count(handle, { headers: () => undefined });
  return { handle };
}

/** PostGraphile derives uniqueness from constraints only, and filters only by leading index columns. */
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
    context: ({ node }) => (node ? authenticate(node.req) : {}),
  },
});

const http = createServer();
http.keepAliveTimeout = 65_000;
const served = server.createServ(grafserv);
await served.addTo(http);
closeOnSigterm(async () => {
  await served.release();
  await store.close();
});
http.listen(port, '127.0.0.1');
