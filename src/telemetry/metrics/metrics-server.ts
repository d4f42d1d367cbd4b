import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { ConfigError, prefixWithVariable } from '../../config.ts';

export interface MetricsServer {
  readonly port: number;
  close(): Promise<void>;
}

/** The text format of Prometheus. */
const CONTENT_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

/** Further connections are closed. Prometheus opens one, or a few. */
const MAX_CONNECTIONS = 100;

/** Timeouts for connections that send no request, or send it too slowly. */
const SERVER_OPTIONS = {
  headersTimeout: 10_000,
  requestTimeout: 10_000,
  // How often the two timeouts above are checked.
  connectionsCheckingInterval: 1_000,
};

/** A connection without any traffic is closed after this time: longer than the usual 15 to 60 s between two scrapes. */
const IDLE_TIMEOUT_MS = 75_000;

/**
 * Serves `GET /metrics` on a port for Prometheus alone. Scrapes at the same time share one text. Throws ConfigError if the
 * port cannot be bound.
 */
export async function serveMetrics({
  host,
  port,
  render,
  headersTimeout = SERVER_OPTIONS.headersTimeout,
}: {
  readonly host: string;
  readonly port: number;
  /** Returns the metrics as text. */
  readonly render: () => Promise<string>;
  /** Milliseconds in which a new connection must send the headers of its first request. */
  readonly headersTimeout?: number;
}): Promise<MetricsServer> {
  let rendering: Promise<string> | undefined;
  const renderOnce = () => (rendering ??= render().finally(() => (rendering = undefined)));
  const server = createServer({ ...SERVER_OPTIONS, headersTimeout }, (request, response) => {
    void respond(request, response, renderOnce);
  });
  server.maxConnections = MAX_CONNECTIONS;
  server.timeout = IDLE_TIMEOUT_MS;
  server.keepAliveTimeout = IDLE_TIMEOUT_MS;
  server.listen({ port, host });
  await once(server, 'listening').catch((error: unknown) => {
    throw new ConfigError(prefixWithVariable('METRICS_PORT', error), { cause: error });
  });
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
