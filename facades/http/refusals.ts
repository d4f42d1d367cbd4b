// What is said to bytes that never become a request. Plain text: who sends such bytes may read nothing else.
import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { HeaderRecord } from './reply.ts';
import { MAX_URL } from './router.ts';
import { BASE_HEADERS } from './table.ts';

const ALLOW = 'GET, HEAD, POST, PATCH, DELETE, OPTIONS';

const REASONS = {
  400: 'Bad Request',
  405: 'Method Not Allowed',
  408: 'Request Timeout',
  413: 'Content Too Large',
  414: 'URI Too Long',
  417: 'Expectation Failed',
  431: 'Request Header Fields Too Large',
} as const;

type Status = keyof typeof REASONS;

/** What Node says of a request that it could not read: the bytes it stopped in, and where in them. */
export interface ParseFailure extends Error {
  readonly code?: string;
  readonly rawPacket?: Buffer;
  readonly bytesParsed?: number;
}

/** Answers what Node's parser refused, and hangs up. A connection that is gone already is let go. */
export function refuseBytes(failure: ParseFailure, socket: Duplex): void {
  if (failure.code === 'ECONNRESET' || !socket.writable) socket.destroy();
  else writeRefusal(socket, statusOf(failure), isHead(failure));
}

/** Whether the request that the parser stopped in is a HEAD request, whose answer must not have a body. */
const isHead = ({ rawPacket }: ParseFailure): boolean =>
  rawPacket?.subarray(0, 5).toString('latin1') === 'HEAD ';

/** CONNECT asks for a tunnel, for which Node makes no request at all; the board is no proxy. */
export function refuseTunnel(_request: unknown, socket: Duplex): void {
  socket.on('error', () => socket.destroy());
  writeRefusal(socket, 405);
}

/** Answers a request that Node could read and the board will not, and hangs up. */
export function refuse(outgoing: ServerResponse, status: Status): void {
  const { headers, text } = refusalOf(status);
  outgoing.writeHead(status, REASONS[status], { connection: 'close', ...headers }).end(text);
}

/** The same as a Response, for a request that the adapter could not read: its host or target is no part of a URL. */
export function toBadRequest(): Response {
  const { headers, text } = refusalOf(400);
  return new Response(text, { status: 400, headers });
}

function statusOf({ code, rawPacket, bytesParsed = 0 }: ParseFailure): Status {
  const packet = rawPacket?.toString('latin1') ?? '';
  switch (code) {
    case 'HPE_INVALID_METHOD':
      return isRequestLine(packet, bytesParsed) ? 405 : 400;
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return 408;
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return 413;
    case 'HPE_HEADER_OVERFLOW':
      return isLongTarget(packet) ? 414 : 431;
    default:
      return 400;
  }
}

/** Whether the line that the parser stopped in asks for something; TLS, say, has no method that could be another. */
const isRequestLine = (packet: string, stopped: number): boolean =>
  /^[A-Z]+ \//.test(packet.slice(packet.lastIndexOf('\n', stopped) + 1));

/** Node counts the request line as a header; where it is what takes the room, the URL is too long. */
function isLongTarget(packet: string): boolean {
  const end = packet.indexOf('\r\n');
  return /^[A-Z]+ /.test(packet) && (end === -1 || end > MAX_URL);
}

function refusalOf(status: Status): { headers: HeaderRecord; text: string } {
  const text = `${REASONS[status]}\n`;
  const headers = {
    ...BASE_HEADERS,
    'content-type': 'text/plain; charset=utf-8',
    'content-length': String(text.length),
    'x-request-id': randomUUID(),
    ...(status === 405 && { allow: ALLOW }),
  };
  return { headers, text };
}

function writeRefusal(socket: Duplex, status: Status, isBodyless = false): void {
  const { headers, text } = refusalOf(status);
  const lines = Object.entries({ connection: 'close', ...headers }).map(
    ([name, value]) => `${name}: ${value}`,
  );
  socket.end(
    `HTTP/1.1 ${status} ${REASONS[status]}\r\n${lines.join('\r\n')}\r\n\r\n${isBodyless ? '' : text}`,
  );
}
