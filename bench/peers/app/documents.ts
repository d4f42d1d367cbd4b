// Documents about the board: the board’s own, copied when the twin starts.
import type { FastifyInstance } from 'fastify';

const PATHS = ['/openapi.json', '/llms.txt', '/.well-known/agent-card.json'];

/**
 * As Fastify is mostly used, and its OpenAPI plugin does it: a document is an object, and written for each who asks.
 * Under `/prebuilt` the same as bytes that are made once.
 */
export async function addDocumentRoutes(app: FastifyInstance, boardUrl: string): Promise<void> {
  for (const path of PATHS) {
    const response = await fetch(`${boardUrl}${path}`);
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
