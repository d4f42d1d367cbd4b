// Responses to input that never reaches the router.
import type { ServerResponse } from 'node:http';
import { Duplex } from 'node:stream';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { PARSER_STOPPED } from '../../../../facades/http/server/connections/stop-parser.ts';
import {
  createProtocolErrorHandlers,
  PROTOCOL_ERROR_STATUSES,
  type ParseFailure,
} from '../../../../facades/http/server/protocol-errors.ts';

const handlers = createProtocolErrorHandlers('http://site.test');

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout'] }));
afterEach(() => void vi.useRealTimers());

/** A connection that records the text that is written to it. */
class RecordedSocket extends Duplex {
  text = '';

  override _read(): void {
    // Nothing arrives.
  }

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.text += chunk.toString();
    done();
  }
}

const failureOf = (code: string, packet?: string, bytesParsed = 0): ParseFailure =>
  Object.assign(new Error(code), {
    code,
    bytesParsed,
    ...(packet !== undefined && { rawPacket: Buffer.from(packet) }),
  });

/** The status line, the headers and the body that a client receives. */
function readResponse(text: string) {
  const [head = '', body = ''] = text.split('\r\n\r\n');
  const [statusLine, ...lines] = head.split('\r\n');
  return { statusLine, headers: Object.fromEntries(lines.map((line) => line.split(': '))) as object, body };
}

const HEADERS = {
  ...{ connection: 'close', 'content-type': 'application/problem+json', 'cache-control': 'no-store' },
  ...{ 'x-content-type-options': 'nosniff', vary: 'Accept, Authorization' },
  ...{ 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex, nofollow' },
  'x-request-id': expect.any(String) as string,
};
const ALLOW = 'GET, HEAD, POST, PATCH, DELETE, OPTIONS';
const LONG = `/${'x'.repeat(8192)}`;

describe('bytes that the parser rejects', () => {
  test.each<[string, ParseFailure, string, string]>([
    ['that are no HTTP', failureOf('HPE_INVALID_CONSTANT', 'x'), '400 Bad Request', 'malformed_request'],
    ['without a packet', failureOf('HPE_INVALID_METHOD'), '400 Bad Request', 'malformed_request'],
    ['of TLS', failureOf('HPE_INVALID_METHOD', '\x16\x03\x01'), '400 Bad Request', 'malformed_request'],
    [
      'with an unknown method',
      failureOf('HPE_INVALID_METHOD', 'FOO / HTTP/1.1\r\n', 1),
      '405 Method Not Allowed',
      'method_not_allowed',
    ],
    [
      'with an unknown method in a later request',
      failureOf('HPE_INVALID_METHOD', 'GET / HTTP/1.1\r\n\r\nFOO / HTTP/1.1\r\n', 20),
      '405 Method Not Allowed',
      'method_not_allowed',
    ],
    [
      'with other bytes after a request',
      failureOf('HPE_INVALID_METHOD', 'GET / HTTP/1.1\r\n\r\n{"a":1}', 19),
      '400 Bad Request',
      'malformed_request',
    ],
    [
      'that come too slowly',
      failureOf('ERR_HTTP_REQUEST_TIMEOUT'),
      '408 Request Timeout',
      'malformed_request',
    ],
    [
      'with long extensions of chunks',
      failureOf('HPE_CHUNK_EXTENSIONS_OVERFLOW'),
      '413 Content Too Large',
      'body_too_large',
    ],
    [
      'with a long URL',
      failureOf('HPE_HEADER_OVERFLOW', `GET ${LONG} HTTP/1.1\r\n`),
      '414 URI Too Long',
      'uri_too_long',
    ],
    ['with an endless URL', failureOf('HPE_HEADER_OVERFLOW', 'GET /x'), '414 URI Too Long', 'uri_too_long'],
    [
      'with long headers',
      failureOf('HPE_HEADER_OVERFLOW', `GET / HTTP/1.1\r\nA: ${LONG}`),
      '431 Request Header Fields Too Large',
      'malformed_request',
    ],
    [
      'with long headers in a later packet',
      failureOf('HPE_HEADER_OVERFLOW', 'a: b'),
      '431 Request Header Fields Too Large',
      'malformed_request',
    ],
  ])('%s get a problem', (_case, failure, status, code) => {
    const socket = new RecordedSocket();

    handlers.onClientError(failure, socket);

    const { statusLine, headers, body } = readResponse(socket.text);
    expect(statusLine).toBe(`HTTP/1.1 ${status}`);
    expect(headers).toEqual({
      ...HEADERS,
      'content-length': String(Buffer.byteLength(body)),
      ...(status.startsWith('405') && { allow: ALLOW }),
    });
    expect(JSON.parse(body)).toMatchObject({
      ...{ status: Number(status.slice(0, 3)), code, type: `http://site.test/problems/${code}` },
    });
  });

  test('of a HEAD request get no body', () => {
    const socket = new RecordedSocket();

    handlers.onClientError(failureOf('HPE_INVALID_HEADER_TOKEN', 'HEAD / HTTP/1.1\r\n'), socket);

    const { body, headers } = readResponse(socket.text);
    expect([body, Number((headers as Record<string, string>)['content-length']) > 0]).toEqual(['', true]);
  });

  test('close their connection a second after the response', () => {
    const socket = new RecordedSocket();
    handlers.onClientError(failureOf('HPE_INVALID_CONSTANT', 'x'), socket);

    vi.advanceTimersByTime(999);
    const before = socket.destroyed;
    vi.advanceTimersByTime(1);

    expect([before, socket.destroyed]).toEqual([false, true]);
  });

  test('get no response if the connection is closed, or its parser was stopped', () => {
    const [reset, ended, stopped] = [new RecordedSocket(), new RecordedSocket(), new RecordedSocket()];
    const last = new RecordedSocket();
    ended.end();
    // `last` has ended with a response whose rest is still being sent.
    last.end();

    handlers.onClientError(failureOf('ECONNRESET'), reset);
    handlers.onClientError(failureOf('HPE_INVALID_CONSTANT'), ended);
    for (const socket of [stopped, last]) handlers.onClientError(failureOf(PARSER_STOPPED), socket);

    const sockets = [reset, ended, stopped, last];
    expect(sockets.map(({ destroyed }) => destroyed)).toEqual([true, true, false, false]);
    expect(sockets.map(({ text }) => text)).toEqual(['', '', '', '']);
  });
});

test('CONNECT is refused, and an error of the connection closes it', () => {
  const socket = new RecordedSocket();

  handlers.onConnect(null, socket);
  const { statusLine, headers } = readResponse(socket.text);
  socket.emit('error', new Error('reset'));

  expect([statusLine, headers]).toEqual([
    'HTTP/1.1 405 Method Not Allowed',
    expect.objectContaining({ allow: ALLOW }),
  ]);
  expect(socket.destroyed).toBe(true);
});

test('a parsed request is refused with the given status and its reason phrase, or with 400 if Host and target form no URL', async () => {
  const written: unknown[] = [];
  const outgoing = {
    writeHead: (...head: unknown[]) => {
      written.push(...head);
      return { end: (body: string) => written.push(JSON.parse(body)) };
    },
  } as unknown as ServerResponse;

  handlers.respond(outgoing, 417);
  const response = handlers.createBadRequestResponse();

  expect(written).toMatchObject([
    417,
    'Expectation Failed',
    { ...HEADERS },
    { status: 417, code: 'malformed_request' },
  ]);
  expect([response.status, response.headers.get('connection'), await response.json()]).toMatchObject([
    400,
    'close',
    { status: 400 },
  ]);
  expect(PROTOCOL_ERROR_STATUSES).toEqual([400, 405, 408, 413, 414, 417, 431]);
});
