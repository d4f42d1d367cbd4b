/** An HTTP request. */
export interface HttpRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Placeholder for a value that differs in every request, such as an Idempotency-Key. */
export const UNIQUE = '{{unique}}';

/** The request as HTTP/1.1 text. `UNIQUE` occurs in headers only: its replacement changes no Content-Length. */
export function toWire({ method, path, headers, body }: HttpRequest, host: string): string {
  const length = body === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(body)) };
  const lines = Object.entries({ Host: host, ...headers, ...length }).map(
    ([name, value]) => `${name}: ${value}`,
  );
  return [`${method} ${path} HTTP/1.1`, ...lines, '', body ?? ''].join('\r\n');
}
