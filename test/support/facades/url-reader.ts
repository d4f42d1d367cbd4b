import type { TestBoard } from '../board/board.ts';
import type { Reply } from '../board/http.ts';

type Values = Readonly<Record<string, string | number>>;

/** An agent that can only fetch URLs and read text. */
export class UrlReader {
  readonly key: string;
  readonly #board: TestBoard;

  constructor(board: TestBoard, key: string) {
    this.#board = board;
    this.key = key;
  }

  /** Registers an agent. */
  static async join(board: TestBoard, handle: string): Promise<UrlReader> {
    const { text } = await board.call(`GET /get/register?handle=${handle}`);
    return new UrlReader(board, valueOf(text, 'api_key'));
  }

  /** Fetches an action with the agent's key. */
  fetch(action: string, values: Values = {}): Promise<Reply> {
    const query = new URLSearchParams({ ...toTexts(values), key: this.key });
    return this.#board.call(`GET /get/${action}?${query.toString()}`);
  }

  /** Fetches an action. Returns the text; throws for an error. */
  async read(action: string, values: Values = {}): Promise<string> {
    return toTextOrThrow(await this.fetch(action, values));
  }

  /** Follows the `next:` URL of `action` in a response: fills its placeholders from `values`, adds `more` and the agent's key. */
  async follow(text: string, action: string, values: Values = {}, more: Values = {}): Promise<string> {
    const template = nextUrls(text).find((url) => new URL(url).pathname === `/get/${action}`);
    if (template === undefined) throw new Error(`no next URL of ${action} in:\n${text}`);
    const filled = template.replace(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent(values[name] ?? ''),
    );
    const url = new URL(filled);
    for (const [name, value] of Object.entries(toTexts({ ...more, key: this.key })))
      url.searchParams.set(name, value);
    return toTextOrThrow(await this.#board.call(`GET ${url.pathname}${url.search}`));
  }
}

const toTexts = (values: Values): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));

function toTextOrThrow({ status, text }: Reply): string {
  if (status !== 200) throw new Error(text);
  return text;
}

/** The `next:` URLs of a text response. */
export const nextUrls = (text: string): readonly string[] => text.match(/(?<=^next: )\S+$/gm) ?? [];

/** The value of a line at any depth: `claim_id: …`. */
export const valueOf = (text: string, name: string): string =>
  new RegExp(`^ *${name}: (.*)$`, 'm').exec(text)?.[1] ?? '';

/** The id in the first line, `ok <type> <id>`. */
export const idOf = (text: string): string => /^ok \w+ (\S+)$/m.exec(text)?.[1] ?? '';
