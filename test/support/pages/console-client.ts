// A client of the console that keeps cookies and fills in forms, as a browser without scripts or as htmx.
import type { TestBoard } from '../board/board.ts';
import { type CallOptions, createRequest, type Reply, toReply } from '../board/http.ts';
import { decodeEntities } from './html-parser.ts';

const SITE = 'http://site.test';
const TOKEN = 'sba_an-operator-token-for-tests-0123456789';

type Fields = Readonly<Record<string, string>>;

/** A form of a page, with the values of its fields. */
export interface Form {
  readonly action: string;
  readonly fields: Record<string, string>;
}

export class ConsoleClient {
  readonly #board: TestBoard;
  readonly #address: string;
  readonly cookies = new Map<string, string>();
  /** The markup of the current page. */
  html = '';
  /** The path of the page that was opened last. */
  path = '';

  constructor(board: TestBoard, address = '192.0.2.1') {
    this.#board = board;
    this.#address = address;
  }

  async call(requestLine: string, { headers = {}, ...options }: CallOptions = {}): Promise<Reply> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const request = createRequest(
      requestLine,
      { ...options, headers: { ...(cookie && { Cookie: cookie }), ...headers } },
      SITE,
    );
    const reply = await toReply(await this.#board.app.site.fetch(request, { address: this.#address }));
    this.#storeCookie(reply.headers.get('set-cookie'));
    return reply;
  }

  #storeCookie(header: string | null): void {
    const [, name, value] = /^([^=]+)=([^;]*)/.exec(header ?? '') ?? [];
    if (name === undefined || value === undefined) return;
    if (value === '') this.cookies.delete(name);
    else this.cookies.set(name, value);
  }

  /** Opens a page and follows redirects. */
  async open(path: string): Promise<Reply> {
    const reply = await this.call(`GET ${path}`);
    const location = reply.headers.get('location');
    if (location !== null) return this.open(location);
    this.html = reply.text;
    this.path = path;
    return reply;
  }

  /** Submits a form of the page by its id, and opens the resulting page. */
  async submit(id: string, fields: Fields = {}): Promise<Reply> {
    const { action, fields: values } = this.form(id);
    const reply = await this.send(action, { ...values, ...fields });
    const location = reply.headers.get('location');
    if (location !== null) return this.open(location);
    this.html = reply.text;
    return reply;
  }

  /** Submits a form as htmx does: the response is a part of the page, and the page stays open. */
  async submitWithHtmx(id: string, fields: Fields = {}): Promise<Reply> {
    const { action, fields: values } = this.form(id);
    return this.send(action, { ...values, ...fields }, { 'HX-Request': 'true' });
  }

  send(action: string, fields: Fields, headers: Readonly<Record<string, string>> = {}): Promise<Reply> {
    const type = { 'Content-Type': 'application/x-www-form-urlencoded' };
    return this.call(`POST ${action}`, {
      raw: new URLSearchParams(fields).toString(),
      headers: { ...type, ...headers },
    });
  }

  /** A form of the page by its id. */
  form(id: string): Form {
    const [, start = '', inner] =
      new RegExp(`<form\\s([^>]*id="${id}"[^>]*)>(.*?)</form>`, 's').exec(this.html) ?? [];
    if (inner === undefined) throw new Error(`no form ${id} on ${this.path}`);
    const inputs = [...inner.matchAll(/<input\s[^>]*name="([^"]*)"(?:[^>]*value="([^"]*)")?/g)];
    const areas = [...inner.matchAll(/<textarea\s[^>]*name="([^"]*)"[^>]*>(.*?)<\/textarea>/gs)];
    const choices = [...inner.matchAll(/<select\s[^>]*name="([^"]*)".*?<\/select>/gs)].map(
      ([select, name]) => {
        const [, value] = /<option value="([^"]*)"\s+selected/.exec(select) ?? [];
        return [select, name, value] as const;
      },
    );
    const filled = [...inputs, ...areas, ...choices].map(([, name, value]) => [
      name,
      decodeEntities(value ?? ''),
    ]);
    return {
      action: /action="([^"]*)"/.exec(start)?.[1] ?? '',
      fields: Object.fromEntries(filled) as Record<string, string>,
    };
  }

  /** Signs in; by default with the configured token. */
  async signIn(token = TOKEN): Promise<Reply> {
    await this.open('/console/sign-in');
    return this.submit('sign-in', { token });
  }
}

/** Returns a client that is signed in. */
export async function signInToConsole(board: TestBoard): Promise<ConsoleClient> {
  const client = new ConsoleClient(board);
  await client.signIn();
  return client;
}
