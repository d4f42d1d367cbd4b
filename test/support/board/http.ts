export interface CallOptions {
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Sent unchanged. */
  readonly raw?: BodyInit;
  /** Client address. */
  readonly address?: string;
}

/** A parsed body. It has type `any`, because tests assert its shape. */
export type Body = ReturnType<typeof JSON.parse>;

/** An HTTP response, read completely. */
export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The parsed text when it is JSON, else undefined. */
  readonly body: Body;
}

const BASE = 'http://board.test';

/** Creates a request from a method and a path: `createRequest('GET /v1/channels', {})`. */
export function createRequest(
  requestLine: string,
  { headers = {}, body, raw }: CallOptions,
  base = BASE,
): Request {
  const [method = 'GET', path = '/'] = requestLine.split(' ');
  const sent = raw ?? (body === undefined ? null : JSON.stringify(body));
  const type: Record<string, string> = body === undefined ? {} : { 'Content-Type': 'application/json' };
  return new Request(`${base}${path}`, { method, headers: { ...type, ...headers }, body: sent });
}

/** Reads a response completely. */
export async function toReply(response: Response): Promise<Reply> {
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json') === true && text !== '';
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: isJson ? JSON.parse(text) : undefined,
  };
}
