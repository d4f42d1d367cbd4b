import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import type { ClientConfig } from 'pg';

/** A proxy in front of a server. While it is stalled, its connections stay open and nothing arrives. */
export interface StallingProxy extends AsyncDisposable {
  /** Leads to the server through the proxy. */
  readonly connection: ClientConfig;
  /** Stalls the connections that are open. */
  stall(): void;
  resume(): void;
}

/** Starts a proxy on a free loopback port. */
export async function openStallingProxy(server: ClientConfig): Promise<StallingProxy> {
  const { host = 'localhost', port = 5432 } = server;
  const sockets = new Set<Socket>();
  const proxy = createServer((client) => {
    const target = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
    client.pipe(target);
    target.pipe(client);
    for (const socket of [client, target]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        client.destroy();
        target.destroy();
      });
    }
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  return {
    connection: { ...server, host: '127.0.0.1', port: (proxy.address() as { port: number }).port },
    stall: () => sockets.forEach((socket) => socket.pause()),
    resume: () => sockets.forEach((socket) => socket.resume()),
    [Symbol.asyncDispose]: async () => {
      sockets.forEach((socket) => socket.destroy());
      proxy.close();
      await once(proxy, 'close');
    },
  };
}
