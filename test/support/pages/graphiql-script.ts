// The script of the GraphQL explorer, with stand-ins for the parts of the browser that it uses.
import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';

const SCRIPT = new URL('../../../facades/site/assets/scripts/graphiql.js', import.meta.url);

const ENDPOINT = 'http://board.test/graphql';

class Element {
  readonly dataset = {
    setup: JSON.stringify({
      ...{ endpoint: ENDPOINT, workers: { json: '/json.js', editorWorkerService: '/editor.js' } },
      ...{ examples: { first: '{ first }', second: '{ second }' }, credentials: 'omit' },
    }),
  };
  readonly listeners = new Map<string, (event: object) => unknown>();
  children: Element[] = [];
  href = '';
  textContent = 'Label';
  value = '';
  hidden = true;

  append(child: Element): void {
    this.children.push(child);
  }

  replaceChildren(...children: Element[]): void {
    this.children = children;
  }

  addEventListener(name: string, listener: (event: object) => unknown): void {
    this.listeners.set(name, listener);
  }
}

/** A storage of the browser with these entries, whose values may have `quota` characters each. */
const storageOf = (entries: Record<string, string>, quota = Infinity) => ({
  getItem: (name: string) => entries[name] ?? null,
  setItem: (name: string, value: string) => {
    if (value.length > quota) throw new DOMException('too long', 'QuotaExceededError');
    entries[name] = value;
  },
  removeItem: (name: string) => void Reflect.deleteProperty(entries, name),
});

export interface ExplorerOptions {
  /** The part of the URL after `#`. */
  readonly hash?: string;
  /** Entries of `localStorage` and of `sessionStorage`. */
  readonly local?: Record<string, string>;
  readonly session?: Record<string, string>;
  /** The greatest length of an entry of `localStorage`. */
  readonly quota?: number;
  readonly hasClipboard?: boolean;
}

/** Runs the script as on a page that has just been loaded. */
export function openGraphiql({
  hash = '',
  local = {},
  session = {},
  quota,
  hasClipboard = true,
}: ExplorerOptions = {}) {
  const elements = new Map<string, Element>();
  const elementOf = (id: string): Element => {
    const element = elements.get(id) ?? new Element();
    elements.set(id, element);
    return element;
  };
  const requests: Request[] = [];
  const waits: number[] = [];
  const [copied, listeners] = [[] as string[], new Map<string, () => void>()];
  const location = { hash, href: 'http://site.test/graphiql', reloads: 0, reload: () => location.reloads++ };
  let options: unknown;
  const self = {
    fetch: (request: Request) => Promise.resolve(requests.push(request)),
    addEventListener: (name: string, listener: () => void) => listeners.set(name, listener),
  } as unknown as { fetch: typeof fetch; MonacoEnvironment?: { getWorkerUrl(...args: string[]): string } };
  const writeText = (text: string) =>
    hasClipboard ? Promise.resolve(void copied.push(text)) : Promise.reject(new Error('refused'));
  runInNewContext(readFileSync(SCRIPT, 'utf8'), {
    ...{ self, location, Request, URLSearchParams },
    document: { getElementById: elementOf, createElement: () => new Element() },
    localStorage: storageOf(local, quota),
    sessionStorage: storageOf(session),
    history: { replaceState: (_state: null, _title: string, to: string) => void (location.href += to) },
    navigator: { clipboard: { writeText } },
    // Waits of less than a second end at once. Waits of a second or more never end.
    setTimeout: (callback: () => void, ms: number) => {
      waits.push(ms);
      if (ms < 1000) callback();
    },
    YogaGraphiQL: { renderYogaGraphiQL: (_container: Element, given: unknown) => (options = given) },
  });
  const find = (name: string) => elementOf(`explorer-${name}`);
  return {
    ...{ find, location, local, session, requests, copied, waits, options, self },
    /** Sends a document as GraphiQL does. */
    send: (body: object, headers: Record<string, string> = {}, url = ENDPOINT) =>
      self.fetch(url, { method: 'POST', headers, body: JSON.stringify(body) }),
    click: (name: string) => find(name).listeners.get('click')?.({ target: find(name) }),
    emit: (name: string) => listeners.get(name)?.(),
    /** The text and the link of each document in the history. */
    listed: () =>
      find('history').children.map(({ children: [link] }) => [link?.textContent, link?.href] as const),
  };
}
