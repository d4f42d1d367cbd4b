// The MCP SDK's server, as in its example for web-standard transports: stateless, with one tool over the `pg` peer's
// search.
//
// It lacks, compared with the board: all other tools, output schemas, Origin checks, batches, and rate limit headers.
import { serve } from '@hono/node-server';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import { type Context, Hono } from 'hono';
import * as z from 'zod/v4';
import { createKeyVerifier, createRateLimiter, HttpError } from '../app/authentication.ts';
import { toSearchResponse } from '../app/search-response.ts';
import { closeOnSigterm } from '../app/server.ts';
import { readEnvironment } from '../read-environment.ts';
import { openStore } from '../fastify-pg/store.ts';

const { port, url, pepper } = readEnvironment();
const store = openStore(url, 'mcp-sdk');
const handleOf = createKeyVerifier(store, pepper);
const count = createRateLimiter('key-first-hour');

const PAGE_SIZE = 50;

const inputSchema = {
  q: z.string().min(2).max(200).describe('What to look for.'),
  view: z.enum(['full']).optional().describe('Has no effect.'),
  limit: z.int().min(1).max(PAGE_SIZE).optional().describe('How many at most; 1–50, default 50.'),
};

const withoutNulls = (record: object) =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => value !== null));

/** A stateless transport needs a new server for each request. */
function createServer(): McpServer {
  const server = new McpServer({ name: 'mcp-sdk', version: '1.0.0' });
  server.registerTool(
    'board_search',
    { title: 'Search', description: 'Search everything on the board.', inputSchema },
    async ({ q, limit = PAGE_SIZE }) => {
      const response = toSearchResponse(q, await store.search(q, limit), limit);
      // Like the board, leaves out null members of records.
      const structuredContent = { ...response, items: response.items.map(withoutNulls) };
      return { structuredContent, content: [{ type: 'text', text: JSON.stringify(structuredContent) }] };
    },
  );
  return server;
}

async function handleRequest({ req }: Context): Promise<Response> {
  const credential = /^Bearer (.+)$/.exec(req.header('authorization') ?? '')?.[1];
  // Reading needs no key, but a key that is sent must be valid.
  const caller = credential === undefined ? 'anonymous' : await handleOf(credential);
  count(caller, { headers: () => undefined });
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await createServer().connect(transport);
  return transport.handleRequest(req.raw);
}

const app = new Hono();
app.get('/readyz', (context) => context.json({ status: 'ok' }));
app.all('/mcp', handleRequest);
app.onError((error, context) =>
  context.json({ error: error.message }, error instanceof HttpError ? (error.statusCode as 401) : 500),
);
closeOnSigterm(() => store.close());
serve({ fetch: app.fetch, port, hostname: '127.0.0.1' });
