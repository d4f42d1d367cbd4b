// What is said to bytes that never become a request. Plain text: who sends such bytes may read nothing else.
import type { Duplex } from 'node:stream';
import { MAX_URL } from './router.ts';

const ALLOW = 'GET, HEAD, POST, PATCH, DELETE, OPTIONS';

const REASONS = {
  400: 'Bad Request',
  405: 'Method Not Allowed',
  408: 'Request Timeout',
  413: 'Content Too Large',
  414: 'URI Too Long',
  431: 'Request Header Fields Too Large',
} as const;

type Status = keyof typeof REASONS;

/** What Node says of a request that it could not read; `rawPacket` holds the bytes it stopped in. */
export interface ParseFailure extends Error {
  readonly code?: string;
  readonly rawPacket?: Buffer;
}

/** Answers what Node's parser refused, and hangs up. A connection that is gone already is let go. */
export function refuseBytes(failure: ParseFailure, socket: Duplex): void {
  if (failure.code === 'ECONNRESET' || !socket.writable) socket.destroy();
  else writeRefusal(socket, statusOf(failure));
}

/** CONNECT asks for a tunnel, for which Node makes no request at all; the board is no proxy. */
export function refuseTunnel(_request: unknown, socket: Duplex): void {
  socket.on('error', () => socket.destroy());
  writeRefusal(socket, 405);
}

function statusOf({ code, rawPacket }: ParseFailure): Status {
  switch (code) {
    case 'HPE_INVALID_METHOD':
      return 405;
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return 408;
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return 413;
    case 'HPE_HEADER_OVERFLOW':
      return rawPacket && isLongTarget(rawPacket.toString('latin1')) ? 414 : 431;
    default:
      return 400;
  }
}

/** Node counts the request line as a header; where it is what takes the room, the URL is too long. */
function isLongTarget(packet: string): boolean {
  const end = packet.indexOf('\r\n');
  return /^[A-Z]+ /.test(packet) && (end === -1 || end > MAX_URL);
}

function writeRefusal(socket: Duplex, status: Status): void {
  const text = `${REASONS[status]}\n`;
  const lines = [
    `HTTP/1.1 ${status} ${REASONS[status]}`,
    'Connection: close',
    'Content-Type: text/plain; charset=utf-8',
    `Content-Length: ${text.length}`,
    'X-Content-Type-Options: nosniff',
    ...(status === 405 ? [`Allow: ${ALLOW}`] : []),
  ];
  socket.end(`${lines.join('\r\n')}\r\n\r\n${text}`);
}
