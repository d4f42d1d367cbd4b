// One HTTP request to an endpoint. Runs in a worker thread: see exchange-thread.ts.
import { constants } from 'node:crypto';
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { connect, isIP, type Socket } from 'node:net';
import { Duplex, pipeline, Transform } from 'node:stream';
import { connect as connectTls } from 'node:tls';
import type { CallResult, WebhookCall } from '../../schema/webhooks/sender.ts';
import { hostOf } from '../../schema/webhooks/addresses.ts';
import { EndpointError, lookupAmong } from './public-addresses.ts';

/** Maximum time to connect, send the request and read the response. */
export const TIMEOUT_MS = 10_000;

/** Maximum bytes of a response's body that are returned. */
const MAX_RESPONSE_BYTES = 4_096;

const MAX_HEADER_BYTES = 16_384;

/**
 * Bytes that an endpoint may send on a connection: in the TLS handshake, and in total. Handshakes, bytes before a response
 * and informational responses are otherwise unbounded. Certificates are usually 3 to 8 KB.
 */
const MAX_HANDSHAKE_BYTES = 10_240;
const MAX_RECEIVED_BYTES = 65_536;

/** Maximum chunks on a connection. Each costs processor time that is only partly counted. */
const MAX_CHUNKS = 200;

/**
 * The server chooses the parameters of a key exchange. Without finite-field groups, whose size has no useful bound, and
 * without renegotiation, the key exchange costs a client a few milliseconds.
 */
const TLS_OPTIONS = {
  minVersion: 'TLSv1.2',
  ciphers:
    'TLS_AES_128_GCM_SHA256:TLS_AES_256_GCM_SHA384:TLS_CHACHA20_POLY1305_SHA256:ECDHE+AESGCM:ECDHE+CHACHA20',
  ecdhCurve: 'X25519:P-256:P-384',
  secureOptions: constants.SSL_OP_NO_RENEGOTIATION,
} as const;

export interface ExchangeRequest {
  readonly call: Pick<WebhookCall, 'url' | 'headers' | 'body'>;
  /** The addresses to connect to; empty to look the name up. */
  readonly addresses: readonly string[];
}

export interface ExchangeResult extends CallResult {
  /** Processor time to handle the bytes that the server sent over TLS, mostly certificates, whose keys it chooses. */
  readonly tlsMs: number;
  /** The address that responded; null without a response. */
  readonly address: string | null;
}

/**
 * Sends a request on a new connection, and reads the beginning of the response. Follows no redirect. The signal ends the
 * request, with the error `timeout`. `onTls` is called with the time that TLS has taken so far, whenever bytes have been handled.
 */
export async function exchange(
  request: ExchangeRequest,
  end: AbortSignal,
  onTls: (tlsMs: number) => void,
): Promise<ExchangeResult> {
  const tls = new Stopwatch(onTls);
  const signal = AbortSignal.any([end, AbortSignal.timeout(TIMEOUT_MS)]);
  const result = await send(request, { signal, tls }).catch((error: unknown) => ({
    ...{ status: null, body: '', address: null },
    error: error instanceof EndpointError ? error.reason : ('connection_failed' as const),
  }));
  return { ...result, tlsMs: tls.ms };
}

/** Sums up processor time of this thread. */
class Stopwatch {
  ms = 0;
  #start = process.threadCpuUsage();
  readonly #onStop: (ms: number) => void;

  /** `onStop` is called with the total time after each `stop`. */
  constructor(onStop: (ms: number) => void) {
    this.#onStop = onStop;
  }

  start(): void {
    this.#start = process.threadCpuUsage();
  }

  stop(): void {
    const { user, system } = process.threadCpuUsage(this.#start);
    this.ms += (user + system) / 1000;
    this.#onStop(this.ms);
  }
}

function send(
  { call: { url: text, headers, body }, addresses }: ExchangeRequest,
  { signal, tls }: { readonly signal: AbortSignal; readonly tls: Stopwatch },
): Promise<Omit<ExchangeResult, 'tlsMs'>> {
  const url = new URL(text);
  const isHttps = url.protocol === 'https:';
  const { promise, resolve, reject } = Promise.withResolvers<Omit<ExchangeResult, 'tlsMs'>>();
  const tcp = openTcp(url, addresses);
  let address: string | null = null;
  // Read now: a connection that has ended has no address.
  tcp.once('connect', () => {
    address = tcp.remoteAddress ?? null;
  });
  const request = (isHttps ? requestHttps : requestHttp)(url, {
    ...{ method: 'POST', signal, headers, maxHeaderSize: MAX_HEADER_BYTES },
    createConnection: () => (isHttps ? openTls(tcp, url, tls) : limitInput(tcp)),
  });
  const fail = () => reject(new EndpointError(signal.aborted ? 'timeout' : 'connection_failed'));
  for (const event of ['error', 'upgrade', 'close']) request.on(event, fail);
  request.on('response', (response) => {
    // A response without a length ends with its connection. Reading it fails if the connection ends too early.
    for (const event of ['error', 'close']) request.off(event, fail);
    request.on('error', () => undefined);
    const status = response.statusCode ?? 0;
    const error = status >= 200 && status < 300 ? null : 'status';
    readBeginning(response).then((content) => resolve({ status, error, body: content, address }), fail);
  });
  request.end(body);
  return promise.finally(() => {
    request.destroy();
    // Streams above the connection close it only after they have written everything.
    tcp.destroy();
  });
}

/** An error of a stream also ends the request, which reports it. Without a listener it would end the thread. */
const ignoreError = <Stream extends Duplex>(stream: Stream): Stream => stream.on('error', () => undefined);

function openTcp(url: URL, addresses: readonly string[]): Socket {
  const port = Number(url.port) || (url.protocol === 'https:' ? 443 : 80);
  const lookup = addresses.length > 0 && { lookup: lookupAmong(addresses) };
  return ignoreError(connect({ host: hostOf(url), port, ...lookup }));
}

/** Begins TLS on a connection. The certificate must be valid for the host. `stopwatch` runs while TLS handles received bytes. */
function openTls(tcp: Socket, url: URL, stopwatch: Stopwatch): Duplex {
  const host = hostOf(url);
  let isSecure = false;
  const socket = limitInput(tcp, () => (isSecure ? MAX_RECEIVED_BYTES : MAX_HANDSHAKE_BYTES));
  // TLS handles a chunk within its listener, which is added between the two listeners of the stopwatch.
  socket.on('data', () => stopwatch.start());
  const tls = connectTls({ socket, host, servername: isIP(host) === 0 ? host : '', ...TLS_OPTIONS });
  socket.on('data', () => stopwatch.stop());
  tls.on('secureConnect', () => {
    isSecure = true;
  });
  return ignoreError(tls);
}

/** Ends a connection that received more bytes or chunks than allowed. Both are counted before anything reads them. */
function limitInput(tcp: Socket, max = () => MAX_RECEIVED_BYTES): Duplex {
  let [bytes, chunks] = [0, 0];
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, callback) {
      bytes += chunk.length;
      chunks += 1;
      if (bytes > max() || chunks > MAX_CHUNKS) callback(new EndpointError('connection_failed'));
      else callback(null, chunk);
    },
  });
  return ignoreError(
    Duplex.from({ readable: pipeline(tcp, counted, (error) => error && tcp.destroy()), writable: tcp }),
  );
}

async function readBeginning(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    size += chunk.length;
    if (size >= MAX_RESPONSE_BYTES) break;
  }
  return Buffer.concat(chunks).toString('utf8', 0, MAX_RESPONSE_BYTES);
}
