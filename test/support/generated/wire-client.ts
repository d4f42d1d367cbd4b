import { Agent, request, type IncomingMessage } from 'node:http';
import type { WireRequest } from './call.ts';

/** The timeout of a request, long enough for a busy machine. */
const TIMEOUT_MS = 10_000;

/** A completely read response. */
export interface WireResponse {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly text: string;
  readonly bytes: number;
  readonly milliseconds: number;
}

/** A client on loopback that sends what browsers and `fetch` would refuse to send. */
export class WireClient {
  readonly #agent = new Agent({ keepAlive: true });
  readonly #port: number;

  constructor(port: number) {
    this.#port = port;
  }

  /** Sends a request. Rejects if there is no response within `TIMEOUT_MS`. */
  send({ method, target, headers, body, chunkSize: chunk }: WireRequest): Promise<WireResponse> {
    const { promise, resolve, reject } = Promise.withResolvers<WireResponse>();
    const startedAt = performance.now();
    const framing =
      chunk === undefined ? { 'content-length': body?.length } : { 'transfer-encoding': 'chunked' };
    const outgoing = request({
      host: '127.0.0.1',
      port: this.#port,
      agent: this.#agent,
      method,
      path: target,
      headers: { ...headers, ...(body !== null && framing) } as Record<string, string>,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    outgoing.on('response', (response) => {
      readAll(response).then((bytes) => {
        const text = bytes.toString();
        const milliseconds = performance.now() - startedAt;
        const { statusCode: status = 0, headers: responseHeaders } = response;
        resolve({ status, headers: responseHeaders, text, bytes: bytes.length, milliseconds });
      }, reject);
    });
    outgoing.on('error', reject);
    writeBody(outgoing, body, chunk);
    return promise;
  }

  close(): void {
    this.#agent.destroy();
  }
}

async function readAll(response: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** Writes the body in at most a hundred chunks; the last one contains the rest. */
function writeBody(outgoing: ReturnType<typeof request>, body: Buffer | null, size = Infinity): void {
  if (body === null) return void outgoing.end();
  const cut = Math.min(body.length, size * 100);
  for (let at = 0; at + size < cut; at += size) outgoing.write(body.subarray(at, at + size));
  const restStart = Number.isFinite(size) ? Math.max(0, Math.ceil(cut / size) - 1) * size : 0;
  outgoing.end(body.subarray(restStart));
}
