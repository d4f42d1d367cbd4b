import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { createRefusals } from './refusals.ts';
import type { Fetch } from './router.ts';

export interface Listener {
  readonly port: number;
  /** Stops accepting, lets what runs finish for at most `graceMs`, then cuts it off. May be called again. */
  close(graceMs: number): Promise<void>;
}

interface Place {
  readonly host: string;
  /** 0 takes any free port. */
  readonly port: number;
  /** Where problem types are described; without it they are relative references. */
  readonly siteUrl?: string;
}

const SERVER = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  // Longer than the minute that proxies keep an idle connection, so that it is they who hang up.
  keepAliveTimeout: 65_000,
  // Room for a URL beyond 8 KiB to be refused as such.
  maxHeaderSize: 32 * 1024,
  // Hosts are counted below; Node's own answer to none lacks the headers of the house.
  requireHostHeader: false,
};

/** How long a client that says nothing may still begin, once the server is closing. */
const SILENCE_MS = 500;

/** Serves on a socket of this machine. Rejects when the port cannot be had. */
export async function listen(fetch: Fetch, { host, port, siteUrl = '' }: Place): Promise<Listener> {
  const refusals = createRefusals(siteUrl);
  const serve = getRequestListener(
    (request, { incoming }) => fetch(request, { address: incoming.socket.remoteAddress ?? '' }),
    { hostname: host, errorHandler: refusals.toBadRequest },
  );
  const server = createServer(SERVER);
  const lines = trackLines(server);
  server.on('request', (incoming, outgoing) => {
    if (isHostClear(incoming)) void serve(incoming, outgoing);
    else refusals.refuse(outgoing, 400);
  });
  server.on('checkExpectation', (_incoming, outgoing: ServerResponse) => refusals.refuse(outgoing, 417));
  server.on('clientError', refusals.refuseBytes);
  server.on('connect', refusals.refuseTunnel);
  server.listen(port, host);
  await once(server, 'listening');
  const address = server.address();
  let closing: Promise<void> | undefined;
  return {
    port: typeof address === 'object' && address ? address.port : port,
    close: (graceMs) => (closing ??= closeServer(server, lines, graceMs)),
  };
}

/** Of several hosts a proxy before the board may have believed another; only HTTP/1.0 may name none. */
function isHostClear({ rawHeaders, httpVersion }: IncomingMessage): boolean {
  let hosts = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] as string;
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts === 1 || (hosts === 0 && httpVersion === '1.0');
}

/** A connection: the answers it waits for, and how many bytes it had sent when it was last answered. */
interface Line {
  readonly answers: Set<ServerResponse>;
  heard: number;
}

type Lines = ReadonlyMap<Socket, Line>;

/** To be called before whatever answers: its listener must be the first to hear of a request. */
function trackLines(server: Server): Lines {
  const lines = new Map<Socket, Line>();
  server.on('connection', (socket) => {
    lines.set(socket, { answers: new Set(), heard: 0 });
    socket.once('close', () => lines.delete(socket));
  });
  server.on('request', ({ socket }, outgoing) => {
    if (!server.listening) bidFarewell(outgoing);
    const line = lines.get(socket);
    line?.answers.add(outgoing);
    outgoing.once('close', () => {
      line?.answers.delete(outgoing);
      if (line) line.heard = socket.bytesRead;
    });
  });
  return lines;
}

/** Node hangs up after such an answer, and the client knows not to ask again here. */
function bidFarewell(outgoing: ServerResponse): void {
  if (!outgoing.headersSent) outgoing.setHeader('connection', 'close');
}

/**
 * A client that keeps its connection may be sending the next request just now: it is answered and told that this was
 * the last. HTTP's own close would drop the connection instead, and with it answers that are not yet written out.
 */
async function closeServer(server: Server, lines: Lines, graceMs: number): Promise<void> {
  const closed = new Promise((resolve) => NetServer.prototype.close.call(server, resolve));
  for (const { answers } of lines.values()) answers.forEach(bidFarewell);
  const silent = setInterval(() => dropSilent(lines), SILENCE_MS);
  const cutOff = setTimeout(() => drop([...lines.keys()]), graceMs);
  await closed;
  clearInterval(silent);
  clearTimeout(cutOff);
  // Ends Node's watch over slow requests as well.
  server.close();
}

function dropSilent(lines: Lines): void {
  drop([...lines.keys()].filter((socket) => isSilent(socket, lines.get(socket))));
}

const isSilent = (socket: Socket, line: Line | undefined): boolean =>
  line?.answers.size === 0 && socket.bytesRead === line.heard;

function drop(sockets: readonly Socket[]): void {
  for (const socket of sockets) socket.destroy();
}
