// Responses to input that never reaches the router: bytes that Node's HTTP parser rejects, and requests with too many headers
// or an invalid Host, Expect or method.
import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { BoardError, type ErrorCode } from '../../../schema/contract.ts';
import { refusalHeaders, toProblem } from '../problem.ts';
import type { HeaderRecord } from '../reply.ts';
import { MANY_CHUNKS, MANY_CHUNKS_DETAIL } from './body-limit.ts';
import { MAX_URL_LENGTH } from './request-url.ts';
import { UNMATCHED_HEADERS } from './route-table.ts';
import { PARSER_STOPPED } from './connections/stop-parser.ts';

const ALLOWED_METHODS = ['GET', 'HEAD', 'POST', 'PATCH', 'DELETE', 'OPTIONS'];

/** Maximum headers of a request. Each takes at least 100 bytes of memory. */
export const MAX_HEADERS = 100;

/**
 * Maximum bytes of the request line and the headers. Large enough for URLs over 8 KiB to reach the router, which responds with
 * 414. Not larger, because 10 000 connections can send a part of their headers at the same time.
 */
export const MAX_HEADER_BYTES = 16 * 1024;

/** The response to a protocol error. Its HTTP status is the key in `PROTOCOL_ERRORS`; the status of the error code may differ. */
interface ProtocolError {
  readonly reason: string;
  readonly code: ErrorCode;
  readonly detail: string;
  readonly members?: Readonly<Record<string, unknown>>;
}

const PROTOCOL_ERRORS = {
  400: {
    reason: 'Bad Request',
    code: 'malformed_request',
    detail:
      'The request is not valid HTTP/1.1: percent-encode spaces, # and characters outside ASCII in the URL; ' +
      'check the request line, headers, Host and chunks',
  },
  405: {
    reason: 'Method Not Allowed',
    code: 'method_not_allowed',
    detail: `Use one of ${ALLOWED_METHODS.join(', ')}`,
    members: { allow: ALLOWED_METHODS },
  },
  408: {
    reason: 'Request Timeout',
    code: 'malformed_request',
    detail: 'The request was not received completely in time',
  },
  413: {
    reason: 'Content Too Large',
    code: 'body_too_large',
    detail: `The request body has long chunk extensions or ${MANY_CHUNKS_DETAIL}; send larger chunks or Content-Length`,
  },
  414: {
    reason: 'URI Too Long',
    code: 'uri_too_long',
    detail: `The URL must not exceed ${MAX_URL_LENGTH} characters`,
  },
  417: {
    reason: 'Expectation Failed',
    code: 'malformed_request',
    detail: 'The only supported value of Expect is 100-continue',
  },
  431: {
    reason: 'Request Header Fields Too Large',
    code: 'malformed_request',
    detail: `A request must not have more than ${MAX_HEADERS} headers, or more than ${MAX_HEADER_BYTES / 1024} KiB of them`,
  },
} as const satisfies Readonly<Record<number, ProtocolError>>;

type Status = keyof typeof PROTOCOL_ERRORS;

/** How long the client has to read an error response before the connection is closed. */
const LINGER_MS = 1000;

/** The HTTP statuses of responses to protocol errors. */
export const PROTOCOL_ERROR_STATUSES = Object.keys(PROTOCOL_ERRORS).map(Number);

/** The code of the failure of a request that came too slowly. */
export const REQUEST_TIMEOUT = 'ERR_HTTP_REQUEST_TIMEOUT';

/** The error of Node's `clientError` event: the bytes being parsed and the offset at which the parser stopped. */
export interface ParseFailure extends Error {
  readonly code?: string;
  readonly rawPacket?: Buffer;
  readonly bytesParsed?: number;
}

export interface ProtocolErrorHandlers {
  /** Responds to bytes that Node's parser rejected, or that came too slowly. Closes the connection if it is still open. */
  readonly onClientError: (failure: ParseFailure, socket: Duplex) => void;
  /** Responds to CONNECT, for which Node emits no request, and closes the connection. */
  readonly onConnect: (request: unknown, socket: Duplex) => void;
  /** Responds to a request that Node parsed but that has too many headers or an invalid Host or Expect. Closes the connection. */
  readonly respond: (outgoing: ServerResponse, status: Status) => void;
  /** Responds to a request whose body Node's parser or `limitBody` rejected. Closes the connection. */
  readonly respondToFailure: (outgoing: ServerResponse, failure: ParseFailure) => void;
  /** Creates the response to a request whose Host and target do not form a URL. */
  readonly createBadRequestResponse: () => Response;
}

/** Creates the handlers. `siteUrl` is the base URL of the problem types. */
export function createProtocolErrorHandlers(siteUrl: string): ProtocolErrorHandlers {
  const write = (socket: Duplex, status: Status, isBodyless = false): void => {
    const { headers, body } = responseOf(status, siteUrl);
    const lines = Object.entries({ connection: 'close', ...headers }).map(
      ([name, value]) => `${name}: ${value}`,
    );
    const head = [`HTTP/1.1 ${status} ${PROTOCOL_ERRORS[status].reason}`, ...lines].join('\r\n');
    socket.end(`${head}\r\n\r\n${isBodyless ? '' : body}`);
    // Node applies no timeout to this connection any more: without this, the client could keep it open for ever.
    setTimeout(() => socket.destroy(), LINGER_MS).unref();
  };
  const respond = (outgoing: ServerResponse, status: Status): void => {
    const { headers, body } = responseOf(status, siteUrl);
    outgoing.writeHead(status, PROTOCOL_ERRORS[status].reason, { connection: 'close', ...headers }).end(body);
  };
  return {
    onClientError(failure, socket) {
      // The connection stays open, because responses to earlier requests are still to be sent.
      if (failure.code === PARSER_STOPPED) return;
      if (failure.code === 'ECONNRESET' || !socket.writable) socket.destroy();
      else write(socket, toStatus(failure), isHead(failure));
    },
    onConnect(_request, socket) {
      socket.on('error', () => socket.destroy());
      write(socket, 405);
    },
    respond,
    respondToFailure: (outgoing, failure) => respond(outgoing, toStatus(failure)),
    createBadRequestResponse() {
      const { headers, body } = responseOf(400, siteUrl);
      return new Response(body, { status: 400, headers: { connection: 'close', ...headers } });
    },
  };
}

/** Whether the rejected request is a HEAD request: its response must not have a body. */
const isHead = ({ rawPacket }: ParseFailure): boolean =>
  rawPacket?.subarray(0, 5).toString('latin1') === 'HEAD ';

function toStatus({ code, rawPacket, bytesParsed = 0 }: ParseFailure): Status {
  const packet = rawPacket?.toString('latin1') ?? '';
  switch (code) {
    case 'HPE_INVALID_METHOD':
      return isRequestLine(packet, bytesParsed) ? 405 : 400;
    case REQUEST_TIMEOUT:
      return 408;
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
    case MANY_CHUNKS:
      return 413;
    case 'HPE_HEADER_OVERFLOW':
      return isLongTarget(packet) ? 414 : 431;
    default:
      return 400;
  }
}

/** Whether the parser stopped in a request line with an unknown method, rather than in other bytes such as TLS. */
const isRequestLine = (packet: string, stopped: number): boolean =>
  /^[A-Z]+ \//.test(packet.slice(packet.lastIndexOf('\n', stopped) + 1));

/** Whether the URL is too long, rather than the headers: Node counts the request line towards the size of the headers. */
function isLongTarget(packet: string): boolean {
  const end = packet.indexOf('\r\n');
  return /^[A-Z]+ /.test(packet) && (end === -1 || end > MAX_URL_LENGTH);
}

function responseOf(status: Status, siteUrl: string): { headers: HeaderRecord; body: string } {
  const { code, detail, members }: ProtocolError = PROTOCOL_ERRORS[status];
  const error = new BoardError(code, detail, members && { members });
  const requestId = randomUUID();
  const body = JSON.stringify({ ...toProblem(error, { siteUrl, requestId }), status });
  const headers = {
    ...UNMATCHED_HEADERS,
    'content-type': 'application/problem+json',
    'content-length': String(Buffer.byteLength(body)),
    'cache-control': 'no-store',
    ...refusalHeaders(error),
    'x-request-id': requestId,
  };
  return { headers, body };
}
