import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

export interface MetricsServer {
  readonly port: number;
  close(): Promise<void>;
}

/** The text format of Prometheus. */
const CONTENT_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

/**
 * Serves `GET /metrics` on a port for Prometheus alone. Scrapes at the same time share one text. Rejects if the port cannot be
 * bound.
 */
export async function serveMetrics({
  host,
  port,
  render,
}: {
  readonly host: string;
  readonly port: number;
  /** Returns the metrics as text. */
  readonly render: () => Promise<string>;
}): Promise<MetricsServer> {
  let rendering: Promise<string> | undefined;
  const renderOnce = () => (rendering ??= render().finally(() => (rendering = undefined)));
  const server = createServer((request, response) => void respond(request, response, renderOnce));
  server.listen({ port, host });
  await once(server, 'listening');
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : port,
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

async function respond(
  { method, url = '' }: IncomingMessage,
  response: ServerResponse,
  render: () => Promise<string>,
): Promise<void> {
  if (url.split('?', 1)[0] !== '/metrics') response.writeHead(404).end();
  else if (method !== 'GET' && method !== 'HEAD') response.writeHead(405, { allow: 'GET, HEAD' }).end();
  else
    await render().then(
      (text) => response.writeHead(200, { 'content-type': CONTENT_TYPE }).end(text),
      () => response.writeHead(500).end(),
    );
}
