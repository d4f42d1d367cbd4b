// Answers to bytes that never become a request, and to requests that Node can read and the board will not.
import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { BoardError, type ErrorCode } from '../../../schema/contract.ts';
import { refusalHeaders, toProblem } from '../problem.ts';
import type { HeaderRecord } from '../reply.ts';
import { MAX_URL_LENGTH } from './router.ts';
import { BASE_HEADERS } from './route-table.ts';

const ALLOW = ['GET', 'HEAD', 'POST', 'PATCH', 'DELETE', 'OPTIONS'];

/** Some statuses that HTTP has for a fault of the message itself are finer than that of the code. */
interface Refusal {
  readonly reason: string;
  readonly code: ErrorCode;
  readonly detail: string;
  readonly members?: Readonly<Record<string, unknown>>;
}

const REFUSALS = {
  400: {
    reason: 'Bad Request',
    code: 'malformed_request',
    detail: 'The request is not HTTP/1.1 that can be read: check its request line, headers, Host and chunks',
  },
  405: {
    reason: 'Method Not Allowed',
    code: 'method_not_allowed',
    detail: `Use one of ${ALLOW.join(', ')}`,
    members: { allow: ALLOW },
  },
  408: {
    reason: 'Request Timeout',
    code: 'malformed_request',
    detail: 'The request did not come to its end in time',
  },
  413: {
    reason: 'Content Too Large',
    code: 'body_too_large',
    detail: 'The chunk extensions of the body are too large',
  },
  414: {
    reason: 'URI Too Long',
    code: 'uri_too_long',
    detail: `A URL may have at most ${MAX_URL_LENGTH} characters`,
  },
  417: {
    reason: 'Expectation Failed',
    code: 'malformed_request',
    detail: 'The only Expect that is met is 100-continue',
  },
  431: {
    reason: 'Request Header Fields Too Large',
    code: 'malformed_request',
    detail: 'The headers of a request may have at most 32 KiB',
  },
} as const satisfies Readonly<Record<number, Refusal>>;

type Status = keyof typeof REFUSALS;

/** How long a client has to read a refusal before the connection is closed. */
const LINGER_MS = 1000;

/** Statuses of such answers. */
export const PROTOCOL_ERROR_STATUSES = Object.keys(REFUSALS).map(Number);

/** What Node says of a request that it could not read: the bytes it stopped in, and where in them. */
export interface ParseFailure extends Error {
  readonly code?: string;
  readonly rawPacket?: Buffer;
  readonly bytesParsed?: number;
}

export interface ProtocolErrorHandlers {
  /** Answers what Node's parser refused, and closes the connection. A connection that is gone already is let go. */
  readonly onClientError: (failure: ParseFailure, socket: Duplex) => void;
  /** CONNECT asks for a tunnel, for which Node makes no request at all; the board is no proxy. */
  readonly onConnect: (request: unknown, socket: Duplex) => void;
  /** Answers a request that Node could read and the board will not, and closes the connection. */
  readonly respond: (outgoing: ServerResponse, status: Status) => void;
  /** A Response for a request that the adapter could not read: its host or target is no part of a URL. */
  readonly createBadRequestResponse: () => Response;
}

/** Problem types are described under `siteUrl`. */
export function createProtocolErrorHandlers(siteUrl: string): ProtocolErrorHandlers {
  const write = (socket: Duplex, status: Status, isBodyless = false): void => {
    const { headers, body } = answerOf(status, siteUrl);
    const lines = Object.entries({ connection: 'close', ...headers }).map(
      ([name, value]) => `${name}: ${value}`,
    );
    const head = [`HTTP/1.1 ${status} ${REFUSALS[status].reason}`, ...lines].join('\r\n');
    socket.end(`${head}\r\n\r\n${isBodyless ? '' : body}`);
    // Node no longer watches the connection: a client that does not close it would keep it for ever.
    setTimeout(() => socket.destroy(), LINGER_MS).unref();
  };
  return {
    onClientError(failure, socket) {
      if (failure.code === 'ECONNRESET' || !socket.writable) socket.destroy();
      else write(socket, statusOf(failure), isHead(failure));
    },
    onConnect(_request, socket) {
      socket.on('error', () => socket.destroy());
      write(socket, 405);
    },
    respond(outgoing, status) {
      const { headers, body } = answerOf(status, siteUrl);
      outgoing.writeHead(status, REFUSALS[status].reason, { connection: 'close', ...headers }).end(body);
    },
    createBadRequestResponse() {
      const { headers, body } = answerOf(400, siteUrl);
      return new Response(body, { status: 400, headers: { connection: 'close', ...headers } });
    },
  };
}

/** Whether the parser stopped in a HEAD request, whose answer must not have a body. */
const isHead = ({ rawPacket }: ParseFailure): boolean =>
  rawPacket?.subarray(0, 5).toString('latin1') === 'HEAD ';

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
  return /^[A-Z]+ /.test(packet) && (end === -1 || end > MAX_URL_LENGTH);
}

function answerOf(status: Status, siteUrl: string): { headers: HeaderRecord; body: string } {
  const { code, detail, members }: Refusal = REFUSALS[status];
  const error = new BoardError(code, detail, members && { members });
  const requestId = randomUUID();
  const body = JSON.stringify({ ...toProblem(error, { siteUrl, requestId }), status });
  const headers = {
    ...BASE_HEADERS,
    'content-type': 'application/problem+json',
    'content-length': String(Buffer.byteLength(body)),
    'cache-control': 'no-store',
    ...refusalHeaders(error),
    'x-request-id': requestId,
  };
  return { headers, body };
}
