export interface CallOptions {
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Sent as it is. */
  readonly raw?: BodyInit;
  /** Client address. */
  readonly address?: string;
}

// Tests look into bodies whose shape is what they are about.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type Body = any;

/** An answer read whole. */
export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The text as JSON, where it is JSON. */
  readonly body: Body;
}

const BASE = 'http://board.test';

/** Writes a call as the contract writes it: `callOf('GET /v1/channels')`. */
export function createRequest(line: string, { headers = {}, body, raw }: CallOptions, base = BASE): Request {
  const [method = 'GET', path = '/'] = line.split(' ');
  const sent = raw ?? (body === undefined ? null : JSON.stringify(body));
  const type: Record<string, string> = body === undefined ? {} : { 'Content-Type': 'application/json' };
  return new Request(`${base}${path}`, { method, headers: { ...type, ...headers }, body: sent });
}

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
