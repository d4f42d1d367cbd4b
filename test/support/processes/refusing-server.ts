import { createServer, type Server } from 'node:net';
import { join } from 'node:path';

/** How a server refuses a connection: by a code, or a code and a message; null closes the connection without a message. */
export type Refusal = string | readonly [code: string, message: string] | null;

/** The message with which PostgreSQL refuses a connection. */
function toMessage(code: string, message = 'refused'): Buffer {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C${code}\0M${message}\0\0`);
  const head = Buffer.from('E....');
  head.writeInt32BE(4 + fields.length, 1);
  return Buffer.concat([head, fields]);
}

/** Listens on the socket of a cluster's folder. Refuses each connection with the next refusal, and later ones without a message. */
export async function listenAndRefuse(folder: string, refusals: readonly Refusal[]): Promise<Server> {
  let connections = 0;
  const server = createServer((socket) => {
    const refusal = refusals[connections++] ?? null;
    const [code, message] = typeof refusal === 'string' ? [refusal] : (refusal ?? []);
    socket.once('data', () => (code === undefined ? socket.destroy() : socket.end(toMessage(code, message))));
  });
  await new Promise<void>((resolve) => void server.listen(join(folder, '.s.PGSQL.5432'), resolve));
  return server;
}
