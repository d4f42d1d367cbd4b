import {
  type BoardError,
  type Caller,
  type DescribeOperation,
  type Issue,
  type OpenSession,
  serializeJson,
} from '../../../schema/contract.ts';
import { rateLimitHeaders } from '../codec/headers.ts';
import { assertQueryEncoding } from '../codec/query.ts';
import { EVENT_STREAM_TYPE, toStreamReply } from '../event-stream.ts';
import { once } from '../once.ts';
import { type NextCallFormatter, toProblem } from '../problem.ts';
import type { Exchange, Route } from '../route.ts';
import { locateParameters } from './rest-parameters.ts';
import type { RouteDefinition } from './route-definition.ts';
import { subscribeOperation } from './run-operation.ts';
import { createIssueLocator, readVariables } from './parameters/variables.ts';

/** How long a client waits before it opens an interrupted stream again. */
const RECONNECT_MS = 15_000;

const LAST_EVENT_ID = 'last-event-id';

interface StreamOptions {
  readonly openSession: OpenSession;
  readonly describe: DescribeOperation;
  readonly formatNextCall: NextCallFormatter;
  readonly siteUrl: string;
  readonly toCaller: (exchange: Exchange) => Caller;
  readonly toRefusal: (error: unknown, requestId: string) => BoardError;
}

/** A page of a subscription. */
interface Page {
  readonly items: readonly { readonly type?: string; readonly kind?: string }[];
  readonly next_cursor: string;
}

/**
 * Creates a route that sends the pages of a subscription as server-sent events (WHATWG HTML, section 9.2): each item is an
 * event named after its type or kind. The last event of a page has the cursor as its id, and a request with that id as
 * `Last-Event-ID` gets the items after the page.
 */
export function createStreamRoute(definition: RouteDefinition, options: StreamOptions): Route {
  const { method, path, policy, operation } = definition;
  const call = { openSession: options.openSession, operation, policy };
  const prepare = once(() => {
    const locations = locateParameters(definition, options.describe(operation));
    return { locations, locate: createIssueLocator(locations) };
  });
  const readEvent = (exchange: Exchange, { locations, locate }: ReturnType<typeof prepare>) => {
    const { request, url, params } = exchange;
    const cursor = request.headers.get(LAST_EVENT_ID);
    return subscribeOperation({
      ...call,
      caller: options.toCaller(exchange),
      read: () => {
        assertQueryEncoding(url);
        const input = readVariables(locations, { path: params, query: url.searchParams, body: {} });
        return cursor ? { ...input, variables: { ...input.variables, cursor } } : input;
      },
      locate: (issue) => (cursor && isOfCursor(issue) ? ['header', LAST_EVENT_ID] : locate(issue)),
      onUnknown: 'refuse',
    });
  };
  return {
    method,
    path,
    refusesHtml: true,
    mediaType: EVENT_STREAM_TYPE,
    cors: true,
    formatNextCall: options.formatNextCall,
    serve: async (exchange) => {
      const isContinued = exchange.connection?.repetition?.isRepeated === true;
      try {
        const { event, session } = await readEvent(exchange, prepare());
        const retry = isContinued ? '' : `retry: ${RECONNECT_MS}\n`;
        const events = event ? retry + serializePage(event.value as Page) : '';
        return toStreamReply(events, rateLimitHeaders(session.rateLimit));
      } catch (error) {
        if (!isContinued) throw error;
        const { requestId } = exchange;
        const problem = toProblem(options.toRefusal(error, requestId), { ...options, requestId });
        return toStreamReply(`event: error\ndata: ${JSON.stringify(problem)}\n\n`, {});
      }
    },
  };
}

const isOfCursor = ({ path, loc }: Issue): boolean => !loc && path[0] === 'cursor';

/** For a page without items, sends only the cursor, as an id without data: clients store it and emit no event. */
const serializePage = ({ items, next_cursor: cursor }: Page): string => {
  if (items.length === 0) return `id: ${cursor}\n\n`;
  return items
    .map((item, i) => {
      const id = i === items.length - 1 ? `id: ${cursor}\n` : '';
      return `event: ${item.type ?? item.kind}\n${id}data: ${serializeJson(item)}\n\n`;
    })
    .join('');
};
