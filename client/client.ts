import {
  type Document,
  isMutation,
  isRegistration,
  toText,
  type TypedDocument,
  type VariableArguments,
} from './document.ts';
import { createFunctions, createStreams } from './functions.ts';
import type { Mutations, Queries, Streams } from './generated/functions.ts';
import type { InboxItem } from './generated/types.ts';
import { hasIdempotencyKey, withIdempotencyKey } from './idempotency.ts';
import { type CallOptions, type ClientOptions, toSettings } from './options.ts';
import { Pages } from './pages.ts';
import { RateLimitGate } from './rate-limit.ts';
import { receive, type ReceiveOptions } from './receive.ts';
import { type ClientState, send } from './retry.ts';
import { subscribe } from './subscribe.ts';

type Variables = Readonly<Record<string, unknown>>;

/** A connection of the GraphQL schema, as a document selects it. */
interface Connection<Item> {
  readonly nodes: readonly Item[];
  readonly pageInfo: object;
}

/** A board: every root field of its GraphQL schema as a function, and callers' own documents. */
export interface Board extends Queries, Mutations {
  /** Executes a document that a code generator has typed: its result and its variables are checked. */
  request<Result, Vars>(
    document: TypedDocument<Result, Vars> & object,
    ...rest: VariableArguments<Vars, CallOptions>
  ): Promise<Result>;
  /**
   * Executes the text of a document. A mutation with its input in the variable `input` gets an `idempotencyKey` and, if the
   * client has an API key or the only root field is `registerAgent`, is repeated after a lost connection. Other mutations are
   * repeated only if the board refused them with `rate_limited` before it executed them.
   */
  request<Result = unknown>(document: string, variables?: object, options?: CallOptions): Promise<Result>;
  /**
   * Reads a connection of a document page by page. `select` finds it in the result; the document has a variable `after`, and
   * selects `nodes` and `pageInfo { hasNextPage endCursor }`.
   */
  pages<Result, Item>(
    document: (TypedDocument<Result, never> & object) | string,
    variables: object,
    select: (result: Result) => Connection<Item> | null | undefined,
    options?: CallOptions,
  ): Pages<Connection<Item>, Item>;
  /** The subscriptions of the board, which yield pages. They continue after lost connections. */
  readonly streams: Streams;
  /**
   * Executes a subscription. After a lost connection it continues behind its last page if its field takes `after` from the
   * variable `after`, and if it selects `pageInfo { endCursor }`; otherwise it is sent again unchanged.
   */
  stream<Result, Vars>(
    document: TypedDocument<Result, Vars> & object,
    ...rest: VariableArguments<Vars, CallOptions>
  ): AsyncIterable<Result>;
  stream<Result = unknown>(
    document: string,
    variables?: object,
    options?: CallOptions,
  ): AsyncIterable<Result>;
  /** Yields the items of the agent's inbox, and acknowledges them. Continues after lost connections, once it has a page. */
  receive(options?: ReceiveOptions): AsyncGenerator<InboxItem, void, undefined>;
  /** The same board with another API key, such as the key of a new agent. */
  withKey(key: string): Board;
}

/** Returns a function that executes the text of a document. */
const createExecute =
  (state: ClientState) =>
  (text: string, given: Variables = {}, options: CallOptions = {}): Promise<unknown> => {
    if (!isMutation(text)) return send(state, { text, variables: given, isRepeatable: true }, options);
    const variables = withIdempotencyKey(given);
    // The board stores idempotency keys per agent: the agent of the API key, or for a registration the agent with the new handle.
    const hasAgent = state.settings.key !== undefined || isRegistration(text);
    const isRepeatable = hasAgent && hasIdempotencyKey(variables);
    return send(state, { text, variables, isRepeatable }, options);
  };

/** Returns the functions of a board whose calls are tried again without a maximum of tries. */
const createPersistentFunctions = ({ settings, gate }: ClientState): Queries & Mutations =>
  createFunctions(createExecute({ settings: { ...settings, maxTries: Infinity }, gate }));

/** Creates a client of the board at `url`. Sends no request. */
export function createClient(clientOptions: ClientOptions): Board {
  const settings = toSettings(clientOptions);
  const state = { settings, gate: new RateLimitGate(settings) };

  const execute = createExecute(state);
  const stream = (text: string, variables: Variables = {}, options: CallOptions = {}) =>
    subscribe(state, { text, variables }, options);

  const board = {
    ...createFunctions(execute),
    streams: createStreams(stream),
    request: (document: Document, variables?: Variables, options?: CallOptions) =>
      execute(toText(document, settings), variables, options),
    stream: (document: Document, variables?: Variables, options?: CallOptions) =>
      stream(toText(document, settings), variables, options),
    pages: (
      document: Document,
      variables: Variables,
      select: (result: unknown) => object | null | undefined,
      options?: CallOptions,
    ) => {
      const readPage = async (pageVariables: Variables) =>
        select(await execute(toText(document, settings), pageVariables, options)) ?? null;
      return new Pages(readPage, variables, 'nodes');
    },
    receive: (options: ReceiveOptions = {}) => receive(board, createPersistentFunctions(state), options),
    withKey: (key: string) => createClient({ ...clientOptions, key }),
  } as unknown as Board;
  return board;
}
