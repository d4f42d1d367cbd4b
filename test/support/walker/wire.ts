import type { Body } from '../board/http.ts';
import type { Answer, HttpRequest } from './operation.ts';

export type Fetch = (url: string | URL, init?: RequestInit) => Promise<Response>;

/** Sends requests. Counts the calls, the bytes of the documents that an agent reads first, and those of the answers. */
export class Wire {
  calls = 0;
  /** Bytes of all responses that are not documents. */
  receivedBytes = 0;
  /** Bytes of answers that the agent reads: a client library hands over less than it receives. */
  readBytes = 0;
  readonly documents: { readonly url: string; readonly bytes: number }[] = [];
  readonly base: string;
  readonly #fetch: Fetch;

  constructor(base: string, fetchImpl: Fetch) {
    this.base = base;
    this.#fetch = fetchImpl;
  }

  /** Sends a request and counts the call. Also the `fetch` of client libraries. */
  readonly fetch: Fetch = async (url, init) => {
    this.calls++;
    const response = await this.#fetch(new URL(url, this.base), init);
    const bytes = await response.arrayBuffer();
    this.receivedBytes += bytes.byteLength;
    const { status, headers } = response;
    return new Response(bytes.byteLength === 0 ? null : bytes, { status, headers });
  };

  /** Counts a text as read by the agent, and returns it. */
  read(text: string): string {
    this.readBytes += Buffer.byteLength(text);
    return text;
  }

  /** Reads a document. JSON is parsed. */
  async readDocument(url: string, headers: Readonly<Record<string, string>> = {}): Promise<Body> {
    const response = await this.#fetch(new URL(url, this.base), {
      headers: { Accept: 'application/json', ...headers },
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${url}: ${response.status} ${text}`);
    this.documents.push({ url, bytes: Buffer.byteLength(text) });
    return response.headers.get('content-type')?.includes('json') === true ? JSON.parse(text) : text;
  }

  /** Sends a request. A response that is not JSON is parsed by `parseText`. */
  async send(
    { method, url, headers = {}, body }: HttpRequest,
    parseText: (text: string) => Body = (text) => text,
  ): Promise<Answer> {
    const response = await this.fetch(url, {
      method,
      headers: { ...headers, ...(body !== undefined && { 'Content-Type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = this.read(await response.text());
    const isJson = response.headers.get('content-type')?.includes('json') === true && text !== '';
    const value = isJson ? JSON.parse(text) : parseText(text);
    return { failure: response.ok ? null : `${method} ${url}: ${response.status} ${text}`, value };
  }
}

/** Fills `{name}` in a template; names without a value stay. */
export const fillTemplate = (template: string, valueOf: (name: string) => Body): string =>
  template.replaceAll(/\{(\w+)\}/g, (placeholder, name: string) => String(valueOf(name) ?? placeholder));
