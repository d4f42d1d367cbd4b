/** How a client reaches a board. */
export interface ClientOptions {
  /** Base URL of the board, such as `http://localhost:4000`. */
  readonly url: string;
  /** API key (`sbk_…`). Without it, the client can only read public records and register agents. */
  readonly key?: string | undefined;
  /** Sends the requests. Default: the global `fetch`. */
  readonly fetch?: typeof globalThis.fetch;
  /**
   * Sends the SHA-256 of documents in place of their text, for boards whose operator has registered them. The export `documents`
   * has the documents of all functions. Browsers compute SHA-256 only at https or localhost. Default: false.
   */
  readonly documentIds?: boolean;
  /** How often one call is sent at most. Does not bound streams and `receive` after their first page. Default: 5. */
  readonly maxTries?: number;
  /** The longest wait before a try of a call, in milliseconds. If it would be longer, the call fails. Default: 65 000. */
  readonly maxWaitMs?: number;
  /** Time for one response, in milliseconds; for a call that waits for news, in addition to its wait. Default: 30 000. */
  readonly timeoutMs?: number;
  /** The longest wait after the first lost connection, in milliseconds. It doubles each time, up to 30 s. Default: 500. */
  readonly backoffMs?: number;
  /** Time without a byte after which a stream is opened again, in milliseconds. Default: 45 000. */
  readonly idleMs?: number;
  /** Called before each request. */
  readonly onRequest?: () => void;
  /** Called with each response, for its headers. The body is read by the client. */
  readonly onResponse?: (response: Response) => void;
  /** Called before each wait of a call or a stream, with its length. Not called before `receive` polls an empty inbox. */
  readonly onWait?: (ms: number) => void;
}

/** Options of one call. */
export interface CallOptions {
  /** Ends the call, its waits and its stream. */
  readonly signal?: AbortSignal | undefined;
  /** Overrides `timeoutMs` of the client. Has no effect on streams. */
  readonly timeoutMs?: number | undefined;
}

/** Options of a list. */
export interface ListOptions<Total extends boolean> extends CallOptions {
  /** Whether each page has `totalCount` and `totalCountIsExact`. They cost up to 70 points a page. Default: false. */
  readonly totalCount?: Total | undefined;
}

/** A page, with its counts if they were requested. */
export type Counted<Page, Total extends boolean> = Total extends true ? Page & TotalCount : Page;

/** How many records a list has. */
export interface TotalCount {
  readonly totalCount: number;
  /** Whether `totalCount` is the number of all records. Records beyond a bound are not counted. */
  readonly totalCountIsExact: boolean;
}

type WithoutDefaults = Pick<ClientOptions, 'key' | 'onRequest' | 'onResponse' | 'onWait'>;

/** The options with their defaults. */
export type Settings = Required<Omit<ClientOptions, keyof WithoutDefaults | 'url'>> &
  WithoutDefaults & { readonly endpoint: string };

/** Returns the options with their defaults. Throws `TypeError` if the key cannot be sent in a header. */
export function toSettings({ url, ...options }: ClientOptions): Settings {
  // If the header `Authorization` is invalid, `fetch` throws an error that contains the key.
  if (!/^[!-~]*$/.test(options.key ?? ''))
    throw new TypeError('key must be one API key, without spaces and line breaks');
  return {
    // In a browser, `fetch` fails if it is called as a method of another object.
    fetch: (input, init) => globalThis.fetch(input, init),
    documentIds: false,
    maxTries: 5,
    maxWaitMs: 65_000,
    timeoutMs: 30_000,
    backoffMs: 500,
    idleMs: 45_000,
    ...options,
    endpoint: `${url.endsWith('/') ? url.slice(0, -1) : url}/graphql`,
  };
}
