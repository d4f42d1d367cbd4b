import { setTimeout } from 'node:timers/promises';
import {
  type BoardError,
  type Caller,
  type Connection,
  type DescribeOperation,
  type OpenSession,
  type OpenStream,
  type Operation,
  type Session,
  type Variables,
} from '../../../schema/contract.ts';
import { rateLimitHeaders } from '../codec/headers.ts';
import { assertQueryEncoding } from '../codec/query.ts';
import { once } from '../once.ts';
import { type NextCallFormatter, toProblem } from '../problem.ts';
import type { Exchange, Route } from '../route.ts';
import { locateParameters } from './rest-parameters.ts';
import type { RouteDefinition } from './route-definition.ts';
import { runOperation } from './run-operation.ts';
import { createIssueLocator, readVariables } from './variables.ts';

/** Seconds without news after which a stream repeats its cursor, so that proxies keep the connection open. */
const HEARTBEAT_SECONDS = 15;

/** Shortest time between two pages of a stream. It bounds what a stream costs. */
const PAUSE_MS = 2_000;

/** An empty page earlier than this says that the stream cannot wait: it ends, and the client connects again later. */
const MIN_WAIT_MS = 1_000;

const RECONNECT_MS = 15_000;

/** Parameters of the operation that a stream sets itself. */
const OWN_PARAMETERS = ['wait', 'limit'];

interface StreamOptions {
  readonly openSession: OpenSession;
  readonly describe: DescribeOperation;
  readonly formatNextCall: NextCallFormatter;
  readonly siteUrl: string;
  readonly toCaller: (exchange: Exchange) => Caller;
  readonly toRefusal: (error: unknown, requestId: string) => BoardError;
}

/** A page of an operation that has a cursor and can wait. */
interface Page {
  readonly items: readonly { readonly type?: string; readonly kind?: string }[];
  readonly next_cursor: string;
  readonly has_more: boolean;
}

/** The parameters of a stream: those of its operation, except the ones that the stream sets. */
export function locateStreamParameters(definition: RouteDefinition, describe: DescribeOperation) {
  const { parameters, ...description } = describe(definition.operation);
  const streamed = parameters.filter(({ name }) => !OWN_PARAMETERS.includes(name));
  return locateParameters(definition, { ...description, parameters: streamed });
}

/**
 * Creates a route that sends the pages of an operation as server-sent events (WHATWG HTML, section 9.2): each item is an
 * event with its type, and the last item of a page has the cursor as its id. `Last-Event-ID` continues after it. Opening the
 * stream counts as one call, and so does each page after one that has more to follow.
 */
export function createStream(definition: RouteDefinition, options: StreamOptions): Route {
  const { method, path, policy, operation } = definition;
  const parameters = once(() => locateStreamParameters(definition, options.describe));
  return {
    method,
    path,
    json: false,
    cors: true,
    formatNextCall: options.formatNextCall,
    serve: async (exchange) => {
      const { request, url, params, requestId } = exchange;
      const locations = parameters();
      const read = () => {
        assertQueryEncoding(url);
        const input = readVariables(locations, { path: params, query: url.searchParams, body: {} });
        given = continueAfter(request.headers.get('last-event-id'), input.variables);
        return { ...input, variables: given };
      };
      let given: Record<string, unknown> = {};
      const { result, session } = await runOperation({
        ...{ openSession: options.openSession, caller: options.toCaller(exchange), operation, policy, read },
        locate: createIssueLocator(locations),
        onUnknown: 'refuse',
      });
      const stream = session.openStream();
      const toError = (error: unknown) =>
        JSON.stringify(toProblem(options.toRefusal(error, requestId), { ...options, requestId }));
      return toResponse(
        { session, stream, connection: exchange.connection, operation, variables: given, toError },
        result.value as Page,
      );
    },
  };
}

function toResponse(subscription: Subscription, first: Page): Response {
  const { session, stream, connection } = subscription;
  const events = streamEvents(subscription, first);
  // The body is not cancelled when the connection ends before the response is written, as with pipelined requests.
  connection?.onEnd(() => {
    stream.close();
    void events.return(undefined);
  });
  return new Response(
    toByteStream(events, () => stream.close()),
    {
      headers: {
        'content-type': 'text/event-stream',
        'cache-control': 'no-store',
        // Tells nginx to pass events on at once.
        'x-accel-buffering': 'no',
        ...rateLimitHeaders(session.rateLimit),
      },
    },
  );
}

interface Subscription {
  readonly session: Session;
  readonly stream: OpenStream;
  readonly connection: Connection | null;
  readonly operation: Operation;
  readonly variables: Variables;
  /** Returns problem details as JSON. */
  readonly toError: (error: unknown) => string;
}

/** The variables of the page after a cursor. Beside a cursor, `since=now` would skip what came since. */
function continueAfter(cursor: string | null, { since, ...variables }: Record<string, unknown>) {
  if (cursor) return { ...variables, cursor };
  return since === undefined ? variables : { ...variables, since };
}

/** The request does not count as in progress while the stream waits for its pause or for the client. */
async function* streamEvents(subscription: Subscription, first: Page): AsyncGenerator<string> {
  const { stream, connection, toError } = subscription;
  const pause = () => connection?.pause();
  let resume = pause();
  const readPage = async (read: () => Promise<Page>): Promise<Page> => {
    resume?.();
    try {
      return await read();
    } finally {
      resume = pause();
    }
  };
  try {
    yield `retry: ${RECONNECT_MS}\n${serializePage(first)}`;
    yield* streamPages(subscription, first, readPage);
  } catch (error) {
    yield `event: error\ndata: ${toError(error)}\n\n`;
  } finally {
    resume?.();
    stream.close();
  }
}

async function* streamPages(
  { session, stream, operation, variables }: Subscription,
  first: Page,
  readPage: (read: () => Promise<Page>) => Promise<Page>,
): AsyncGenerator<string> {
  for (let page = first; ;) {
    if (hasMore(page)) await setTimeout(PAUSE_MS, undefined, { ref: false });
    if (stream.isClosing) return;
    const startedAt = performance.now();
    const { next_cursor: cursor, has_more: isCounted } = page;
    const next = { ...continueAfter(cursor, variables), wait: HEARTBEAT_SECONDS };
    // Records that there were before cost calls, as they do page by page.
    page = await readPage(
      async () => (await session.continueOperation(operation, next, isCounted)).value as Page,
    );
    yield serializePage(page);
    if (!hasMore(page) && performance.now() - startedAt < MIN_WAIT_MS) return;
  }
}

/** A page of the inbox may be empty and have more to follow. */
const hasMore = ({ items, has_more }: Page): boolean => items.length > 0 || has_more;

/** The last event has the cursor. Without items the cursor alone is sent, which clients store without an event. */
const serializePage = ({ items, next_cursor: cursor }: Page): string => {
  if (items.length === 0) return `id: ${cursor}\n\n`;
  return items
    .map((item, i) => {
      const id = i === items.length - 1 ? `id: ${cursor}\n` : '';
      return `event: ${item.type ?? item.kind}\n${id}data: ${JSON.stringify(item)}\n\n`;
    })
    .join('');
};

/** Reads the next text only when the client has room for it. */
function toByteStream(texts: AsyncGenerator<string>, onCancel: () => void): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const next = await texts.next();
      if (next.done) controller.close();
      else controller.enqueue(encoder.encode(next.value));
    },
    cancel: () => {
      // A generator that has not started yet does not run its `finally`.
      onCancel();
      void texts.return(undefined);
    },
  });
}
