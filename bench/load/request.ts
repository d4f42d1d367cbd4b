/** What a caller sends. */
export interface HttpRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Stands where each request has something of its own: no two writes have one Idempotency-Key. */
export const UNIQUE = '{{unique}}';

/** As it goes over the wire. `UNIQUE` in its head becomes as long as it says itself, so that lengths hold. */
export function toWire({ method, path, headers, body }: HttpRequest, host: string): string {
  const length = body === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(body)) };
  const lines = Object.entries({ Host: host, ...headers, ...length }).map(
    ([name, value]) => `${name}: ${value}`,
  );
  return [`${method} ${path} HTTP/1.1`, ...lines, '', body ?? ''].join('\r\n');
}
