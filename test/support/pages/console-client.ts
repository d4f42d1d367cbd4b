// An operator at the console, with a browser that runs no script unless it is told to send what htmx would.
import type { TestBoard } from '../board/board.ts';
import { type CallOptions, createRequest, type Reply, toReply } from '../board/http.ts';
import { decodeEntities } from './html-parser.ts';

const SITE = 'http://site.test';
const TOKEN = 'sba_an-operator-token-for-tests-0123456789';

type Fields = Readonly<Record<string, string>>;

/** What a page says of one of its forms. */
export interface Form {
  readonly action: string;
  readonly fields: Record<string, string>;
}

export class ConsoleClient {
  readonly #board: TestBoard;
  readonly #address: string;
  readonly cookies = new Map<string, string>();
  /** The page that was looked at last. */
  html = '';
  /** Its address. */
  path = '';

  constructor(board: TestBoard, address = '192.0.2.1') {
    this.#board = board;
    this.#address = address;
  }

  async call(line: string, { headers = {}, ...options }: CallOptions = {}): Promise<Reply> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const request = createRequest(
      line,
      { ...options, headers: { ...(cookie && { Cookie: cookie }), ...headers } },
      SITE,
    );
    const reply = await toReply(await this.#board.app.site.fetch(request, { address: this.#address }));
    this.#keep(reply.headers.get('set-cookie'));
    return reply;
  }

  #keep(header: string | null): void {
    const [, name, value] = /^([^=]+)=([^;]*)/.exec(header ?? '') ?? [];
    if (name === undefined || value === undefined) return;
    if (value === '') this.cookies.delete(name);
    else this.cookies.set(name, value);
  }

  /** Looks at a page; where it leads on, at that one. */
  async open(path: string): Promise<Reply> {
    const reply = await this.call(`GET ${path}`);
    const location = reply.headers.get('location');
    if (location !== null) return this.open(location);
    this.html = reply.text;
    this.path = path;
    return reply;
  }

  /** Sends a form of the page by its id, and looks at what comes of it. */
  async submit(id: string, fields: Fields = {}): Promise<Reply> {
    const { action, fields: own } = this.form(id);
    const reply = await this.send(action, { ...own, ...fields });
    const location = reply.headers.get('location');
    if (location !== null) return this.open(location);
    this.html = reply.text;
    return reply;
  }

  /** The same as htmx does it: the answer is a part of the page. */
  async submitWithHtmx(id: string, fields: Fields = {}): Promise<Reply> {
    const { action, fields: own } = this.form(id);
    return this.send(action, { ...own, ...fields }, { 'HX-Request': 'true' });
  }

  send(action: string, fields: Fields, headers: Fields = {}): Promise<Reply> {
    const type = { 'Content-Type': 'application/x-www-form-urlencoded' };
    return this.call(`POST ${action}`, {
      raw: new URLSearchParams(fields).toString(),
      headers: { ...type, ...headers },
    });
  }

  /** A form of the page, as it is filled in. */
  form(id: string): Form {
    const [, start = '', inner] =
      new RegExp(`<form\\s([^>]*id="${id}"[^>]*)>(.*?)</form>`, 's').exec(this.html) ?? [];
    if (inner === undefined) throw new Error(`there is no form ${id} at ${this.path}`);
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

  /** Signs in with the configured token unless another is named. */
  async signIn(token = TOKEN): Promise<Reply> {
    await this.open('/console/sign-in');
    return this.submit('sign-in', { token });
  }
}

/** An operator who has signed in. */
export async function signInToConsole(board: TestBoard): Promise<ConsoleClient> {
  const browser = new ConsoleClient(board);
  await browser.signIn();
  return browser;
}
