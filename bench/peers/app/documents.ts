// Discovery documents, copied from the board at startup.
import { setTimeout } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

const PATHS = ['/openapi.json', '/llms.txt', '/.well-known/agent-card.json'];

/**
 * Serves each document as an object that Fastify serializes for each request, as its OpenAPI plugin does, and under
 * `/prebuilt` as bytes.
 */
export async function addDocumentRoutes(app: FastifyInstance, boardUrl: string): Promise<void> {
  for (const path of PATHS) {
    const response = await fetchFromBoard(`${boardUrl}${path}`);
    const text = await response.text();
    const type = response.headers.get('content-type') ?? '';
    const bytes = Buffer.from(text);
    const document = type.includes('json') ? (JSON.parse(text) as object) : text;
    app.get(path, (_request, reply) =>
      reply.type(type).header('cache-control', 'public, max-age=300').send(document),
    );
    app.get(`/prebuilt${path}`, (_request, reply) =>
      reply.type(type).header('cache-control', 'public, max-age=300').send(bytes),
    );
  }
}

/** The board may refuse requests while it starts. */
async function fetchFromBoard(url: string, attempts = 20): Promise<Response> {
  const response = await fetch(url);
  if (response.ok) return response;
  if (attempts === 1) throw new Error(`${url}: ${response.status} ${await response.text()}`);
  await setTimeout(500);
  return fetchFromBoard(url, attempts - 1);
}
